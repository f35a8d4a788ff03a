import ShareModel
import Testing

@testable import ShareActions

@Suite("The outcome of several runs")
struct OutcomeRunsTests {
  private func outcome(_ runs: [Outcome.Run], returns: Bool = false) -> Outcome {
    Outcome("com.example.a", runs: runs, returns: returns, skippedItems: [], durationMilliseconds: 1)
  }

  private func run(
    _ status: Outcome.Status, _ evidence: Outcome.Evidence? = nil, error: String? = nil, exit: Int? = nil
  ) -> Outcome.Run {
    Outcome.Run(
      itemIndexes: [0], status: status, evidence: evidence, error: error.map { .init(code: $0, message: $0) },
      exitStatus: exit)
  }

  @Test(
    "One run that did not succeed decides the status",
    arguments: [
      ([.completed, .completed], .completed), ([.completed, .failed], .failed), ([.timedOut, .failed], .failed),
      ([.timedOut, .completed], .timedOut), ([.failed, .cancelled], .cancelled), ([], .completed),
    ] as [([Outcome.Status], Outcome.Status)])
  func status(_ statuses: [Outcome.Status], _ expected: Outcome.Status) {
    #expect(outcome(statuses.map { run($0) }).status == expected)
  }

  @Test("Of several kinds of evidence the weakest counts, and a failure has none")
  func evidence() {
    #expect(outcome([run(.completed, .confirmed), run(.completed, .launched)]).evidence == .launched)
    #expect(outcome([run(.completed, .exited), run(.failed)]).evidence == nil)
  }

  @Test("The error says how many of several runs did not succeed")
  func error() {
    let result = outcome([run(.failed, error: "one", exit: 3), run(.completed, exit: 0), run(.failed, error: "two")])
    #expect(
      result.error == .init(code: "one", message: "2 of 3 runs did not succeed, the first because one"))
    #expect(result.exitStatus == 3)
    #expect(outcome([run(.failed, error: "one")]).error == .init(code: "one", message: "one"))
  }

  @Test("Returning nothing differs from returning none")
  func returned() {
    #expect(outcome([run(.completed)]).returnedItems == nil)
    #expect(outcome([run(.completed)], returns: true).returnedItems == [])
    var first = run(.completed)
    first.returnedItems = [ReturnedItem(item: .text(bytes("a")))]
    var second = run(.completed)
    second.returnedItems = [ReturnedItem(item: .text(bytes("b")))]
    #expect(
      outcome([first, second], returns: true).returnedItems?.map(\.item) == [.text(bytes("a")), .text(bytes("b"))])
  }
}
