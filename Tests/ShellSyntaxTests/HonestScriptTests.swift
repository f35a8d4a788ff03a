import Foundation
import ShellSyntax
import ShellTrials
import TestSupport
import Testing

@Suite("Scripts as people write them")
struct HonestScriptTests {
  @Test("every value may stand where it does", arguments: honestScripts)
  func accepted(_ example: HonestScript) {
    for interpreter in example.isBash ? [.bash] : ShellInterpreter.allCases {
      let scan = MarkedScript(example.script).scan(interpreter)
      #expect(scan.places.allSatisfy { if case .word = $0 { true } else { false } }, "\(scan.places.map(\.name))")
    }
  }

  @Test("they write what is due")
  func output() throws {
    let directory = TemporaryDirectory()
    let examples = honestScripts.filter { $0.output != nil }
    var driver = "cd \(directory.path)\n"
    var due = ""
    for example in examples {
      let marked = MarkedScript(example.script)
      for shell in ScriptRunner.shells where !example.isBash || shell.hasSuffix("pipefail") {
        let text = try #require(marked.render(marked.scan(example.isBash ? .bash : .sh)))
        for number in 1...2 { driver += "sr\(number)=\(ScriptRunner.quote(HonestScript.value)) " }
        driver += "/bin/\(shell) -eu -c \(ScriptRunner.quote(text))\necho ==\n"
        due += (example.output ?? "").replacingOccurrences(of: "V", with: HonestScript.value) + "==\n"
      }
    }
    expectText(try ScriptRunner.output(of: directory.write("driver", driver)), due)
  }
}
