import DesktopTypes
import Testing

@Suite("hashes")
struct DigestTests {
  @Test(
    "SHA-256 is that of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func sha256(text: String, expected: String) throws {
    #expect(try Digest.sha256Hexadecimal(Array(text.utf8)) == expected)
  }

  @Test("a hash of bytes with NUL takes all of them")
  func bytes() throws {
    #expect(try Digest.sha256([0, 1]) != Digest.sha256([0]))
    #expect(
      try Digest.sha256Hexadecimal([UInt8](repeating: 0x61, count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("keyed hashes are those of RFC 2202 and RFC 4231")
  func hmac() throws {
    let text = Array("what do ya want for nothing?".utf8)
    let key = Array("Jefe".utf8)
    #expect(
      try Digest.hexadecimal(Digest.hmacSHA1(text, key: key)) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    #expect(
      try Digest.hexadecimal(Digest.hmacSHA256(text, key: key))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(try Digest.hmacSHA1([], key: []).count == 20)
  }
}
