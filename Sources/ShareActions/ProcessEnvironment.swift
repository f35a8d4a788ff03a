import CSystem
public import ShareModel

/// The environment of a program: names and values as bytes, in order, each name once.
public struct ProcessEnvironment: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    public var name: [UInt8]
    public var value: [UInt8]
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
    for entry in entries {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { continue }
      let name = Array(entry[..<equals])
      guard seen?.insert(name).inserted ?? !holds(name) else { continue }
      self.entries.append(Entry(name: name, value: Array(entry[(equals + 1)...])))
    }
  }

  private func holds(_ name: [UInt8]) -> Bool {
    entries.contains { $0.name.count == name.count && $0.name == name }
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
    get { entries.first { $0.name == name }?.value }
    set {
      let index = entries.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
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
    entries.removeAll { $0.name.starts(with: prefix.utf8) }
  }

  /// The value of a name that holds an absolute path; nil for any other, as the XDG base directory specification says.
  public func absolutePath(_ name: String) -> FilePath? {
    guard let value = self[name], value.first == UInt8(ascii: "/") else { return nil }
    return FilePath(bytes: value)
  }

  /// The entries as exec takes them.
  var strings: [[UInt8]] { entries.map { $0.name + [UInt8(ascii: "=")] + $0.value } }
}
