import CPCRE

/// A regular expression whose every search ends: it has a bound on its work, and reaching it is an error.
///
/// The syntax is PCRE2's (that of GRegex); a search is unanchored; patterns and texts are UTF-8, and `\w`, `\d` and
/// `(?i)` know Unicode. CR, LF and CRLF end a line. Values may be shared between threads.
@safe
public final class BoundedRegex: Sendable {
  /// The pattern as it was written.
  public let pattern: String
  /// The number of groups, without the whole match.
  public let groupCount: Int
  /// The named groups and their numbers (from 1), in the order of the names.
  public let groupNames: [(name: String, group: Int)]

  private let compiled: sr_pattern

  /// The work that a search may do on top of what the text's length allows: about a second on a machine of today.
  static let workLimit: UInt64 = 1 << 28
  /// A step of the pattern costs 16 and a byte walked over costs 1, so this is several passes over the text.
  static let workPerByte: UInt64 = 64

  /// Compiles a pattern.
  public init(_ pattern: String) throws(RegexError) {
    guard sr_pcre_load() else { throw .missingLibrary(BoundedRegex.library) }
    var bytes = Array(pattern.utf8)
    let length = bytes.count
    // The address of an empty array need not be one that C may be given.
    bytes.append(0)
    var number: Int32 = 0
    var offset = 0
    let compiled = unsafe sr_pcre_compile(&bytes, length, &number, &offset)
    guard unsafe compiled.code != nil else {
      throw .invalidPattern(message: BoundedRegex.message(of: number), offset: min(offset, length))
    }
    let names = unsafe sr_pcre_names(compiled)
    self.pattern = pattern
    unsafe self.compiled = compiled
    groupCount = unsafe Int(names.groups)
    groupNames = unsafe BoundedRegex.readNames(names)
  }

  deinit { unsafe sr_pcre_free(compiled) }

  /// Whether the pattern matches somewhere in the text.
  public func matches(_ text: String) throws(RegexError) -> Bool { try firstMatch(in: Array(text.utf8)) != nil }

  /// The first match in a text.
  public func firstMatch(in text: String) throws(RegexError) -> RegexMatch? { try firstMatch(in: Array(text.utf8)) }

  /// The first match in UTF-8 bytes.
  public func firstMatch(in bytes: [UInt8]) throws(RegexError) -> RegexMatch? {
    if let offset = UTF8Check.firstInvalidOffset(in: bytes) { throw .invalidText(offset: offset) }
    var offsets = [Int](repeating: -1, count: 2 * (groupCount + 1))
    let work = BoundedRegex.workLimit + BoundedRegex.workPerByte * UInt64(bytes.count)
    let result = search(bytes, work: work, offsets: &offsets)
    switch result {
    case 1...:
      let ranges = (0...groupCount).map { group -> Range<Int>? in
        let start = offsets[2 * group]
        let end = offsets[2 * group + 1]
        // `\K` inside a lookahead can put the start behind the end.
        return start < 0 || end < 0 ? nil : min(start, end)..<end
      }
      return RegexMatch(subject: bytes, ranges: ranges, groupNames: groupNames)
    case Int32(sr_pcre_no_match):
      return nil
    case Int32(sr_pcre_callout), Int32(sr_pcre_match_limit), Int32(sr_pcre_depth_limit), Int32(sr_pcre_heap_limit):
      throw .limitReached
    default:
      throw .failed(message: BoundedRegex.message(of: result))
    }
  }

  private func search(_ bytes: [UInt8], work: UInt64, offsets: inout [Int]) -> Int32 {
    let capacity = offsets.count
    return unsafe offsets.withUnsafeMutableBytes { offsets in
      let target = unsafe offsets.assumingMemoryBound(to: Int.self).baseAddress
      return unsafe bytes.withUnsafeBufferPointer { buffer in
        if let start = buffer.baseAddress {
          return unsafe sr_pcre_match(compiled, start, buffer.count, work, target, capacity)
        }
        var nothing: UInt8 = 0
        return unsafe sr_pcre_match(compiled, &nothing, 0, work, target, capacity)
      }
    }
  }

  private static let library = MissingLibrary(
    library: "libpcre2-8.so.0", package: "libpcre2-8-0", purpose: "regular expressions are")

  private static func message(of number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    unsafe sr_pcre_message(number, &buffer, 256)
    return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func readNames(_ names: sr_pattern_names) -> [(name: String, group: Int)] {
    guard let table = unsafe names.table else { return [] }
    return (0..<Int(unsafe names.names)).map { index in
      let entry = unsafe UnsafeBufferPointer(
        start: table + index * Int(names.entry_size), count: Int(names.entry_size))
      let name = unsafe entry.dropFirst(2).prefix { $0 != 0 }
      return unsafe (String(decoding: name, as: UTF8.self), Int(entry[0]) << 8 | Int(entry[1]))
    }
  }
}
