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

  /// The findings file by file, within a file by where they begin; findings at one place keep their order.
  ///
  /// - Parameter paths: the order of the files; those that it does not name come after, as they are first met.
  public func sortedByPlace(paths: some Sequence<String> = EmptyCollection<String>()) -> [Diagnostic] {
    var ranks: [String: Int] = [:]
    for path in paths where ranks[path] == nil { ranks[path] = ranks.count }
    let keyed = enumerated().map { index, diagnostic in
      let location = diagnostic.primary.location
      let rank = ranks[location.file.path] ?? ranks.count
      ranks[location.file.path] = rank
      return (key: (rank, location.range.lowerBound, index), diagnostic: diagnostic)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.diagnostic)
  }
}
