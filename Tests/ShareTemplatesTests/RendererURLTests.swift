import ShareModel
import ShareTemplates
import Testing

@Suite("rendering URLs")
struct RendererURLTests {
  private func url(_ text: String, _ value: String, _ use: URLUse = .open) throws -> String? {
    var values = values(text: value)
    values.environment = { _ in Array(value.utf8) }
    var renderer = Renderer(values)
    return try renderer.url(try template(text), use)?.string
  }

  @Test(
    "values are encoded for their part",
    arguments: [
      ("https://e.test/?q={{ item.text }}", "1+1=2&x;y", "https://e.test/?q=1%2B1%3D2%26x%3By"),
      ("http://127.0.0.1/{{ item.text }}", "a#b?.txt", "http://127.0.0.1/a%23b%3F.txt"),
      ("http://e.test/{{ item.text }}/x", "a/../b", "http://e.test/a%2F..%2Fb/x"),
      ("http://e.test/{{ item.text | path }}", "a b/c", "http://e.test/a%20b/c"),
      ("http://e.test/{{ item.text | encode }}", "a b", "http://e.test/a%20b"),
      ("http://e.test/#{{ item.text }}", "a b", "http://e.test/#a%20b"),
      ("myapp:{{ item.text }}", "https://e.test/?a=b", "myapp:https:%2F%2Fe.test%2F%3Fa%3Db"),
      ("app://add?txt={{ item.text }}", "salt & pepper", "app://add?txt=salt%20%26%20pepper"),
      ("mailto:{{ item.text }}", "a+b@e.test,c@e.test", "mailto:a+b@e.test%2Cc@e.test"),
      ("mailto:a@e.test?body={{ item.text }}", "l1\nl2\r\nl3 x", "mailto:a@e.test?body=l1%0D%0Al2%0D%0Al3%20x"),
      ("tel:{{ item.text }}", "+49 30", "tel:+49%2030"),
      ("{{ item.text }}", "https://e.test/p@1/b%20c?d=e+f#g", "https://e.test/p@1/b%20c?d=e+f#g"),
      ("{{ item.text }}/x", "https://e.test", "https://e.test/x"),
      ("{{ item.text }}/x", "https://e.test/", "https://e.test/x"),
      ("{{ item.text }}?q=1", "https://e.test/a", "https://e.test/a?q=1"),
      ("https://{{ env.H }}/x", "a-b.e.test", "https://a-b.e.test/x"),
      ("https://e.test/a{{ subject? }}", "", "https://e.test/a"),
    ])
  func encoded(text: String, value: String, expected: String) throws {
    #expect(try url(text, value) == expected)
  }

  @Test(
    "values that would change the place are refused",
    arguments: [
      ("http://e.test/{{ item.text }}/x", ""), ("http://e.test/{{ item.text }}", ".."),
      ("http://e.test/{{ item.text }}", "."),
      ("http://e.test/.{{ item.text }}", "."), ("http://e.test/a{{ item.text }}/b", ""),
      ("http://e.test/{{ item.text | path }}/x", "a/../b"), ("http://e.test/{{ item.text | path }}/x", "a//b"),
      ("{{ item.text }}", "javascript:alert(1)"), ("{{ item.text }}", "file:///etc/passwd"),
      ("{{ item.text }}", "words"),
      ("{{ item.text }}", "https://"), ("{{ item.text }}", "https://e.test/a b"),
      ("{{ item.text }}/x", "https://e.test/?q"),
      ("{{ item.text }}/x", "https://e.test/#f"), ("https://{{ env.H }}/x", "e.test/evil"),
      ("https://{{ env.H }}/x", "u@e.test"),
      ("https://{{ env.H }}/x", ""), ("https://{{ env.H }}/x", "e.test:80"),
    ])
  func refused(text: String, value: String) throws {
    #expect(throws: RenderError.self) { try url(text, value) }
  }

  @Test("a request goes to http and https alone")
  func schemes() throws {
    #expect(try url("{{ item.text }}", "https://e.test/", .request) == "https://e.test/")
    #expect(throws: RenderError.self) { try url("{{ item.text }}", "ftp://e.test/", .request) }
  }

  @Test("recipients of a mail are joined by commas")
  func recipients() throws {
    var values = values(text: "x")
    values.metadata.recipients = ["a@e.test", "b,c@e.test"]
    var renderer = Renderer(values)
    #expect(
      try renderer.url(try template("mailto:{{ recipients }}?subject=x"), .open)?.string
        == "mailto:a@e.test,b%2Cc@e.test?subject=x")
  }

  @Test(
    "query fields follow the query that is there, before the fragment",
    arguments: [
      ("https://e.test/", "https://e.test/?q=a%2Bb&q2=x"), ("https://e.test/?z=1", "https://e.test/?z=1&q=a%2Bb&q2=x"),
      ("https://e.test/?z=1#f", "https://e.test/?z=1&q=a%2Bb&q2=x#f"),
      ("https://e.test/?", "https://e.test/?q=a%2Bb&q2=x"),
    ])
  func query(text: String, expected: String) throws {
    var action = HTTPAction(method: "GET", url: try template(text))
    action.query = [
      .init(name: "q", values: [try template("{{ item.text }}")]),
      .init(name: "s", values: [try template("{{ subject? }}")]),
      .init(name: "q2", values: [try template("x")]),
    ]
    var renderer = Renderer(values(text: "a+b"))
    #expect(try renderer.requestURL(action).string == expected)
  }
}
