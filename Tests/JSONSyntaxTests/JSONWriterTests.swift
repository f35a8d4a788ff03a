import JSONSyntax
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("a value is one line, or two spaces for each level")
  func layout() {
    let value = JSONValue.object([
      .init("a", .array([.number(1), .null, .boolean(false)])), .init("b", .object([])), .init("c", .array([])),
    ])
    #expect(value.serialized() == "{\"a\":[1,null,false],\"b\":{},\"c\":[]}")
    expectText(
      value.serialized(pretty: true),
      """
      {
        "a": [
          1,
          null,
          false
        ],
        "b": {},
        "c": []
      }
      """)
  }

  @Test(
    "strings are escaped no more than is safe everywhere",
    arguments: [
      ("plain é日本😀/", "\"plain é日本😀/\""), ("\"\\", "\"\\\"\\\\\""), ("\n\r\t\u{8}\u{C}", "\"\\n\\r\\t\\b\\f\""),
      ("\0\u{1F}\u{1B}\u{7F}", "\"\\u0000\\u001f\\u001b\\u007f\""), ("a\u{2028}b\u{2029}", "\"a\\u2028b\\u2029\""),
      ("\u{2027}\u{202A}\u{A8}\u{A9}", "\"\u{2027}\u{202A}\u{A8}\u{A9}\""),
    ])
  func strings(text: String, expected: String) {
    #expect(JSONValue.string(text).serialized() == expected)
  }

  @Test("every scalar survives writing and reading")
  func roundTrip() throws {
    var text = ""
    for value in stride(from: UInt32(0), to: 0x11_0000, by: 37) {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    for value in UInt32(0)..<0x3000 {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    let value = JSONValue.object([.init(text, .string(text))])
    for pretty in [false, true] {
      let again = try JSONValue.parse(value.serializedBytes(pretty: pretty))
      #expect(again == value)
      #expect(again[text] == .string(text))
    }
  }
}
