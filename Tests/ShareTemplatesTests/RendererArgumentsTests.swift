import ShareModel
import ShareTemplates
import Testing

@Suite("rendering argument vectors")
struct RendererArgumentsTests {
  private func arguments(_ elements: [Any], _ values: TemplateValues = values()) throws -> [String] {
    var templates: [ArgumentTemplate] = []
    for element in elements {
      if let text = element as? String { templates.append(.single(try template(text))) }
      if let texts = element as? [String] { templates.append(.group(try texts.map { try template($0) })) }
    }
    var renderer = Renderer(values)
    return try renderer.arguments(templates).map(\.string)
  }

  private func code(_ elements: [Any], _ values: TemplateValues = values()) throws -> RenderError.Code? {
    do {
      _ = try arguments(elements, values)
      return nil
    } catch let error as RenderError { return error.code }
  }

  private func files(_ paths: String...) -> TemplateValues {
    var values = values()
    values.item = nil
    values.items = paths.map { fileItem($0) }
    return values
  }

  @Test(
    "a value is one argument, whatever it holds",
    arguments: ["a b; echo INJ", "`id`$(id)", "a  b\t\nc", "", "x$(touch probe1)y", "2    2.png", "é日👨‍👩‍👧", "'\"\\"])
  func oneArgument(text: String) throws {
    #expect(try arguments(["prog", "{{ item.text }}", "end"], values(text: text)) == ["prog", text, "end"])
    #expect(try arguments(["prog", "-t{{ item.text }}x"], values(text: text)) == ["prog", "-t\(text)x"])
  }

  @Test("a list becomes several arguments, an empty one none")
  func lists() throws {
    #expect(try arguments(["ls", "{{ files.path }}"], files("/1 a", "/2 b")) == ["ls", "/1 a", "/2 b"])
    #expect(try arguments(["ls", "{{ images.path }}"], files("/1 a")) == ["ls"])
    #expect(throws: RenderError.self) { try arguments(["ls", "x{{ files.path }}"], files("/1", "/2")) }
  }

  @Test("groups repeat for lists and vanish with a missing value")
  func groups() throws {
    #expect(
      try arguments(["mail", ["--attach", "{{ files.path }}"], "end"], files("/a", "/b"))
        == ["mail", "--attach", "/a", "--attach", "/b", "end"])
    #expect(try arguments(["mail", ["--attach", "{{ images.path }}"]], files("/a")) == ["mail"])
    #expect(try arguments(["mail", ["--subject", "{{ subject? }}"], "end"]) == ["mail", "end"])
    #expect(try arguments(["mail", ["--s", "x {{ subject? }}"], "end"]) == ["mail", "end"])
    #expect(try arguments(["mail", ["--body", "{{ item.text }}"]], values(text: "-rf")) == ["mail", "--body", "-rf"])
    #expect(
      try arguments(["p", ["--f", "{{ files.path }}", "{{ files.name }}"]], files("/d/a", "/d/b"))
        == ["p", "--f", "/d/a", "a", "--f", "/d/b", "b"])
    var values = files("/a", "/b")
    values.metadata.recipients = ["x"]
    #expect(try code(["p", ["--f", "{{ files.path }}", "{{ recipients }}"]], values) == .listLength)
  }

  @Test("a missing optional element is left out, inside longer text it is empty")
  func optional() throws {
    #expect(try arguments(["p", "{{ subject? }}", "end"]) == ["p", "end"])
    #expect(try arguments(["p", "x={{ subject? }}"]) == ["p", "x="])
  }

  @Test("a text is never an option without its author's consent", arguments: ["-", "--help", "-u critical", "-rf"])
  func dash(text: String) throws {
    let values = values(text: text)
    #expect(try code(["notify-send", "{{ item.text }}"], values) == .leadingDash)
    #expect(try code(["notify-send", "{{ subject? }}{{ item.text }}"], values) == .leadingDash)
    #expect(try arguments(["notify-send", "--", "{{ item.text }}"], values) == ["notify-send", "--", text])
    #expect(try arguments(["notify-send", "x{{ item.text }}"], values) == ["notify-send", "x" + text])
    #expect(try arguments(["notify-send", "--body={{ item.text }}"], values) == ["notify-send", "--body=" + text])
  }

  @Test("an empty value beside a slash or after a short option is refused")
  func empty() throws {
    let values = values(text: "")
    #expect(try code(["rm", "-r", "--", "{{ item.text }}/cache"], values) == .emptyValue)
    #expect(try code(["rm", "-r", "--", "/{{ item.text }}"], values) == .emptyValue)
    #expect(try code(["rm", "-r", "--", "{{ subject? }}/cache"], values) == .emptyValue)
    #expect(try code(["p", "-o{{ item.text }}"], values) == .emptyValue)
    #expect(try arguments(["p", "--o={{ item.text }}"], values) == ["p", "--o="])
    #expect(try arguments(["p", "{{ item.text }}"], values) == ["p", ""])
  }

  @Test("NUL and what is longer than the kernel takes are refused and name stdin")
  func limits() throws {
    #expect(try code(["p", "{{ item.text }}"], values(text: "a\u{0}b")) == .nulByte)
    let longest = String(repeating: "x", count: 131_071)
    #expect(try arguments(["p", "{{ item.text }}"], values(text: longest))[1].utf8.count == 131_071)
    #expect(try code(["p", "{{ item.text }}"], values(text: longest + "x")) == .valueTooLarge)
    #expect(try code(["p", "x{{ item.text }}"], values(text: longest)) == .valueTooLarge)
    do {
      _ = try arguments(["p", "{{ item.text }}"], values(text: longest + "x"))
    } catch let error as RenderError { #expect(error.message.contains("stdin")) }
  }

  @Test("names that are no UTF-8 stay as they are")
  func bytes() throws {
    var values = values()
    let path = FilePath(bytes: [0x2F, 0x66, 0xFF, 0x2E, 0x74])
    values.item = .init(item: Item(kind: .file, content: .file(path), contentType: .plainText, size: 1))
    var renderer = Renderer(values)
    let arguments = try renderer.arguments([.single(try template("p")), .single(try template("{{ item.path }}"))])
    #expect(arguments[1] == path.bytes)
  }

  @Test("an environment value has no NUL and fits with its name")
  func environment() throws {
    func value(_ text: String) throws -> [UInt8]? {
      var renderer = Renderer(values(text: text))
      return try renderer.environmentValue(.init(name: "AB", value: try template("{{ item.text }}")))
    }
    #expect(try value("x\ny")?.string == "x\ny")
    #expect(try value(String(repeating: "x", count: 131_068))?.count == 131_068)
    #expect(throws: RenderError.self) { try value(String(repeating: "x", count: 131_069)) }
    #expect(throws: RenderError.self) { try value("\u{0}") }
  }
}
