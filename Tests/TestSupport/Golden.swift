import Glibc
import Testing

/// Texts that are made by the program and committed; `RECORD=1 swift test` writes them anew, but not where CI runs.
public enum Golden {
  private static let isRecording = getenv("RECORD").map { String(cString: $0) } == "1" && getenv("CI") == nil

  /// Expects a file of the checkout to hold this text.
  public static func expect(_ path: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let full = Project.root + "/" + path
    if isRecording {
      let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      let bytes = Array(text.utf8)
      var written = 0
      while descriptor >= 0, written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        written += count
      }
      close(descriptor)
    }
    guard let committed = readFile(full) else {
      Issue.record("\(path) is not there", sourceLocation: sourceLocation)
      return
    }
    expectText(String(decoding: committed, as: UTF8.self), text, path, sourceLocation: sourceLocation)
  }
}
