/// What a regular expression matched, as bytes of the text that was searched.
public struct RegexMatch: Sendable {
  private let subject: [UInt8]
  /// The whole match, then each group; nil for a group that took no part.
  public let ranges: [Range<Int>?]
  private let groupNames: [(name: String, group: Int)]

  init(subject: [UInt8], ranges: [Range<Int>?], groupNames: [(name: String, group: Int)]) {
    self.subject = subject
    self.ranges = ranges
    self.groupNames = groupNames
  }

  /// The whole match.
  public var text: String { group(0) ?? "" }

  /// The text of a group (0 is the whole match); nil for one that took no part or does not exist.
  public func group(_ index: Int) -> String? {
    guard ranges.indices.contains(index), let range = ranges[index] else { return nil }
    return String(decoding: subject[range], as: UTF8.self)
  }

  /// The text of a named group; with a name given twice (`(?J)`), of the first that took part.
  public func group(named name: String) -> String? {
    for entry in groupNames where entry.name == name {
      if let text = group(entry.group) { return text }
    }
    return nil
  }

  /// The named groups that took part.
  public var namedGroups: [String: String] {
    var groups: [String: String] = [:]
    for entry in groupNames where groups[entry.name] == nil { groups[entry.name] = group(entry.group) }
    return groups
  }
}
