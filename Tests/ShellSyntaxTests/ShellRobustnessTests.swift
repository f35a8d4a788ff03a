import ShellSyntax
import ShellTrials
import Testing

@Suite("Scripts of any bytes")
struct ShellRobustnessTests {
  @Test("random bytes give one place per placeholder", arguments: ShellInterpreter.allCases)
  func randomBytes(_ interpreter: ShellInterpreter) {
    var generator = ScriptGenerator(seed: 7)
    let alphabet = Array("$(){}[]<>|&;'\"`\\\n \t#=!~*?-+:@%/^,.aEv1incaseforduf\u{0}é".utf8)
    for _ in 0..<20_000 {
      let count = generator.next(40)
      var script: [ArgvWord.Piece] = []
      var values = 0
      for _ in 0..<count {
        if generator.next(8) == 0 {
          values += 1
          script.append(.value)
        } else {
          let byte = generator.next(20) == 0 ? UInt8(generator.next(256)) : alphabet[generator.next(alphabet.count)]
          script.append(.literal([byte]))
        }
      }
      #expect(ShellScanner.scan(script, interpreter: interpreter).places.count == values)
    }
  }

  /// Each would take far longer than the whole suite if a part were read again for what follows it, or crash if nesting had no limit.
  @Test(
    "long scripts are scanned in linear time, deep ones without a crash",
    arguments: [
      "cat a\n", "cat {{ x }}; ", "$(", "$((", "${v:-", "\"$(", "(", "{ ", "`", "a|", "cat <<E\n",
      "cat {{ x }} | sh | ", "v=$v ",
      "a[", "'", "\"", "if :; then ", "case a in a) ", "[[ ( ", "a=(", "f() { ", "find -exec ", "sudo ",
      "env A={{ x }} ",
      "read v | ", "\\\n", "# a\n", "cat <<E\n{{ x }}\nE\n", "v={{ x }}; eval $v; ", "xargs ", "sh -c ", "<(", "$'",
      "a;;",
      "while read v; do ", "{{ x }}", "\"{{ x }}'\" ", "for v in ", "! ", "time ", "a && ",
    ], ShellInterpreter.allCases)
  func longScripts(_ part: String, _ interpreter: ShellInterpreter) {
    let script = MarkedScript(String(repeating: part, count: min(12_000, 100_000 / part.utf8.count)))
    #expect(script.scan(interpreter).places.count == script.placeholders.count)
  }

  @Test("a script with a NUL is not understood")
  func zeroByte() {
    let script: [ArgvWord.Piece] = [.literal(Array("cat ".utf8)), .value, .literal(Array("\0".utf8))]
    #expect(ShellScanner.scan(script, interpreter: .sh).places == [.refused(.init(.unknown))])
  }

  @Test(
    "programs are told once, in order, without builtins, keywords, functions and what runs elsewhere",
    arguments: [
      ("cat a | tr b c; cat d", ["cat", "tr"]), ("f() { wc; }; f; if :; then cd a; fi", ["wc"]),
      ("sudo -u a env A=1 cat; \"x y\" $(date) `sort`", ["sudo", "env", "cat", "date", "sort", "x y"]),
      ("exec wc; command -v jq; command tr", ["wc", "tr"]), ("ssh host cat; docker exec c tr", ["ssh", "docker"]),
      ("find . -exec wc {} +; echo \"a; cat\" # tr", ["find", "wc"]), ("v=1 $v; case a in cat) tr;; esac", ["tr"]),
      ("cat <<E\n$(date) wc\nE", ["cat", "date"]), ("", []),
    ])
  func programs(_ script: String, _ expected: [String]) {
    #expect(MarkedScript(script).scan(.sh).programs == expected)
  }
}
