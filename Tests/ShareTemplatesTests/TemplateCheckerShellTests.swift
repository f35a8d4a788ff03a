import ShareModel
import ShareTemplates
import ShellSyntax
import SourceDiagnostics
import Testing

@Suite("checking placeholders in scripts and code")
struct TemplateCheckerShellTests {
  private func findings(
    _ text: String, _ interpreter: ShellInterpreter = .sh, _ kinds: [ItemKind] = [.text]
  ) throws -> [Diagnostic] {
    let action = ShellAction(command: .script(try script(text, interpreter)))
    return check(ActivityAction(body: .shell(action)), of: activity(kinds))
  }

  @Test(
    "safe places in a script are silent",
    arguments: [
      "printf '%s' {{ item.text }}", "printf '%s' \"a {{ item.text }}\"", "x={{ item.text }}; echo \"$x\" >/dev/null",
      "cat <<EOF\n{{ item.text }}\nEOF\n", "printf %s \"$(printf %s {{ item.text }})\"",
      "for f in {{ items.text }}; do printf %s \"$f\"; done", "echo $(( {{ item.size }} + 1 ))",
      "cat > {{ work }}/{{ item.text }}.{{ item.size }} <<EOF\nx\nEOF\n",
      "cat > {{ work }}/out <<EOF\n{{ item.text }}\nEOF\n", "awk '{print $1}' -- {{ item.file }}",
      "case {{ item.text }} in a) printf x;; esac",
      "docker ps --format '{{ \"{{\" }}.Names}}'; printf %s {{ item.text }}",
    ])
  func silent(text: String) throws {
    #expect(try findings(text).map(\.message) == [])
  }

  @Test(
    "a refused place is one error at the placeholder",
    arguments: [
      "printf %s '⟦{{ item.text }}⟧'", "printf %s `echo ⟦{{ item.text }}⟧`", "cat <<'EOF'\n⟦{{ item.text }}⟧\nEOF\n",
      "printf %s $⟦{{ item.text }}⟧", "printf %s \\⟦{{ item.text }}⟧", "⟦{{ item.text }}⟧ --help",
      "eval ⟦{{ item.text }}⟧",
      "export ⟦{{ item.text }}⟧", "printf %s ${x#⟦{{ item.text }}⟧}", "PATH=⟦{{ item.text }}⟧ ls",
      "cat >&⟦{{ item.text }}⟧",
      "sh -c \"echo ⟦{{ item.text }}⟧\"", "python3 -c ⟦{{ item.text }}⟧", "printf %s ⟦{{ item.text }}⟧ | sh",
      "awk \"⟦{{ item.text }}⟧\" f", "ssh host ls ⟦{{ item.text }}⟧", "cat > ⟦{{ item.text }}⟧",
      "cat > {{ work }}/⟦{{ item.file }}⟧",
      "echo $(( ⟦{{ item.text }}⟧ + 1 ))",
    ])
  func refused(text: String) throws {
    let marked = Marked(text)
    expectFinding(try findings(marked.text), "unsafe-place", marked.range)
  }

  @Test(
    "warnings and errors of the value itself",
    arguments: [
      ("value-in-comment", "true # ⟦{{ item.text }}⟧"), ("value-interpreted", "echo ⟦{{ item.text }}⟧"),
      ("value-interpreted", "printf ⟦{{ item.text }}⟧"),
      ("value-interpreted", "curl -d ⟦{{ item.text }}⟧ https://e.test"),
      ("list-in-text", "printf %s x⟦{{ items.text }}⟧"), ("list-in-text", "printf %s \"⟦{{ items.text }}⟧\""),
      ("secret-in-argument", "printf %s {{ item.text }} ⟦{{ secret.T }}⟧"),
      ("unknown-value", "printf %s {{ ⟦itme.text⟧ }}"), ("item-unused", "⟦ls⟧"),
    ])
  func others(code: String, text: String) throws {
    let marked = Marked(text)
    expectFinding(try findings(marked.text), code, marked.range)
  }

  @Test("a superfluous '$' is taken out by an edit")
  func dollar() throws {
    let edit = try #require(try findings("printf %s ${{ item.text }}").first?.helps.first?.edits.first)
    #expect(edit.location.range == 10..<11)
    #expect(edit.replacement == "")
  }

  @Test(
    "code for another interpreter is refused in argument vectors too",
    arguments: [
      ["sh", "-c", "echo ⟦{{ item.text }}⟧"], ["bash", "-ec", "⟦{{ item.text }}⟧"],
      ["python3", "-c", "⟦{{ item.text }}⟧"],
      ["jq", "⟦{{ item.text }}⟧"], ["ssh", "host", "⟦{{ item.text }}⟧"], ["env", "sh", "-c", "⟦{{ item.text }}⟧"],
      ["kubectl", "exec", "-i", "pod", "--", "sh", "-c", "⟦{{ item.text }}⟧"],
      ["uv", "run", "perl", "-e", "⟦{{ item.text }}⟧"],
      ["sudo", "⟦{{ item.text }}⟧"], ["env", "LD_PRELOAD=⟦{{ item.text }}⟧", "ls"],
    ])
  func argumentCode(words: [String]) throws {
    let marked = words.map(Marked.init)
    let arguments = try marked.map { ArgumentTemplate.single(try template($0.text)) }
    let action = ActivityAction(body: .shell(ShellAction(command: .arguments(arguments))))
    expectFinding(check(action), "unsafe-place", marked.compactMap(\.range).first)
  }

  @Test(
    "the positional form is silent",
    arguments: [
      ["sh", "-c", "printf %s \"$1\"", "_", "{{ item.text }}"], ["jq", "--arg", "v", "{{ item.text }}", ".a = $v"],
      ["python3", "-c", "import sys", "{{ item.text }}"],
      ["env", "V={{ item.text }}", "awk", "{print ENVIRON[\"V\"]}"],
    ])
  func positional(words: [String]) throws {
    let arguments = try words.map { ArgumentTemplate.single(try template($0)) }
    #expect(check(ActivityAction(body: .shell(ShellAction(command: .arguments(arguments))))).map(\.message) == [])
  }

  @Test("the standard input of an interpreter without code is code")
  func standardInput() throws {
    var action = ShellAction(command: .arguments([.single(try template("sh"))]))
    action.standardInput = .text(try template("ls {{ item.text }}"))
    expectFinding(check(ActivityAction(body: .shell(action))), "unsafe-place", 3..<18)
    action.command = .arguments(try ["sh", "-c", "cat"].map { .single(try template($0)) })
    #expect(check(ActivityAction(body: .shell(action))).map(\.message) == [])
  }

  @Test(
    "a value that the script takes from its environment or input and runs is refused where it is given",
    arguments: [
      ("eval \"$V\"", ShellInterpreter.sh), ("echo $(( V + 1 ))", .bash), ("v=$V; sh -c \"$v\"", .sh),
      ("sh", .sh), ("cat | sh", .sh), ("read -r v; eval \"$v\"", .sh), ("python3 -", .sh),
    ])
  func outerValues(text: String, interpreter: ShellInterpreter) throws {
    var action = ShellAction(command: .script(try script(text, interpreter)))
    if text.contains("V") {
      action.environment = [.init(name: "V", value: try template("{{ item.text }}"))]
    } else {
      action.standardInput = .text(try template("{{ item.text }}"))
    }
    expectFinding(check(ActivityAction(body: .shell(action))), "unsafe-place", 0..<15)
  }

  @Test("what a script only passes on is silent in its environment and input, and so are numbers")
  func harmlessOuterValues() throws {
    var action = ShellAction(command: .script(try script("printf %s \"$V\"; cat; echo $((N))")))
    action.environment = [
      .init(name: "V", value: try template("{{ item.text }}")),
      .init(name: "N", value: try template("{{ item.size }}")),
    ]
    action.standardInput = .text(try template("{{ item.text }}"))
    #expect(check(ActivityAction(body: .shell(action))).map(\.message) == [])
  }

  @Test(
    "literal code for a shell in an argument vector is read for what it does with the values",
    arguments: [
      ["bash", "-c", "(( $1 > 3 ))", "_", "⟦{{ item.text }}⟧"], ["sh", "-c", "eval \"$1\"", "_", "⟦{{ item.text }}⟧"],
      ["env", "V=⟦{{ item.text }}⟧", "sh", "-c", "$V"], ["sudo", "sh", "-c", "\"$@\"", "_", "⟦{{ item.text }}⟧"],
    ])
  func nestedCode(words: [String]) throws {
    let marked = words.map(Marked.init)
    let arguments = try marked.map { ArgumentTemplate.single(try template($0.text)) }
    let action = ActivityAction(body: .shell(ShellAction(command: .arguments(arguments))))
    expectFinding(check(action), "unsafe-place", marked.compactMap(\.range).first)
  }
}
