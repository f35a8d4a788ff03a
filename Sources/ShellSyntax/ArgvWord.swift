/// One word of a command: literal text, values that are not known yet, or both.
public struct ArgvWord: Sendable, Equatable {
  public enum Piece: Sendable, Equatable {
    case literal([UInt8])
    /// A placeholder, or in scripts an expansion.
    case value
  }

  public var pieces: [Piece]
  /// Whether the word may become none or several (a list, an optional value, an expansion without quotes).
  public var isRepeated = false
  /// Whether the output of commands is a part of it, which may come from their standard input.
  var hasSubstitution = false

  public init(pieces: [Piece]) { self.pieces = pieces }

  public init(_ literal: String) { self.init(pieces: literal.isEmpty ? [] : [.literal(Array(literal.utf8))]) }

  /// Whether no value is a part of the word.
  public var isLiteral: Bool { !pieces.contains(.value) }

  /// The literal text before the first value.
  var prefix: [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      guard case .literal(let text) = piece else { break }
      bytes += text
    }
    return bytes
  }

  /// The literal text as a string, without the values.
  var name: String { String(decoding: prefix, as: UTF8.self) }
}

/// A word of a command that may hold no value.
public struct CodePosition: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The word, or a part of it, is code for `program`.
    case code
    /// The word names the command that `program` runs.
    case commandWord
    /// The word names a variable.
    case variableName
    /// The word sets a variable whose value becomes code.
    case dangerousAssignment(String)
  }

  /// The number of the word in the command.
  public var index: Int
  public var program: String
  public var kind: Kind

  public init(index: Int, program: String, kind: Kind) {
    self.index = index
    self.program = program
    self.kind = kind
  }
}
