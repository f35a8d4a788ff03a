import JSONSyntax
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@Suite("rendering texts and values")
struct RendererTests {
  private func render(_ text: String, _ values: TemplateValues = values()) throws -> String? {
    var renderer = Renderer(values)
    return try renderer.text(try template(text))?.string
  }

  @Test("inserted text is never scanned again")
  func onePass() throws {
    var values = values(text: "{{ secret.TOKEN }} {{ subject }} ${HOME} $(id)")
    values.metadata = Metadata(subject: "{{ item.text }}")
    values.secret = { _ throws(TemplateValues.Problem) in
      Issue.record("a secret was looked up that no template names")
      return nil
    }
    #expect(
      try render("{{ subject }}|{{ item.text }}", values)
        == "{{ item.text }}|{{ secret.TOKEN }} {{ subject }} ${HOME} $(id)")
    #expect(try render("date +%Y; awk '{print $1}' {} {{ \"{{\" }}.x}}") == "date +%Y; awk '{print $1}' {} {{.x}}")
  }

  @Test("a missing value is an error, an optional one nothing, an empty one itself")
  func missing() throws {
    #expect(throws: RenderError.self) { try render("{{ subject }}") }
    do {
      _ = try render("a {{ subject }}")
      Issue.record("nothing was thrown")
    } catch let error as RenderError {
      #expect(error.code == .missingValue)
      #expect(error.location.range == 2..<15)
      #expect(error.message.contains("'subject'"))
      #expect(error.message.contains("subject?"))
    }
    #expect(try render("{{ subject? }}") == nil)
    #expect(try render("a{{ subject? }}b") == "ab")
    #expect(try render("{{ subject | default: 'none' }}") == "none")
    #expect(try render("{{ item.text }}", values(text: "")) == "")
  }

  @Test(
    "the fields of a text and of a URL",
    arguments: [
      ("item.kind", "url"), ("item.mime", "text/plain"), ("item.size", "48"), ("item.url.scheme", "https"),
      ("item.url.host", "e.test"), ("item.url.port", "8080"), ("item.url.path", "/p@1/b%20c"),
      ("item.url.query", "d=e+f"), ("item.url.fragment", "g"), ("items.count", "1"), ("urls.count", "1"),
      ("texts.count", "0"), ("activity.type", "org.example.test"), ("activity.title", "Test"),
      ("now", "2023-11-14T22:13:20Z"), ("work", "/private"), ("item.url", "HTTPS://u:p@e.test:8080/p@1/b%20c?d=e+f#g"),
    ])
  func fields(path: String, expected: String) throws {
    var values = values()
    let item = TemplateValues.RunItem(item: .url(Array("HTTPS://u:p@e.test:8080/p@1/b%20c?d=e+f#g".utf8)))
    values.item = item
    values.items = [item]
    if path == "item.size" {
      #expect(try render("{{ item.size }}", values) == "41")
    } else {
      #expect(try render("{{ \(path) }}", values) == expected)
    }
  }

  @Test(
    "the fields of a file",
    arguments: [
      ("item.path", "/d/a b.tar.gz"), ("item.name", "a b.tar.gz"), ("item.stem", "a b.tar"), ("item.extension", "gz"),
      ("item.directory", "/d"), ("item.file", "/d/a b.tar.gz"), ("item.mime", "text/plain"), ("item.text", "content"),
      ("item.path | basename", "a b.tar.gz"), ("item.path | url", "file:///d/a%20b.tar.gz"),
      ("item.path | contents | base64", "Y29udGVudA=="),
    ])
  func fileFields(path: String, expected: String) throws {
    var values = values()
    values.item = fileItem("/d/a b.tar.gz")
    values.readFile = { _, _ throws(TemplateValues.Problem) in Array("content".utf8) }
    #expect(try render("{{ \(path) }}", values) == expected)
  }

  @Test("captures, inputs, environment, recipients")
  func others() throws {
    var values = values()
    values.item?.captures = Captures(match: "v=1", named: ["id": "1"])
    values.inputs = ["n": .number(3), "b": .boolean(true)]
    values.environment = { $0 == "A" ? Array("x".utf8) : nil }
    values.metadata.recipients = ["a@e.test", "b@e.test"]
    #expect(
      try render("{{ item.match }} {{ item.match.id }} {{ input.n }} {{ input.b }} {{ env.A }}", values)
        == "v=1 1 3 true x")
    values.others = ["name": .text("TOKEN")]
    #expect(try render("sharerouter/{{ name }}", values) == "sharerouter/TOKEN")
    #expect(try render("{{ recipients | join: ', ' }}", values) == "a@e.test, b@e.test")
    #expect(throws: RenderError.self) { try render("{{ recipients }}", values) }
  }

  @Test(
    "results of programs and requests",
    arguments: [
      ("stdout", "{\"a\": [1, {\"b c\": \"x\"}, null], \"n\": 1.50}\n\nx"), ("stderr", "oops"), ("exit", "3"),
      ("stdout | truncate: 4", "{\"a\""), ("steps.r.response.status", "201"),
      ("steps.r.response.url", "https://e.test/1"),
      ("steps.r.response.headers.content-type", "text/x, more"),
      ("steps.r.response.text", "{\"a\":[1,{\"b c\":\"x\"},null],\"n\":1.50}"),
      ("steps.r.response.json.a[0]", "1"), ("steps.r.response.json.n", "1.50"),
      ("steps.r.response.json.a[1][\"b c\"]", "x"),
      ("steps.r.response.json.a[-2]['b c']", "x"), ("steps.r.response.json.a[1] | json", "{\"b c\":\"x\"}"),
      ("steps.r.response.json.zz | default: none", "none"), ("steps.r.response.json.a[2] | default: none", "none"),
      ("steps.r.response.file", "/private/r"), ("steps.skipped.stdout | default: none", "none"),
      ("steps.each.stdout | join: '+'", "1+2"),
    ])
  func results(path: String, expected: String) throws {
    var values = values()
    let body = Array("{\"a\":[1,{\"b c\":\"x\"},null],\"n\":1.50}\n".utf8)
    let response = ActionResult.Response(
      status: 201, url: Array("https://e.test/1".utf8),
      headers: [("Content-Type", Array("text/x".utf8)), ("content-type", Array("more".utf8))], body: body,
      file: FilePath("/private/r"))
    func program(_ text: String) -> ActionResult { .program(.init(standardOutput: Array(text.utf8), exitStatus: 0)) }
    values.results = [
      .init(id: "r", values: .one(.response(response))),
      .init(id: "each", values: .each(.items, [program("1\n"), nil, program("2")])),
      .init(
        id: "p",
        values: .one(
          .program(
            .init(
              standardOutput: Array("{\"a\": [1, {\"b c\": \"x\"}, null], \"n\": 1.50}\n\nx\r\n\n".utf8),
              standardError: Array("oops\n".utf8), exitStatus: 3)))),
      .init(id: "skipped", values: .skipped),
    ]
    #expect(try render("{{ \(path) }}", values) == expected)
  }

  @Test(
    "filters",
    arguments: [
      ("trim", " \n a b\u{A0}\t", "a b"), ("upper", "straße é", "STRASSE É"), ("lower", "ÄB", "äb"),
      ("replace: '$1', '\\\\1'", "cost $1 $1", "cost \\1 \\1"), ("truncate: 2", "👨‍👩‍👧é日", "👨‍👩‍👧é"),
      ("truncate: 3, '…'", "abcd", "ab…"), ("truncate: 4, '…'", "abcd", "abcd"), ("match: 'b+'", "abbc", "bb"),
      ("match: '(a)(?<x>b+)', x", "abbc", "bb"), ("match: '(a)(b+)', 1", "abbc", "a"), ("base64", "a\u{0}b", "YQBi"),
      ("base64", "", ""), ("base64", "ab", "YWI="),
      ("sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("json", "a\"\\\n", "\"a\\\"\\\\\\n\""), ("html", "<a href='x'>&\"", "&lt;a href=&#39;x&#39;&gt;&amp;&quot;"),
      ("encode", "1+1=2&x;y é/~", "1%2B1%3D2%26x%3By%20%C3%A9%2F~"), ("path", "a b/c#", "a%20b/c%23"),
      ("basename", "a/b/c", "c"), ("text", "x", "x"), ("append: ': '", "a", "a: "), ("prepend: '\\r\\n'", "", "\r\n"),
    ])
  func filters(filter: String, text: String, expected: String) throws {
    #expect(try render("{{ item.text | \(filter) }}", values(text: text)) == expected)
  }

  @Test("of values that may be missing the items that lack them are left out, and no value at all is a missing one")
  func missingOnSomeItems() throws {
    var values = values()
    let image = TemplateValues.RunItem(
      item: Item(
        kind: .image, content: .file(FilePath("/private/a.png")), contentType: ContentType("image/png"), size: 1),
      hasText: false)
    values.items = [.init(item: .text(Array("a".utf8))), image, .init(item: .url(Array("https://e.test/".utf8)))]
    #expect(try render("{{ items.text? | join: ' ' }}", values) == "a https://e.test/")
    #expect(try render("{{ items.url? | join: ' ' }}", values) == "https://e.test/")
    #expect(try render("{{ items.path? | join: ' ' }}", values) == "/private/a.png")
    values.items = [image]
    #expect(try render("[{{ items.text? | join }}]", values) == "[]")
    #expect(try render("{{ items.text | join | default: none }}", values) == "none")
    var renderer = Renderer(values)
    #expect(try renderer.text(try template("{{ items.text? | join }}")) == nil)
    #expect(try renderer.text(try template("{{ texts.text | join }}")) == [])
  }

  @Test("in a step for each of the same items, the values of an earlier one are those of its own item")
  func roundOfSameItems() throws {
    var values = values()
    func program(_ text: String) -> ActionResult { .program(.init(standardOutput: Array(text.utf8), exitStatus: 0)) }
    values.results = [.init(id: "e", values: .each(.images, [program("1"), nil, program("3")]))]
    let alone = "{{ steps.e.stdout | default: none }}"
    values.round = .init(collection: .images, index: 2)
    #expect(try render(alone, values) == "3")
    values.round = .init(collection: .images, index: 1)
    #expect(try render(alone, values) == "none")
    values.round = .init(collection: .items, index: 2)
    #expect(try render("{{ steps.e.stdout | join: '+' }}", values) == "1+3")
  }

  @Test("dates, lists through filters, and a match that is missing")
  func moreFilters() throws {
    #expect(try render("{{ now | date }} {{ now | date: '%H:%M' }}") == "2023-11-14 22:13")
    #expect(try render("{{ now | date: '' }}") == "")
    var values = values()
    values.items = ["a", "b"].map { TemplateValues.RunItem(item: .text(Array($0.utf8))) }
    #expect(try render("{{ items.text | upper | join: ' ' }}", values) == "A B")
    #expect(try render("{{ items.text | append: ';' | join: '' }}", values) == "a;b;")
    #expect(try render("[{{ input.none? | append: ': ' }}{{ input.none? | prepend: 'x' }}]", values) == "[]")
    #expect(try render("{{ items.text | json }}", values) == "[\"a\",\"b\"]")
    #expect(try render("{{ item.text | match: 'z' | default: no }}") == "no")
    #expect(throws: RenderError.self) { try render("{{ item.text | match: 'z' }}") }
    #expect(throws: RenderError.self) {
      try render("{{ item.text | upper }}", ShareTemplatesTests.values(bytes: [0xFF]))
    }
    #expect(throws: RenderError.self) {
      try render("{{ item.text | json }}", ShareTemplatesTests.values(bytes: [0xFF]))
    }
    #expect(
      try render("{{ item.text | match: '^(a+)+$' | default: no }}", ShareTemplatesTests.values(text: "aaa!")) == "no")
  }

  @Test("secrets are named, and masked where that is asked for")
  func secrets() throws {
    var values = values()
    values.secret = { name throws(TemplateValues.Problem) in Array("s3cr3t-\(name)".utf8) }
    var renderer = Renderer(values)
    #expect(try renderer.text(try template("a {{ secret.T | base64 }}"))?.string == "a czNjcjN0LVQ=")
    #expect(renderer.usedSecrets == ["T"])
    var masking = Renderer(values, masksSecrets: true)
    #expect(try masking.text(try template("a {{ secret.T | base64 }}"))?.string == "a ***")
    #expect(
      try masking.url(try template("https://e.test/{{ secret.T }}?k={{ secret.U }}"), .request)?.string
        == "https://e.test/***?k=***")
    #expect(masking.usedSecrets == ["T", "U"])
  }

  @Test("a value in a message is cut and escaped")
  func excerpts() throws {
    var renderer = Renderer(values(text: "-\u{1B}[31m\n" + String(repeating: "x", count: 300)))
    do {
      _ = try renderer.arguments([.single(try template("prog")), .single(try template("{{ item.text }}"))])
      Issue.record("nothing was thrown")
    } catch let error as RenderError {
      #expect(error.code == .leadingDash)
      #expect(error.message.contains("'-\\u{1b}[31m\\nxxx"))
      #expect(error.message.utf8.count < 400)
    }
  }

  @Test("present means a value that is not empty")
  func present() throws {
    var renderer = Renderer(values())
    #expect(try renderer.isPresent(try template("{{ item.text }}")))
    #expect(try !renderer.isPresent(try template("{{ subject }}")))
    #expect(try !renderer.isPresent(try template("{{ files.path }}")))
    var empty = Renderer(values(text: ""))
    #expect(try !empty.isPresent(try template("{{ item.text }}")))
  }
}
