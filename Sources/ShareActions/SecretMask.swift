/// Hides the values of secrets in what is shown, stored or logged.
///
/// A value is hidden as it is, in upper and in lower case, and as other places would write it: in base64, in hexadecimal
/// digits, and with any of its characters percent-encoded or escaped for JSON or HTML.
/// Values under six characters are not searched for, as they would hide ordinary words; they are hidden only where it is
/// known that a secret stands.
public struct SecretMask: Sendable {
  public static let replacement = "***"
  /// In characters.
  static let minimumLength = 6

  /// Forms that are found as they are.
  private var forms: [[UInt8]] = []
  /// Values whose characters may be written in several ways.
  private var values: [EscapedText] = []
  /// Whether a form or value can begin with a byte.
  private var begins = [Bool](repeating: false, count: 256)

  public init() {}

  public init(_ values: [[UInt8]]) {
    for value in values { insert(value) }
  }

  public var isEmpty: Bool { forms.isEmpty && values.isEmpty }

  /// Hides what another one hides as well.
  public mutating func formUnion(_ other: SecretMask) {
    for form in other.forms where !forms.contains(form) { forms.append(form) }
    for value in other.values where !values.contains(value) { values.append(value) }
    for byte in begins.indices where other.begins[byte] { begins[byte] = true }
  }

  public mutating func insert(_ value: [UInt8]) {
    guard String(decoding: value, as: UTF8.self).count >= SecretMask.minimumLength else { return }
    let text = String(validating: value, as: UTF8.self)
    let cases = [value] + (text.map { [Array($0.uppercased().utf8), Array($0.lowercased().utf8)] } ?? [])
    for value in cases.map(EscapedText.init) where !values.contains(value) {
      values.append(value)
      for byte in value.beginnings { begins[Int(byte)] = true }
    }
    let base64 = SecretMask.base64(value)
    // The last group depends on what follows the secret, so only the groups that are its own are looked for.
    let whole = Array(base64.prefix(value.count / 3 * 4))
    let unpadded = base64.filter { $0 != UInt8(ascii: "=") }
    let new =
      [base64, unpadded, whole].flatMap { [$0, $0.map(SecretMask.urlSafe)] }
      + ["0123456789abcdef", "0123456789ABCDEF"].map { SecretMask.hexadecimal(value, $0) }
    for form in new where form.count >= SecretMask.minimumLength && !forms.contains(form) {
      forms.append(form)
      begins[Int(form[0])] = true
    }
  }

  /// The bytes with every secret replaced. What of two secrets overlaps is replaced as one, so that no part is left over.
  public func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var result: [UInt8] = []
    var copied = 0
    var hidden: Range<Int>?
    for start in bytes.indices where begins[Int(bytes[start])] {
      guard let end = longestMatch(in: bytes, at: start) else { continue }
      if let range = hidden, start < range.upperBound {
        hidden = range.lowerBound..<max(range.upperBound, end)
        continue
      }
      if let range = hidden {
        result += bytes[copied..<range.lowerBound] + Array(SecretMask.replacement.utf8)
        copied = range.upperBound
      }
      hidden = start..<end
    }
    guard let range = hidden else { return bytes }
    return result + bytes[copied..<range.lowerBound] + Array(SecretMask.replacement.utf8) + bytes[range.upperBound...]
  }

  public func masked(_ text: String) -> String {
    isEmpty ? text : String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  private func longestMatch(in bytes: [UInt8], at start: Int) -> Int? {
    var longest = 0
    for form in forms where form.count > longest && start + form.count <= bytes.count {
      if bytes[start..<(start + form.count)].elementsEqual(form) { longest = form.count }
    }
    for value in values { longest = max(longest, (value.end(in: bytes, at: start) ?? start) - start) }
    return longest > 0 ? start + longest : nil
  }

  // MARK: Forms

  private static func hexadecimal(_ value: [UInt8], _ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
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
