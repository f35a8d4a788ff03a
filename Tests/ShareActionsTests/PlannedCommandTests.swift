import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("What a program's ending means")
struct PlannedCommandTests {
  private func perform(_ command: PlannedCommand) throws -> ActionEnding {
    try guarded {
      command.perform(
        ProcessRunner(terminationGrace: 0.5), nil, masking: SecretMask([bytes("s3cr3t-value")]))
    }
  }

  private func command(_ script: String, success: [Int] = [0], cancelled: [Int] = [130]) -> PlannedCommand {
    PlannedCommand(request: shell(script), label: "the script", success: success, cancelled: cancelled)
  }

  @Test("Success is a status that the definition calls so", arguments: [(0, [0]), (1, [0, 1]), (3, [3])])
  func success(_ status: Int, _ success: [Int]) throws {
    let ending = try perform(command("exit \(status)", success: success))
    #expect(ending.status == .completed)
    #expect(ending.evidence == .exited)
    #expect(ending.exitStatus == status)
    #expect(ending.error == nil)
  }

  @Test("Any other status is a failure with the last line of standard error")
  func failure() throws {
    let ending = try perform(command("echo first >&2; echo '  the reason ' >&2; echo >&2; exit 3"))
    #expect(ending.status == .failed)
    #expect(ending.evidence == nil)
    #expect(ending.exitStatus == 3)
    #expect(
      ending.error == .init(code: "exit-status", message: "the script failed with exit status 3: the reason"))
    #expect(try perform(command("exit 0", success: [1])).status == .failed)
  }

  @Test("A secret is hidden in the message, also where the message is cut within it")
  func secrets() throws {
    let filler = String(repeating: "x", count: 294)
    for line in ["the s3cr3t-value", filler + "s3cr3t-value"] {
      let ending = try perform(command("printf '%s\\n' '\(line)' >&2; exit 3"))
      #expect(ending.error?.message.contains("s3cr3t") == false, "\(ending.error?.message ?? "")")
    }
  }

  @Test("A status that means that the person cancelled is no failure", arguments: [(130, [130]), (1, [1, 2])])
  func cancelled(_ status: Int, _ list: [Int]) throws {
    let ending = try perform(command("exit \(status)", cancelled: list))
    #expect(ending.status == .cancelled)
    #expect(ending.error?.code == "cancelled")
    #expect(ending.exitStatus == status)
  }

  @Test("A program that was killed is named with the signal and 128 and its number")
  func signal() throws {
    let ending = try perform(command("kill -9 $$"))
    #expect(ending.status == .failed)
    #expect(ending.exitStatus == 137)
    #expect(ending.error == .init(code: "signal", message: "the script was killed by SIGKILL"))
  }

  @Test("A program whose time is over has timed out")
  func timeout() throws {
    var slow = command("sleep 60")
    slow.request.timeout = 0.25
    let ending = try perform(slow)
    #expect(ending.status == .timedOut)
    #expect(ending.error == .init(code: "timed-out", message: "the script timed out after 0.25 s and was ended"))
    #expect(ending.exitStatus == nil)
  }

  @Test("A launched program is known to be launched, unless it failed at once")
  func launch() throws {
    var launched = command("exit 0")
    launched.request.waiting = .launch(seconds: 15)
    #expect(try perform(launched).evidence == .launched)
    launched = command("echo no >&2; exit 4")
    launched.request.waiting = .launch(seconds: 15)
    let ending = try perform(launched)
    #expect(ending.status == .failed)
    #expect(ending.error?.message == "the script failed with exit status 4: no")
  }

  @Test("A program that cannot be started is a failure without a result")
  func notStarted() throws {
    var command = command("")
    command.request.arguments = [bytes("no-such-program")]
    let ending = try perform(command)
    #expect(ending.status == .failed)
    #expect(ending.error?.code == "not-found")
    #expect(ending.result == nil)
  }

  @Test(
    "Line breaks at the end go, as in a shell's substitution",
    arguments: [("a\n\n", "a"), ("a\r\n", "a"), ("a\n b", "a\n b"), ("\n", ""), ("a\r", "a\r"), ("", "")])
  func lineBreaks(_ output: String, _ expected: String) {
    #expect(text(ProcessResult.Output(bytes: bytes(output)).withoutFinalLineBreaks) == expected)
  }
}
