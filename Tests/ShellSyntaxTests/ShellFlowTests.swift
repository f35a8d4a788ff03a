import ShellSyntax
import ShellTrials
import Testing

@Suite("Ways from a value to code")
struct ShellFlowTests {
  /// Whether none of the values may be a text.
  private func isRefused(_ script: String, _ interpreter: ShellInterpreter) -> Bool {
    let places = MarkedScript(script).scan(interpreter).places
    return !places.isEmpty
      && places.allSatisfy { place in
        switch place {
        case .refused, .number: true
        case .word, .comment: false
        }
      }
  }

  @Test(
    "a value is followed through parameters, inputs, files and code in code",
    arguments: [
      // Positional parameters, looped over by name alone.
      "set -- {{ x }}; for i; do eval \"$i\"; done", "set -- {{ x }}; for i\ndo eval \"$i\"; done",
      "f() { for i; do eval \"$i\"; done; }; f {{ x }}", "set -- -a {{ x }}; getopts a: o; eval \"$OPTARG\"",
      // Standard input that a command within reads.
      "cat {{ x }} | { cat | sh; }", "cat {{ x }} | { v=$(cat); eval \"$v\"; }", "cat {{ x }} | (read -r v; $v)",
      "( cat | sh ) <<E\n{{ x }}\nE", "{ v=$(cat); eval \"$v\"; } <<E\n{{ x }}\nE",
      "v=$(cat) <<E\n{{ x }}\nE\neval \"$v\"",
      "f() { v=$(cat); eval \"$v\"; }; cat {{ x }} | f", "f() { v=$(cat); eval \"$v\"; }; f <<E\n{{ x }}\nE",
      "f() { cat | sh; }; f <<E\n{{ x }}\nE", "f() { sh; } <<E\n{{ x }}\nE\nf", "cat {{ x }} | cat | { cat; } | sh",
      "f() { read -r v; eval \"$v\"; }; cat {{ x }} | { f; }", "cat {{ x }} | time sh",
      "if :; then sh; fi <<E\n{{ x }}\nE",
      // Other descriptors.
      "exec <<E\n{{ x }}\nE\nsh", "exec 3<<E\n{{ x }}\nE\nsh <&3", "sh /dev/fd/3 3<<E\n{{ x }}\nE",
      "cat {{ x }} | { exec 3<&0; sh <&3; }", "cat {{ x }} | { exec 3<&0; sh /dev/fd/3; }",
      ". /dev/fd/3 3<<E\n{{ x }}\nE",
      // Files that the script writes.
      "printf %s {{ x }} > f; sh f", "printf %s {{ x }} > ./f; . ./f", "cat > f.py <<E\n{{ x }}\nE\npython3 f.py",
      "printf %s {{ x }} | tee f; sh < f", "printf %s {{ x }} > f; ./f", "t=$(mktemp); cat {{ x }} > \"$t\"; sh \"$t\"",
      "{ echo a; echo {{ x }}; } > f.awk; awk -f f.awk", "printf %s {{ x }} > f; v=$(cat f); eval \"$v\"",
      // Code in code.
      "v={{ x }}; eval 'eval \"$v\"'", "v={{ x }}; trap 'eval \"$v\"' EXIT", "v={{ x }} sh -c 'eval \"$v\"'",
      "export v={{ x }}; sh -c '$v'", "sh -c 'eval \"$1\"' _ {{ x }}", "sh -c '\"$@\"' _ {{ x }}", "sh -c '$0' {{ x }}",
      "sh -c '. \"$1\"' _ {{ x }}", "env A={{ x }} sh -c 'eval \"$A\"'", "bash -c '(( $1 > 3 ))' _ {{ x }}",
      "bash -c '[[ $1 -gt 3 ]]' _ {{ x }}", "find . -exec sh -c 'eval \"$1\"' _ {{ x }} \\;",
      "cat {{ x }} | xargs -0 sh -c 'eval \"$0\"'", "cat {{ x }} | sh -c 'read v; eval \"$v\"'",
      "cat {{ x }} | sh -c 'cat | sh'", "sh -c 'sh -c \"$1\"' _ {{ x }}", "flock f sh -c 'eval \"$1\"' _ {{ x }}",
      // Variables whose names are not known.
      "f() { read -r \"$1\"; }; f v <<E\n{{ x }}\nE\neval \"$v\"", "n=v; read -r $n <<E\n{{ x }}\nE\neval \"$v\"",
      "f() { eval \"\\$$#\"; }; f {{ x }}", "v={{ x }}; n=v; eval \"\\$$n\"",
      // What a shell takes for its code.
      "sh -oc errexit {{ x }}", "sh -c - {{ x }}",
    ])
  func followed(_ script: String) {
    for interpreter in ShellInterpreter.allCases {
      #expect(isRefused(script, interpreter), "\(interpreter)")
    }
  }

  @Test(
    "so it is in bash",
    arguments: [
      "n={{ x }}; a=n; echo $((a))", "n={{ x }}; a=b b='n + 1'; ((a))", "n={{ x }}; for a in n; do echo $((a)); done",
      "n={{ x }}; f() { local a=n; echo $((a)); }; f", "cat {{ x }} | tee >(sh)",
      "cat {{ x }} | tee >(read v; eval \"$v\")",
      "sh 00<<E\n{{ x }}\nE",
    ])
  func followedInBash(_ script: String) { #expect(isRefused(script, .bash)) }

  @Test(
    "numbers that a command makes of a value do no harm",
    arguments: [
      "n=$(printf %s {{ x }} | wc -c); echo $((n / 2))", "n=$(stat -c %s -- {{ x }}); echo $((n))",
      "v={{ x }}; echo $(( $(stat -c %Y -- \"$v\") + 1 ))", "echo $(( $(wc -l < {{ x }}) ))",
      "cat {{ x }} | { n=$(date +%s); echo $((n)); }",
    ])
  func numbers(_ script: String) {
    let places = MarkedScript(script).scan(.sh).places
    #expect(places.allSatisfy { if case .word = $0 { true } else { false } }, "\(places.map(\.name))")
  }

  @Test(
    "what only looks like such a command is followed",
    arguments: [
      "n=$(wc -c {{ x }}); echo $((n))", "n=$(stat -c %n -- {{ x }}); echo $((n))",
      "v={{ x }}; n=$(stat -c %s \"$v\"); echo $((n))",
      "n=$(echo a; echo {{ x }} | wc -c; cat {{ x }}); echo $((n))", "n=$(cat {{ x }} || wc -c); echo $((n))",
      "v={{ x }}; n=$(stat -c %s -- $((v))); echo $((n))", "n=$(wc -c | cat {{ x }}); echo $((n))",
    ])
  func notNumbers(_ script: String) { #expect(isRefused(script, .sh)) }

  @Test("values of the environment and the standard input are followed")
  func outerValues() {
    let text = "echo \"$A\"; eval \"$B\"; echo $((C)); read -r v; sh -c \"$v\""
    let script: [ArgvWord.Piece] = [.literal(Array(text.utf8))]
    let scan = ShellScanner.scan(
      script, interpreter: .sh, environment: ["A", "B", "C", "D"], hasInput: true)
    #expect(scan.places == [])
    #expect(scan.environment.map(\.name) == ["assignment", "-evaluatedOperand eval", "number", "assignment"])
    #expect(scan.standardInput?.name == "-interpreterCode sh")
    #expect(ShellScanner.scan(script, interpreter: .sh).standardInput == nil)
  }

  @Test("code for a shell among arguments is read")
  func arguments() {
    var words = ["bash", "-c", "it=\"$1\"; (( $2 )); eval \"$V\"", "_"].map { ArgvWord($0) }
    words += [ArgvWord(pieces: [.value]), ArgvWord(pieces: [.literal([0x61]), .value])]
    let scan = ShellScanner.scan(arguments: words, environment: ["V"])
    // All positional parameters are one.
    #expect(scan.places.map(\.name) == ["number", "number"])
    #expect(scan.environment.map(\.name) == ["-evaluatedOperand eval"])
  }
}
