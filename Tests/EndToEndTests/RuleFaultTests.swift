import TestSupport
import Testing

/// Ways in which other tools of this kind fail with rules, kinds and types.
@Suite("faults of rules and kinds")
struct RuleFaultTests {
  private static let action = "shell: [printf, '%s', \"{{ item.file }}\"]\n"

  private func sandbox(_ rest: String) -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define("com.example.a", "title: A\ncategory: action\n" + rest)
    return sandbox
  }

  @Test(
    "a host excludes itself alone, its subdomains need '*.', and paths and look-alikes are not hosts",
    arguments: [
      ("example.com", "https://example.com/x", true), ("example.com", "https://EXAMPLE.com.:8443/x", true),
      ("example.com", "https://foo.example.com/x", false), ("*.example.com", "https://foo.example.com/x", true),
      ("*.example.com", "https://fooexample.com/x", false), ("example.com", "https://other.test/example.com/a", false),
      ("example.com", "https://example.com.other.test/", false),
      ("example.com", "https://example.com@other.test/", false),
      ("example.com", "https://other.test@example.com/", true),
    ])
  func hosts(pattern: String, url: String, isExcluded: Bool) {
    let sandbox = sandbox("accepts: url\nexclude: {host: \"\(pattern)\"}\n" + RuleFaultTests.action)
    #expect(sandbox.run(["send", "--url", url, "-a", "com.example.a", "--dry-run"]).status == (isExcluded ? 4 : 0))
  }

  @Test("the third rule is named with its line and both values")
  func thirdRule() {
    let sandbox = sandbox(
      """
      accepts: file
      exclude:
        - name: "*.log"
        - mime: image/*
        - max-size: 3 B
      \(RuleFaultTests.action)
      """)
    sandbox.file("a.txt", "ab")
    let run = sandbox.run(["explain", "a.txt", "--activity", "com.example.a"])
    #expect(run.text.contains("2 bytes") && run.text.contains("com.example.a.yaml:8"), "\(run.text)")
  }

  @Test(
    "a misspelt condition is an error, below 'not' as well",
    arguments: ["{mmie: text/*}", "{kind: file, not: {mmie: text/*}}"])
  func misspelt(rule: String) {
    let run = sandbox("accepts: file\nexclude: \(rule)\n" + RuleFaultTests.action)
      .run(["send", "--text", "x", "-a", "com.example.a"])
    #expect(run.status == 3)
    #expect(run.errorText.contains("did you mean 'mime'?"), "\(run.errorText)")
  }

  @Test("a delimiter inside of a pattern does not cut it", arguments: ["a=b", "a,b", "a:b", "a#b", "a b"])
  func delimiters(pattern: String) {
    let sandbox = sandbox("accepts: text\nexclude: {text: \"^\(pattern)$\"}\n" + RuleFaultTests.action)
    #expect(sandbox.run(["send", "--text", pattern, "-a", "com.example.a", "--dry-run"]).status == 4)
    #expect(sandbox.run(["send", "--text", "a", "-a", "com.example.a", "--dry-run"]).status == 0)
  }

  @Test(
    "plain words stay what was written",
    arguments: ["no", "on", "~", "1.10", "0123", "12:30", "123456789012345678901234567890"])
  func plainWords(title: String) {
    let sandbox = Sandbox()
    sandbox.define("com.example.a", "title: \(title)\ncategory: action\naccepts: text\n" + RuleFaultTests.action)
    let run = sandbox.run(["list", "x", "--json", "--only", "com.example.*"])
    // `~` is no text in YAML: an error that says so is as good.
    #expect(
      run.text.contains("\"title\": \"\(title)\"")
        || sandbox.run(["validate", sandbox.path + "/config/sharerouter/activities.d"]).text.contains("title"),
      "\(run.text)")
    if title != "~" { #expect(run.text.contains("\"\(title)\""), "\(run.text)") }
  }

  @Test("a misspelt opt-in key is an error with a suggestion, everywhere")
  func optIn() {
    let sandbox = sandbox("accepts: text\nconfrim: true\n" + RuleFaultTests.action)
    let sent = sandbox.run(["send", "x", "-a", "com.example.a"])
    #expect(sent.status == 3 && sent.errorText.contains("did you mean 'confirm'?"), "\(sent.errorText)")
    #expect(sandbox.run(["validate"]).status == 1)
  }

  @Test("all missing keys are told at once, and an unquoted placeholder with the way out")
  func several() {
    let sandbox = Sandbox()
    sandbox.directory.write(
      "config/sharerouter/activities.d/com.example.a.yaml", "type: com.example.a\nshell: [printf, {{ item.text }}]\n")
    let run = sandbox.run(["validate", sandbox.path + "/config/sharerouter/activities.d"])
    for word in ["'title'", "'accepts'", "quote"] { #expect(run.text.contains(word), "\(word) in \(run.text)") }
  }

  @Test("a title in other languages than the person's does not fail")
  func languages() {
    let sandbox = Sandbox()
    sandbox.define("com.example.a", "title: {en: Test}\ncategory: action\naccepts: text\n" + RuleFaultTests.action)
    let run = sandbox.run(
      ["list", "x", "--only", "com.example.*"], environment: ["LANG": "xx_XX.UTF-8", "LC_ALL": ""])
    #expect(run.status == 0 && run.text.contains("Test"), "\(run.errorText)")
    for title in ["\"\"", "[a]", "{}"] {
      let broken = Sandbox()
      broken.define("com.example.a", "title: \(title)\ncategory: action\naccepts: text\n" + RuleFaultTests.action)
      #expect(broken.run(["send", "x", "-a", "com.example.a"]).status == 3)
    }
  }

  @Test(
    "text is text whatever it looks like",
    arguments: ["[Desktop Entry]\nType=Link\n", "#!/bin/sh\n", "<svg/>", "{\"a\":1}", "PA279CV", "MM"])
  func texts(text: String) {
    let sandbox = sandbox("accepts: {kind: text, mime: text/plain}\nshell: [printf, '%s', \"{{ item.text }}\"]\n")
    expectRun(sandbox.run(["send", "--text", text, "-a", "com.example.a"]), output: text)
    expectRun(sandbox.run(["send", "-", "-a", "com.example.a"], input: Array(text.utf8)), output: text)
  }

  @Test("parameters and case of a media type do not count")
  func parameters() {
    let sandbox = sandbox("accepts: {kind: file, mime: TEXT/plain}\n" + RuleFaultTests.action)
    sandbox.file("a.txt", "x")
    #expect(
      sandbox.run(["send", "a.txt", "--mime", "text/plain;charset=\"UTF-8\"", "-a", "com.example.a", "--dry-run"])
        .status == 0)
  }

  @Test("a TypeScript source is no video", arguments: ["store.ts"])
  func typeScript(name: String) {
    let sandbox = sandbox("accepts: {kind: file, mime: video/*}\n" + RuleFaultTests.action)
    sandbox.file(name, "export const a = 1\n")
    #expect(sandbox.run(["send", name, "-a", "com.example.a", "--dry-run"]).status == 4)
  }

  @Test("files of one name from two folders are both sent; a file URL is its file; a URL of an image is a URL")
  func kinds() {
    let sandbox = sandbox("accepts: file\nshell: [cat, --, \"{{ items.path }}\"]\n")
    sandbox.file("d1/foo", "one")
    sandbox.file("d2/foo", "two")
    sandbox.file("a b.txt", "blank")
    expectRun(sandbox.run(["send", "d1/foo", "d2/foo", "-a", "com.example.a"]), output: "onetwo")
    expectRun(sandbox.run(["send", "file://\(sandbox.work)/a%20b.txt", "-a", "com.example.a"]), output: "blank")
    let image = sandbox.run(["send", "https://e.test/a.png", "-a", "com.example.a"])
    #expect(image.status == 4 && image.errorText.contains("a URL is none of the accepted kinds"), "\(image.errorText)")
    let fetched = sandbox.run(["send", "https://e.test/a.png", "--as", "image", "-a", "com.example.a"])
    #expect(fetched.status == 2 && fetched.errorText.contains("a URL is not fetched"), "\(fetched.errorText)")
  }

  @Test(
    "without an environment, and without a program for types, things still work; what is missing is named with PATH")
  func bareEnvironment() {
    let sandbox = sandbox("accepts: text\nshell: [printf, '%s', \"{{ items.text }}\"]\n")
    let folder = sandbox.path + "/config/sharerouter/activities.d"
    let run = CommandRun.run(
      [CommandRun.program, "send", "x", "-a", "com.example.a", "--activities", folder].map { Array($0.utf8) },
      environment: [:], in: sandbox.work)
    #expect(run.status == 0 ? run.text == "x" : run.errorText.contains("printf"), "\(run.status) \(run.errorText)")
  }

  @Test("control characters of names are shown escaped")
  func controlCharacters() {
    let sandbox = sandbox("accepts: url\n" + RuleFaultTests.action)
    let name = "a\u{1B}[31m\u{202E}b"
    sandbox.file(name, "x")
    for arguments in [["explain", name], ["send", name, "-a", "com.example.a"], ["list", "--all", name]] {
      let run = sandbox.run(arguments)
      let shown = run.text + run.errorText
      #expect(!shown.utf8.contains(0x1B) && !shown.contains("\u{202E}"), "\(arguments)")
    }
  }
}
