import ShellSyntax
import Testing

@Suite("Names of variables")
struct ShellNamesTests {
  @Test(
    "names whose values become code are known",
    arguments: [
      "PATH", "IFS", "ENV", "BASH_ENV", "PS4", "PROMPT_COMMAND", "LD_PRELOAD", "LD_LIBRARY_PATH", "SHELLOPTS",
      "BASHOPTS", "CDPATH",
      "OPTIND", "RANDOM", "PYTHONSTARTUP", "PERL5OPT", "NODE_OPTIONS", "GIT_SSH_COMMAND", "EDITOR", "BASH_FUNC_a%%",
    ])
  func dangerous(_ name: String) { #expect(ShellNames.isDangerousVariable(name)) }

  @Test("other names are not", arguments: ["A", "HOME", "path", "PATHS", "LANG", "TEXT", "sr1", ""])
  func harmless(_ name: String) { #expect(!ShellNames.isDangerousVariable(name)) }

  @Test("a name is letters, digits and underscores, no digit first")
  func valid() {
    for name in ["a", "_", "A1_b"] { #expect(ShellNames.isValidVariableName(name)) }
    for name in ["", "1a", "a-b", "a b", "é", "a=", "a[0]", "A\n"] { #expect(!ShellNames.isValidVariableName(name)) }
  }
}
