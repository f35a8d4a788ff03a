import JSONSyntax

/// Hides the values of secrets in what is shown, stored or logged.
///
/// A value is hidden as it is, in upper and in lower case, and as other places would write it: percent-encoded, in base64,
/// in hexadecimal digits, escaped for JSON or HTML.
/// Values under six characters are not searched for, as they would hide ordinary words; they are hidden only where it is
/// known that a secret stands.
public struct SecretMask: Sendable {
  public static let replacement = "***"
  /// In characters.
  static let minimumLength = 6

  /// The longest first, so that no part of a longer form is left over.
  private var forms: [[UInt8]] = []

  public init() {}

  public init(_ values: [[UInt8]]) {
    for value in values { insert(value) }
  }

  public var isEmpty: Bool { forms.isEmpty }

  /// Hides what another one hides as well.
  public mutating func formUnion(_ other: SecretMask) {
    for form in other.forms where !forms.contains(form) { forms.append(form) }
    forms.sort { $0.count > $1.count }
  }

  public mutating func insert(_ value: [UInt8]) {
    guard String(decoding: value, as: UTF8.self).count >= SecretMask.minimumLength else { return }
    let text = String(validating: value, as: UTF8.self)
    let cases = [value] + (text.map { [Array($0.uppercased().utf8), Array($0.lowercased().utf8)] } ?? [])
    var new = cases.flatMap { value in
      [
        value, SecretMask.percentEncoded(value, lowercase: false), SecretMask.percentEncoded(value, lowercase: true),
        SecretMask.formEncoded(value), SecretMask.htmlEscaped(value),
      ] + SecretMask.jsonEscaped(value)
    }
    new += [SecretMask.hexadecimal(value, "0123456789abcdef"), SecretMask.hexadecimal(value, "0123456789ABCDEF")]
    let base64 = SecretMask.base64(value)
    // The last group depends on what follows the secret, so only the groups that are its own are looked for.
    let whole = Array(base64.prefix(value.count / 3 * 4))
    let unpadded = base64.filter { $0 != UInt8(ascii: "=") }
    new += [base64, unpadded, whole].flatMap { [$0, $0.map(SecretMask.urlSafe)] }
    for form in new where form.count >= SecretMask.minimumLength && !forms.contains(form) { forms.append(form) }
    forms.sort { $0.count > $1.count }
  }

  /// The bytes with every secret replaced.
  public func masked(_ bytes: [UInt8]) -> [UInt8] {
    forms.reduce(bytes) { SecretMask.replacing($1, in: $0) }
  }

  public func masked(_ text: String) -> String {
    forms.isEmpty ? text : String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  private static func replacing(_ form: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= form.count else { return bytes }
    var result: [UInt8] = []
    var start = 0
    var index = 0
    while index + form.count <= bytes.count {
      if bytes[index] == form[0], bytes[index..<(index + form.count)].elementsEqual(form) {
        result += bytes[start..<index]
        result += Array(replacement.utf8)
        index += form.count
        start = index
      } else {
        index += 1
      }
    }
    return start == 0 ? bytes : result + bytes[start...]
  }

  // MARK: Forms

  private static func percentEncoded(_ value: [UInt8], lowercase: Bool) -> [UInt8] {
    let digits = Array((lowercase ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    return value.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
      default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// As forms write it: a blank is `+`.
  private static func formEncoded(_ value: [UInt8]) -> [UInt8] {
    value.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { percentEncoded(Array($0), lowercase: false) }.joined(separator: [UInt8(ascii: "+")]).map { $0 }
  }

  private static func hexadecimal(_ value: [UInt8], _ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// As JSON is written here and elsewhere: with `\/` for a slash or without, with `\uXXXX` for what is beyond ASCII or
  /// without.
  private static func jsonEscaped(_ value: [UInt8]) -> [[UInt8]] {
    guard let text = String(validating: value, as: UTF8.self) else { return [] }
    let plain = JSONValue.string(text).serialized().dropFirst().dropLast()
    let slashed = plain.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
    return [String(plain), slashed].flatMap { [Array($0.utf8), ascii($0)] }
  }

  private static func ascii(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      guard unit >= 0x80 else { return [UInt8(unit)] }
      let digits = String(unit, radix: 16)
      return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
  }

  private static func htmlEscaped(_ value: [UInt8]) -> [UInt8] {
    value.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\""): Array("&quot;".utf8)
      case UInt8(ascii: "'"): Array("&#39;".utf8)
      default: [byte]
      }
    }
  }

  private static func base64(_ value: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: value.count, by: 3) {
      let group = value[start..<min(start + 3, value.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for position in 0..<4 {
        result.append(
          position <= group.count ? alphabet[Int(bits >> (18 - 6 * UInt32(position)) & 63)] : UInt8(ascii: "="))
      }
    }
    return result
  }

  private static func urlSafe(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: byte
    }
  }
}
