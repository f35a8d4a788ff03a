import TestSupport
import Testing

@Suite("what people read")
struct WordingTests {
  private func run(_ arguments: [String], in home: TemporaryDirectory) -> CommandRun {
    CommandRun.sharerouter(
      arguments + ["--activities", home.path], environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path],
      in: home.path)
  }

  private func definition(_ type: String, _ title: String, _ action: String, accepts: String = "text") -> String {
    "type: \(type)\ntitle: \(title)\ncategory: action\naccepts: \(accepts)\n\(action)\n"
  }

  @Test("explain aligns the titles of what is offered and what is not")
  func explain() {
    let home = TemporaryDirectory()
    home.write("com.example.a.yaml", definition("com.example.a", "First", "shell: [cat, --, '{{ item.file }}']"))
    home.write(
      "com.example.longer.yaml",
      definition("com.example.longer", "Second", "shell: [cat, --, '{{ item.file }}']", accepts: "file"))
    let run = run(["explain", "words", "--only", "com.example.*"], in: home)
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n")
    func column(_ title: String) -> Int? {
      lines.first { $0.hasSuffix("  " + title) }?.count.advanced(by: -title.count)
    }
    #expect(column("First") != nil && column("First") == column("Second"), "\(run.text)")
  }

  @Test("a dry run shows the script's lines and no more")
  func dryRun() {
    let home = TemporaryDirectory()
    home.write(
      "com.example.a.yaml",
      definition("com.example.a", "A", "shell: |\n  true {{ item.text }}\n  true"))
    let run = run(["send", "words", "--activity", "a", "--dry-run"], in: home)
    #expect(run.status == 0)
    #expect(run.text.split(separator: "\n").filter { $0.hasPrefix("    |") }.count == 2)
    #expect(run.text.contains("    | true\n  variable sr1 = “words”\n"))
  }

  @Test("a new definition is written once, and the second try says what to do")
  func new() {
    let home = TemporaryDirectory()
    let first = run(["new", "com.example.wordCount"], in: home)
    #expect(first.status == 0)
    #expect(first.errorText.hasSuffix("'sharerouter send hello --activity com.example.wordCount --activities DIR'\n"))
    let text = String(decoding: home.read("com.example.wordCount.yaml") ?? [], as: UTF8.self)
    #expect(text.contains("title: Word count\n"))
    let second = run(["new", "com.example.wordCount"], in: home)
    #expect(second.status == 1)
    #expect(second.errorText.hasSuffix("it exists already\n  help: edit that file, or give another type\n"))
    #expect(String(decoding: home.read("com.example.wordCount.yaml") ?? [], as: UTF8.self) == text)
    #expect(run(["validate", home.path], in: home).errorText == "1 file: no problems\n")
    #expect(run(["send", "it's \"quoted\"", "--activity", "wordCount"], in: home).text == "it's \"quoted\"\n")
  }

  @Test("a type without a dot is refused with one that has")
  func invalidType() {
    let run = run(["new", "notes"], in: TemporaryDirectory())
    #expect(run.status == 2)
    #expect(run.errorText.contains("two or more parts") && run.errorText.contains("com.example.notes"))
  }

  @Test("keys that are not performed yet are not left out in silence")
  func notPerformed() {
    let home = TemporaryDirectory()
    home.write(
      "com.example.a.yaml",
      definition(
        "com.example.a", "A",
        "background: true\nshell: [printf, '%s', '{{ item.text }}']\nreturns: {text: '{{ stdout }}'}"
      ))
    let run = run(["send", "words", "--activity", "a"], in: home)
    #expect(run.status == 0 && run.text == "words\n")
    #expect(
      run.errorText.contains("warning: 'background' of 'com.example.a' is not performed by this version\n  help: "))
  }

  @Test(
    "an unknown option is told with the way to those that there are",
    arguments: [
      ("--bogus", "'sharerouter send --help' shows the options"), ("--activty", "did you mean '--activity'?"),
      ("-rf", "write '--' before an item that begins with '-'"),
    ])
  func unknownOption(option: String, help: String) {
    let run = run(["send", option], in: TemporaryDirectory())
    #expect(run.status == 2)
    #expect(run.errorText == "sharerouter: there is no option '\(option)'\n  help: \(help)\n")
  }

  @Test("a pattern that nothing resembles has a way out, too")
  func unmatchedPattern() {
    let home = TemporaryDirectory()
    home.write("com.example.a.yaml", definition("com.example.a", "A", "shell: [cat, --, '{{ item.file }}']"))
    let run = run(["list", "words", "--exclude", "elsewhere.*"], in: home)
    #expect(run.errorText.contains("matches no activity\n  help: "))
  }

  @Test("a limit is told as it was written, and a place as FILE:LINE")
  func failures() {
    let home = TemporaryDirectory()
    home.write(
      "com.example.slow.yaml", definition("com.example.slow", "S", "timeout: 200ms\nshell: sleep {{ item.text }}"))
    let slow = run(["send", "20", "--activity", "slow"], in: home)
    #expect(slow.status == 5)
    #expect(slow.errorText.contains("the activity's time of 0.2 s was over"), "\(slow.errorText)")
    let refused = run(["send", "--text", "-x", "--activity", "slow"], in: home)
    #expect(refused.status == 1)
    #expect(refused.errorText.hasSuffix("/com.example.slow.yaml:6)\n"), "\(refused.errorText)")
  }
}
