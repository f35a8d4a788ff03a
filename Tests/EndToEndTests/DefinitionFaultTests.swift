import Glibc
import TestSupport
import Testing

@Suite("Definitions and settings with faults")
struct DefinitionFaultTests {
  @Test("what everyone may write is refused with the command that mends it, and used with a warning where it is named")
  func writableByAll() {
    let sandbox = Sandbox.withSamples()
    let folder = sandbox.path + "/config/sharerouter/activities.d"
    let file = folder + "/com.example.echo.yaml"
    func finding(_ severity: String, _ path: String) -> String {
      """
      \(severity)[unsafe-permissions]: everyone may change it
        --> \(path)
         = note: writable by all
         |
         = help: run: chmod o-w -- \(path)

      """
    }
    let refusal = "sharerouter: the definition of 'com.example.echo' is invalid, so it is not used\n"
    let found = ["send", "x", "-a", "com.example.echo"]
    let named = found + ["--activities", folder]

    chmod(file, 0o666)
    expectRun(sandbox.run(found), status: 3, errors: finding("error", file) + refusal)
    expectRun(sandbox.run(named), output: "-- x\n", errors: finding("warning", file))
    chmod(file, 0o644)
    chmod(folder, 0o777)
    expectRun(sandbox.run(found), status: 3, errors: finding("error", folder) + refusal)
    expectRun(sandbox.run(named), output: "-- x\n", errors: finding("warning", folder))
    chmod(folder, 0o755)
    expectRun(sandbox.run(found), output: "-- x\n")
  }

  @Test(
    "what belongs to somebody else is refused where it was found",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func foreignOwner() {
    let sandbox = Sandbox.withSamples()
    let file = sandbox.path + "/config/sharerouter/activities.d/com.example.echo.yaml"
    chown(file, 12345, 12345)
    let run = sandbox.run(["send", "x", "-a", "com.example.echo"])
    #expect(run.status == 3 && run.output == [])
    #expect(run.errorText.contains("it belongs to another user, with the id 12345"), "\(run.errorText)")
    #expect(run.errorText.contains("sudo chown 0 -- \(file)"), "\(run.errorText)")
  }

  @Test("a configuration that cannot be read stops everything that its rules could concern")
  func brokenConfiguration() {
    let sandbox = Sandbox.withSamples()
    sandbox.configure("exclude: [com.example.echo]\nbad\n")
    let errors = """
      error[missing-colon]: 'bad' has no ':' after it
        --> SANDBOX/config/sharerouter/config.yaml:2:1
         |
       2 | bad
         | ^^^ expected a key with its value
         |
         = help: write 'bad: …'
      sharerouter: the rules cannot be read, so nothing is sent
        help: mend the file, or move it away

      """
    for command in [["send", "x", "-a", "com.example.give"], ["list", "x"], ["explain", "x"]] {
      expectRun(sandbox.run(command), status: 3, errors: errors, in: sandbox)
    }
    sandbox.configure("exclued: [com.example.echo]\n")
    let misspelt = sandbox.run(["send", "x", "-a", "com.example.echo"])
    #expect(misspelt.status == 3 && misspelt.output == [])
    #expect(misspelt.errorText.contains("did you mean 'exclude'?"), "\(misspelt.errorText)")
  }

  @Test("a broken definition does not disable the others, and is told")
  func brokenDefinition() {
    let sandbox = Sandbox.withSamples()
    sandbox.define("com.example.broken", "categry: action\naccepts: txt\nshell: [echo, \"{{ item.text }}\"]\n")
    expectRun(sandbox.run(["send", "x", "-a", "com.example.echo"]), output: "-- x\n")
    expectRun(sandbox.run(["send", "x", "-a", "give"]), output: "x\n")
    let list = sandbox.run(["list", "x", "--only", "com.example.*"])
    expectRun(
      list,
      output: """
        com.example.ask    action  com.example.ask
        com.example.check  action  com.example.check
        com.example.echo   action  com.example.echo
        com.example.give   action  com.example.give
        com.example.sure   action  com.example.sure

        """,
      errors: """
        sharerouter: warning: 1 file is left out because of errors: \
        'SANDBOX/config/sharerouter/activities.d/com.example.broken.yaml'
          help: 'sharerouter validate' shows them

        """, in: sandbox)
    let run = sandbox.run(["send", "x", "-a", "broken"])
    expectRun(
      run, status: 3,
      errors: """
        error[unknown-key]: an activity has no key 'categry'
          --> SANDBOX/config/sharerouter/activities.d/com.example.broken.yaml:3:1
           |
         3 | categry: action
           | ^^^^^^^ unknown key
           |
           = help: did you mean 'category'?

        error[invalid-value]: 'txt' is not a kind of item
          --> SANDBOX/config/sharerouter/activities.d/com.example.broken.yaml:4:10
           |
         4 | accepts: txt
           |          ^^^ invalid
           |
           = help: did you mean 'text'?
           = help: allowed are 'text', 'url', 'image' and 'file'
        sharerouter: the definition of 'broken' is invalid, so it is not used

        """, in: sandbox)
  }

  @Test("without any folder of one's own the program works")
  func nothingThere() {
    let sandbox = Sandbox()
    expectRun(
      sandbox.run(["list", "x", "--only", "net.example.*"]), status: 4,
      errors: """
        sharerouter: warning: the pattern 'net.example.*' matches no activity
          help: 'sharerouter list' shows all activities
        sharerouter: no activity is offered
          help: 'sharerouter list --all …' tells why not

        """)
    expectRun(
      sandbox.run(["send", "x", "-a", "com.example.echo"]), status: 4,
      errors: """
        sharerouter: there is no activity 'com.example.echo'
          help: 'sharerouter list' shows all activities

        """)
  }

  @Test("the nearest folder of a type wins, and the others are still searched")
  func layers() {
    let sandbox = Sandbox.withSamples()
    func definition(_ type: String, _ word: String) -> String {
      "type: \(type)\ntitle: T\ncategory: action\naccepts: text\nshell: [echo, \(word), --, \"{{ item.text }}\"]\n"
    }
    sandbox.directory.write("first/com.example.echo.yaml", definition("com.example.echo", "first"))
    sandbox.directory.write("second/com.example.echo.yaml", definition("com.example.echo", "second"))
    sandbox.directory.write("second/com.example.two.yaml", definition("com.example.two", "second"))
    sandbox.directory.write(
      "etc/sharerouter/activities.d/com.example.three.yaml", definition("com.example.three", "etc"))
    let named = ["--activities", "../first", "--activities", sandbox.path + "/second"]
    expectRun(sandbox.run(["send", "x", "-a", "com.example.echo"] + named), output: "first -- x\n")
    expectRun(sandbox.run(["send", "x", "-a", "two"] + named), output: "second -- x\n")
    expectRun(sandbox.run(["send", "x", "-a", "com.example.give"] + named), output: "x\n")
    expectRun(sandbox.run(["send", "x", "-a", "three"]), output: "etc -- x\n")
    let variable = ["SHAREROUTER_ACTIVITIES": sandbox.path + "/second:" + sandbox.path + "/first"]
    expectRun(sandbox.run(["send", "x", "-a", "com.example.echo"], environment: variable), output: "second -- x\n")
    // What lies in the current folder is never taken by itself.
    sandbox.file("activities.d/com.example.here.yaml", definition("com.example.here", "here"))
    #expect(sandbox.run(["send", "x", "-a", "com.example.here"]).status == 4)
  }

  @Test("an empty or relative XDG_CONFIG_HOME is as if it were not set", arguments: ["", "relative/folder"])
  func baseFolder(value: String) {
    let sandbox = Sandbox.withSamples()
    mkdir(sandbox.path + "/home/.config", 0o755)
    rename(sandbox.path + "/config/sharerouter", sandbox.path + "/home/.config/sharerouter")
    expectRun(
      sandbox.run(["send", "x", "-a", "com.example.echo"], environment: ["XDG_CONFIG_HOME": value]), output: "-- x\n")
    // An empty one counts as unset; a relative one is a mistake, which is told to those who ask.
    let verbose = sandbox.run(["validate", "--verbose"], environment: ["XDG_CONFIG_HOME": value])
    #expect(verbose.errorText.contains("looking in \(sandbox.path)/home/.config/sharerouter/activities.d\n"))
    #expect(verbose.errorText.contains("XDG_CONFIG_HOME") != value.isEmpty, "\(verbose.errorText)")
  }
}
