/// How many findings of each severity there are.
public struct DiagnosticCounts: Sendable, Equatable {
  public var errors = 0
  public var warnings = 0

  public init(errors: Int = 0, warnings: Int = 0) {
    self.errors = errors
    self.warnings = warnings
  }
}

extension Sequence<Diagnostic> {
  public var counts: DiagnosticCounts {
    var counts = DiagnosticCounts()
    for diagnostic in self {
      switch diagnostic.severity {
      case .error: counts.errors += 1
      case .warning: counts.warnings += 1
      }
    }
    return counts
  }
}
