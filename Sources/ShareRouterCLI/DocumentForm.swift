internal import ShareDefinitions
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// What a file is checked as.
enum DocumentForm: String, CaseIterable {
  case activity
  case config
  case policy
  case request

  /// The form that a file's name tells: whatever is neither `config.yaml` nor `policy.yaml` is an activity.
  init(name: [UInt8]) {
    switch name {
    case Array("config.yaml".utf8): self = .config
    case Array("policy.yaml".utf8): self = .policy
    default: self = .activity
    }
  }

  /// Everything that is wrong with a file of this form.
  func findings(in path: FilePath, user: UInt32) -> [Diagnostic] {
    let check = ShareSession.checkPattern
    switch self {
    case .activity:
      return DefinitionLoader.load(path: path, user: user, isThorough: true, regularExpressionCheck: check).1
    case .config: return ConfigLoader.loadConfiguration(path: path, user: user, regularExpressionCheck: check).1
    case .policy: return ConfigLoader.loadPolicy(path: path, user: user, regularExpressionCheck: check).1
    case .request:
      do throws(RequestFile.Failure) { return findings(in: try RequestFile.read(path)) } catch {
        let location = SourceLocation(file: SourceFile(pathBytes: path.bytes, bytes: []), range: 0..<0)
        return [Diagnostic(.error, "unreadable-file", error.message, at: .init(location, "not readable"))]
      }
    }
  }

  /// Everything that is wrong with what a file of this form holds.
  ///
  /// - Parameter isNamed: Whether the file has a name, which that of a definition's must fit.
  func findings(in file: SourceFile, isNamed: Bool = true) -> [Diagnostic] {
    let check = ShareSession.checkPattern
    switch self {
    case .activity:
      return DefinitionLoader.load(
        file, expectsTypeAsName: isNamed, isThorough: true, regularExpressionCheck: check
      ).1
    case .config: return ConfigLoader.loadConfiguration(file, regularExpressionCheck: check).1
    case .policy: return ConfigLoader.loadPolicy(file, regularExpressionCheck: check).1
    case .request: return RequestLoader.load(file, regularExpressionCheck: check).1
    }
  }
}
