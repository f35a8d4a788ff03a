import Glibc
import JSONSyntax
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("The file of results")
struct ResultsFileTests {
  private let directory = TemporaryDirectory()
  private var file: ResultsFile { ResultsFile(stateFolder: FilePath(directory.path + "/deep/state")) }

  @Test("what is appended is read again, in order, byte for byte")
  func roundTrip() throws {
    #expect(try file.entries().entries == [])
    let texts = ["plain", "two\nlines \"q\" \\ \u{1B}", "", "日本\u{2028}é"]
    for (index, text) in texts.enumerated() {
      let item = ReturnedItem(item: .text(bytes(text)), name: index == 1 ? "extra" : nil)
      try file.append([item], of: "com.example.a", at: 951_782_400 + index, masking: SecretMask())
    }
    let path = FilePath(bytes: bytes("/tmp/caf\u{E9}").dropLast(2) + [0xE9])
    let odd = Item(kind: .file, content: .file(path), contentType: ContentType("text/plain"), size: 1)
    try file.append([ReturnedItem(item: odd)], of: "com.example.b", at: 0, masking: SecretMask())
    let (entries, unreadable) = try file.entries()
    #expect(unreadable == 0)
    #expect(entries.map(\.value) == texts + ["file:///tmp/caf%E9"])
    #expect(entries.map(\.name) == [nil, "extra", nil, nil, nil])
    #expect(entries.map(\.time) == [951_782_400, 951_782_401, 951_782_402, 951_782_403, 0])
    #expect(entries[0].json["time"] == .string("2000-02-29T00:00:00Z"))
    #expect(entries.last?.activityType == "com.example.b")
  }

  @Test("secrets are hidden")
  func masked() throws {
    let item = ReturnedItem(item: .url(bytes("https://x.example/?k=my%2Fsecret&n=1")))
    try file.append([item], of: "com.example.a", at: 0, masking: SecretMask([bytes("my/secret")]))
    #expect(try file.entries().entries.map(\.value) == ["https://x.example/?k=***&n=1"])
  }

  @Test("lines that are no entries are counted and left out")
  func unreadable() throws {
    directory.write(
      "deep/state/sharerouter/results.jsonl",
      #"{"activityType": "a.b", "text": "no time"}"# + "\n[1]\n{\n\n"
        + #"{"activityType": "a.b", "time": "2000-13-99T00:00:00Z", "text": "no such time"}"# + "\n"
        + #"{"activityType": "a.b"}"# + "\n")
    let (entries, unreadable) = try file.entries()
    #expect(entries.map(\.value) == ["no time", "no such time"])
    #expect(entries.map(\.time) == [nil, nil])
    #expect(unreadable == 3)
  }

  @Test("nothing is made for nothing, and a place that cannot be used is named")
  func failures() throws {
    try file.append([], of: "com.example.a", at: 0, masking: SecretMask())
    #expect(!directory.exists("deep"))
    directory.write("deep", "a file")
    #expect(throws: ResultsFile.Failure.self) {
      try file.append([ReturnedItem(item: .text(bytes("x")))], of: "com.example.a", at: 0, masking: SecretMask())
    }
  }
}
