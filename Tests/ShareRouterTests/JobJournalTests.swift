import ShareActions
import ShareModel
import Testing

@testable import ShareJobs
@testable import ShareSessions

@Suite("The journal of a job")
struct JobJournalTests {
  private static func journal(returned text: String, secret: String) -> (record: String, journal: JobJournal) {
    var run = Outcome.Run(itemIndexes: [0], status: .completed)
    run.returnedItems = [ReturnedItem(item: .text(Array(text.utf8)))]
    let record = JobJournal.record(of: run, "com.example.a", SecretMask([Array(secret.utf8)]))
    return (record, JobJournal([JobRunRecord(items: "0:0", mayBeRepeated: true, outcome: record)]))
  }

  @Test("A secret that is given back is not stored, and nobody goes on with what is left")
  func secret() {
    let (record, journal) = JobJournalTests.journal(returned: "token=s3cret-value", secret: "s3cret-value")
    #expect(record.contains("token=***") && !record.contains("s3cret"), "\(record)")
    #expect(journal.runs(of: 0).map(\.status) == [.completed])
    #expect(journal.canGoOn(among: 1))
    #expect(!journal.canGoOn(among: 2))
  }

  @Test("Anything else is stored as it is and passed on, also what looks like a hidden secret")
  func noSecret() {
    let (_, journal) = JobJournalTests.journal(returned: "token=***", secret: "s3cret-value")
    #expect(journal.runs(of: 0).first?.returnedItems?.first?.item.textBytes == Array("token=***".utf8))
    #expect(journal.canGoOn(among: 2))
  }
}
