import CSQLite
import ShareJobs
import Testing

@Suite("background jobs")
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

  @Test("SQLite is opened when asked for", .enabled(if: sr_sqlite_open() != nil, "libsqlite3-0 is not installed"))
  func library() {
    #expect(sr_sqlite_open() == sr_sqlite_open())
  }
}
