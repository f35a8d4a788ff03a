import TestSupport
import Testing

@Suite("the configuration")
struct ConfigurationTests {
  private func sandbox(_ configuration: String = "") -> Sandbox {
    let sandbox = Sandbox()
    for name in ["a", "b", "c"] {
      sandbox.define(
        "com.example.\(name)", "category: action\naccepts: text\nshell: [printf, '%s', \"{{ items.text }}\"]\n")
    }
    if !configuration.isEmpty { sandbox.configure(configuration) }
    return sandbox
  }

  /// Which of the sandbox's own activities are listed, in order; what ships with the program is not looked at.
  private func listed(_ sandbox: Sandbox, _ arguments: [String] = []) -> [String] {
    let own = ["com.example.a", "com.example.b", "com.example.c"]
    return sandbox.run(["list", "hello"] + arguments).text.split(separator: "\n")
      .map { String($0.prefix { $0 != " " }) }.filter(own.contains)
  }

  @Test("exclude, only and order decide what is offered, and add up")
  func rules() {
    #expect(listed(sandbox()) == ["com.example.a", "com.example.b", "com.example.c"])
    #expect(listed(sandbox("exclude: com.example.b\n")) == ["com.example.a", "com.example.c"])
    #expect(listed(sandbox("only: [com.example.a, com.example.b]\n")) == ["com.example.a", "com.example.b"])
    #expect(
      listed(sandbox("order: [com.example.c, com.example.b]\n")) == ["com.example.c", "com.example.b", "com.example.a"])
    #expect(listed(sandbox("exclude: com.example.b\n"), ["--only", "com.example.b"]) == [])
    #expect(listed(sandbox("only: com.example.a\n"), ["--only", "com.example.b"]) == [])
    #expect(listed(sandbox("exclude: com.example.b\nonly: com.example.*\n")) == ["com.example.a", "com.example.c"])
  }

  @Test("the rules hold for send as for the list, with the place of the rule")
  func send() {
    for (configuration, line) in [("order: []\nexclude:\n  - com.example.a\n", 3), ("only: com.example.b\n", 1)] {
      let run = sandbox(configuration).run(["send", "hello", "-a", "com.example.a"])
      #expect(run.status == 4)
      #expect(run.errorText.contains("config/sharerouter/config.yaml:\(line)"), "\(run.errorText)")
    }
  }

  @Test("an exclusion that matches no activity is a warning with a suggestion")
  func unmatched() {
    let run = sandbox("exclude: com.exmple.a\n").run(["send", "hello", "-a", "com.example.a"])
    #expect(run.status == 0)
    #expect(run.errorText.contains("did you mean 'com.example.a'?"), "\(run.errorText)")
  }

  @Test("env fills what the environment does not have, and inputs replace defaults")
  func values() {
    let sandbox = sandbox("env: {GREETING: hello}\ninputs: {com.example.greet: {name: you}}\n")
    sandbox.define(
      "com.example.greet",
      """
      category: action
      accepts: text
      inputs: {name: {prompt: Name, default: nobody}}
      shell: [printf, '%s %s%s', "{{ env.GREETING }}", "{{ input.name }}", "{{ items.text }}"]

      """)
    let arguments = ["send", "!", "-a", "greet"]
    expectRun(sandbox.run(arguments), output: "hello you!")
    expectRun(sandbox.run(arguments, environment: ["GREETING": "hi"]), output: "hi you!")
    expectRun(sandbox.run(arguments + ["-i", "name=me"]), output: "hello me!")
  }

  @Test("then, notify and http are understood")
  func others() {
    let run = sandbox("then: {com.example.a: com.example.b}\nnotify: never\nhttp: {proxy: \"http://p.example:3128\"}\n")
      .run(["send", "hello", "-a", "com.example.b"])
    expectRun(run, output: "hello")
  }

  @Test(
    "a broken configuration stops everything with status 3",
    arguments: [
      "exlude: com.example.a\n", "exclude: [\n", "exclude: {}\n", "exclude: {not: {mmie: text/*}}\n",
    ])
  func broken(configuration: String) {
    let sandbox = sandbox(configuration)
    for arguments in [["send", "hello", "-a", "com.example.a"], ["list"], ["explain", "hello"]] {
      let run = sandbox.run(arguments)
      #expect(run.status == 3)
      #expect(run.output.isEmpty && run.errorText.contains("config.yaml:1"), "\(run.errorText)")
    }
  }

  @Test("an empty or relative XDG_CONFIG_HOME counts as unset, and --verbose says so", arguments: ["", "rel/dir"])
  func configHome(value: String) {
    let sandbox = Sandbox()
    sandbox.directory.write(
      "home/.config/sharerouter/activities.d/com.example.home.yaml",
      "type: com.example.home\ntitle: Home\ncategory: action\naccepts: text\nshell: [printf, '%s', \"{{ items.text }}\"]\n"
    )
    let environment = ["XDG_CONFIG_HOME": value]
    expectRun(sandbox.run(["send", "hello", "-a", "home"], environment: environment), output: "hello")
    let run = sandbox.run(["validate", "--verbose"], environment: environment)
    #expect(
      run.errorText.contains("looking in \(sandbox.path)/home/.config/sharerouter/activities.d"), "\(run.errorText)")
    if !value.isEmpty {
      #expect(
        run.errorText.contains("XDG_CONFIG_HOME is a relative path, which is passed over: rel/dir"), "\(run.errorText)")
    }
  }

  @Test("the nearest definition of a type counts: --activities, the variable, one's own, the system's")
  func nearest() {
    let sandbox = Sandbox()
    func write(_ folder: String, _ title: String) {
      sandbox.directory.write(
        "\(folder)/com.example.x.yaml",
        "type: com.example.x\ntitle: x\ncategory: action\naccepts: text\nshell: [printf, '\(title)%s', \"{{ items.text }}\"]\n"
      )
    }
    let arguments = ["send", "!", "-a", "com.example.x"]
    write("etc/sharerouter/activities.d", "system")
    expectRun(sandbox.run(arguments), output: "system!")
    write("config/sharerouter/activities.d", "own")
    expectRun(sandbox.run(arguments), output: "own!")
    write("env", "variable")
    let environment = ["SHAREROUTER_ACTIVITIES": sandbox.path + "/env"]
    expectRun(sandbox.run(arguments, environment: environment), output: "variable!")
    write("named", "named")
    expectRun(
      sandbox.run(arguments + ["--activities", sandbox.path + "/named"], environment: environment), output: "named!")
    let listed = sandbox.run(["list", "--all"], environment: environment)
    #expect(
      sandbox.masked(listed.text).hasSuffix(
        """

        Overridden
          SANDBOX/config/sharerouter/activities.d/com.example.x.yaml
            by SANDBOX/env/com.example.x.yaml
          SANDBOX/etc/sharerouter/activities.d/com.example.x.yaml
            by SANDBOX/env/com.example.x.yaml

        """), "\(listed.text)")
  }

  @Test("a short name is the end of a type; one that stands for several is told with all of them")
  func shortNames() {
    let sandbox = sandbox()
    sandbox.define("org.example.a", "category: action\naccepts: text\nshell: [printf, '%s', \"{{ items.text }}\"]\n")
    expectRun(sandbox.run(["send", "x", "-a", "b"]), output: "x")
    expectRun(sandbox.run(["send", "x", "-a", "example.c"]), output: "x")
    let run = sandbox.run(["send", "x", "-a", "a"])
    #expect(run.status == 2)
    #expect(run.errorText.contains("'com.example.a', 'org.example.a'"), "\(run.errorText)")
    let near = sandbox.run(["send", "x", "-a", "com.example.d"])
    #expect(near.status == 4 && near.errorText.contains("did you mean"), "\(near.errorText)")
  }
}
