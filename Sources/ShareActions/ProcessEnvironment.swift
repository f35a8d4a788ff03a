import CSystem
public import ShareModel

/// The environment of a program: names and values as bytes, in order, each name once.
public struct ProcessEnvironment: Sendable, Equatable {
  /// One variable, kept as the environment holds it: most are only passed on.
  public struct Entry: Sendable, Equatable {
    /// `NAME=VALUE`.
    let string: [UInt8]
    private let nameLength: Int

    public init(name: [UInt8], value: [UInt8]) {
      string = name + [UInt8(ascii: "=")] + value
      nameLength = name.count
    }

    /// Nil for a string without a name.
    fileprivate init?(_ string: [UInt8]) {
      guard let equals = string.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
      self.string = string
      nameLength = equals
    }

    public var name: [UInt8] { Array(string[..<nameLength]) }
    public var value: [UInt8] { Array(string[(nameLength + 1)...]) }

    fileprivate func isNamed(_ name: [UInt8]) -> Bool {
      nameLength == name.count && string[..<nameLength].elementsEqual(name)
    }

    fileprivate func hasName(of other: Entry) -> Bool {
      nameLength == other.nameLength && string[..<nameLength] == other.string[..<nameLength]
    }

    fileprivate func begins(with prefix: String) -> Bool {
      nameLength >= prefix.utf8.count && string.starts(with: prefix.utf8)
    }
  }

  public private(set) var entries: [Entry]

  public init() { entries = [] }

  public init(_ values: KeyValuePairs<String, String>) {
    self.init()
    for (name, value) in values { self[name] = Array(value.utf8) }
  }

  /// Reads `NAME=VALUE` entries. One without a name is dropped; of several with the same name the first counts, as in
  /// getenv.
  public init(entries: [[UInt8]]) {
    self.entries = []
    self.entries.reserveCapacity(entries.count)
    // A set costs more than it saves, the more so at every start, until there are more variables than usual.
    var seen: Set<[UInt8]>? = entries.count > 256 ? [] : nil
    for string in entries {
      guard let entry = Entry(string) else { continue }
      let isNew = seen?.insert(entry.name).inserted ?? !self.entries.contains { $0.hasName(of: entry) }
      if isNew { self.entries.append(entry) }
    }
  }

  /// The environment of this process.
  public static var current: ProcessEnvironment {
    var entries: [[UInt8]] = []
    guard let list = unsafe sr_environment() else { return ProcessEnvironment() }
    var index = 0
    while let entry = unsafe list[index] {
      unsafe entries.append(terminatedBytes(of: entry))
      index += 1
    }
    return ProcessEnvironment(entries: entries)
  }

  /// The value of a name; nil takes it away.
  public subscript(name: String) -> [UInt8]? {
    get { self[Array(name.utf8)] }
    set { self[Array(name.utf8)] = newValue }
  }

  public subscript(name: [UInt8]) -> [UInt8]? {
    get { entries.first { $0.isNamed(name) }?.value }
    set {
      let index = entries.firstIndex { $0.isNamed(name) }
      switch (index, newValue) {
      case (let index?, let value?): entries[index] = Entry(name: name, value: value)
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The value of a name as text, when it is set, not empty and UTF-8.
  public func text(_ name: String) -> String? {
    guard let value = self[name], !value.isEmpty else { return nil }
    return String(validating: value, as: UTF8.self)
  }

  /// Takes away every variable whose name begins with the prefix.
  public mutating func removeAll(prefix: String) {
    entries.removeAll { $0.begins(with: prefix) }
  }

  /// The value of a name that holds an absolute path; nil for any other, as the XDG base directory specification says.
  public func absolutePath(_ name: String) -> FilePath? {
    guard let value = self[name], value.first == UInt8(ascii: "/") else { return nil }
    return FilePath(bytes: value)
  }

  /// The entries as exec takes them.
  var strings: [[UInt8]] { entries.map(\.string) }
}
