import ShareRouter
import TestSupport
import Testing

/// Prints all that an activity can be given.
private let everything = """
  accepts: text
  inputs: {name: {prompt: Name, optional: true}}
  shell:
    script: |
      printf '%s|%s|%s|%s|%s' "{{ items.text | join }}" "{{ subject? }}" "{{ message? }}" "{{ recipients | join }}" "{{ input.name? }}"

  """
private let echo = "accepts: text\nshell: [printf, '%s', \"{{ items.text }}\"]\n"

@Suite("a share sheet")
struct ShareSheetTests {
  @Test("offers activities from YAML and from Swift in one order")
  func order() async throws {
    let machine = Machine()
    machine.define("com.example.b", "category: share\n" + echo)
    machine.define("com.example.a", echo)
    machine.define("com.example.image", "accepts: image\nshell: [cat, --, \"{{ item.path }}\"]\n")
    machine.configure("order: [com.example.a]\n")
    var own = RecordingActivity("com.example.own", title: "Own")
    own.category = .share
    let sheet = machine.sheet(["hello"], [own, RecordingActivity("com.example.last")])
    let activities = try await sheet.activities
    #expect(
      activities.map(\.type) == ["com.example.a", "com.example.own", "com.example.b", "com.example.last"])
    #expect(activities.map(\.title) == ["com.example.a", "Own", "com.example.b", "Recording"])
  }

  @Test("an activity in Swift stands before one of the same type in YAML")
  func overriding() async throws {
    let machine = Machine()
    machine.define("com.example.a", echo)
    let own = RecordingActivity("com.example.a", title: "Own")
    let sheet = machine.sheet(["hello"], [own])
    #expect(try await sheet.activities.map(\.title) == ["Own"])
    #expect(await sheet.perform("com.example.a").status == .completed)
    #expect(own.record.count("perform") == 1)
  }

  @Test("asking what is offered prepares and performs nothing, however often")
  func purity() async throws {
    let machine = Machine()
    machine.define("com.example.touch", "accepts: text\nshell: [touch, --, \"{{ item.text }}\"]\n")
    let own = RecordingActivity("com.example.own")
    let sheet = machine.sheet([.text(machine.path + "/touched")], [own])
    for _ in 0..<3 { #expect(try await sheet.activities.count == 2) }
    #expect(own.record.all == ["canPerform", "canPerform", "canPerform"])
    #expect(!machine.directory.exists("touched"))
  }

  @Test("only the chosen activity is prepared, once, and then performed, once")
  func chosen() async throws {
    let machine = Machine()
    let chosen = RecordingActivity("com.example.chosen")
    let other = RecordingActivity("com.example.other")
    let sheet = machine.sheet(["hello"], [other, chosen])
    _ = try await sheet.activities
    #expect(await sheet.perform("com.example.chosen").status == .completed)
    #expect(chosen.record.all.filter { $0 != "canPerform" } == ["prepare", "perform"])
    #expect(other.record.all.allSatisfy { $0 == "canPerform" })
  }

  @Test("an activity that says no is neither offered nor performed, and can be asked why")
  func refusing() async throws {
    let machine = Machine()
    var own = RecordingActivity("com.example.own")
    own.accepts = { $0.allSatisfy { $0.kind == .image } }
    let sheet = machine.sheet(["hello"], [own])
    #expect(try await sheet.activities.isEmpty)
    #expect(try await sheet.decision(for: "com.example.own")?.reason?.code == .kind)
    #expect(try await sheet.decision(for: "com.example.none") == nil)
    let outcome = await sheet.perform("com.example.own")
    #expect(outcome.status == .failed && outcome.error?.code == "not-offered")
    #expect(own.record.count("prepare") == 0 && own.record.count("perform") == 0)
  }

  // MARK: Options

  @Test("subject, message, recipients, inputs and replaced items reach an activity from YAML")
  func forwarding() async {
    let machine = Machine()
    machine.define("com.example.all", everything)
    let sheet = machine.sheet([
      ActivityItem.text("for others").replaced(by: "for this one", for: "com.example.all"),
      ActivityItem.text("not here").replaced(by: nil, for: "com.example.all"),
    ])
    sheet.subject = "About"
    sheet.message = "line 1\nline 2"
    sheet.recipients = ["a@example.org"]
    let outcome = await sheet.perform("com.example.all", inputs: ["name": "N"])
    #expect(outcome.error == nil)
    #expect(text(outcome) == "for this one|About|line 1\nline 2|a@example.org|N")
  }

  @Test("what is returned goes on to the activities that are to follow, and files go where the sheet says")
  func following() async throws {
    let machine = Machine()
    machine.define(
      "com.example.wrap",
      "accepts: text\nshell: [printf, '<%s>', \"{{ item.text }}\"]\nreturns: {text: \"{{ stdout }}\"}\nthen: com.example.once-more\n"
    )
    machine.define(
      "com.example.once-more",
      "accepts: text\nshell: [printf, '[%s]', \"{{ item.text }}\"]\nreturns: {text: \"{{ stdout }}\"}\n")
    machine.define(
      "com.example.file",
      "accepts: text\ninputs: {end: {prompt: End}}\nshell: {script: \"cat >{{ work }}/f\", stdin: \"{{ item.text }}{{ input.end }}\"}\nreturns: {file: \"{{ work }}/f\"}\n"
    )
    #expect(text(await machine.sheet(["x"]).perform("com.example.wrap")) == "[<x>]")
    let sheet = machine.sheet(["x"])
    sheet.then = ["com.example.once-more", "com.example.file"]
    sheet.outputFolder = FilePath(machine.path + "/out")
    let completions = Completions()
    completions.attach(to: sheet)
    let outcome = await sheet.perform("com.example.wrap", inputs: ["end": "!"])
    #expect(outcome.error == nil)
    #expect(outcome.returnedItems?.map { $0.item.path?.displayText } == [machine.path + "/out/f"])
    #expect(machine.directory.read("out/f").map { String(decoding: $0, as: UTF8.self) } == "[<x>]!")
    #expect(outcome.runs.map(\.follower) == [nil, "com.example.once-more", "com.example.file"])
    #expect(completions.calls.map(\.type) == ["com.example.wrap"])
    #expect(completions.calls.first?.returnedItems == outcome.returnedItems)
    let unknown = machine.sheet(["x"])
    unknown.then = ["com.example.none"]
    #expect(await unknown.perform("com.example.wrap").error?.code == "unknown-activity")
  }

  @Test("a request file reaches the activity with all that it says")
  func requestFile() async throws {
    let machine = Machine()
    machine.define("com.example.all", everything)
    machine.define("com.example.other", everything)
    let (configuration, findings) = ActivityItemsConfiguration.load(
      .init(
        path: "request.yaml",
        text: """
          items:
            - {text: one, instead: {com.example.all: {text: uno}}}
            - {text: two, instead: {com.example.all: null}}
          subject: About
          message: Read it
          recipients: a@example.org
          inputs: {name: N}
          exclude: com.example.o*
          only: com.example.*

          """))
    #expect(findings.isEmpty)
    let sheet = ShareSheet(configuration: try #require(configuration), process: machine.process())
    #expect(try await sheet.activities.map(\.type) == ["com.example.all"])
    #expect(text(await sheet.perform("com.example.all")) == "uno|About|Read it|a@example.org|N")
  }

  struct Restriction: Sendable, CustomTestStringConvertible {
    var name: String
    var apply: @Sendable (ShareSheet, Machine) -> Void
    var code: String
    var testDescription: String { name }
  }

  static let restrictions = [
    Restriction(
      name: "excluded by the sheet", apply: { sheet, _ in sheet.excludedActivityTypes = ["com.example.x*"] },
      code: "excluded-request"),
    Restriction(
      name: "not among the only ones", apply: { sheet, _ in sheet.onlyActivityTypes = ["com.example.a"] },
      code: "not-only"),
    Restriction(
      name: "excluded by the configuration", apply: { $1.configure("exclude: com.example.x*\n") },
      code: "excluded-config"),
    Restriction(
      name: "excluded for this item",
      apply: { $1.configure("exclude: {kind: text, text: hello, activity: com.example.x*}\n") }, code: "excluded-config"
    ),
  ]

  @Test(
    "a rule keeps activities from YAML and from Swift off the sheet, and from being performed", arguments: restrictions)
  func restricted(_ restriction: Restriction) async throws {
    for type: ActivityType in ["com.example.xyaml", "com.example.xswift"] {
      let machine = Machine()
      machine.define("com.example.a", echo)
      machine.define("com.example.xyaml", echo)
      let own = RecordingActivity("com.example.xswift")
      let sheet = machine.sheet(["hello"], [own])
      restriction.apply(sheet, machine)
      #expect(try await sheet.activities.map(\.type) == ["com.example.a"])
      #expect(try await sheet.decision(for: type)?.reason?.code.rawValue == restriction.code)
      let outcome = await sheet.perform(type)
      #expect(outcome.error?.code == "not-offered")
      #expect(own.record.count("prepare") == 0)
    }
  }

  @Test("rules may be changed while the sheet is shown")
  func changing() async throws {
    let machine = Machine()
    machine.define("com.example.a", echo)
    let sheet = machine.sheet(["hello"])
    #expect(try await sheet.activities.count == 1)
    sheet.excludedActivityTypes = ["com.example.a"]
    #expect(try await sheet.activities.isEmpty)
    sheet.excludedActivityTypes = nil
    #expect(try await sheet.activities.count == 1)
  }

  @Test("inputs and questions are told before, and refused without an answer")
  func inputs() async throws {
    let machine = Machine()
    machine.define(
      "com.example.asks",
      """
      accepts: text
      inputs:
        size: {prompt: Size, choices: {s: Small, l: Large}}
        copies: {prompt: Copies, type: number, default: 1}
      confirm: Really?
      shell: [printf, '%s', "{{ items.text | join }}{{ input.size }}{{ input.copies }}"]

      """)
    let offered = try #require(try await machine.sheet(["x"]).activities.first)
    #expect(offered.question == "Really?")
    #expect(offered.inputs.map(\.name) == ["size", "copies"])
    #expect(offered.inputs.map(\.isRequired) == [true, false])
    #expect(offered.inputs[0].choices.map(\.label) == ["Small", "Large"])
    #expect(await machine.sheet(["x"]).perform("com.example.asks").error?.code == "missing-input")
    #expect(await machine.sheet(["x"]).perform("com.example.asks", inputs: ["size": "l"]).error?.code == "unconfirmed")
    let wrong = await machine.sheet(["x"]).perform("com.example.asks", inputs: ["sise": "l"], isConfirmed: true)
    #expect(wrong.error?.code == "unknown-input")
    let right = await machine.sheet(["x"]).perform("com.example.asks", inputs: ["size": "l"], isConfirmed: true)
    #expect(text(right) == "xl1")
  }

  // MARK: Items

  @Test("a text that is the name of a file is a text; a URL is a URL; a path is its file")
  func kinds() async throws {
    let machine = Machine()
    machine.directory.write("secret.txt", "secret")
    machine.directory.write(Array("photo.png".utf8), SampleFiles.png)
    var seen: [ItemKind] { record.all.compactMap { ItemKind(rawValue: $0) } }
    let record = RecordingActivity.Record()
    var own = RecordingActivity("com.example.own")
    own.action = { items in
      for item in items { record.note(item.kind.rawValue) }
      return nil
    }
    let known = Item.text(Array("known".utf8))
    let sheet = machine.sheet(
      ["secret.txt", "https://example.org/a", .file("secret.txt"), FilePath(machine.path + "/photo.png"), known], [own])
    #expect(await sheet.perform("com.example.own").status == .completed)
    #expect(seen == [.text, .url, .file, .image, .text])
  }

  @Test("an item that cannot be shared is an error of the sheet and of the outcome")
  func badItems() async throws {
    let machine = Machine()
    let own = RecordingActivity("com.example.own")
    let sheet = machine.sheet([.file("none.txt"), .url("no url")], [own])
    let error = await #expect(throws: ShareSheetError.self) { try await sheet.activities }
    #expect(error?.code == .items)
    #expect(error?.message.contains("none.txt") == true && error?.message.contains("no url") == true)
    #expect(await sheet.perform("com.example.own").error?.code == "invalid-items")
    #expect(own.record.all.isEmpty)
    let empty = machine.sheet([])
    #expect(await empty.perform("com.example.own").error?.message.contains("nothing to share") == true)
  }

  @Test("rules that cannot be read stop everything")
  func brokenRules() async {
    let machine = Machine()
    machine.configure("exlude: com.example.a\n")
    machine.define("com.example.a", echo)
    let sheet = machine.sheet(["hello"])
    let error = await #expect(throws: ShareSheetError.self) { try await sheet.activities }
    #expect(error?.code == .rules)
    #expect(await sheet.perform("com.example.a").error?.code == "invalid-rules")
  }

  @Test("a broken definition and an unknown type are told apart")
  func brokenDefinition() async {
    let machine = Machine()
    machine.define("com.example.broken", "accepts: txet\nshell: [cat]\n")
    #expect(await machine.sheet(["a"]).perform("com.example.broken").error?.code == "invalid-definition")
    #expect(await machine.sheet(["a"]).perform("com.example.none").error?.code == "unknown-activity")
  }

  @Test("the indexes of skipped items count all items")
  func skipped() async throws {
    let machine = Machine()
    machine.define("com.example.urls", "accepts: url\nmatch: any\nshell: [printf, '%s\\n', \"{{ items.url }}\"]\n")
    let sheet = machine.sheet([
      ActivityItem.text("left out").replaced(by: nil, for: "com.example.urls"), ActivityItem.url("https://example.org"),
      ActivityItem.text("no url"),
    ])
    #expect(try await sheet.activities.first?.skippedItems.map(\.index) == [2])
    let outcome = await sheet.perform("com.example.urls")
    #expect(outcome.skippedItems.map(\.index) == [2])
    #expect(outcome.runs.map(\.itemIndexes) == [[1]])
  }

  @Test(
    "a constant that stands for a shipped activity names a file",
    arguments: [
      ActivityType.addToHomeScreen, .addToReadingList, .airDrop, .assignToContact, .collaborationCopyLink,
      .copyToPasteboard, .mail, .markupAsPDF, .message, .openInBooks, .postToFacebook, .postToFlickr,
      .postToTencentWeibo, .postToTwitter, .postToVimeo, .postToWeibo, .print, .saveToCameraRoll, .checksum, .open,
    ])
  func shipped(type: ActivityType) {
    #expect(readFile(Project.root + "/activities.d/\(type).yaml") != nil)
  }

  private func text(_ outcome: Outcome) -> String {
    String(decoding: outcome.standardOutput ?? [], as: UTF8.self)
  }
}
