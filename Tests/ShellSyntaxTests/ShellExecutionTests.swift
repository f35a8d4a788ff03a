import Foundation
import ShellSyntax
import ShellTrials
import TestSupport
import Testing

@Suite("Values in real shells", .serialized)
struct ShellExecutionTests {
  @Test("no accepted script of the table runs a value")
  func table() throws {
    var runner = ScriptRunner()
    for (number, example) in (acceptedCases + refusedCases).enumerated() {
      // Each script meets a fifth of the values, and each place in it other ones.
      let values = ScriptRunner.hostileValues.enumerated().filter { $0.offset % 5 == number % 5 }.map(\.element)
      for interpreter in example.interpreters {
        let script = MarkedScript(example.script)
        runner.add(script, script.scan(interpreter), interpreter, values: values)
      }
    }
    #expect(runner.count > 500)
    let executed = try runner.run()
    #expect(executed == [])
  }

  @Test("the runner notices a value that is run")
  func noticesExecution() throws {
    var runner = ScriptRunner()
    let script = MarkedScript("eval {{ x }}")
    let scan = ShellScan(places: [.word(ShellWord(quoting: .bare, role: .argument))], programs: [])
    runner.add(script, scan, .sh, values: ["touch MARKER"])
    #expect(try runner.run().count == 3)
  }

  @Test(
    "every byte arrives",
    arguments: [
      ("rec {{ x }}", "V"), ("rec \"{{ x }}\"", "V"), ("rec a{{ x }}'b'", "aVb"),
      ("rec \"$(printf '%s' {{ x }})\"", "V"),
      ("v={{ x }}; rec \"$v\"", "V"), ("for i in {{ x }}; do rec \"$i\"; done", "V"), ("rec ${n:-{{ x }}}", "V"),
      ("case {{ x }} in {{ y }}) rec {{ x }};; esac", "V"), ("[ {{ x }} = {{ y }} ] && rec {{ x }}", "V"),
      ("set -- a {{ x }}; rec \"$2\"", "V"), ("export w={{ x }}; rec \"$w\"", "V"),
      ("rec \"$(cat <<E\n{{ x }}\nE\n)\"", "V"),
      ("f() { rec \"$1\"; }; f {{ x }}", "V"), ("sh -c 'rec \"$1\"' _ {{ x }}", "V"),
      ("v={{ x }} sh -c 'rec \"$v\"'", "V"),
    ])
  func bytes(_ script: String, _ expected: String) throws {
    let directory = TemporaryDirectory()
    directory.write("rec", "#!/bin/dash\nprintf '%s\\0' \"$@\" >> \"$RECORD\"\n", mode: 0o755)
    let marked = MarkedScript(script)
    let scan = marked.scan(.sh)
    let text = try #require(marked.render(scan))
    var driver = "PATH=\(directory.path):/usr/bin:/bin RECORD=\(directory.path)/record\nexport PATH RECORD\n"
    var due = ""
    for shell in ScriptRunner.shells {
      for value in ScriptRunner.hostileValues + ["", " a  b ", "\t\u{1}é\u{FFFD}%s\\n", "$HOME"] {
        for number in 1...3 { driver += "sr\(number)=\(ScriptRunner.quote(value)) " }
        driver += "\(shell) -eu -c \(ScriptRunner.quote(text))\n"
        due += expected.replacingOccurrences(of: "V", with: value) + "\0"
      }
    }
    _ = try ScriptRunner.output(of: directory.write("driver", driver))
    let record = String(decoding: try #require(directory.read("record")), as: UTF8.self)
    expectText(record.replacingOccurrences(of: "\0", with: "\0\n"), due.replacingOccurrences(of: "\0", with: "\0\n"))
  }

  @Test("no script made of random parts runs a value, once it is accepted")
  func random() throws {
    // More of them, or others, by environment variables.
    let environment = ProcessInfo.processInfo.environment
    let runs = environment["SHELL_FUZZ_RUNS"].flatMap { Int($0) } ?? 900
    var generator = ScriptGenerator(seed: environment["SHELL_FUZZ_SEED"].flatMap { UInt64($0) } ?? 20_240_607)
    var runner = ScriptRunner()
    var accepted = 0
    for index in 0..<max(6000, runs * 8) {
      let interpreter: ShellInterpreter = index % 2 == 0 ? .sh : .bash
      let script = MarkedScript(generator.script(isBash: interpreter == .bash))
      let scan = script.scan(interpreter)
      #expect(scan.places.count == script.placeholders.count)
      guard !scan.places.isEmpty, script.render(scan) != nil else { continue }
      accepted += 1
      if accepted % 3 == 0, runner.count < runs {
        let values = (0..<3).map { ScriptRunner.hostileValues[(accepted + $0 * 7) % ScriptRunner.hostileValues.count] }
        runner.add(script, scan, interpreter, values: values)
      }
    }
    #expect(accepted > 300)
    let executed = try runner.run()
    #expect(executed == [])
  }
}
