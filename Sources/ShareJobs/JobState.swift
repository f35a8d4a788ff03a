/// Where a background job stands.
public enum JobState: String, Sendable, CaseIterable {
  /// Accepted, and not begun.
  case queued
  /// Begun before, and due again later.
  case waiting
  case running
  case completed
  case failed
  case cancelled
  case timedOut = "timed-out"
  /// Its worker died and it may not be repeated by itself: somebody has to decide.
  case interrupted

  /// Whether nothing more happens unless somebody asks for it.
  public var isFinal: Bool {
    switch self {
    case .queued, .waiting, .running: false
    case .completed, .failed, .cancelled, .timedOut, .interrupted: true
    }
  }
}
