internal import Glibc
internal import ShareModel

extension FilePath {
  /// The path as C takes it.
  var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  var exists: Bool { unsafe access(cString, F_OK) == 0 }

  var isDirectory: Bool {
    var status = stat()
    return unsafe stat(cString, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
