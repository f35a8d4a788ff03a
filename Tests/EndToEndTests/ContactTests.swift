import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A photo for a contact")
struct ContactTests {
  /// Contacts of each version of vCard, with lines that are folded, other line breaks, an older photo and a group.
  private static let cards: [(file: String, name: String, content: String)] = [
    (
      "ada.vcf", "Ada Lovelace",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ada\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;;;\r\n"
        + "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ\r\n AAAQABAAD/2wBDAAMCAgICAgMC\r\n AgIDAwMDBAYEBAQEBAg\r\n"
        + "NOTE:A note that is so long that it had to be folded into several lines\\, a\r\n nd goes on here\r\n"
        + "REV:19700101T000000Z\r\nEND:VCARD\r\n"
    ),
    (
      "b o'b.vcf", "Bob \"B\" $(touch marker) O'Neil",
      "BEGIN:VCARD\nVERSION:4.0\nUID:bob\nFN:Bob \"B\" $(touch marker) O'Neil\nitem1.PHOTO:data:image/gif;base64,R0lG\n  ODlh\n"
        + "EMAIL;PREF=1:bob@example.org\nEND:VCARD\n"
    ),
    (
      "deep/zoë.vcf", "Zoë 日本",
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Z;Zo\r\nFN;CHARSET=UTF-8:Zoë 日本\r\n"
        + "PHOTO;ENCODING=BASE64;JPEG:\r\n R0lGODlh\r\n\r\nTEL:+49 1\r\nEND:VCARD\r\n"
    ),
  ]

  private static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    for (file, _, content) in cards { sandbox.directory.write("contacts/" + file, content, mode: 0o640) }
    sandbox.directory.write(Array("work/a\"b;c é.png".utf8), PrintTests.picture)
    return sandbox
  }

  private static func assign(_ name: String, _ sandbox: Sandbox) -> CommandRun {
    sandbox.run(
      ["send", "a\"b;c é.png", "-a", "assignToContact", "-i", "contact=\(name)"],
      environment: ["CONTACTS_DIR": sandbox.path + "/contacts"])
  }

  /// A card's lines without folding.
  private static func unfolded(_ card: String) -> [String] {
    card.replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
  }

  @Test("the card holds the picture as its version wants it, everything else stays, and no other card is touched")
  func assign() throws {
    let photo = Data(PrintTests.picture).base64EncodedString()
    let sandbox = ContactTests.sandbox()
    let expected = [
      "PHOTO;ENCODING=b;TYPE=PNG:" + photo, "PHOTO:data:image/png;base64," + photo,
      "PHOTO;ENCODING=BASE64;TYPE=PNG:" + photo,
    ]
    for (index, (file, name, content)) in ContactTests.cards.enumerated() {
      expectRun(ContactTests.assign(name, sandbox))
      let card = String(decoding: sandbox.directory.read("contacts/" + file) ?? [], as: UTF8.self)
      let lines = ContactTests.unfolded(card)
      #expect(lines.filter { $0.contains("PHOTO") } == [expected[index]])
      let others = lines.filter { !$0.contains("PHOTO") && !$0.hasPrefix("REV:") && $0 != "" }
      let before = ContactTests.unfolded(
        content.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n", with: "\r\n"))
      #expect(others == before.filter { !$0.contains("PHOTO") && !$0.hasPrefix("REV:") && $0 != "" })
      #expect(lines.filter { $0.hasPrefix("REV:") }.count == 1)
      #expect(card.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 78 && $0.last == 0x0D }, "lines are folded")
      var status = stat()
      #expect(stat(sandbox.path + "/contacts/" + file, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }
    #expect(!sandbox.directory.exists("work/marker"))
    let names = sandbox.shell("find ../contacts -type f | sort").text
    #expect(names == "../contacts/ada.vcf\n../contacts/b o'b.vcf\n../contacts/deep/zoë.vcf\n", "nothing is left beside")
  }

  @Test("a name that no card has, or that several have, is a failure, and nothing changes")
  func unclear() {
    let sandbox = ContactTests.sandbox()
    let none = ContactTests.assign("Ada", sandbox)
    expectRun(
      none, status: 1,
      errors: """
        no contact has this name
        sharerouter: 'org.sharerouter.assignToContact' failed: the script failed with exit status 1

        """)
    sandbox.directory.write("contacts/other.vcf", ContactTests.cards[0].content)
    let several = ContactTests.assign("Ada Lovelace", sandbox)
    #expect(several.status == 1)
    #expect(several.errorText.contains("several contacts have this name:"), "\(several.errorText)")
    #expect(sandbox.directory.read("contacts/ada.vcf") == Array(ContactTests.cards[0].content.utf8))
  }

  @Test(
    "a real khard reads the card, with the photo in it",
    .enabled(if: installed("khard"), "khard is not installed"))
  func khard() throws {
    let sandbox = ContactTests.sandbox()
    sandbox.directory.write(
      "config/khard/khard.conf", "[addressbooks]\n[[family]]\npath = \(sandbox.path)/contacts\n[general]\ndebug = no\n")
    for (_, name, _) in ContactTests.cards[..<2] { expectRun(ContactTests.assign(name, sandbox)) }
    let list = sandbox.shell("khard list --parsable --fields name")
    #expect(list.text.contains("Ada Lovelace") && list.text.contains("O'Neil"), "\(list.text)\(list.errorText)")
    let shown = sandbox.shell("khard show --format vcard uid:ada")
    let photo = ContactTests.unfolded(
      shown.text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(
        of: "\n", with: "\r\n")
    ).first { $0.hasPrefix("PHOTO") }
    let data = photo?.split(separator: ":").last.flatMap { Data(base64Encoded: String($0)) }
    #expect(data.map { Array($0) } == PrintTests.picture, "\(shown.text)\(shown.errorText)")
  }

  @Test("it is offered where a folder of contacts is named")
  func offered() {
    let without = ContactTests.sandbox().run(["explain", "a\"b;c é.png", "-a", "assignToContact"])
    #expect(without.text.contains("the environment variable 'CONTACTS_DIR' is not set"), "\(without.text)")
  }
}
