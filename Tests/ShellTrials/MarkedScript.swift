import ShellSyntax

/// A script whose placeholders are written as `{{ … }}`, and where they stand.
public struct MarkedScript {
  public var bytes: [UInt8]
  public var placeholders: [Range<Int>]

  public init(_ script: String) {
    bytes = Array(script.utf8)
    placeholders = []
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      // Of a run of braces the last two open the placeholder.
      while index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "{") { index += 1 }
      var end = index + 2
      while end + 1 < bytes.count, !(bytes[end] == UInt8(ascii: "}") && bytes[end + 1] == UInt8(ascii: "}")) {
        end += 1
      }
      guard end + 1 < bytes.count else { return }
      placeholders.append(index..<end + 2)
      index = end + 2
    }
  }

  private var pieces: [ArgvWord.Piece] {
    var pieces: [ArgvWord.Piece] = []
    var position = 0
    for range in placeholders {
      pieces += [.literal(Array(bytes[position..<range.lowerBound])), .value]
      position = range.upperBound
    }
    return pieces + [.literal(Array(bytes[position...]))]
  }

  public func scan(_ interpreter: ShellInterpreter) -> ShellScan {
    ShellScanner.scan(pieces, interpreter: interpreter)
  }

  /// The script as it is run: references to the variables `sr1`, `sr2`, … in place of the placeholders; nil when one of
  /// them is refused.
  public func render(_ scan: ShellScan) -> String? {
    var text: [UInt8] = []
    var position = 0
    for (index, range) in placeholders.enumerated() {
      text += bytes[position..<range.lowerBound]
      position = range.upperBound
      switch scan.places[index] {
      case .word(let word):
        text += word.quoting == .bare ? "\"${sr\(index + 1)}\"".utf8 : "${sr\(index + 1)}".utf8
      case .number: text += "${sr\(index + 1)}".utf8
      case .comment: break
      case .refused: return nil
      }
    }
    text += bytes[position...]
    return String(decoding: text, as: UTF8.self)
  }
}
