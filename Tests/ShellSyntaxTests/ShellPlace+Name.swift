import ShellSyntax

extension ShellPlace {
  /// A short name of the place for tables: `argument`, `assignment`, …, `number`, `comment`, or what is refused.
  var name: String {
    switch self {
    case .word(let word): word.quoting == .bare ? "\(word.role)" : "\(word.role)/\(word.quoting)"
    case .number: "number"
    case .comment: "comment"
    case .refused(let refusal):
      refusal.subject.isEmpty ? "-\(refusal.problem)" : "-\(refusal.problem) \(refusal.subject)"
    }
  }
}
