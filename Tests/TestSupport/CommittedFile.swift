import Glibc
import Testing

/// Files that the program's own tables write and that are committed, so that people can read them without building.
/// `RECORD=1 swift test` writes them anew; where CI is set they are only compared.
public enum CommittedFile {
  /// Where the part begins that is not written by hand, in files that have both.
  public static let border =
    "<!-- What follows is written from the program's own tables by `RECORD=1 swift test`. -->\n\n"

  private static var isRecording: Bool { getenv("CI") == nil && getenv("RECORD").map { String(cString: $0) } == "1" }

  /// Expects the file below the project's root to hold exactly this text.
  public static func expect(
    _ path: String, holds text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isRecording { write(text, to: path) }
    expectText(try read(path, sourceLocation), text, path, sourceLocation: sourceLocation)
  }

  /// Expects the file to end, after its hand-written part and the border, in exactly this text.
  public static func expect(
    _ path: String, endsIn text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let whole = try read(path, sourceLocation)
    let parts = whole.split(separator: border, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "\(path) has no line '\(border)'", sourceLocation: sourceLocation)
    if isRecording {
      write(parts[0] + border + text, to: path)
    } else {
      expectText(String(parts[1]), text, path, sourceLocation: sourceLocation)
    }
  }

  private static func read(_ path: String, _ sourceLocation: SourceLocation) throws -> String {
    let bytes = try #require(
      readFile(Project.root + "/" + path), "\(path) cannot be read", sourceLocation: sourceLocation)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) {
    guard let file = fopen(Project.root + "/" + path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }
}
