import ShellSyntax
import ShellTrials
import Testing

@Suite("What is known of a value's word")
struct ShellWordTests {
  private func words(_ script: String, _ interpreter: ShellInterpreter = .sh) -> [ShellWord] {
    MarkedScript(script).scan(interpreter).places.map { place in
      guard case .word(let word) = place else {
        Issue.record("\(script): \(place.name)")
        return ShellWord(quoting: .bare, role: .argument)
      }
      return word
    }
  }

  @Test(
    "a value that begins with a dash is safe only where it cannot be an option",
    arguments: [
      ("cat {{ x }}", [false]), ("cat a{{ x }} --b={{ y }} \"c {{ z }}\"", [true, true, true]),
      ("cat \"{{ x }}\" ''{{ y }} {{ z }}{{ w }}", [false, false, false, false]),
      ("cat $v{{ x }} a$v{{ y }}", [false, false]),
      ("cat \"a$v{{ x }}\" \"a$@{{ y }}\"", [true, false]), ("cat {{ x }} -- {{ y }}", [false, true]),
      ("sudo -- cat {{ x }}; env -- cat -- {{ y }}", [false, true]), ("cat --; cat {{ x }}", [false]),
      ("printf '%s' {{ x }} {{ y }}", [true, true]), ("printf {{ x }}", [false]), ("printf -- '%s' {{ x }}", [true]),
      ("printf -v v '%s' {{ x }}", [true]), ("[ {{ x }} = a ]; test -n {{ y }}", [true, true]),
      ("case {{ x }} in {{ y }}) :; esac; for i in {{ z }}; do :; done", [true, true, true]),
      ("v={{ x }}; export w={{ y }}; cat > {{ z }}", [true, true, true]), ("cat <<E\n{{ x }}\nE", [true]),
      ("cat ${v:-{{ x }}} ${v:-a{{ y }}}", [false, true]), ("env A={{ x }} cat; printf \"$f\" {{ y }}", [true, false]),
      ("f() { cat {{ x }}; }", [false]), ("cat \\-{{ x }} '-'{{ y }}", [true, true]),
    ])
  func dashes(_ script: String, _ expected: [Bool]) {
    #expect(words(script).map(\.isDashSafe) == expected)
  }

  @Test("in bash, braces make words of their own")
  func braces() {
    #expect(words("cat {a,{{ x }}} a{b,c}{{ y }}", .bash).map(\.isDashSafe) == [false, false])
  }

  @Test(
    "a list may be a whole bare word of arguments",
    arguments: [
      ("cat {{ x }} a{{ x }} {{ x }}a \"{{ x }}\"", [true, false, false, false]),
      ("for i in {{ x }}; do :; done; set -- {{ x }}", [true, true]), ("v={{ x }}; cat > {{ x }}", [false, false]),
      ("case {{ x }} in {{ x }}) :; esac; [ {{ x }} ]", [false, false, false]), ("cat <<E\n{{ x }}\nE", [false]),
      ("cat ''{{ x }} {{ x }}{{ y }} ${v:-{{ x }}}", [false, false, false, false]),
    ])
  func lists(_ script: String, _ expected: [Bool]) {
    #expect(words(script).map(\.takesList) == expected)
  }

  @Test("elements of an array may be a list")
  func arrays() { #expect(words("a=({{ x }} \"{{ y }}\" b{{ z }})", .bash).map(\.takesList) == [true, false, false]) }

  @Test(
    "what touches a value is told, quotes apart",
    arguments: [
      ("cat {{ x }}", "..."), ("cat a{{ x }}", "B.."), ("cat {{ x }}b", ".A."), ("cat \"\"{{ x }}\"\"", "..."),
      ("cat \"a\"{{ x }}'b'", "BA."), ("cat {{ x }}/b", ".AS"), ("cat \"a/\"{{ x }}", "B.S"),
      ("cat \"{{ x }}\"/b", ".AS"),
      ("cat a/$v{{ x }}", "B.."), ("v={{ x }}/b", ".AS"), ("cat > a/{{ x }}", "B.S"), ("cat \\/{{ x }}", "B.S"),
      ("cat {{ x }}$(a)", ".A."), ("dd if={{ x }}", "B.."),
    ])
  func joints(_ script: String, _ expected: String) {
    let word = words(script)[0]
    let joints = (word.isJoinedBefore ? "B" : ".") + (word.isJoinedAfter ? "A" : ".") + (word.touchesSlash ? "S" : ".")
    #expect(joints == expected)
  }

  @Test("a literal beginning of the word is told")
  func prefixes() {
    let script = "cat > a{{ x }} > {{ y }} > \"$v\"{{ z }} > '/'{{ w }} > ''{{ v }}"
    #expect(words(script).map(\.hasLiteralPrefix) == [true, false, false, true, false])
  }

  @Test(
    "programs to which characters of the value mean something are told",
    arguments: [
      ("echo a {{ x }}", [.echo]), ("printf {{ x }} a", [.printfFormat]), ("printf -- \"{{ x }}\\n\"", [.printfFormat]),
      ("printf '%s' {{ x }}", [nil]), ("curl -d {{ x }} -F a={{ y }} --data-raw {{ z }}", [.curlData, .curlData, nil]),
      ("curl --data={{ x }} -d\"{{ y }}\" -d a={{ z }}", [.curlData, .curlData, nil]), ("cat {{ x }}", [nil]),
    ] as [(String, [ShellWord.Caution?])])
  func cautions(_ script: String, _ expected: [ShellWord.Caution?]) {
    #expect(words(script).map(\.caution) == expected)
  }

  @Test("the command of an argument is told, behind wrappers too")
  func commands() {
    let script = "/bin/cat {{ x }}; sudo -u a tee {{ y }}; \"$v\" {{ z }}; > {{ w }} wc"
    #expect(words(script).map(\.command) == ["/bin/cat", "tee", nil, "wc"])
  }
}
