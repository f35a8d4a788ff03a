import ShareModel
import SourceDiagnostics

/// Whether what was found may be used: a definition decides what runs.
enum Trust {
  /// What is wrong with who may change a file or folder: an error where it was found by search, a warning where it was
  /// named for this call.
  static func finding(
    about path: FilePath, ownership: FileReader.Ownership, origin: DefinitionDirectory.Origin, user: UInt32
  ) -> Diagnostic? {
    let isWarning = origin == .commandLine
    if ownership.isWritableByAll { return .writableByAll(path, isWarning: isWarning) }
    if ownership.owner == user || ownership.owner == 0 { return nil }
    if case .shipped(let owner?) = origin, ownership.owner == owner { return nil }
    return .foreignOwner(path, owner: ownership.owner, user: user, isWarning: isWarning)
  }
}

/// A file read after a look at who may change it.
enum TrustedFile {
  /// The file, nil when it cannot be used; and what is wrong with it.
  static func read(
    _ path: FilePath, origin: DefinitionDirectory.Origin, user: UInt32
  ) -> (SourceFile?, [Diagnostic]) {
    do {
      let (bytes, ownership) = try FileReader.read(path)
      let file = SourceFile(pathBytes: path.bytes, bytes: bytes)
      guard let finding = Trust.finding(about: path, ownership: ownership, origin: origin, user: user) else {
        return (file, [])
      }
      return (finding.severity == .error ? nil : file, [finding])
    } catch {
      return (nil, [.unreadable(path.displayText, error)])
    }
  }
}
