import ShareModel
import TestSupport
import Testing

@testable import ShareRouterCLI

@Suite("Thunar's file of actions")
struct ThunarActionsTests {
  private let action = ThunarAction(command: "'/opt/it''s & <new>' share --picker desktop -- %U")
  private let others = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- <action><unique-id>sharerouter-share</unique-id></action> -->
    <actions>
    <action>
    \t<name>Open Terminal Here</name>
    \t<unique-id>1</unique-id>
    \t<command><![CDATA[</actions> <action>]]></command>
    </action>
    </actions>

    """

  @Test("an action is added as the last one, and every other byte stays")
  func adding() {
    var actions = ThunarActions(others)
    #expect(actions.ownAction == nil && actions.set(action))
    #expect(actions.text == others.replacing("</action>\n</actions>", with: "</action>\n\(action.xml)</actions>"))
    #expect(actions.ownCommand == action.command && actions.isUnchanged(action))
    actions.removeOwn()
    #expect(actions.text == others)
  }

  @Test("setting it twice leaves one")
  func twice() {
    var actions = ThunarActions(others)
    #expect(actions.set(ThunarAction(command: "old")) && actions.set(action))
    var once = ThunarActions(others)
    #expect(once.set(action) && actions.text == once.text)
  }

  @Test("a list without actions is filled; what is no list is refused")
  func empty() {
    var actions = ThunarActions("<actions/>")
    #expect(actions.set(action) && actions.ownAction != nil)
    var standard = ThunarActions(ThunarActions.empty)
    _ = standard.set(action)
    standard.removeOwn()
    #expect(standard.text == ThunarActions.empty)
    for text in ["", "hello", "<other></other>"] {
      var broken = ThunarActions(text)
      #expect(!broken.set(action) && broken.text == text)
    }
  }

  @Test("what Thunar itself writes is recognised, what the person changed is not")
  func changed() {
    var actions = ThunarActions(others)
    _ = actions.set(action)
    // Thunar writes the elements in an order of its own, adds one, and leaves quotation marks as they are.
    let rewritten = actions.text.replacing("\t<icon>document-send</icon>\n", with: "")
      .replacing("<patterns>", with: "<icon>document-send</icon>\n\t<startup-notify/>\n\t<patterns>")
      .replacing("&apos;", with: "'")
    #expect(ThunarActions(rewritten).isUnchanged(action), "\(rewritten)")
    #expect(!ThunarActions(actions.text.replacing("%U", with: "%F")).isUnchanged(action))
    #expect(!ThunarActions(actions.text.replacing("Share…", with: "Mine")).isUnchanged(action))
  }
}

@Suite("A program's path in other programs' files")
struct CommandQuotingTests {
  private let path = Array("/opt/a b's \"q\" $x %f \\n".utf8)

  @Test("is quoted as each of them reads it")
  func quoting() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(text(CommandQuoting.shell(path)) == #"'/opt/a b'\''s "q" $x %f \n'"#)
    #expect(text(CommandQuoting.thunar(path)) == #"'/opt/a b'\''s "q" $x %%f \n'"#)
    #expect(text(CommandQuoting.systemd(path)) == #""/opt/a b's \"q\" $$x %%f \\n""#)
    #expect(
      text(CommandQuoting.exec(FilePath(bytes: path), ["%U"], .desktopEntry))
        == #"Exec="/opt/a b's \\"q\\" \\$x %%f \\\\n" %U"# + "\n")
  }
}

@Suite("Small texts of the sheet")
struct SheetTextTests {
  @Test("sizes have three digits at most and the unit that keeps them short")
  func sizes() {
    let sizes = [0, 999, 1000, 1049, 9949, 9950, 12_345, 999_499, 999_500, 1_500_000, 999_500_000, 1 << 62]
    #expect(
      sizes.map { Item.sizeText($0) } == [
        "0 B", "999 B", "1.0 kB", "1.0 kB", "9.9 kB", "10 kB", "12 kB", "999 kB", "1.0 MB", "1.5 MB", "1.0 GB",
        "4.6 EB",
      ])
  }

  @Test("of a picture's sequences only colours are kept")
  func pictures() {
    let output = "\u{1B}[?25l\u{1B}[38;5;1m▀\u{1B}[0m\u{1B}]0;title\u{7}x\u{1B}[2J\ny\u{8}\u{9B}\n\n"
    #expect(ItemPicture.harmless(Array(output.utf8)) == ["\u{1B}[38;5;1m▀\u{1B}[0m]0;titlex", "y"])
  }

  @Test("words of a shell's line lose their quotes and nothing else")
  func words() {
    let words = [
      (#"my\ file"#, "my file"), ("'a \"b'", "a \"b"), (#""a 'b\"\$c\d""#, #"a 'b"$c\d"#), ("$(x) `y`", "$(x) `y`"),
      ("'open", "open"), (#"end\"#, #"end\"#), ("", ""),
    ]
    for (word, expected) in words {
      #expect(ShellWord.unquoted(Array(word.utf8)) == Array(expected.utf8), "\(word)")
    }
  }
}
