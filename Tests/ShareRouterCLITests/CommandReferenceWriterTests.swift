import ShareRouterCLI
import TestSupport
import Testing

@Suite("the reference of the commands")
struct CommandReferenceWriterTests {
  @Test("the committed reference holds the help texts as they are printed")
  func committed() throws {
    try CommittedFile.expect("Documentation/commands.md", endsIn: CommandReferenceWriter.reference())
  }

  @Test("the committed manual page is the table's")
  func manual() throws {
    try CommittedFile.expect("Documentation/sharerouter.1", holds: ManPageWriter.page())
  }

  @Test("no line of a help text is wider than a terminal of 120 columns or ends in a blank")
  func layout() {
    for line in CommandReferenceWriter.reference().split(separator: "\n") {
      #expect(line.count <= 120 && line.last != " ", "\(line)")
    }
  }
}
