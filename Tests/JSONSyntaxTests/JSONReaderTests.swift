import JSONSyntax
import TestSupport
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  @Test(
    "values are read with their digits and order",
    arguments: [
      ("null", JSONValue.null), (" \t\r\n true ", .boolean(true)), ("-0.10e+05", .number("-0.10e+05")),
      ("123456789012345678901234567890", .number("123456789012345678901234567890")), ("\"\"", .string("")),
      ("[]", .array([])), ("[1,[2],{}]", .array([.number("1"), .array([.number("2")]), .object([])])),
      ("{\"b\":1,\"a\":2}", .object([.init("b", .number("1")), .init("a", .number("2"))])),
      ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"", .string("\"\\/\u{8}\u{C}\n\r\té😀")),
      ("\"\u{2028}日本\u{7F}\"", .string("\u{2028}日本\u{7F}")),
    ])
  func values(text: String, expected: JSONValue) throws {
    #expect(try JSONValue.parse(Array(text.utf8)) == expected)
  }

  @Test("the last of members with one name is kept in the first one's place, names compared by bytes")
  func duplicateNames() throws {
    let value = try JSONValue.parse(Array("{\"a\":1,\"b\":2,\"a\":3,\"\u{E9}\":4,\"e\u{301}\":5}".utf8))
    guard case .object(let members) = value else { return #expect(Bool(false), "not an object") }
    #expect(members.map(\.value) == [.number("3"), .number("2"), .number("4"), .number("5")])
  }

  @Test(
    "what is no JSON is refused at its byte",
    arguments: [
      ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("[1,]", 3), ("[1 2]", 3), ("{\"a\" 1}", 5), ("{a:1}", 1),
      ("{\"a\":1,}", 7), ("01", 1), ("-", 1), ("1.", 2), ("1e", 2), ("+1", 0), (".5", 0), ("1 2", 2), ("\"abc", 0),
      ("\"a\nb\"", 2), ("\"\\x41\"", 1), ("\"\\u12g4\"", 1), ("\"\\ud800\"", 1), ("\"\\ud800\\u0041\"", 1),
      ("\"\\udc00\"", 1), ("\u{FEFF}1", 0), ("NaN", 0), ("'a'", 0), ("[1] // x", 4), ("[", 1), ("{", 1),
    ])
  func errors(text: String, offset: Int) {
    #expect {
      try JSONValue.parse(Array(text.utf8))
    } throws: { error in
      let error = error as? JSONError
      return error?.offset == offset && error?.message.isEmpty == false
    }
  }

  @Test("bytes that are not UTF-8 are refused at the first of them")
  func invalidUTF8() {
    let cases: [([UInt8], Int)] = [
      ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22], 3), ([0x22, 0xC3, 0x22], 1),
      ([0xFF], 0),
    ]
    for (bytes, offset) in cases {
      #expect { try JSONValue.parse(bytes) } throws: { ($0 as? JSONError)?.offset == offset }
    }
  }

  @Test("two hundred levels are read, one more is refused where it begins")
  func depth() throws {
    _ = try JSONValue.parse(Array((String(repeating: "[", count: 200) + String(repeating: "]", count: 200)).utf8))
    for opening in ["[", "{\"a\":"] {
      let bytes = Array(String(repeating: opening, count: 100_000).utf8)
      #expect { try JSONValue.parse(bytes) } throws: { ($0 as? JSONError)?.offset == 200 * opening.utf8.count }
    }
  }

  @Test("random bytes and mutated JSON never crash, and every error lies in the text")
  func randomBytes() {
    var generator = SeededGenerator(seed: 20)
    let seeds = ["{\"a\":[1,-2.5e3,\"x\\u00e9\\ud83d\\ude00\"],\"b\":{\"c\":null,\"d\":true}}", "[[[]],\"\\\\\",0]"]
    let alphabet = Array("[]{}:,\"\\u0d8e-+.truefalsn \n\u{E9}".utf8)
    var refused = 0
    for round in 0..<3000 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch round % 3 {
        case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      do throws(JSONError) {
        let value = try JSONValue.parse(bytes)
        let again = try JSONValue.parse(value.serializedBytes())
        #expect(again == value)
      } catch {
        refused += 1
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(refused > 1000 && refused < 3000)
  }
}
