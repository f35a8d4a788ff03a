import TestSupport
import Testing

@Suite("validate checks every form of file")
struct ValidateFormsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var arguments: [String] = []
    var status: Int32
    var mentions: String = ""
    var testDescription: String { "\(name) \(arguments.joined(separator: " "))" }
  }

  static let cases = [
    Case(name: "config.yaml", text: "order: [com.example.a]\nenv: {A: b}\n", status: 0),
    Case(name: "config.yaml", text: "ordre: [com.example.a]\n", status: 1, mentions: "config.yaml:1:1"),
    Case(name: "policy.yaml", text: "exclude: com.example.*\n", status: 0),
    Case(name: "policy.yaml", text: "order: [com.example.a]\n", status: 1, mentions: "'order'"),
    Case(name: "mine.yaml", text: "order: [com.example.a]\n", arguments: ["--as", "config"], status: 0),
    Case(
      name: "mine.yaml", text: "order: [com.example.a]\n", arguments: ["--as", "policy"], status: 1, mentions: "'order'"
    ),
    Case(name: "r.json", text: #"{"items": [{"text": "a"}]}"#, arguments: ["--as", "request"], status: 0),
    Case(
      name: "r.json", text: #"{"items": [{"txet": "a"}]}"#, arguments: ["--as", "request"], status: 1,
      mentions: "'txet'"),
    Case(
      name: "config.yaml", text: "type: com.example.a\n", arguments: ["--as", "activity"], status: 1,
      mentions: "'title'"),
    Case(name: "mine.yaml", text: "order: []\n", status: 1, mentions: "does not define an activity"),
    Case(name: "config.yaml", text: "", status: 0),
    Case(name: "config.yaml", text: "", arguments: ["--as", "confg"], status: 2, mentions: "'config'"),
  ]

  @Test("by its name or by --as", arguments: cases)
  func form(_ example: Case) {
    let sandbox = Sandbox()
    sandbox.file(example.name, example.text)
    let run = sandbox.run(["validate", example.name] + example.arguments)
    #expect(run.status == example.status, "\(run.text)\(run.errorText)")
    #expect(
      example.mentions.isEmpty || (run.text + run.errorText).contains(example.mentions), "\(run.text)\(run.errorText)")
  }

  @Test("a folder of settings is checked with its configuration and its activities")
  func settingsFolder() {
    let sandbox = Sandbox()
    sandbox.configure("ordre: []\n")
    sandbox.define("com.example.a", "catgory: share\n")
    let run = sandbox.run(["validate", sandbox.path + "/config/sharerouter"])
    #expect(run.status == 1)
    #expect(run.text.contains("'ordre'") && run.text.contains("'catgory'"), "\(run.text)")
    #expect(run.errorText.hasPrefix("2 files: "))
  }

  @Test("--as without a path is wrong usage")
  func alone() { #expect(Sandbox().run(["validate", "--as", "config"]).status == 2) }
}
