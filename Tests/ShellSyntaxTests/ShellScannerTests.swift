import ShellSyntax
import ShellTrials
import Testing

/// A script and what each of its placeholders is; for one interpreter, or for both.
struct PlaceCase: CustomTestStringConvertible, Sendable {
  var script: String
  var places: [String]
  var interpreters: [ShellInterpreter]

  init(_ script: String, _ places: String..., in interpreters: [ShellInterpreter] = [.sh, .bash]) {
    self.script = script
    self.places = places
    self.interpreters = interpreters
  }

  var testDescription: String { script }
}

@Suite("Places of placeholders in scripts")
struct ShellScannerTests {
  @Test("a value may stand here, and nowhere else", arguments: acceptedCases + refusedCases)
  func places(_ example: PlaceCase) {
    for interpreter in example.interpreters {
      let places = MarkedScript(example.script).scan(interpreter).places.map(\.name)
      #expect(places == example.places, "\(interpreter)")
    }
  }
}
