/// Hides the values of secrets in what is shown, stored or logged.
///
/// A value is hidden as it is and as other places would write it: percent-encoded, in base64, escaped for JSON or HTML.
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

  public mutating func insert(_ value: [UInt8]) {
    guard String(decoding: value, as: UTF8.self).count >= SecretMask.minimumLength else { return }
    var new = [
      value, SecretMask.percentEncoded(value, lowercase: false), SecretMask.percentEncoded(value, lowercase: true),
      SecretMask.jsonEscaped(value), SecretMask.htmlEscaped(value),
    ]
    let base64 = SecretMask.base64(value)
    // The last group depends on what follows the secret, so only the groups that are its own are looked for.
    let whole = Array(base64.prefix(value.count / 3 * 4))
    new += [base64, whole, whole.map(SecretMask.urlSafe)]
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

  private static func jsonEscaped(_ value: [UInt8]) -> [UInt8] {
    value.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x22, 0x5C: [0x5C, byte]
      case 0x0A: Array("\\n".utf8)
      case 0x0D: Array("\\r".utf8)
      case 0x09: Array("\\t".utf8)
      default: [byte]
      }
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
