import JSONSyntax
import ShareModel
import ShareTemplates
import Testing

@Suite("rendering bodies, headers and paths")
struct RendererFieldsTests {
  private func text(_ text: String) throws -> JSONTemplate { .text(try template(text)) }

  private func json(_ template: JSONTemplate, _ values: TemplateValues = values()) throws -> String {
    var renderer = Renderer(values)
    return try renderer.json(template).serialized()
  }

  private var twoTexts: TemplateValues {
    var values = values()
    values.items = ["a", "b"].map { TemplateValues.RunItem(item: .text(Array($0.utf8))) }
    return values
  }

  @Test("text is text, whatever it holds; a lone number, boolean or list keeps its type")
  func types() throws {
    let nasty = "it's \"q\" \\ / \t\n{{ x }}"
    var values = values(text: nasty)
    values.inputs = ["n": .number(3), "b": .boolean(false)]
    let object = JSONTemplate.object([
      ("t", try text("{{ item.text }}")), ("n", try text("{{ input.n }}")), ("b", try text("{{ input.b }}")),
      ("s", try text("n={{ input.n }}")), ("l", .number("1.50")), ("z", .null),
    ])
    let rendered = try JSONValue.parse(Array(try json(object, values).utf8))
    #expect(rendered["t"] == .string(nasty))
    #expect(rendered["n"] == .number("3"))
    #expect(rendered["b"] == .boolean(false))
    #expect(rendered["s"] == .string("n=3"))
    #expect(rendered["l"] == .number("1.50"))
    #expect(rendered["z"] == .null)
    #expect(try json(try text("{{ items.text }}"), twoTexts) == "[\"a\",\"b\"]")
  }

  @Test("missing optional values leave out entries, elements, and maps that hold nothing else")
  func missing() throws {
    let optional = try text("{{ subject? }}")
    #expect(try json(.object([("a", optional), ("b", .number("1"))])) == "{}")
    #expect(try json(.object([("a", optional), ("b", try text("{{ item.text }}"))])) == "{\"b\":\"hello\"}")
    #expect(
      try json(.object([("x", .object([("a", optional), ("k", .number("1"))])), ("b", .null)]))
        == "{}")
    #expect(try json(.object([("x", .array([optional])), ("b", try text("{{ item.text }}"))])) == "{\"b\":\"hello\"}")
    #expect(try json(.array([optional, try text("{{ item.text }}")])) == "[\"hello\"]")
    #expect(try json(.array([optional])) == "[]")
    #expect(try json(.object([("x", .object([])), ("y", .array([]))])) == "{\"x\":{},\"y\":[]}")
  }

  @Test("an element with a list is repeated for each of its values")
  func repetition() throws {
    #expect(try json(.array([try text("{{ items.text }}"), try text("z")]), twoTexts) == "[\"a\",\"b\",\"z\"]")
    #expect(try json(.array([try text("x{{ items.text }}")]), twoTexts) == "[\"xa\",\"xb\"]")
    #expect(
      try json(.array([.object([("t", try text("{{ items.text }}")), ("n", try text("{{ items.size }}"))])]), twoTexts)
        == "[{\"t\":\"a\",\"n\":1},{\"t\":\"b\",\"n\":1}]")
    var uneven = twoTexts
    uneven.metadata.recipients = ["x"]
    #expect(throws: RenderError.self) {
      try json(.array([.object([("t", try text("{{ items.text }}")), ("r", try text("{{ recipients }}"))])]), uneven)
    }
  }

  @Test("text that is not UTF-8 is refused and names base64")
  func utf8() throws {
    for template in ["{{ item.text }}", "x{{ item.text }}"] {
      var renderer = Renderer(values(bytes: [0xFF, 0x41]))
      do {
        _ = try renderer.json(try text(template))
        Issue.record("nothing was thrown")
      } catch let error as RenderError {
        #expect(error.code == .notText)
        #expect(error.message.contains("base64"))
      }
    }
  }

  @Test("fields keep their values, lists repeat them, the form is encoded")
  func fields() throws {
    var renderer = Renderer(twoTexts)
    let fields = try renderer.fields([
      .init(name: "t", values: [try template("{{ items.text }}")]),
      .init(name: "s", values: [try template("{{ subject? }}")]),
      .init(name: "a&b", values: [try template("1 + 1"), try template("@{{ item.text }}")]),
    ])
    #expect(fields.map(\.name) == ["t", "t", "a&b", "a&b"])
    #expect(fields.map(\.value.string) == ["a", "b", "1 + 1", "@hello"])
    #expect(RenderedField.encoded(fields).string == "t=a&t=b&a%26b=1%20%2B%201&a%26b=%40hello")
  }

  @Test("a header holds UTF-8 but no control characters, and no blanks at its ends")
  func headers() throws {
    func header(_ text: String, _ value: String) throws -> String? {
      var renderer = Renderer(values(text: value))
      return try renderer.header(try template(text))?.string
    }
    #expect(try header("Title: {{ item.text }}", "Grüße 🎉") == "Title: Grüße 🎉")
    #expect(try header("{{ item.text }}", "5|a{b}$c\\d") == "5|a{b}$c\\d")
    #expect(try header("{{ item.text }}", "") == "")
    #expect(try header("{{ subject? }}", "") == nil)
    for bad in ["a\nX-Y: 1", "a\r\nb", "a\u{0}", " a", "a ", "\u{7F}"] {
      #expect(throws: RenderError.self) { try header("{{ item.text }}", bad) }
    }
  }

  @Test("parts: a path attaches its file, texts are literal, types are checked")
  func parts() throws {
    var values = values(text: "@/etc/hostname;type=x")
    values.items.append(fileItem("/d/a\"b.txt"))
    var renderer = Renderer(values)
    let parts = try renderer.parts([
      MultipartField(name: "t", content: .value(try template("{{ item.text }}"))),
      MultipartField(name: "f", content: .value(try template("{{ files.path }}"))),
      MultipartField(
        name: "p", content: .path(try template("{{ files.path }}")), filename: try template("x.txt"),
        type: try template("text/plain")),
      MultipartField(name: "o", content: .value(try template("{{ subject? }}"))),
    ])
    #expect(
      parts == [
        RenderedPart(name: "t", content: .bytes(Array("@/etc/hostname;type=x".utf8))),
        RenderedPart(name: "f", content: .file(FilePath("/d/a\"b.txt"))),
        RenderedPart(
          name: "p", content: .file(FilePath("/d/a\"b.txt")), filename: Array("x.txt".utf8), type: "text/plain"),
      ])
    #expect(throws: RenderError.self) {
      var renderer = Renderer(values)
      _ = try renderer.parts([
        MultipartField(name: "t", content: .text(try template("x")), type: try template("{{ item.text }}"))
      ])
    }
  }

  @Test("a path begins with an absolute value or a literal; inside it stand names")
  func paths() throws {
    func path(_ text: String, _ value: String, base: FilePath? = nil) throws -> String? {
      var renderer = Renderer(values(text: value))
      return try renderer.path(try template(text), base: base)?.displayText
    }
    #expect(try path("{{ item.text }}", "/a/b") == "/a/b")
    #expect(try path("{{ work }}/{{ item.text }}.pdf", "a b") == "/private/a b.pdf")
    #expect(try path("{{ subject? }}", "") == nil)
    #expect(try path("out/{{ item.text }}", "x", base: FilePath("/base")) == "/base/out/x")
    for bad in ["a/b", "", ".", "..", "../x", "a\u{0}"] {
      #expect(throws: RenderError.self) { try path("/x/{{ item.text }}", bad) }
    }
    for bad in ["a", "", "../x", "/a\u{0}"] { #expect(throws: RenderError.self) { try path("{{ item.text }}", bad) } }
    #expect(throws: RenderError.self) { try path("out/x", "") }
  }

  @Test("returned items by kind; a list gives several, a missing optional one none")
  func returned() throws {
    var renderer = Renderer(twoTexts)
    #expect(
      try renderer.returned(.init(kind: .text, value: try template("{{ items.text }}"))) == [.text("a"), .text("b")])
    #expect(try renderer.returned(.init(kind: .text, value: try template("{{ subject? }}"))) == [])
    #expect(
      try renderer.returned(.init(kind: .file, value: try template("{{ work }}/a"))) == [.path(FilePath("/private/a"))])
    #expect(throws: RenderError.self) {
      try renderer.returned(.init(kind: .url, value: try template("{{ item.text }}")))
    }
  }
}
