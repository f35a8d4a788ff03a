import Testing

/// A file with one mistake: its first line says the code and the severity of the finding that is due, and ⟦ and ⟧ stand
/// around its place.
public struct MistakeFixture: Sendable, CustomTestStringConvertible {
  /// What the file is read as.
  public enum Kind: String, Sendable {
    case activity, config, policy, request
  }

  public var name: String
  public var kind = Kind.activity
  public var severity = ""
  public var code = ""
  /// The file's bytes without the marks.
  public var bytes: [UInt8] = []
  /// The place of the finding as byte offsets into `bytes`.
  public var range = 0..<0

  public var testDescription: String { name }
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name under which the file is checked: a definition is named after its type.
  public var fileName: String {
    switch kind {
    case .activity: "com.example.note.yaml"
    case .config, .policy, .request: kind.rawValue + ".yaml"
    }
  }

  public static let folder = Project.root + "/Tests/ShareDefinitionsTests/Mistakes"

  public static let all = FixtureFolder.names(folder).map(MistakeFixture.init)

  private init(name: String) {
    self.name = String(name.dropLast(5))
    let marked = readFile(MistakeFixture.folder + "/" + name) ?? []
    var starts: [Int] = []
    var ends: [Int] = []
    var index = 0
    while index < marked.count {
      if marked[index...].starts(with: "⟦".utf8) {
        starts.append(bytes.count)
        index += 3
      } else if marked[index...].starts(with: "⟧".utf8) {
        ends.append(bytes.count)
        index += 3
      } else {
        bytes.append(marked[index])
        index += 1
      }
    }
    precondition(starts.count == 1 && ends.count == 1, "\(name): one pair of marks is due")
    range = starts[0]..<ends[0]
    // `#~ error[code]`, and the kind of file where it is no activity.
    let words = bytes.prefix { $0 != 0x0A && $0 != 0x0D }.split(separator: 0x20).map {
      String(decoding: $0, as: UTF8.self)
    }
    precondition(words.count >= 2 && words[0] == "#~" && words[1].hasSuffix("]"), "\(name): the first line")
    let parts = words[1].dropLast().split(separator: "[").map(String.init)
    (severity, code) = (parts[0], parts[1])
    if words.count > 2 { kind = Kind(rawValue: words[2])! }
  }
}
