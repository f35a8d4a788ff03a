import ShareModel

// The wording of what goes wrong with an action as a whole.
extension Outcome.Failure {
  /// The failure of several runs, told by the first.
  static func several(_ count: Int, of total: Int, first: Self) -> Self {
    Self(code: first.code, message: "\(count) of \(total) runs did not succeed, the first because \(first.message)")
  }

  /// An action started by an action, and so on.
  static func recursion(_ limit: Int) -> Self {
    Self(
      code: "recursion",
      message: "actions have started actions more than \(limit) deep; an action must not send to itself")
  }

  static func unsupported(_ what: String) -> Self {
    Self(code: "unsupported", message: "\(what) cannot be performed by this version")
  }

  static func noOpener(path: String) -> Self {
    Self(
      code: "not-found",
      message: "neither 'xdg-open' nor 'open' was found in PATH '\(path)'; install the package xdg-utils")
  }
}
