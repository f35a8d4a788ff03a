internal import Synchronization

/// Tells whatever is being performed to stop; from anywhere, at any time, any number of times.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  func cancel() {
    let actions = state.withLock { state in
      defer { state.actions = [] }
      state.isCancelled = true
      return state.actions
    }
    for action in actions { action() }
  }

  /// Does something when it comes to that, at once when it has come already; once in either case.
  func whenCancelled(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.actions.append(action) }
      return state.isCancelled
    }
    if isCancelled { action() }
  }
}
