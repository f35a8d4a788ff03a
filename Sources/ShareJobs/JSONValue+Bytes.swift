import JSONSyntax

extension JSONValue {
  /// Any bytes: as a text when they are UTF-8, else `{"hex": "…"}`.
  static func bytes(_ bytes: [UInt8]) -> JSONValue {
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    let digits = Array("0123456789abcdef".utf8)
    let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return .object([JSONMember("hex", .string(String(decoding: hex, as: UTF8.self)))])
  }

  var bytes: [UInt8]? {
    if case .string(let text) = self { return Array(text.utf8) }
    guard let digits = self["hex"]?.text?.utf8, digits.count % 2 == 0 else { return nil }
    let values = digits.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.allSatisfy({ $0 != nil }) else { return nil }
    let nibbles = values.compactMap { $0.map { UInt8($0) } }
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }
}
