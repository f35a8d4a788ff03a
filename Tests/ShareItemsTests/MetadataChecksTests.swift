import ShareItems
import ShareModel
import Testing

@Suite("the check of metadata")
struct MetadataChecksTests {
  @Test("metadata is kept as it came")
  func kept() {
    let (metadata, errors) = Metadata.checked(
      subject: Array(" Größe ".utf8), message: Array("one\ntwo\n".utf8),
      recipients: [Array("a@e.test".utf8), Array("B <b@e.test>".utf8)])
    #expect(errors.isEmpty)
    #expect(
      metadata == Metadata(subject: " Größe ", message: "one\ntwo\n", recipients: ["a@e.test", "B <b@e.test>"]))
    #expect(Metadata.checked().metadata == Metadata())
    #expect(Metadata.checked(subject: []).metadata == Metadata(subject: ""))
  }

  @Test("a subject and each recipient are one line", arguments: ["\n", "\r", "\r\n", "\u{2028}", "\u{85}", "\u{0B}"])
  func lines(lineBreak: String) {
    let bytes = Array("a\(lineBreak)Bcc: b@e.test".utf8)
    let (metadata, errors) = Metadata.checked(
      subject: bytes, message: bytes, recipients: [Array("a@e.test".utf8), bytes, Array(lineBreak.utf8)])
    #expect(metadata == nil)
    #expect(errors.map(\.code) == [.invalidSubject, .invalidRecipient, .invalidRecipient])
  }

  @Test("what is not UTF-8, holds a NUL or names nobody is refused")
  func bytes() {
    #expect(Metadata.checked(subject: [0xFF]).errors.map(\.code) == [.invalidSubject])
    #expect(Metadata.checked(message: [0x61, 0x00]).errors.map(\.code) == [.invalidMessage])
    #expect(Metadata.checked(recipients: [[]]).errors.map(\.code) == [.invalidRecipient])
  }
}
