import Glibc
import TestSupport
import Testing

/// A sandbox with a copy of the program in it, which finds no definitions beside itself but those of the test.
private struct ExplainSandbox {
  let sandbox = Sandbox()

  init() {
    sandbox.directory.write(
      Array("bin/sharerouter".utf8), readFile(CommandRun.program) ?? [], mode: 0o755)
    sandbox.directory.write(
      Array("work/photo.jpg".utf8), readFile(Project.root + "/Tests/Goldens/explain/photo.jpg") ?? [])
    sandbox.directory.write(Array("work/report.pdf".utf8), SampleFiles.pdf)
    sandbox.directory.write(Array("work/really-png.jpg".utf8), SampleFiles.png)
    sandbox.directory.write("work/store.ts", "export const a = 1\n")
    mkdir(sandbox.work + "/folder", 0o755)
    sandbox.define(
      "com.example.album",
      """
      title: Album
      category: share
      accepts: {kind: image, mime: image/jpeg, min-size: 1 MB}
      shell: [cat, --, "{{ items.path }}"]

      """)
    sandbox.define(
      "com.example.archive",
      """
      title: Archive
      category: action
      accepts: {kind: file, mime: [application/pdf, inode/directory]}
      shell: [printf, '%s\\n', "{{ item.path }}"]

      """)
    sandbox.define(
      "com.example.bookmark",
      """
      title: Bookmark
      category: share
      accepts: url
      exclude:
        - {host: "*.corp.example", reason: internal links stay inside}
        - scheme: ftp
      shell: [printf, '%s', "{{ item.url }}"]

      """)
    sandbox.define(
      "com.example.note",
      """
      title: Note
      category: share
      accepts: [{kind: text, matches: "^[A-Z]"}, {kind: file, max: 1}]
      shell: [printf, '%s', "{{ item.file }}"]

      """)
    sandbox.define(
      "com.example.pinned",
      """
      title: Pinned
      category: action
      accepts: [text, file]
      shell: [printf, '%s', "{{ item.file }}"]

      """)
    sandbox.define(
      "com.example.viewer",
      """
      title: Viewer
      category: action
      accepts: file
      shell: [no-such-viewer, "{{ item.path }}"]

      """)
    sandbox.configure(
      """
      order: [com.example.pinned]
      exclude:
        - {activity: com.example.pinned, mime: application/pdf}
        - {activity: com.example.a*, kind: text}

      """)
  }

  func run(_ arguments: [String]) -> CommandRun {
    CommandRun.run(
      ([sandbox.path + "/bin/sharerouter"] + arguments).map { Array($0.utf8) }, environment: sandbox.environment,
      in: sandbox.work)
  }
}

@Suite("explain", .enabled(if: access("/usr/share/mime/mime.cache", R_OK) == 0, "shared-mime-info is not installed"))
struct ExplainTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "photo", arguments: ["photo.jpg"]),
    Case(name: "pdf", arguments: ["report.pdf"]),
    Case(name: "url", arguments: ["https://wiki.corp.example/page", "--exclude", "com.example.n*"]),
    Case(name: "text", arguments: ["a text", "--only", "com.example.p*"]),
    Case(name: "folder", arguments: ["folder"]),
    Case(name: "several", arguments: ["photo.jpg", "report.pdf", "--text", "Some words"]),
    Case(name: "disagreement", arguments: ["really-png.jpg", "store.ts"]),
  ]

  @Test(
    "tells the item, its type, and for each activity the rule, the values, the place and the way out", arguments: cases)
  func golden(_ example: Case) throws {
    let place = ExplainSandbox()
    let run = place.run(["explain"] + example.arguments)
    try CommittedFile.expect(
      "Tests/Goldens/explain/\(example.name).txt",
      holds: "status \(run.status)\n"
        + place.sandbox.masked(run.text + (run.errorText.isEmpty ? "" : "--- stderr\n" + run.errorText)))
  }

  @Test("the same decisions are told by list --all")
  func list() {
    let place = ExplainSandbox()
    let explained = place.run(["explain", "report.pdf", "--json"]).text
    let listed = place.run(["list", "--all", "report.pdf", "--json"]).text
    #expect(explained.contains("excluded-config"))
    expectText(listed, explained)
  }
}
