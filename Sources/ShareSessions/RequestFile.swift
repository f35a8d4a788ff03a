internal import Glibc
public import ShareModel
public import SourceDiagnostics

/// A request file's bytes: from a file, or from a stream such as standard input.
public enum RequestFile {
  /// A request holds texts, which may have 10 MiB, and their escapes.
  public static let sizeLimit = 32 << 20

  /// Why a request could not be read, as one phrase.
  public struct Failure: Error, Sendable, Equatable {
    public var message: String
  }

  public static func read(_ path: FilePath) throws(Failure) -> SourceFile {
    let shown = path.displayText
    let descriptor = unsafe open(path.cPath, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(shown) }
    defer { close(descriptor) }
    return try read(descriptor, named: shown)
  }

  /// Reads a stream to its end; `name` is what messages call it.
  public static func read(_ descriptor: Int32, named name: String) throws(Failure) -> SourceFile {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(name) }
      guard count > 0 else { return SourceFile(path: name, bytes: bytes) }
      bytes += buffer[..<count]
      guard bytes.count <= sizeLimit else {
        throw Failure(message: "the request '\(name)' is longer than \(sizeLimit >> 20) MiB")
      }
    }
  }

  private static func failure(_ name: String) -> Failure {
    Failure(message: "cannot read the request '\(name)': " + (unsafe String(cString: strerror(errno))))
  }
}
