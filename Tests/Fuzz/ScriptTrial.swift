import ShareModel
import ShareTemplates
import ShellSyntax
import ShellTrials
import SourceDiagnostics
import TestSupport
import YAMLSyntax

/// Damaged and generated scripts and templates through the parser, the scanner, the checks and the renderer; a sample of
/// the accepted scripts is run in real shells with values that leave a mark where they are executed.
struct ScriptTrial {
  let seed: UInt64

  /// Every scalar of the definitions: scripts, templates, and texts that are neither.
  private static let scalars: [[UInt8]] = {
    var texts: [[UInt8]] = []
    for bytes in Corpus.definitions {
      var findings: [Diagnostic] = []
      let file = SourceFile(path: "a.yaml", bytes: bytes)
      guard let root = YAMLParser.parse(file, into: &findings)?.root else { continue }
      func visit(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let scalar):
          // Others say nothing to a template or a shell.
          if scalar.text.utf8.contains(where: { $0 == 0x7B || $0 == 0x24 || $0 == 0x0A }) {
            texts.append(Array(scalar.text.utf8))
          }
        case .sequence(let nodes): for node in nodes { visit(node) }
        case .mapping(let entries): for entry in entries { visit(entry.value) }
        }
      }
      visit(root)
    }
    return texts
  }()

  func input(_ index: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: seed, index: index)
    var text: [UInt8]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0, 1: text = damaged(ScriptTrial.scalars, using: &generator)
    default:
      var scripts = ScriptGenerator(seed: generator.next())
      // A value that there is, and is accepted where it may stand.
      let script = scripts.script(isBash: index % 2 == 1).replacing("{{ x }}", with: "{{ item.text }}")
      text = Array(script.utf8)
      if Int.random(in: 0..<3, using: &generator) == 0 { text = InputMutator.mutated(text, using: &generator) }
    }
    return text
  }

  func run(_ indices: Range<Int>, _ progress: Progress, sample: Int) {
    var accepted = 0
    var rendered = 0
    var runner = ScriptRunner()
    var tried = 0
    var values = TemplateValues(
      activityType: "com.example.note", activityTitle: "Note", now: 1_700_000_000, workFolder: FilePath("/work"))
    values.item = TemplateValues.RunItem(item: .text(Array("it's $(x) \\ \"y\"".utf8)))
    values.items = values.item.map { [$0] } ?? []
    for index in indices {
      progress.note(index)
      let text = String(decoding: input(index), as: UTF8.self)
      let interpreter: ShellInterpreter = index % 2 == 1 ? .bash : .sh
      if check(text, interpreter, values, index) { rendered += 1 }
      let script = MarkedScript(text)
      let scan = script.scan(interpreter)
      if scan.places.count != script.placeholders.count { complain(index, "places are missing") }
      guard !scan.places.isEmpty, script.render(scan) != nil else { continue }
      accepted += 1
      var generator = SeededGenerator(seed: ~seed, index: index)
      if sample > 0, Int.random(in: 0..<sample, using: &generator) == 0 {
        let all = ScriptRunner.hostileValues
        let first = Int.random(in: 0..<all.count, using: &generator)
        let hostile = (0..<3).map { all[(first + $0 * 7) % all.count] }
        runner.add(script, scan, interpreter, values: hostile)
        if runner.count >= 600 { tried += flush(&runner) }
      }
    }
    tried += flush(&runner)
    say(
      "done \(indices.count) inputs, \(accepted) scripts accepted, \(rendered) templates rendered, \(tried) runs in shells"
    )
  }

  /// Runs what gathered in the shells; how many runs that were.
  private func flush(_ runner: inout ScriptRunner) -> Int {
    let count = runner.count
    guard count > 0 else { return 0 }
    for executed in (try? runner.run()) ?? ["the shells could not be started"] {
      say("fault -1 executed: \(executed.debugDescription)")
    }
    runner = ScriptRunner()
    return count
  }

  /// Whether the text is a template that was rendered as a script.
  private func check(_ text: String, _ interpreter: ShellInterpreter, _ values: TemplateValues, _ index: Int) -> Bool {
    let file = SourceFile(path: "a.yaml", text: text)
    let source = SourceText(verbatim: text, file: file, offset: 0)
    var findings: [Diagnostic] = []
    defer {
      for finding in findings {
        for place in [finding.primary.location] + finding.related.map(\.location)
        where place.range.lowerBound < 0 || place.range.upperBound > file.bytes.count {
          complain(index, "\(finding.code.rawValue) reaches beyond the text")
        }
        if finding.helps.isEmpty { complain(index, "\(finding.code.rawValue) has no way out") }
      }
    }
    guard let script = ScriptTemplate.parse(source, interpreter: interpreter, into: &findings) else { return false }
    if script.scan.places.count != script.template.placeholders.count { complain(index, "a placeholder has no place") }
    var activity = Activity(
      type: "com.example.note", title: LocalizedText("Note"), category: .action,
      accepts: [AcceptEntry(kind: .text, origin: RuleOrigin(layer: .definition))])
    activity.file = "a.yaml"
    var shell = ShellAction(command: .script(script))
    shell.standardInput = .text(script.template)
    _ = ActionChecker.check(ActivityAction(body: .shell(shell)), of: activity, into: &findings)
    let isRefused = findings.contains { $0.severity == .error }
    // Other places for the same template.
    _ = ActionChecker.check(ActivityAction(body: .open(script.template)), of: activity, into: &findings)
    guard !isRefused, !script.template.placeholders.isEmpty else { return false }
    var renderer = Renderer(values)
    _ = try? renderer.text(script.template)
    guard (try? renderer.script(script)) != nil else { return false }
    return true
  }
}
