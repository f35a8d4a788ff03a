import CSystem
import Glibc
public import JSONSyntax
public import ShareModel

/// Everything that activities gave back, one line of JSON each: a link is not lost with the window it was shown in.
///
/// Only the person can read the file. It is appended to under a lock and in one piece, so that lines of several processes
/// never mix; a line that a crash cut short stays alone.
public struct ResultsFile: Sendable {
  public enum Failure: Error, Sendable, Equatable {
    case folder(FilePath, errno: Int32)
    case file(FilePath, errno: Int32)
  }

  /// One returned item.
  public struct Entry: Sendable, Equatable {
    /// Seconds since 1970; nil where the line says something else.
    public var time: Int?
    public var activityType: String
    /// Nil for a result, else what an extra one is called.
    public var name: String?
    /// The text, URL, or path (the URI where that is not UTF-8).
    public var value: String
    /// The whole line.
    public var json: JSONValue
  }

  public let path: FilePath

  /// - Parameter stateFolder: `$XDG_STATE_HOME`.
  public init(stateFolder: FilePath) { path = stateFolder.appending("sharerouter").appending("results.jsonl") }

  /// Adds what an activity gave back.
  ///
  /// - Parameters:
  ///   - time: Seconds since 1970.
  ///   - mask: Hides what must not be kept.
  public func append(
    _ items: [ReturnedItem], of activityType: ActivityType, at time: Int, masking mask: SecretMask
  ) throws(Failure) {
    guard !items.isEmpty else { return }
    var lines: [UInt8] = []
    for item in items {
      let members =
        [
          JSONMember("time", .string(CivilTime(seconds: time).text)),
          JSONMember("activityType", .string(activityType.rawValue)),
        ] + item.masked(mask).json.members
      lines += JSONValue.object(members).serializedBytes() + [0x0A]
    }
    try makeFolder(path.directory)
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    let number = unsafe open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .file(path, errno: errno) }
    let file = FileDescriptor(owning: number)
    while flock(file.number, LOCK_EX) != 0 { guard errno == EINTR else { throw .file(path, errno: errno) } }
    fchmod(file.number, 0o600)
    if !endsInLineBreak(file) { lines.insert(0x0A, at: 0) }
    var offset = 0
    while offset < lines.count {
      let count = unsafe lines.withUnsafeBytes { bytes in
        unsafe write(file.number, bytes.baseAddress! + offset, bytes.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(path, errno: errno) }
      offset += count
    }
  }

  /// All entries, oldest first, and the number of lines that cannot be read. Nothing there is no failure.
  public func entries() throws(Failure) -> (entries: [Entry], unreadable: Int) {
    guard let file = FileDescriptor.open(path.bytes, O_RDONLY) else {
      if errno == ENOENT { return ([], 0) }
      throw .file(path, errno: errno)
    }
    flock(file.number, LOCK_SH)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(file.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file(path, errno: errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let lines = bytes.split(separator: 0x0A)
    let entries = lines.compactMap { Entry(line: Array($0)) }
    return (entries, lines.count - entries.count)
  }

  /// Makes a folder and those above it, as the base directory specification wants them: the person's alone.
  private func makeFolder(_ folder: FilePath) throws(Failure) {
    let name = folder.bytes.map(CChar.init(bitPattern:)) + [0]
    if unsafe mkdir(name, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder.directory != folder else { throw .folder(folder, errno: errno) }
    try makeFolder(folder.directory)
    guard unsafe mkdir(name, 0o700) == 0 || errno == EEXIST else { throw .folder(folder, errno: errno) }
  }

  private func endsInLineBreak(_ file: borrowing FileDescriptor) -> Bool {
    let end = lseek(file.number, 0, SEEK_END)
    var last: UInt8 = 0x0A
    guard end > 0, unsafe pread(file.number, &last, 1, end - 1) == 1 else { return true }
    return last == 0x0A
  }
}

extension ResultsFile.Entry {
  /// Nil for a line that is no entry.
  init?(line: [UInt8]) {
    guard let json = try? JSONValue.parse(line), case .string(let type)? = json["activityType"] else { return nil }
    let values = ["url", "text", "path", "uri"].lazy.compactMap { name -> String? in
      if case .string(let value)? = json[name] { value } else { nil }
    }
    guard let value = values.first else { return nil }
    if case .string(let text)? = json["time"] { time = CivilTime(text)?.seconds }
    if case .string(let text)? = json["name"] { name = text }
    activityType = type
    self.value = value
    self.json = json
  }
}

extension CivilTime {
  /// As RFC 3339 writes a moment in UTC, to the second.
  var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
      + "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))Z"
  }

  /// Reads that form, and no other.
  init?(_ text: String) {
    let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    guard numbers.count == 6 else { return nil }
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    // A day that does not exist comes back as another one.
    guard self.text == text, CivilTime(seconds: seconds) == self else { return nil }
  }
}

extension Outcome.Failure {
  /// What was given back could not be written down.
  public init(_ failure: ResultsFile.Failure) {
    let (path, code) =
      switch failure {
      case .folder(let path, let code): (path, code)
      case .file(let path, let code): (path, code)
      }
    let reason = unsafe sr_error_description(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    self.init(code: "not-recorded", message: "'\(path.displayText)' cannot be written or read: \(reason)")
  }
}

extension ReturnedItem {
  /// The same with secrets hidden, for what is stored and for reports. A file is where it is, so its path stays.
  public func masked(_ mask: SecretMask) -> ReturnedItem {
    guard let bytes = item.textBytes else { return self }
    var result = self
    result.item.content = .text(mask.masked(bytes))
    return result
  }
}

extension Outcome {
  /// The same with secrets hidden in what was given back, for reports.
  public func masked(_ mask: SecretMask) -> Outcome {
    guard !mask.isEmpty else { return self }
    var outcome = self
    outcome.returnedItems = returnedItems?.map { $0.masked(mask) }
    outcome.runs = runs.map { $0.masked(mask) }
    return outcome
  }
}

extension Outcome.Run {
  /// The same with secrets hidden in what was given back, for what is stored and for reports.
  public func masked(_ mask: SecretMask) -> Self {
    guard !mask.isEmpty else { return self }
    var run = self
    run.returnedItems = returnedItems?.map { $0.masked(mask) }
    return run
  }
}
