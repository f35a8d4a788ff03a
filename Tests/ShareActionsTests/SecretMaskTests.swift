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

  @Test(
    "Every writer escapes other characters, in other ways",
    arguments: [
      // Go's JSON, Python's with digits in capitals, a mixture.
      #"s3cr\"t/\u0026\u003c+\u003e ü'🎉\x"#, #"s3cr\u0022t\u002F\u0026<+> \u00FC\u0027\uD83C\uDF89\u005cx"#,
      #"s3cr\"t\/&<+> ü\'\ud83c\udf89\\x"#,
      // HTML by Python, Go, PHP, and with nothing but what must be escaped.
      "s3cr&quot;t/&amp;&lt;+&gt; ü&#x27;🎉\\x", "s3cr&#34;t/&amp;&lt;&#43;&gt; ü&#39;🎉\\x",
      "s3cr&quot;t/&amp;&lt;+&gt; &#252;&#039;&#x1F389;\\x", "s3cr\"t/&amp;&lt;+> ü'🎉\\x",
      // URLs by JavaScript, Python and Java.
      "s3cr%22t%2F%26%3C%2B%3E%20%C3%BC'%F0%9F%8E%89%5Cx", "s3cr%22t/%26%3C%2B%3E%20%C3%BC%27%F0%9F%8E%89%5Cx",
      "s3cr%22t%2f%26%3c%2b%3e+%c3%bc%27%f0%9f%8e%89%5cx",
    ])
  func writers(_ form: String) {
    let mask = SecretMask([bytes("s3cr\"t/&<+> ü'🎉\\x")])
    #expect(mask.masked("before \(form) after \(form)") == "before *** after ***", "\(form)")
  }

  @Test("A value that looks like an escape is found as it is and escaped")
  func escapesInside() {
    let mask = SecretMask([bytes(#"a%25b\\&amp;\u0041"#)])
    let forms = [
      #"a%25b\\&amp;\u0041"#, #"a%2525b%5C%5C%26amp%3B%5Cu0041"#,
      #"a%25b\\\\&amp;\\u0041"#, "a%25b\\\\&amp;amp;\\u0041",
    ]
    for form in forms {
      #expect(mask.masked("<\(form)>") == "<***>", "\(form)")
    }
    #expect(mask.masked(#"a%b\\&\u0041"#) == #"a%b\\&\u0041"#)
  }

  @Test("Where two secrets overlap, nothing of either is left over")
  func overlapping() {
    let mask = SecretMask([bytes("abcdef"), bytes("defghijkl")])
    #expect(mask.masked("1 abcdefghijkl 2 abcdef 3 defghijkl") == "1 *** 2 *** 3 ***")
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
