import Glibc
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

@Suite("Describing plans")
struct ActionPlannerTests {
  let bench = Bench()

  private func describe(_ bench: Bench, _ request: ActionRequest) throws -> PlanDescription {
    PlanDescription(try ActionPlanner(bench.surroundings).plan(request, for: .description))
  }

  @Test("Arguments, input, environment and folder are shown as they would be handed over")
  func arguments() throws {
    var action = try argv("printf", "%s", "--", "{{ item.text }}")
    action.standardInput = .text(try template("in {{ item.text }}"))
    action.environment = [.init(name: "A", value: try template("{{ item.text }}!"))]
    action.workingDirectory = try template("/usr")
    let description = try describe(bench, try bench.request(.shell(action), [textItem("a b")]))
    let run = try #require(description.runs.first)
    #expect(description.activityType == bench.type)
    #expect(run.command == .arguments(["printf", "%s", "--", "a b"]))
    #expect(run.standardInput == .text("in a b"))
    #expect(
      run.environment == [
        .init(name: "SHAREROUTER_ACTIVITY_TYPE", value: "com.example.test"),
        .init(name: "SHAREROUTER_DEPTH", value: "1"),
        .init(name: "A", value: "a b!"),
      ])
    #expect(run.workingDirectory == "/usr")
    #expect(run.timeout == 600)
    #expect(run.isExact)
  }

  @Test("A script is shown with its variables")
  func scripts() throws {
    let description = try describe(
      bench, try bench.request(.shell(try script("echo {{ item.text }}")), [textItem("$x")]))
    guard case .script(let interpreter, let text, let variables) = description.runs.first?.command else {
      Issue.record("not a script")
      return
    }
    #expect(interpreter == ["sh", "-eu", "-c"])
    #expect(text.hasSuffix("echo \"${sr1}\""))
    #expect(variables == [.init(name: "sr1", value: "$x")])
  }

  @Test("Secrets are masked whatever their length, and nothing is made")
  func secrets() throws {
    var bench = bench
    bench.surroundings.secret = { name throws(TemplateValues.Problem) in bytes("abc") }
    var action = try script("cat {{ item.file }} > {{ work }}/x")
    action.environment = [.init(name: "TOKEN", value: try template("t={{ secret.KEY }}"))]
    action.standardInput = .text(try template("{{ input.pin }}"))
    let description = try describe(
      bench,
      try bench.request(.shell(action), [textItem("a")]) {
        $0.action.inputs = [InputDefinition(name: "pin", prompt: LocalizedText("PIN"), type: .secret)]
        $0.inputs = ["pin": .text("1234")]
      })
    let run = try #require(description.runs.first)
    #expect(run.environment.last == .init(name: "TOKEN", value: "t=***"))
    #expect(run.standardInput == .text("***"))
    guard case .script(_, _, let variables) = run.command else { return }
    let folder = bench.directory.path + "/run/sharerouter/work-XXXXXX"
    #expect(variables.map(\.value) == [folder + "/text.txt", folder])
    #expect(!bench.directory.exists("run/sharerouter"))
  }

  @Test("A URL to open is shown as it would be opened")
  func open() throws {
    bench.directory.write("bin/xdg-open", "#!/bin/sh\n", mode: 0o755)
    let body = ActionBody.open(try template("mailto:a@example.com?body={{ item.text }}"))
    let run = try describe(bench, try bench.request(body, [textItem("a b\nc")])).runs.first
    #expect(run?.command == .open(url: "mailto:a@example.com?body=a%20b%0D%0Ac"))
    #expect(run?.launches == true)
    #expect(run?.timeout == nil)
  }

  @Test("A plan that would be refused is refused")
  func refused() throws {
    let request = try bench.request(.shell(try argv("no-such-program", "x{{ item.text }}")), [textItem("a")])
    #expect(throws: Outcome.Failure.self) { try describe(bench, request) }
  }

  @Test("No folder is made for an action that needs none")
  func noFolder() throws {
    _ = try bench.perform(try argv("true", "x{{ item.text }}"), [textItem("a")])
    #expect(!bench.directory.exists("run/sharerouter"))
  }

  @Test("A text that is named as a file is written once, byte for byte, and gone afterwards")
  func fileOfText() throws {
    let outcome = try bench.perform(
      try argv("sh", "-c", "test \"$1\" = \"$2\" && cat \"$1\"", "_", "{{ item.file }}", "{{ item.file }}"),
      [textItem("a\r\nb ")])
    #expect(outcome.status == .completed)
    #expect(output(outcome) == "a\r\nb ")
    #expect(bench.workFolders == 0)
  }

  @Test("A variable of the configuration fills in for one that the environment does not have")
  func configuredEnvironment() throws {
    var bench = bench
    bench.surroundings.configuredEnvironment = ["HOST": bytes("configured"), "HOME": bytes("configured")]
    let outcome = try bench.perform(
      try argv("printf", "%s|", "--", "{{ env.HOST }}", "x{{ env.HOME }}", "{{ item.text }}"), [textItem("a")])
    #expect(output(outcome) == "--|configured|x\(bench.directory.path)|a|")
  }

  @Test("An input's default is filled in from what is sent")
  func defaults() throws {
    let request = try bench.request(.shell(try argv("true", "x{{ items.text }}")), ["a", "b"].map(textItem))
    let planner = ActionPlanner(bench.surroundings)
    var input = InputDefinition(name: "post", prompt: LocalizedText("Post"), type: .multiline)
    #expect(try planner.defaultValue(of: input, for: request) == nil)
    input.defaultValue = try template("plain")
    #expect(try planner.defaultValue(of: input, for: request) == bytes("plain"))
    input.defaultValue = try template("{{ item.text }} in {{ env.HOME }}")
    #expect(try planner.defaultValue(of: input, for: request) == bytes("a in \(bench.directory.path)"))
    input.defaultValue = try template("{{ subject? }}")
    #expect(try planner.defaultValue(of: input, for: request) == nil)
  }

  @Test("An action that needs a terminal is refused without one before anything runs")
  func noTerminal() throws {
    let outcome = try bench.perform(try argv("touch", "x{{ item.text }}"), [textItem("a")]) {
      $0.action.terminal = true
    }
    #expect(outcome.error?.code == "no-terminal")
    #expect(outcome.runs == [])
  }

  @Test("A missing optional variable leaves that of the caller as it is")
  func missingVariable() throws {
    var action = try argv("sh", "-c", "printf %s \"$HOME\"", "_", "{{ item.text }}")
    action.environment = [.init(name: "HOME", value: try template("{{ subject? }}"))]
    #expect(output(try bench.perform(action, [textItem("a")])) == bench.directory.path)
  }

  @Test("A value that is too long for an argument is refused by name before anything runs")
  func tooLong() throws {
    let item = textItem(String(repeating: "x", count: 200 << 10))
    let outcome = try bench.perform(try argv("printf", "%s", "--", "{{ item.text }}"), [item])
    #expect(outcome.status == .failed)
    #expect(outcome.error?.message.contains("128 KiB") == true)
    #expect(outcome.error?.message.contains("stdin") == true)
    #expect(outcome.runs == [])
  }
}
