/// A pattern of `*` (any bytes, `/` too), `?` (one character) and `[a-z]`, `[!a]` (one character of a set) for names,
/// paths, activity types and environment values.
///
/// Everything else stands for itself, by case; `\` takes the next character's meaning away, and a `[` that is never
/// closed is an ordinary one. File names are bytes: a byte that is not part of UTF-8 counts as a character of its own.
/// A match takes at most the product of both lengths, whatever the pattern.
public struct Glob: Sendable, Hashable {
  /// The pattern as it was written.
  public let pattern: String
  private let tokens: [Token]
  /// The pattern's bytes when nothing in it is special.
  private let literal: [UInt8]?

  private enum Token: Sendable, Hashable {
    case character(UInt32)
    case anyCharacter
    case anyText
    case set(ranges: [ClosedRange<UInt32>], isNegated: Bool)
  }

  public init(_ pattern: String) {
    self.pattern = pattern
    let bytes = Array(pattern.utf8)
    if Glob.isGlob(pattern) || bytes.contains(UInt8(ascii: "\\")) {
      literal = nil
      tokens = Glob.parse(Glob.characters(of: bytes))
    } else {
      literal = bytes
      tokens = []
    }
  }

  /// Whether a text holds a character that a glob gives a meaning.
  public static func isGlob(_ text: String) -> Bool { text.utf8.contains { "*?[".utf8.contains($0) } }

  /// Whether the whole text matches.
  public func matches(_ text: String) -> Bool { matches(Array(text.utf8)) }

  /// Whether all the bytes match.
  public func matches(_ bytes: [UInt8]) -> Bool {
    if let literal { return bytes == literal }
    let text = Glob.characters(of: bytes)
    var position = 0
    var token = 0
    // Where to go on when a later token fails: only the last `*` need ever take more.
    var retry: (token: Int, position: Int)?
    while position < text.count || token < tokens.count {
      if token < tokens.count {
        if case .anyText = tokens[token] {
          retry = (token, position)
          token += 1
          continue
        }
        if position < text.count, Glob.matches(tokens[token], text[position]) {
          token += 1
          position += 1
          continue
        }
      }
      guard let last = retry, last.position < text.count else { return false }
      retry = (last.token, last.position + 1)
      token = last.token + 1
      position = last.position + 1
    }
    return true
  }

  private static func matches(_ token: Token, _ character: UInt32) -> Bool {
    switch token {
    case .character(let expected): expected == character
    case .anyCharacter, .anyText: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// Unicode scalars, and bytes that are not UTF-8 as numbers above all scalars.
  private static func characters(of bytes: [UInt8]) -> [UInt32] {
    var characters: [UInt32] = []
    characters.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while !rest.isEmpty {
      let valid = rest.prefix(UTF8Check.firstInvalidOffset(in: rest) ?? rest.count)
      for scalar in String(decoding: valid, as: UTF8.self).unicodeScalars { characters.append(scalar.value) }
      rest = rest[valid.endIndex...]
      if let byte = rest.popFirst() { characters.append(0x11_0000 + UInt32(byte)) }
    }
    return characters
  }

  private static func parse(_ pattern: [UInt32]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < pattern.count {
      let character = pattern[index]
      index += 1
      switch character {
      case .star:
        if tokens.last != .anyText { tokens.append(.anyText) }
      case .question: tokens.append(.anyCharacter)
      case .openBracket:
        if let (set, end) = parseSet(pattern, from: index) {
          tokens.append(set)
          index = end
        } else {
          tokens.append(.character(character))
        }
      case .backslash where index < pattern.count:
        tokens.append(.character(pattern[index]))
        index += 1
      default: tokens.append(.character(character))
      }
    }
    return tokens
  }

  /// Reads a set from after its `[`; nil when it is not closed. A `]` that comes first belongs to the set (POSIX).
  private static func parseSet(_ pattern: [UInt32], from start: Int) -> (Token, end: Int)? {
    var index = start
    var isNegated = false
    if index < pattern.count, pattern[index] == .exclamation || pattern[index] == .caret {
      isNegated = true
      index += 1
    }
    var ranges: [ClosedRange<UInt32>] = []
    let first = index
    while index < pattern.count {
      if pattern[index] == .closeBracket, index > first {
        return (.set(ranges: ranges, isNegated: isNegated), index + 1)
      }
      if pattern[index] == .backslash, index + 1 < pattern.count { index += 1 }
      let low = pattern[index]
      index += 1
      if index + 1 < pattern.count, pattern[index] == .hyphen, pattern[index + 1] != .closeBracket {
        let high = pattern[index + 1]
        index += 2
        // A range that runs backwards holds nothing.
        if low <= high { ranges.append(low...high) }
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }
}

extension UInt32 {
  // The characters that a glob gives a meaning.
  fileprivate static let star: UInt32 = 0x2A
  fileprivate static let question: UInt32 = 0x3F
  fileprivate static let openBracket: UInt32 = 0x5B
  fileprivate static let closeBracket: UInt32 = 0x5D
  fileprivate static let backslash: UInt32 = 0x5C
  fileprivate static let hyphen: UInt32 = 0x2D
  fileprivate static let exclamation: UInt32 = 0x21
  fileprivate static let caret: UInt32 = 0x5E
}
