import Glibc

/// How far a worker is, in a file that outlives it.
struct Progress {
  private let file: Int32

  init(path: String) {
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { fatalError("open \(path): errno \(errno)") }
  }

  /// Notes the number of the input that is looked at next.
  func note(_ index: Int) {
    var index = Int64(index)
    _ = pwrite(file, &index, 8, 0)
  }
}

/// Says what is wrong with an input; `Scripts/fuzz` collects the lines.
func complain(_ index: Int, _ what: String) { say("fault \(index) \(what)") }

/// Writes a line at once: a worker may not live to its end.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}
