import ShareModel
import ShareTemplates
import ShellSyntax
import TestSupport
import Testing

@Suite("rendering scripts")
struct RendererScriptTests {
  private func render(_ text: String, _ values: TemplateValues = values()) throws -> RenderedScript {
    var renderer = Renderer(values)
    return try renderer.script(try script(text))
  }

  private func code(_ text: String, _ values: TemplateValues = values()) throws -> RenderError.Code? {
    do {
      _ = try render(text, values)
      return nil
    } catch let error as RenderError { return error.code }
  }

  /// The script without its prologue.
  private func body(_ rendered: RenderedScript) -> String {
    let mark = "unset _sr;"
    let text = rendered.text.string
    return text.range(of: mark).map { String(text[$0.upperBound...]) } ?? text
  }

  @Test("the text holds references, the values are variables")
  func references() throws {
    let rendered = try render(
      "printf '%s' {{ item.text }} \"a {{ item.text }}\" x={{ item.kind }}", values(text: "$(id)'\""))
    #expect(body(rendered) == "printf '%s' \"${sr1}\" \"a ${sr2}\" x=\"${sr3}\"")
    #expect(rendered.variables.map(\.name) == ["sr1", "sr2", "sr3"])
    #expect(rendered.variables.map(\.value.string) == ["$(id)'\"", "$(id)'\"", "text"])
    #expect(!rendered.text.string.contains("id)"))
  }

  @Test("a script without placeholders stays as it is, and lines keep their numbers")
  func lines() throws {
    #expect(try render("#!/bin/sh\nls {}\n").text.string == "#!/bin/sh\nls {}\n")
    let rendered = try render("true\nprintf %s {{ item.text }}\n")
    #expect(rendered.text.string.split(separator: "\n").count == 2)
    #expect(body(rendered).hasPrefix("true\n"))
  }

  @Test("a variable never has a name that the script uses")
  func names() throws {
    let rendered = try render("sr1=x; printf %s {{ item.text }} $sr1")
    #expect(rendered.variables.map(\.name) == ["sr_1"])
    #expect(try runScript(rendered, shell: "dash").string == "hellox")
  }

  @Test("a list becomes several words, a missing value an empty one, an empty list none")
  func lists() throws {
    var values = values()
    values.items = ["a", "b c"].map { TemplateValues.RunItem(item: .text(Array($0.utf8))) }
    #expect(body(try render("printf %s {{ items.text }} end", values)) == "printf %s \"${sr1}\" \"${sr2}\" end")
    #expect(body(try render("printf %s {{ subject? }} end", values)) == "printf %s \"\" end")
    #expect(body(try render("printf %s \"x{{ subject? }}\"", values)) == "printf %s \"x\"")
    #expect(body(try render("printf %s {{ files.path }} end", values)) == "printf %s  end")
  }

  @Test("what begins with a dash, is empty beside a slash, or names another file is refused")
  func refused() throws {
    #expect(try code("notify-send {{ item.text }}", values(text: "--help")) == .leadingDash)
    #expect(try code("notify-send -- {{ item.text }}", values(text: "--help")) == nil)
    #expect(try code("notify-send x{{ item.text }}", values(text: "--help")) == nil)
    #expect(try code("printf %s {{ item.text }}", values(text: "--help")) == nil)
    #expect(try code("rm -r -- {{ item.text }}/cache", values(text: "")) == .emptyValue)
    #expect(try code("rm -r -- {{ subject? }}/cache") == .emptyValue)
    #expect(try code("rm -r -- \"{{ item.text }}/cache\"", values(text: "")) == .emptyValue)
    #expect(try code("true > out/{{ item.text }}", values(text: "../x")) == .invalidName)
    #expect(try code("true > out/{{ item.text }}", values(text: "..")) == .invalidName)
    #expect(try code("true > out-{{ item.text }}", values(text: "x")) == nil)
    #expect(try code("true > {{ work }}/x") == nil)
    #expect(try code("printf %s {{ item.text }}", values(text: "a\u{0}")) == .nulByte)
    #expect(try code("printf %s {{ item.text }}", values(text: String(repeating: "x", count: 131_067))) == nil)
    #expect(
      try code("printf %s {{ item.text }}", values(text: String(repeating: "x", count: 131_068))) == .valueTooLarge)
  }

  @Test("only whole numbers reach arithmetic", arguments: ["1.5", "010", "1+1", "PATH[$(touch x)0]", "", "1e3"])
  func arithmetic(digits: String) throws {
    var values = values()
    values.inputs = ["n": .number(digits)]
    #expect(try code("echo $(( {{ input.n }} ))", values) == .invalidNumber)
    values.inputs = ["n": .number("-3")]
    #expect(try code("echo $(( {{ input.n }} ))", values) == nil)
  }

  @Test("children do not see the variables", arguments: ["dash", "bash"])
  func environment(shell: String) throws {
    let rendered = try render("env; printf %s {{ item.text }} >/dev/null")
    let output = try runScript(rendered, shell: shell).string
    #expect(!output.contains("sr1="))
    #expect(!output.contains("_sr="))
    #expect(output.contains("LC_ALL="))
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
