import Foundation
import ShareModel
import Testing

@testable import ShareActions

@Suite("Hiding secrets")
struct SecretMaskTests {
  static let secret = "s3cr\"t/&<+> ü"

  @Test(
    "A secret is hidden in every form in which places write it",
    arguments: [
      secret, "s3cr%22t%2F%26%3C%2B%3E%20%C3%BC", "s3cr%22t%2f%26%3c%2b%3e%20%c3%bc", "s3cr\\\"t/&<+> ü",
      "s3cr&quot;t/&amp;&lt;+&gt; ü", Data(secret.utf8).base64EncodedString(), "S3CR\"T/&<+> Ü",
      "s3cr%22t%2F%26%3C%2B%3E+%C3%BC",
      "s3cr\\\"t\\/&<+> \\u00fc", "7333637222742f263c2b3e20c3bc", "7333637222742F263C2B3E20C3BC",
    ])
  func forms(_ form: String) {
    let mask = SecretMask([bytes(SecretMaskTests.secret)])
    #expect(mask.masked("before \(form) after \(form)") == "before *** after ***")
  }

  @Test("In base64 a secret is found although more follows it")
  func longerBase64() {
    let secret = "0123456789"
    let encoded = Data((secret + ":user").utf8).base64EncodedString()
    #expect(!SecretMask([bytes(secret)]).masked(encoded).contains("MDEyMzQ1Njc4"))
  }

  @Test("A secret that holds another is hidden whole")
  func nested() {
    let mask = SecretMask([bytes("abcdef"), bytes("abcdefghijkl")])
    #expect(mask.masked("abcdefghijkl abcdef abcde") == "*** *** abcde")
  }

  @Test("Short values are not searched for")
  func short() {
    let mask = SecretMask([bytes("hello"), []])
    #expect(mask.isEmpty)
    #expect(mask.masked("hello") == "hello")
    #expect(SecretMask([bytes("hello!")]).masked("hello!") == "***")
  }

  @Test("Bytes that are not UTF-8 stay as they are around a secret")
  func otherBytes() {
    let mask = SecretMask([bytes("secret")])
    #expect(mask.masked([0xFF] + bytes("secret") + [0xFE]) == [0xFF] + bytes("***") + [0xFE])
  }
}
