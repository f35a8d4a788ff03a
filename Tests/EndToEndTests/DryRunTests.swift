import TestSupport
import Testing

@Suite("Plans")
struct DryRunTests {
  private static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.arguments",
      #"""
      category: action
      accepts: text
      shell: [touch, "marker {{ item.text }}", [--subject, "{{ subject? }}"], '$(date)', --, "{{ item.text }}"]
      """#)
    sandbox.define(
      "com.example.script",
      #"""
      category: action
      accepts: text
      shell:
        script: |
          touch marker; printf '%s\n' {{ items.text }} "<{{ subject? }}>"
        interpreter: bash
        stdin: "{{ items.count }}"
        env: {TOKEN: "{{ secret.TOKEN }}"}
        timeout: 1500ms
      """#)
    sandbox.define(
      "com.example.launch",
      "category: action\naccepts: file\nlaunches: true\nshell: {argv: [touch, marker], stdin: {file: \"{{ item.path }}\"}}\n"
    )
    return sandbox
  }

  @Test("a plan shows the arguments as they would be handed over, and nothing runs")
  func arguments() {
    let sandbox = DryRunTests.sandbox()
    let run = sandbox.run(["send", "a 'b' $(c)\n", "two", "-a", "arguments", "--dry-run"])
    expectRun(
      run,
      output: #"""
        activity: com.example.arguments
        run for item 1:
          no shell; arguments:
            “touch”
            “marker a 'b' $(c)\n”
            “$(date)”
            “--”
            “a 'b' $(c)\n”
          environment SHAREROUTER_ACTIVITY_TYPE = “com.example.arguments”
          environment SHAREROUTER_DEPTH = “1”
          folder: “SANDBOX/work”
          timeout: 600 s
        run for item 2:
          no shell; arguments:
            “touch”
            “marker two”
            “$(date)”
            “--”
            “two”
          environment SHAREROUTER_ACTIVITY_TYPE = “com.example.arguments”
          environment SHAREROUTER_DEPTH = “1”
          folder: “SANDBOX/work”
          timeout: 600 s

        """#, in: sandbox)
    #expect(sandbox.shell("ls -A").output == [])
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a plan shows a script with its values, and masks secrets")
  func script() {
    let sandbox = DryRunTests.sandbox()
    let run = sandbox.run(
      ["send", "one", "two", "-a", "script", "-n"], environment: ["SHAREROUTER_SECRET_TOKEN": "s3cr3t-XYZ"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errorText)")
    for part in [
      "script for: bash -eu -o pipefail -c\n", "\"${sr1}\" \"${sr2}\" \"<>\"\n", "variable sr1 = “one”\n",
      "variable sr2 = “two”\n", "stdin: “2”\n", "environment TOKEN = “***”\n",
      "timeout: 1.5 s\n",
    ] {
      #expect(run.text.contains(part), "\(part): \(run.text)")
    }
    #expect(!run.text.contains("s3cr3t"))
    #expect(sandbox.shell("ls -A").output == [])
  }

  @Test("a plan in JSON")
  func json() {
    let sandbox = DryRunTests.sandbox()
    sandbox.file("a.txt", "")
    let run = sandbox.run(["send", "a.txt", "-a", "launch", "-n", "--json"])
    expectRun(
      run,
      output: #"""
        {
          "activities": [
            {
              "activityType": "com.example.launch",
              "skippedItems": [],
              "runs": [
                {
                  "items": [
                    0
                  ],
                  "argv": [
                    "touch",
                    "marker"
                  ],
                  "stdinFile": "SANDBOX/work/a.txt",
                  "env": {
                    "SHAREROUTER_ACTIVITY_TYPE": "com.example.launch",
                    "SHAREROUTER_DEPTH": "1"
                  },
                  "cwd": "SANDBOX/work",
                  "timeout": null,
                  "launches": true,
                  "exact": true
                }
              ],
              "then": [],
              "error": null
            }
          ],
          "error": null
        }

        """#, in: sandbox)
    #expect(!sandbox.directory.exists("work/marker"))
  }

  @Test("a plan of what would be refused is refused")
  func refusal() {
    let sandbox = DryRunTests.sandbox()
    let run = sandbox.run(["send", "x", "-a", "script", "-n"])
    #expect(run.status == 4 && run.output == [])
    #expect(run.errorText.contains("TOKEN"), "\(run.errorText)")
    let long = sandbox.run(
      ["send", "-", "-a", "arguments", "-n"], input: [UInt8](repeating: 0x61, count: 200 << 10))
    #expect(long.status == 1 && long.output == [])
    #expect(long.errorText.contains("'com.example.arguments' would fail: "), "\(long.errorText)")
    let json = sandbox.run(
      ["send", "-", "-a", "arguments", "-n", "--json"], input: [UInt8](repeating: 0x61, count: 200 << 10))
    #expect(json.status == 1)
    #expect(json.text.contains(#""code": "value-too-large""#), "\(json.text)")
  }
}
