import Glibc
import ShareModel
import ShareTemplates

/// A program that is ready to be run, and what its exit statuses mean.
public struct PlannedCommand: Sendable {
  public var request: ProcessRequest
  /// How messages call it: `'lp'`, `the script`.
  public var label: String
  public var success: [Int]
  public var cancelled: [Int]
  /// The script among the arguments, for descriptions.
  var script: PlannedScript?
  /// What the environment has beyond the caller's, for descriptions.
  var addedEnvironment: [ProcessEnvironment.Entry] = []

  public init(request: ProcessRequest, label: String, success: [Int] = [0], cancelled: [Int] = [130]) {
    self.request = request
    self.label = label
    self.success = success
    self.cancelled = cancelled
  }
}

/// A script with the variables that carry its values.
struct PlannedScript: Sendable {
  var interpreter: [String]
  var text: [UInt8]
  /// The text without what makes the variables plain ones.
  var body: [UInt8]
  var variables: [ProcessEnvironment.Entry]
}

extension PlannedCommand {
  /// Runs the program and says what its ending means, with secrets hidden in it. Blocks the calling thread.
  func perform(
    _ runner: ProcessRunner, _ interruption: Interruption?, masking mask: SecretMask
  ) -> ActionEnding {
    do {
      return conclude(try runner.run(request, interruption: interruption), masking: mask)
    } catch {
      return ActionEnding(status: .failed, error: Outcome.Failure(error))
    }
  }

  /// What an ending of the program means, with what it gave, secrets hidden in the message.
  func conclude(_ result: ProcessResult, masking mask: SecretMask) -> ActionEnding {
    var ending = ending(of: result, mask)
    ending.result = .program(
      ActionResult.Program(
        standardOutput: result.standardOutput.bytes, standardError: result.standardError.bytes,
        exitStatus: ending.exitStatus ?? 0))
    if capturesOutput { ending.standardOutput = result.standardOutput.bytes }
    if result.standardOutput.wasCut { ending.cutOutput = label }
    return ending
  }

  private func ending(of result: ProcessResult, _ mask: SecretMask) -> ActionEnding {
    let isLaunch = request.waiting != .untilExit
    // Before it is cut for a message: half of a secret would not be known for one.
    var errors = result.standardError
    errors.bytes = mask.masked(errors.bytes)
    switch result.termination {
    case .exited(let status):
      if success.contains(status) {
        return ActionEnding(
          status: .completed, evidence: isLaunch ? .launched : .exited, exitStatus: status)
      }
      if cancelled.contains(status) {
        return ActionEnding(status: .cancelled, error: .cancelled(label), exitStatus: status)
      }
      return ActionEnding(
        status: .failed, error: .exitStatus(status, program: label, lastLine: errors.lastLine),
        exitStatus: status)
    case .signalled(let signal):
      return ActionEnding(
        status: .failed, error: .signalled(signal, program: label, lastLine: errors.lastLine),
        exitStatus: 128 + Int(signal.number))
    case .timedOut:
      return ActionEnding(
        status: .timedOut, error: .timedOut(label, seconds: request.timeout ?? 0))
    case .cancelled:
      return ActionEnding(status: .cancelled, error: .cancelled(label))
    case .stillRunning:
      return ActionEnding(status: .completed, evidence: .launched)
    case .unknown:
      return ActionEnding(status: .failed, error: .statusUnknown(label))
    }
  }
}

extension ProcessResult.Output {
  /// The last line that is not blank, without white space at its ends, as far as it suits a message.
  var lastLine: String? {
    let line = bytes.split(separator: 0x0A).last { line in line.contains { $0 > 0x20 } }
    guard let line else { return nil }
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    let trimmed = line.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    let text = String(decoding: trimmed, as: UTF8.self)
    return text.count > 300 ? String(text.prefix(300)) + "…" : text
  }

  /// What `$(…)` would give: the bytes without the line breaks at the end.
  var withoutFinalLineBreaks: [UInt8] {
    var bytes = bytes
    while bytes.last == 0x0A {
      bytes.removeLast()
      if bytes.last == 0x0D { bytes.removeLast() }
    }
    return bytes
  }
}
