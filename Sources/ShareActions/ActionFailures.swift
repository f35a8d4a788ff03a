public import ShareModel
import ShareTemplates
import SourceDiagnostics

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

  /// A template that could not be filled in.
  init(_ error: RenderError) {
    let location = error.location
    let place = location.file.path.isEmpty ? "" : " (\(location.file.path):\(location.line))"
    self.init(code: error.code.rawValue, message: error.message + place)
  }

  static func noVariant() -> Self {
    Self(code: "no-variant", message: "none of the activity's variants was chosen for these items")
  }

  static func nothingToDo(_ activityType: ActivityType) -> Self {
    Self(code: "nothing-to-do", message: "'\(activityType)' has no action and returns nothing; it may be retired")
  }

  static func nothingToOpen() -> Self {
    Self(code: "missing-value", message: "there is no URL to open: its value is missing")
  }

  static func cancelledBefore() -> Self {
    Self(code: "cancelled", message: "it was not begun, as the activity was cancelled")
  }

  static func timedOutBefore(seconds: Double) -> Self {
    Self(
      code: "timed-out",
      message: "it was not begun, as the activity's time of \(Outcome.Failure.duration(seconds)) was over")
  }

  static func timedOutWithin(_ program: String, seconds: Double) -> Self {
    Self(
      code: "timed-out",
      message: "\(program) was ended, as the activity's time of \(Outcome.Failure.duration(seconds)) was over")
  }

  static func outputCut(_ program: String) -> Self {
    Self(
      code: "output-too-large",
      message: "\(program) wrote more than \(ProcessRequest.outputLimit >> 20) MiB, which cannot be returned as text; "
        + "let it write a file in the work folder and return that")
  }

  static func returnedNoText() -> Self {
    Self(
      code: "not-text", message: "what was to be returned as text is not UTF-8; return it as a file")
  }

  static func returnedNoImage(_ path: FilePath, _ type: ContentType) -> Self {
    Self(
      code: "not-an-image",
      message: "'\(path.displayText)' was to be returned as an image, but its content is \(type.essence)")
  }

  static func nulInFileName(_ field: String) -> Self {
    Self(code: "nul", message: "the file name of the field '\(field)' holds a NUL byte, which no file name can")
  }

  /// A file that was made but could not be brought to its place.
  public static func leftBehind(_ failure: Self, _ path: FilePath) -> Self {
    Self(
      code: failure.code,
      message: failure.message + "; for a day it can be fetched from '\(path.displayText)'")
  }

  /// An activity that was to get what another one returned; what is done stays done.
  public static func follower(_ type: ActivityType, _ failure: Self, done: [ActivityType]) -> Self {
    let list = done.map { "'\($0)'" }.joined(separator: ", ")
    return Self(code: failure.code, message: "then '\(type)': \(failure.message); already done: \(list)")
  }

  public static func nothingToPassOn(from type: ActivityType) -> Self {
    Self(code: "nothing-returned", message: "it was not begun, as '\(type)' returned nothing that it could get")
  }

  static func invalidToken() -> Self {
    Self(code: "invalid-header", message: "the bearer token is empty or holds white space or a control character")
  }

  static func colonInUser() -> Self {
    Self(code: "invalid-header", message: "the user's name holds a ':', which basic authentication cannot carry")
  }

  /// A step that failed after others were done, which stay done.
  static func step(_ id: String, _ failure: Self, done: [String]) -> Self {
    guard !done.isEmpty else { return Self(code: failure.code, message: "step '\(id)': \(failure.message)") }
    let list = done.joined(separator: ", ")
    return Self(code: failure.code, message: "step '\(id)': \(failure.message); already done: \(list)")
  }

  static func noOpener(path: String) -> Self {
    Self(
      code: "not-found",
      message: "neither 'xdg-open' nor 'open' was found in PATH '\(path)'; install the package xdg-utils")
  }
}
