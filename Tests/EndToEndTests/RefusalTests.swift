import Glibc
import TestSupport
import Testing

/// One call that is refused, and what is said.
struct Refusal: CustomTestStringConvertible {
  var arguments: [String]
  var status: Int32
  var errors: String

  init(_ arguments: [String], _ status: Int32, _ errors: String) {
    self.arguments = arguments
    self.status = status
    self.errors = errors + "\n"
  }

  var testDescription: String { arguments.map(\.debugDescription).joined(separator: " ") }
}

@Suite("Calls that are refused")
struct RefusalTests {
  static let echo = ["-a", "com.example.echo"]

  static let items = [
    Refusal(
      ["send", "nofile.pdf"] + echo, 2,
      """
      sharerouter: no such file: 'nofile.pdf'
        help: if it is meant as a text, use --text 'nofile.pdf'
      """),
    Refusal(
      ["send", "./nofile.txt", "fine", "/gone"] + echo, 2,
      """
      sharerouter: no such file: './nofile.txt'
        help: if it is meant as a text, use --text './nofile.txt'
      sharerouter: no such file: '/gone'
        help: if it is meant as a text, use --text '/gone'
      """),
    Refusal(
      ["send", "--file", "nowhere", "-a", "com.example.file"], 2,
      """
      sharerouter: no such file: 'SANDBOX/work/nowhere'
        help: check the path; a text is given by --text
      """),
    Refusal(
      ["send"] + echo, 2,
      """
      sharerouter: nothing to share
        help: give a text, a URL or a file, or '-' for standard input
      """),
    Refusal(
      ["send", "-", "-"] + echo, 2,
      """
      sharerouter: standard input is named twice
        help: it can be read only once: leave out one '-'
      """),
    Refusal(
      ["send", "--url", "no url"] + echo, 2,
      """
      sharerouter: not an absolute URL: 'no url'
        help: a URL begins with a scheme and a host: https://…
      """),
    Refusal(
      ["send", "/dev/null", "-a", "com.example.file"], 2,
      """
      sharerouter: '/dev/null' is a device
        help: only files, folders and named pipes can be shared; its data can be piped into '-'
      """),
    Refusal(
      ["send", "x", "--subject", "a\nb", "--to", ""] + echo, 2,
      """
      sharerouter: the subject is more than one line
        help: put the rest into the message
      sharerouter: a recipient is empty
      """),
    Refusal(
      ["send", "folder", "-a", "com.example.file"], 4,
      """
      sharerouter: 'com.example.file' is not offered: a folder ('inode/directory') is accepted only where that type is \
      named (SANDBOX/config/sharerouter/activities.d/com.example.file.yaml:4)
        help: 'sharerouter list ITEM…' shows the activities that are
      """),
    Refusal(
      ["send", "a text", "-a", "com.example.file"], 4,
      """
      sharerouter: 'com.example.file' is not offered: a text is none of the accepted kinds 'file' \
      (SANDBOX/config/sharerouter/activities.d/com.example.file.yaml:4)
        help: 'sharerouter list ITEM…' shows the activities that are
      """),
    Refusal(
      ["explain", "nofile.pdf"], 2,
      """
      sharerouter: no such file: 'nofile.pdf'
        help: if it is meant as a text, use --text 'nofile.pdf'
      """),
  ]

  static let options = [
    Refusal(
      ["snd", "x"], 2,
      """
      sharerouter: there is no command 'snd'
        help: did you mean 'send'?
      """),
    Refusal(
      ["send", "x"], 2,
      """
      sharerouter: there is no --activity TYPE, and no terminal to choose in
        help: 'sharerouter list ITEM…' shows the activities offered for the items
      """),
    Refusal(
      ["send", "x", "--jsno"] + echo, 2,
      """
      sharerouter: there is no option '--jsno'
        help: did you mean '--json'?
      """),
    Refusal(
      ["send", "-x"] + echo, 2,
      """
      sharerouter: there is no option '-x'
        help: write '--' before an item that begins with '-'
      """),
    Refusal(
      ["send", "x", "-a"], 2,
      """
      sharerouter: the option '--activity' needs a value: TYPE
        help: 'sharerouter send --help' shows the options
      """),
    Refusal(
      ["send", "x", "--json=1"] + echo, 2,
      """
      sharerouter: the option '--json' takes no value
        help: 'sharerouter send --help' shows the options
      """),
    Refusal(
      ["send", "x", "--as", "photo"] + echo, 2,
      """
      sharerouter: 'photo' is not a kind
        help: the kinds are text, url, image and file
      """),
    Refusal(
      ["send", "x", "--activities", "nowhere"] + echo, 2,
      """
      sharerouter: there is no folder 'SANDBOX/work/nowhere', which --activities names
      """),
    Refusal(
      ["list", "--activities", "nowhere"], 2,
      """
      sharerouter: there is no folder 'SANDBOX/work/nowhere', which --activities names
      """),
  ]

  static let activities = [
    Refusal(
      ["send", "x", "-a", "com.example.ecko"], 4,
      """
      sharerouter: there is no activity 'com.example.ecko'
        help: did you mean 'com.example.echo'?
      """),
    Refusal(
      ["send", "x", "-a", "zzzzzzzzzz"], 4,
      """
      sharerouter: there is no activity 'zzzzzzzzzz'
        help: 'sharerouter list' shows all activities
      """),
    Refusal(
      ["send", "x", "-a", "echo"], 2,
      """
      sharerouter: 'echo' stands for several activities: 'com.example.echo', 'org.example.echo'
        help: give the full type
      """),
    Refusal(
      ["send", "x", "-a", "com.example.echo", "-a", "give", "-a", "com.example.nope"], 4,
      """
      sharerouter: there is no activity 'com.example.nope'
        help: did you mean 'com.example.move'?
      """),
  ]

  static let inputs = [
    Refusal(
      ["send", "x", "-a", "ask"], 2,
      """
      sharerouter: 'com.example.ask': the input 'name' (Your name) has no value
        help: give it with --input name=VALUE
      """),
    Refusal(
      ["send", "x", "-a", "ask", "-i", "nmae=me", "-i", "size=huge", "-i", "count=12"], 2,
      """
      sharerouter: there is no input 'nmae'
        help: did you mean 'name'?
      sharerouter: 'com.example.ask': the input 'name' (Your name) has no value
        help: give it with --input name=VALUE
      sharerouter: 'com.example.ask': 'huge' is none of the choices of 'size': 'small', 'large'
        help: give another one with --input size=VALUE
      sharerouter: 'com.example.ask': 12 is above the greatest value of 'count', 9
        help: give another one with --input count=VALUE
      """),
    Refusal(
      ["send", "x", "-a", "ask", "-i", "name"], 2,
      """
      sharerouter: '--input name' has no '='
        help: write --input NAME=VALUE
      """),
    Refusal(
      ["send", "x", "-a", "sure"], 2,
      """
      sharerouter: 'com.example.sure' asks for confirmation: Really do it?
        help: add --yes to confirm it
      """),
  ]

  @Test("nothing runs, and it is said what is wrong and what to do", arguments: items + options + activities + inputs)
  func refused(_ refusal: Refusal) {
    let sandbox = Sandbox.withSamples()
    mkdir(sandbox.work + "/folder", 0o755)
    expectRun(sandbox.run(refusal.arguments), status: refusal.status, errors: refusal.errors, in: sandbox)
  }

  @Test("what was asked for can be given")
  func given() {
    let sandbox = Sandbox.withSamples()
    expectRun(sandbox.run(["send", "x", "-a", "sure", "--yes"]), output: "-- x\n")
    expectRun(sandbox.run(["send", "x", "-a", "ask", "-i", "name=a=b", "-i", "count=2"]), output: "-- a=b small 2 x\n")
    expectRun(sandbox.run(["send", "--text", "", "-a", "com.example.echo"]), output: "-- \n")
    expectRun(sandbox.run(["send", "", "-a", "com.example.echo"]), output: "-- \n")
    expectRun(sandbox.run(["send", "-a", "com.example.echo", "--", "--text"]), output: "-- --text\n")
  }

  /// Root may read everything, unless it gives up that right.
  static func withoutRights(_ arguments: [String], _ sandbox: Sandbox = Sandbox()) -> CommandRun {
    let change = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] : []
    let words = (change + arguments).map { Array($0.utf8) }
    return CommandRun.run(words, environment: sandbox.environment, in: sandbox.work)
  }

  @Test(
    "a file that may not be read is refused before anything runs, with the reason",
    .enabled(if: withoutRights(["cat", "/dev/null"]).status == 0, "programs here need root's right to read everything"))
  func unreadable() {
    let sandbox = Sandbox.withSamples()
    sandbox.define(
      "com.example.input", "category: action\naccepts: file\nshell: {argv: [cat], stdin: {file: \"{{ item.path }}\"}}\n"
    )
    sandbox.file("secret.txt", "secret", mode: 0o000)
    let run = RefusalTests.withoutRights([CommandRun.program, "send", "secret.txt", "-a", "input"], sandbox)
    #expect(run.status == 1 || run.status == 2)
    #expect(run.output == [])
    #expect(run.errorText.contains("secret.txt"), "\(run.errorText)")
    #expect(run.errorText.contains("Permission denied"), "\(run.errorText)")
  }

  @Test("a text that is too long for an argument is refused and names the limit and the way out")
  func longText() {
    let sandbox = Sandbox.withSamples()
    let text = [UInt8](repeating: 0x61, count: 200 << 10)
    let run = sandbox.run(["send", "-", "-a", "com.example.echo"], input: text)
    expectRun(
      run, status: 1,
      errors: """
        sharerouter: 'com.example.echo' failed: 'item.text' makes 204800 bytes, more than the 128 KiB that Linux allows \
        for one argument; hand it over by 'stdin' \
        (SANDBOX/config/sharerouter/activities.d/com.example.echo.yaml:5)

        """, in: sandbox)
    for length in [131_071, 131_072] {
      let run = sandbox.run(
        ["send", "-", "-a", "com.example.echo"], input: [UInt8](repeating: 0x61, count: length))
      #expect(run.status == (length < 131_072 ? 0 : 1), "\(length)")
      #expect(run.output.count == (length < 131_072 ? length + 4 : 0), "\(length)")
    }
  }

  @Test("data that is no text is a file, and not offered where texts are due")
  func binaryInput() {
    let sandbox = Sandbox.withSamples()
    for input: [UInt8] in [[0xFF, 0xFE, 0x61, 0x62], Array("a\0b".utf8), [0xC3]] {
      let run = sandbox.run(["send", "-", "-a", "com.example.echo"], input: input)
      expectRun(
        run, status: 4,
        errors: """
          sharerouter: 'com.example.echo' is not offered: a file is none of the accepted kinds 'text' \
          (SANDBOX/config/sharerouter/activities.d/com.example.echo.yaml:4)
            help: 'sharerouter list ITEM…' shows the activities that are

          """, in: sandbox)
    }
    let forced = sandbox.run(["send", "--as", "text", "-", "-a", "com.example.echo"], input: [0xFF])
    #expect(forced.status == 2 && forced.output == [])
    #expect(forced.errorText.contains("not UTF-8"), "\(forced.errorText)")
    #expect(sandbox.remainingFiles == [])
  }

  @Test("an action inside of actions ends somewhere")
  func recursion() {
    let sandbox = Sandbox.withSamples()
    sandbox.define(
      "com.example.again",
      """
      category: action
      accepts: text
      shell: {script: 'printf . ; "$sharerouter" send --text {{ item.text }} -a com.example.again'}
      """)
    let run = sandbox.run(["send", "x", "-a", "again"], environment: ["sharerouter": CommandRun.program])
    #expect(run.status == 1)
    #expect(run.text == "........")
    #expect(run.errorText.contains("actions have started actions more than 8 deep"), "\(run.errorText)")
    #expect(sandbox.remainingProcesses == [])
  }
}
