import Glibc
import ShareModel

/// Finds a program as execvp does, but says what was looked at, and looks no further than the PATH: an empty entry does
/// not mean the current folder.
public enum ProgramSearch {
  /// Used when the environment has no PATH.
  public static let defaultPath = Array("/usr/local/bin:/usr/bin:/bin".utf8)

  /// The file to run. Entries that are no folder or cannot be read are passed over; relative ones are taken from
  /// `folder`, as is a program with a `/`.
  static func find(
    _ program: [UInt8], environment: ProcessEnvironment, in folder: Int32
  ) throws(ProcessError) -> [UInt8] {
    if program.contains(UInt8(ascii: "/")) {
      switch look(at: program, in: folder) {
      case .executable: return program
      case .absent: throw .programMissing(program: program)
      case .folder: throw .notExecutable(program: program, isFolder: true)
      case .forbidden: throw .notExecutable(program: program, isFolder: false)
      }
    }
    let path = environment["PATH"] ?? defaultPath
    var forbidden: FilePath?
    if !program.isEmpty {
      var rest = path[...]
      while !rest.isEmpty {
        let entry = rest.prefix { $0 != UInt8(ascii: ":") }
        rest = rest[entry.endIndex...].dropFirst()
        guard !entry.isEmpty else { continue }
        let candidate = FilePath(bytes: Array(entry)).appending(program)
        switch look(at: candidate.bytes, in: folder) {
        case .executable: return candidate.bytes
        case .forbidden: forbidden = forbidden ?? candidate
        case .absent, .folder: break
        }
      }
    }
    throw .programNotFound(program: program, path: path, found: forbidden)
  }

  /// Whether a file that was found before can still be run.
  static func isExecutable(_ path: [UInt8], in folder: Int32) -> Bool { look(at: path, in: folder) == .executable }

  /// Whether a program would be found.
  public static func isAvailable(_ program: String, environment: ProcessEnvironment) -> Bool {
    isAvailable(Array(program.utf8), environment: environment)
  }

  public static func isAvailable(_ program: [UInt8], environment: ProcessEnvironment) -> Bool {
    (try? find(program, environment: environment, in: AT_FDCWD)) != nil
  }

  private enum Finding {
    case executable, absent, folder, forbidden
  }

  private static func look(at path: [UInt8], in folder: Int32) -> Finding {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    var status = stat()
    guard unsafe fstatat(folder, name, &status, 0) == 0 else { return errno == EACCES ? .forbidden : .absent }
    if status.st_mode.fileType == S_IFDIR { return .folder }
    guard status.st_mode.fileType == S_IFREG else { return .forbidden }
    return unsafe faccessat(folder, name, X_OK, AT_EACCESS) == 0 ? .executable : .forbidden
  }
}
