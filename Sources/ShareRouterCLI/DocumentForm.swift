internal import ShareDefinitions
internal import ShareModel
internal import ShareRouter
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
    case .activity: return DefinitionLoader.load(path: path, user: user, regularExpressionCheck: check).1
    case .config: return ConfigLoader.loadConfiguration(path: path, user: user, regularExpressionCheck: check).1
    case .policy: return ConfigLoader.loadPolicy(path: path, user: user, regularExpressionCheck: check).1
    case .request:
      do throws(RequestFile.Failure) {
        return RequestLoader.load(try RequestFile.read(path), regularExpressionCheck: check).1
      } catch {
        let location = SourceLocation(file: SourceFile(path: path.displayText, bytes: []), range: 0..<0)
        return [Diagnostic(.error, "unreadable-file", error.message, at: .init(location, "not readable"))]
      }
    }
  }
}
