internal import CSystem
internal import Glibc
public import ShareModel

extension SecretStore {
  /// The longest secret that is read, in bytes.
  public static let longest = 65535

  /// For `set` alone, which needs no configuration.
  public init(process: ProcessContext) { self.init(process: process, command: []) }

  /// `[A-Z][A-Z0-9_]*`, as definitions name secrets.
  public static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x41...0x5A).contains(first) else { return false }
    return name.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
  }

  /// Keeps a secret in `secrets.d`, in the place of an older one, and returns where it is. Nobody else can read it at any
  /// moment, and after a crash either the old or the new one is there.
  public func set(_ name: String, to value: [UInt8]) throws(Failure) -> FilePath {
    let folder = process.configuration.appending("secrets.d")
    try makeFolder(folder)
    let path = folder.appending(name)
    func failure(_ code: Int32) -> Failure {
      Failure(message: "'\(path.displayText)' cannot be written: " + (unsafe String(cString: strerror(code))))
    }
    var template = folder.appending(".\(name)-XXXXXX").cPath
    let descriptor = unsafe sr_temporary_file(&template)
    guard descriptor >= 0 else { throw failure(-descriptor) }
    defer { close(descriptor) }
    let line = value + [0x0A]
    var code: Int32 = fchmod(descriptor, 0o600) == 0 ? 0 : errno
    var offset = 0
    while code == 0, offset < line.count {
      let count = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress! + offset, $0.count - offset) }
      if count < 0, errno != EINTR { code = errno }
      if count > 0 { offset += count }
    }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if code == 0, unsafe rename(template, path.cPath) != 0 { code = errno }
    guard code == 0 else {
      unsafe unlink(template)
      throw failure(code)
    }
    return path
  }

  private func makeFolder(_ path: FilePath) throws(Failure) {
    if unsafe mkdir(path.cPath, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, path.directory != path {
      try makeFolder(path.directory)
      if unsafe mkdir(path.cPath, 0o700) == 0 || errno == EEXIST { return }
    }
    throw Failure(
      message: "the folder '\(path.displayText)' cannot be made: " + (unsafe String(cString: strerror(errno))))
  }
}
