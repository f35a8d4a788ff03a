import ShareModel
import Testing

@testable import ShareActions

@Suite("Names of saved files")
struct SafeFileNameTests {
  @Test(
    "What must not stand in a name is replaced",
    arguments: [
      ("photo.jpg", "photo.jpg"), ("a/b\0c\n\u{7F}.txt", "a_b_c__.txt"), ("", "file"), ("  x  ", "x"), (".", "_"),
      ("..", "_."), (".bashrc", "_bashrc"), ("-rf", "_rf"), ("a\u{202E}gpj.exe", "a_gpj.exe"), ("ünï 日本", "ünï 日本"),
    ])
  func safe(_ wanted: String, _ expected: String) {
    #expect(text(SafeFileName(bytes(wanted)).bytes) == expected)
  }

  @Test("Bytes that are not UTF-8 stay")
  func otherBytes() {
    #expect(SafeFileName([0x66, 0xFF, 0x2E, 0x74]).bytes == [0x66, 0xFF, 0x2E, 0x74])
  }

  @Test("A long name is cut between characters and keeps its extension")
  func long() {
    let name = SafeFileName(bytes(String(repeating: "ü", count: 200) + ".tar.gz"))
    #expect(name.bytes.count <= 255 && name.bytes.count > 250)
    let shown = String(validating: name.bytes, as: UTF8.self)
    #expect(shown?.hasSuffix("ü.tar.gz") == true)
    #expect(String(validating: name.numbered(12), as: UTF8.self)?.hasSuffix("ü-12.tar.gz") == true)
    #expect(name.numbered(12).count <= 255)
    #expect(SafeFileName([UInt8](repeating: 0xBF, count: 300)).bytes.count == 255)
    #expect(SafeFileName(bytes("a." + String(repeating: "x", count: 300))).bytes.count == 255)
  }

  @Test(
    "Numbers stand before the extension", arguments: [("a.txt", "a-2.txt"), ("a", "a-2"), ("a.tar.gz", "a-2.tar.gz")])
  func numbered(_ name: String, _ expected: String) {
    #expect(text(SafeFileName(bytes(name)).numbered(2)) == expected)
  }
}
