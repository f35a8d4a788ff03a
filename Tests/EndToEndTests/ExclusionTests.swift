import TestSupport
import Testing

@Suite("Exclusions")
struct ExclusionTests {
  static let send = ["send", "x", "-a", "com.example.echo"]

  private static func refused(_ message: String) -> String {
    """
    sharerouter: 'com.example.echo' is not offered: \(message)
      help: 'sharerouter list ITEM…' shows the activities that are

    """
  }

  @Test("those of a call hold for sending and are told")
  func request() {
    let sandbox = Sandbox.withSamples()
    expectRun(
      sandbox.run(ExclusionTests.send + ["--exclude", "com.example.*"]), status: 4,
      errors: ExclusionTests.refused("excluded: activity 'com.example.echo' matches 'com.example.*'"))
    expectRun(
      sandbox.run(ExclusionTests.send + ["--only", "org.*"]), status: 4,
      errors: ExclusionTests.refused("'com.example.echo' matches none of the patterns of 'only': 'org.*'"))
    expectRun(sandbox.run(ExclusionTests.send + ["--only", "org.*", "--only", "com.*"]), output: "-- x\n")
  }

  @Test("they hold for a list without items, too, where they look at none")
  func listWithoutItems() {
    let sandbox = Sandbox.withSamples()
    sandbox.define(
      "com.example.never",
      "category: action\naccepts: text\nexclude: {env: HOME}\nshell: [cat, --, \"{{ item.file }}\"]\n")
    sandbox.configure(
      "exclude: [com.example.echo, {category: share, host: '*.example'}, {kind: text, activity: com.example.give}, {min: 2}]\n"
    )
    let only = ["--only", "com.example.*"]
    func types(_ run: CommandRun) -> [String] {
      run.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }
    let listed = types(sandbox.run(["list"] + only))
    #expect(!listed.contains("com.example.echo") && !listed.contains("org.example.echo"))
    #expect(!listed.contains("com.example.never"))
    #expect(listed.contains("com.example.give"), "it depends on the items")
    #expect(
      types(sandbox.run(["list"] + only + ["--exclude", "com.example.give"]))
        == listed.filter { $0 != "com.example.give" })
    let all = sandbox.run(["list", "--all"] + only)
    #expect(types(all).contains("com.example.echo"))
    #expect(all.text.contains("excluded-config: excluded: activity is 'com.example.echo'"), "\(all.text)")
    #expect(all.text.contains("excluded-definition: "), "\(all.text)")
    #expect(sandbox.run(["list", "--all", "--json"] + only).text.contains("\"code\": \"excluded-config\""))
    let none = sandbox.run(["list", "--only", "no.such.*"])
    #expect(none.status == 4 && none.errorText.contains("every activity is excluded"), "\(none.errorText)")
  }

  @Test("those of the configuration are told with file and line, and nothing undoes them")
  func configuration() {
    let sandbox = Sandbox.withSamples()
    sandbox.configure("exclude:\n  - org.example.echo\n  - com.example.echo\n")
    let errors = ExclusionTests.refused(
      "excluded: activity is 'com.example.echo' (SANDBOX/config/sharerouter/config.yaml:3)")
    expectRun(sandbox.run(ExclusionTests.send), status: 4, errors: errors, in: sandbox)
    expectRun(sandbox.run(ExclusionTests.send + ["--only", "*"]), status: 4, errors: errors, in: sandbox)
    let explained = sandbox.run(["explain", "x", "--activity", "com.example.echo"])
    expectRun(
      explained,
      output: """
        Item
          text “x”, 1 bytes

        Not offered
          com.example.echo  com.example.echo
            excluded-config: excluded: activity is 'com.example.echo'
            at SANDBOX/config/sharerouter/config.yaml:3
            to mend it: take the rule out of your configuration

        """, in: sandbox)
    sandbox.configure("only: [org.*]\n")
    expectRun(
      sandbox.run(ExclusionTests.send), status: 4,
      errors: ExclusionTests.refused(
        "'com.example.echo' matches none of the patterns of 'only': 'org.*' (SANDBOX/config/sharerouter/config.yaml:1)"),
      in: sandbox)
  }

  @Test("those of a definition are told with file, line and reason")
  func definition() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.echo",
      """
      category: action
      accepts: text
      exclude:
        - host: localhost
        - text: secret
          reason: secrets stay here
      shell: [echo, --, "{{ item.text }}"]
      """)
    expectRun(sandbox.run(ExclusionTests.send), output: "-- x\n")
    let run = sandbox.run(["send", "a secret", "-a", "com.example.echo"])
    #expect(run.status == 4 && run.output == [])
    #expect(run.errorText.contains("secrets stay here"), "\(run.errorText)")
    #expect(run.errorText.contains("com.example.echo.yaml:7"), "\(run.errorText)")
    let host = sandbox.run(["send", "https://LOCALHOST:8080/x", "-a", "com.example.echo"])
    #expect(host.status == 4 && host.errorText.contains("com.example.echo.yaml:6"), "\(host.errorText)")
    expectRun(
      sandbox.run(["send", "https://other.test/localhost/a", "-a", "com.example.echo"]),
      output: "-- https://other.test/localhost/a\n")
  }

  @Test("a pattern that matches nothing is a warning with a suggestion")
  func unmatched() {
    let sandbox = Sandbox.withSamples()
    expectRun(
      sandbox.run(ExclusionTests.send + ["--exclude", "com.example.eco"]), output: "-- x\n",
      errors: """
        sharerouter: warning: the pattern 'com.example.eco' matches no activity
          help: did you mean 'com.example.echo'?

        """)
  }
}
