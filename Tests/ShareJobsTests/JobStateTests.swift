import ShareJobs
import Testing

@Suite("the states of jobs")
struct JobStateTests {
  @Test("a job that waits, is queued or runs goes on by itself, any other does not")
  func finality() {
    #expect(JobState.allCases.filter { !$0.isFinal } == [.queued, .waiting, .running])
  }

  @Test("states have the names that people and scripts see")
  func names() {
    #expect(JobState.timedOut.rawValue == "timed-out")
    #expect(JobState(rawValue: "interrupted") == .interrupted)
  }

  @Test("what is done or was cancelled needs nobody")
  func attention() {
    #expect(JobState.allCases.filter(\.needsAttention) == [.failed, .timedOut, .interrupted])
  }
}
