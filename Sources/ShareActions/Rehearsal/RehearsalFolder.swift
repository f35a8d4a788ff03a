import Glibc
public import ShareModel
import ShareTemplates

/// The disk of a rehearsal: a private folder in which files of any path can be made up, and that has the same name on
/// every machine when it is shown.
///
/// Relative files lie in `/example`, which is the current folder as well; the home is `/example/home`, the work folder
/// `/example/work`. A file with an absolute path keeps it. Nothing outside of the folder is ever read or written.
public struct RehearsalFolder: Sendable {
  /// The name that the folder is shown by.
  public static let shownName = "/example"

  private let owner: WorkFolder
  private let root: FilePath
  /// Where relative paths begin.
  public let current: FilePath
  public let home: FilePath
  /// What stands for the root of the file system.
  private let absolute: FilePath

  /// - Parameter environment: Says where temporary folders are made.
  public init(environment: ProcessEnvironment) throws(WorkFolder.Failure) {
    owner = WorkFolder(environment: environment)
    root = try owner.path()
    current = root.appending("files")
    home = root.appending("home")
    absolute = root.appending("absolute")
    for folder in [current, home, absolute] {
      guard unsafe mkdir(folder.terminated, 0o700) == 0 else { throw .unavailable(folder, errno: errno) }
    }
  }

  /// The work folder of one run, counted from 0.
  func workFolder(ofRun number: Int) -> WorkFolder {
    WorkFolder(in: owner, named: number == 0 ? "work" : "work-\(number + 1)")
  }

  /// The path in here that stands for one outside; one in here is itself.
  func inside(_ path: FilePath) -> FilePath {
    let isInside = path.bytes.starts(with: root.bytes + [UInt8(ascii: "/")])
    return isInside ? path : FilePath(bytes: absolute.bytes + path.bytes)
  }

  /// Puts a file where a path says, relative to the current folder unless it is absolute: a link to `source`, or made-up
  /// content of the type that is given or that the name tells. What is there already stays.
  public func place(
    _ path: [UInt8], as kind: ItemKind, type: ContentType? = nil, linkedTo source: FilePath? = nil
  ) throws(WorkFolder.Failure) -> FilePath {
    let isAbsolute = path.first == UInt8(ascii: "/")
    // Nothing may lead out of the folder.
    let parts = path.split(separator: UInt8(ascii: "/")).filter { $0 != [0x2E] && $0 != [0x2E, 0x2E] }
    let base = isAbsolute ? absolute : current
    guard let last = parts.last else { return base }
    var folder = base
    for part in parts.dropLast() {
      folder = folder.appending(Array(part))
      try makeFolder(folder)
    }
    let file = folder.appending(Array(last))
    if type == .directory || path.last == UInt8(ascii: "/") {
      try makeFolder(file)
    } else if let source {
      guard unsafe symlink(source.terminated, file.terminated) == 0 || errno == EEXIST else {
        throw .write(file, errno: errno)
      }
    } else {
      try makeUp(file, as: kind, type: type)
    }
    return file
  }

  /// The path of a file that is given back. What a program would have made is made up, as programs run only in earnest.
  func given(_ path: FilePath, as kind: ItemKind) throws(WorkFolder.Failure) -> FilePath {
    let file = inside(path)
    if unsafe access(file.terminated, F_OK) == 0 { return file }
    let relative = file.bytes.dropFirst(root.bytes.count + 1).split(separator: UInt8(ascii: "/"))
    var folder = root
    for part in relative.dropLast() {
      folder = folder.appending(Array(part))
      try makeFolder(folder)
    }
    try makeUp(file, as: kind, type: nil)
    return file
  }

  private func makeUp(_ file: FilePath, as kind: ItemKind, type: ContentType?) throws(WorkFolder.Failure) {
    var type = type ?? MadeUpContent.type(ofName: file.name)
    if kind == .image, !type.isImage { type = ContentType("image/png") }
    try write(MadeUpContent.bytes(of: type) ?? Array("example\n".utf8), to: file)
  }

  /// Bytes with the folder's own path replaced by the one that it is shown by, percent-encoded ones too.
  public func shown(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for (path, name) in [(absolute, ""), (current, RehearsalFolder.shownName), (root, RehearsalFolder.shownName)] {
      let whole = PercentEncoding.encode(path.bytes)
      let parts = PercentEncoding.encode(path.bytes, keeping: "/")
      result = result.replacing(path.bytes, with: Array(name.utf8))
      result = result.replacing(parts, with: Array(name.utf8))
      result = result.replacing(whole, with: PercentEncoding.encode(Array(name.utf8)))
    }
    return result
  }

  private func makeFolder(_ path: FilePath) throws(WorkFolder.Failure) {
    guard unsafe mkdir(path.terminated, 0o700) == 0 || errno == EEXIST else { throw .write(path, errno: errno) }
  }

  private func write(_ bytes: [UInt8], to file: FilePath) throws(WorkFolder.Failure) {
    let number = unsafe open(file.terminated, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if number < 0, errno == EEXIST { return }
    guard number >= 0 else { throw .write(file, errno: errno) }
    let descriptor = FileDescriptor(owning: number)
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw .write(file, errno: errno) }
  }
}

extension FilePath {
  /// The path as C takes it.
  fileprivate var terminated: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}
