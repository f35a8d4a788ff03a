import Foundation
import TestSupport
import Testing

@Suite("validate mends, ignores and reports")
struct ValidateFixTests {
  private static let broken = """
    type: com.example.a
    title: A
    categry: share
    accepts: text
    timeout: 30 sec
    shell: [cat, --, "{{ item.fle }}"]

    """
  private static let mended = """
    type: com.example.a
    title: A
    category: share
    accepts: text
    timeout: 30 sec
    shell: [cat, --, "{{ item.fle }}"]

    """

  private func sandbox(_ text: String = broken) -> Sandbox {
    let sandbox = Sandbox()
    sandbox.file("com.example.a.yaml", text, mode: 0o640)
    return sandbox
  }

  private func content(_ sandbox: Sandbox, _ name: String = "com.example.a.yaml") -> String {
    String(decoding: sandbox.directory.read("work/" + name) ?? [], as: UTF8.self)
  }

  @Test("--fix makes the edits that are sure, keeps the permissions, and tells what is left")
  func fix() {
    let sandbox = sandbox()
    let run = sandbox.run(["validate", "--fix", "com.example.a.yaml"])
    #expect(run.status == 1)
    expectText(content(sandbox), ValidateFixTests.mended)
    #expect(run.text.contains("error[invalid-value]") && run.text.contains("error[unknown-value]"))
    #expect(run.errorText == "mended 1 problem in com.example.a.yaml\n1 file: 2 errors, 0 warnings\n")
    var status = stat()
    #expect(stat(sandbox.work + "/com.example.a.yaml", &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(sandbox.directory.read("work/.sharerouter") == nil)
    let again = sandbox.run(["validate", "--fix", "com.example.a.yaml"])
    #expect(again.errorText == "1 file: 2 errors, 0 warnings\n")
  }

  @Test("--fix --dry-run prints what patch takes, and changes nothing")
  func dryRun() {
    let sandbox = sandbox()
    let run = sandbox.run(["validate", "--fix", "--dry-run", "com.example.a.yaml"])
    expectRun(
      run, status: 1,
      output: """
        --- com.example.a.yaml
        +++ com.example.a.yaml
        @@ -1,6 +1,6 @@
         type: com.example.a
         title: A
        -categry: share
        +category: share
         accepts: text
         timeout: 30 sec
         shell: [cat, --, "{{ item.fle }}"]

        """, errors: "would mend 1 problem in 1 file, of 3 errors and 0 warnings\n")
    expectText(content(sandbox), ValidateFixTests.broken)
  }

  @Test("--fix of a link mends the file that it leads to")
  func link() {
    let sandbox = sandbox()
    sandbox.file("real", ValidateFixTests.broken)
    unlink(sandbox.work + "/com.example.a.yaml")
    symlink("real", sandbox.work + "/com.example.a.yaml")
    #expect(sandbox.run(["validate", "--fix", "com.example.a.yaml"]).status == 1)
    expectText(content(sandbox, "real"), ValidateFixTests.mended)
    var status = stat()
    #expect(lstat(sandbox.work + "/com.example.a.yaml", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("of standard input the mended text is printed, whatever is left")
  func input() {
    let run = Sandbox().run(
      ["validate", "--fix", "-", "--as-path", "activities.d/com.example.b.yaml"],
      input: Array(ValidateFixTests.broken.utf8))
    #expect(run.status == 1)
    expectText(run.text, ValidateFixTests.mended)
    #expect(run.errorText.contains("error[file-name]") && run.errorText.contains("activities.d/com.example.b.yaml:1:7"))
    #expect(run.errorText.hasSuffix("mended 1 problem; left are 3 errors, 0 warnings\n"))
  }

  @Test("standard input is checked under the name that it is to have, or any")
  func asPath() {
    let sandbox = Sandbox()
    let text = Array("order: [com.example.a]\n".utf8)
    #expect(sandbox.run(["validate", "-"], input: text).text.contains("error[not-an-activity]"))
    #expect(sandbox.run(["validate", "-", "--as-path", "x/config.yaml"], input: text).status == 0)
    #expect(sandbox.run(["validate", "-", "--as", "config"], input: text).status == 0)
    let definition = Array(
      "type: com.example.a\ntitle: A\ncategory: action\naccepts: text\nshell: [ls, '{{ item.text }}']\n".utf8)
    #expect(sandbox.run(["validate", "-"], input: definition).errorText == "1 file: no problems\n")
  }

  @Test(
    "options that do not go together are wrong usage",
    arguments: [
      ["--dry-run", "a.yaml"], ["--as-path", "a.yaml", "b.yaml"], ["-", "a.yaml"], ["--format", "xml"],
      ["--fix", "--dry-run", "--format", "json", "a.yaml"],
    ])
  func usage(arguments: [String]) {
    let run = Sandbox().run(["validate"] + arguments)
    #expect(run.status == 2 && run.errorText.contains("help: "))
  }

  @Test("a configuration beside the activities ignores warnings, of some or all of them")
  func configuration() {
    let wide =
      "title: A title that is wider than menus are\ncategory: share\naccepts: text\nshell: [ls, '{{ item.text }}']\n"
    let sandbox = Sandbox()
    sandbox.define("com.example.a", wide)
    sandbox.define("org.example.b", wide.replacingOccurrences(of: "A title", with: "B title"))
    func warnings(_ arguments: [String]) -> Int {
      sandbox.run(["validate", "--strict"] + arguments).text.components(separatedBy: "warning[wide-title]").count - 1
    }
    #expect(warnings([]) == 2)
    sandbox.configure("ignore: {code: wide-title, activity: com.*}\n")
    #expect(warnings([]) == 1)
    let folder = sandbox.path + "/config/sharerouter"
    #expect(warnings([folder]) == 1)
    #expect(warnings([folder + "/activities.d/com.example.a.yaml", folder + "/activities.d/org.example.b.yaml"]) == 1)
    sandbox.configure("ignore: wide-title\n")
    #expect(warnings([]) == 0 && warnings([folder + "/activities.d"]) == 0)
  }

  @Test("a document in Markdown is one finding, not many about YAML")
  func markdown() {
    let run = CommandRun.sharerouter(["validate", Project.root + "/README.md"])
    #expect(run.status == 1)
    #expect(
      run.text.contains("error[not-an-activity]: the file is no YAML")
        && run.errorText == "1 file: 1 error, 0 warnings\n")
  }

  @Test("annotations name files from the root of the checkout")
  func github() {
    let sandbox = sandbox()
    let expected =
      "::error file=work/com.example.a.yaml,line=3,endLine=3,col=1,endColumn=8,title=unknown-key::an activity has no key 'categry'%0Ahelp: did you mean 'category'?\n"
    for name in ["com.example.a.yaml", "./x/../com.example.a.yaml", sandbox.work + "/com.example.a.yaml"] {
      sandbox.directory.write("work/x/a", "")
      let run = sandbox.run(
        ["validate", "--format", "github", name], environment: ["GITHUB_WORKSPACE": sandbox.path])
      #expect(run.text.hasPrefix(expected), "\(run.text)")
      #expect(run.errorText == "1 file: 3 errors, 0 warnings\n")
    }
    let local = sandbox.run(["validate", "--format", "github", "com.example.a.yaml"])
    // The pattern that the documentation gives to an editor reads every line.
    let page = String(decoding: readFile(Project.root + "/Documentation/editors.md") ?? [], as: UTF8.self)
    let pattern = page.components(separatedBy: "\"regexp\": \"").last?.components(separatedBy: "\",\n").first ?? ""
    let regex = try? NSRegularExpression(pattern: pattern.replacingOccurrences(of: "\\\\", with: "\\"))
    for line in local.text.split(separator: "\n").map(String.init) {
      let range = NSRange(location: 0, length: line.utf16.count)
      #expect(regex?.firstMatch(in: line, range: range)?.numberOfRanges == 9, "\(line)")
    }
    #expect(local.text.hasPrefix("::error file=com.example.a.yaml,line=3"))
  }

  /// The environment with the modules that Debian has not.
  private static let python = ProcessInfo.processInfo.environment.merging([
    "PYTHONPATH": Project.root + "/.build/python-modules"
  ]) { $1 }
  private static let hasModels =
    CommandRun.run(["python3", "-c", "import pydantic_sarif.model"].map { Array($0.utf8) }, environment: python).status
    == 0

  @Test(
    "SARIF of every mistake is what the published schema allows",
    .enabled(if: hasModels, "python3 with pydantic_sarif, the classes made from the schema, is not there"))
  func sarif() throws {
    let folder = TemporaryDirectory()
    var paths: [String] = []
    for fixture in MistakeFixture.all where fixture.kind == .activity {
      let name = fixture.name + "/" + fixture.fileName
      folder.write(Array(name.utf8), fixture.bytes)
      paths.append(folder.path + "/" + name)
    }
    let run = CommandRun.sharerouter(["validate", "--format", "sarif"] + paths, in: folder.path)
    #expect(run.status == 1 && run.errorText == "")
    let check = CommandRun.run(
      [
        "python3", "-c",
        """
        import json, sys
        from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log
        text = sys.stdin.read()
        log = Log.model_validate_json(text)
        def strip(value):
            if isinstance(value, dict): return {k: strip(v) for k, v in value.items()}
            return [strip(v) for v in value] if isinstance(value, list) else value
        again = json.loads(log.model_dump_json(by_alias=True, exclude_unset=True))
        assert again == json.loads(text), "something is not in the schema"
        print(len(log.runs[0].results))
        """,
      ].map { Array($0.utf8) }, environment: ValidateFixTests.python, input: run.output)
    #expect(check.text == "\(paths.count)\n", "\(check.errorText)")
  }
}
