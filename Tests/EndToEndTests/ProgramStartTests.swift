import Glibc
import TestSupport
import Testing

@Suite("Starting programs")
struct ProgramStartTests {
  private static func define(_ sandbox: Sandbox, _ action: String, accepts: String = "text") {
    sandbox.define("com.example.a", "category: action\naccepts: \(accepts)\n\(action)\n")
  }

  private static let send = ["send", "x", "-a", "com.example.a"]

  @Test("entries of PATH that are no folders, cannot be read or are empty are passed over")
  func oddPath() {
    let sandbox = Sandbox()
    ProgramStartTests.define(sandbox, #"shell: [echo, --, "{{ item.text }}"]"#)
    let path = "/etc/hostname:\(sandbox.path)/nowhere::/proc/1/root:/usr/bin:/bin"
    expectRun(sandbox.run(ProgramStartTests.send, environment: ["PATH": path]), output: "-- x\n")
  }

  @Test("a program that is missing is told before anything runs")
  func missingProgram() {
    let sandbox = Sandbox()
    ProgramStartTests.define(sandbox, #"shell: [no-such-program, "{{ item.text }}"]"#)
    let run = sandbox.run(ProgramStartTests.send)
    #expect(run.status == 4 && run.output == [])
    #expect(run.errorText.contains("the program 'no-such-program' is not installed"), "\(run.errorText)")
    ProgramStartTests.define(sandbox, #"shell: ['"printf"', "{{ item.text }}"]"#)
    let quoted = sandbox.run(ProgramStartTests.send)
    #expect(quoted.status == 3 || quoted.status == 4)
    #expect(quoted.output == [] && quoted.errorText.contains(#""printf""#), "\(quoted.errorText)")
  }

  @Test("a working folder that is missing is named, not the program")
  func missingFolder() {
    let sandbox = Sandbox()
    ProgramStartTests.define(sandbox, #"shell: {argv: [echo, "x{{ item.text }}"], cwd: /nonexistent-folder}"#)
    expectRun(
      sandbox.run(ProgramStartTests.send), status: 1,
      errors: "sharerouter: 'com.example.a' failed: the working folder '/nonexistent-folder' does not exist\n")
  }

  @Test("a program runs in the caller's folder, or in that of the definition")
  func folder() {
    let sandbox = Sandbox()
    mkdir(sandbox.path + "/data/a b", 0o755)
    ProgramStartTests.define(sandbox, #"shell: {script: "pwd; : {{ item.text }}"}"#)
    expectRun(sandbox.run(ProgramStartTests.send), output: "SANDBOX/work\n", in: sandbox)
    ProgramStartTests.define(sandbox, #"shell: {script: "pwd; : {{ item.text }}", cwd: "{{ dirs.data }}/a b"}"#)
    expectRun(sandbox.run(ProgramStartTests.send), output: "SANDBOX/data/a b\n", in: sandbox)
  }

  @Test("a program gets the three standard descriptors and no other")
  func descriptors() {
    let sandbox = Sandbox()
    ProgramStartTests.define(
      sandbox, #"shell: {script: 'ls /proc/$$/fd; : {{ item.file }}'}"#)
    expectRun(sandbox.run(ProgramStartTests.send), output: "0\n1\n2\n")
    let inherited = sandbox.shell(#"exec 7</dev/null; "$sharerouter" send x -a com.example.a"#)
    expectRun(inherited, output: "0\n1\n2\n")
  }

  @Test("a program sees the caller's environment without secrets, and which activity it is for")
  func environment() {
    let sandbox = Sandbox()
    ProgramStartTests.define(
      sandbox, #"shell: {script: 'env | grep -E "^(OWN|SHAREROUTER)" | sort; : {{ item.text }}'}"#)
    let run = sandbox.run(
      ProgramStartTests.send, environment: ["OWN": "a b", "SHAREROUTER_SECRET_TOKEN": "s3cr3t-XYZ"])
    expectRun(run, output: "OWN=a b\nSHAREROUTER_ACTIVITY_TYPE=com.example.a\nSHAREROUTER_DEPTH=1\n")
  }

  @Test("standard input is empty unless the definition gives one")
  func input() {
    let sandbox = Sandbox()
    ProgramStartTests.define(sandbox, #"shell: {script: 'cat; printf %s {{ item.text }}'}"#)
    expectRun(sandbox.run(ProgramStartTests.send, input: Array("the caller's".utf8)), output: "x")
    expectRun(sandbox.run(["send", "-", "-a", "com.example.a"], input: Array("line\n\n".utf8)), output: "line\n\n")
  }

  @Test("a part of a pipeline that fails counts in bash; sh knows the last alone")
  func pipeline() {
    let sandbox = Sandbox()
    ProgramStartTests.define(sandbox, #"shell: {script: 'false | cat {{ item.file }}', interpreter: bash}"#)
    expectRun(
      sandbox.run(ProgramStartTests.send), status: 1, output: "x",
      errors: "sharerouter: 'com.example.a' failed: the script failed with exit status 1\n")
    ProgramStartTests.define(sandbox, #"shell: {script: 'false | cat {{ item.file }}'}"#)
    expectRun(sandbox.run(ProgramStartTests.send), output: "x")
    ProgramStartTests.define(sandbox, #"shell: {script: 'false; cat {{ item.file }}'}"#)
    #expect(sandbox.run(ProgramStartTests.send).status == 1)
    ProgramStartTests.define(sandbox, #"shell: {script: 'echo "$undefined"; cat {{ item.file }}'}"#)
    #expect(sandbox.run(ProgramStartTests.send).status != 0)
  }

  @Test("an empty value beside a slash is refused before anything runs, an empty argument stays")
  func emptyValue() {
    let sandbox = Sandbox()
    sandbox.recorder("record")
    let inputs = "inputs: {dir: {prompt: Dir}}\n"
    ProgramStartTests.define(
      sandbox, inputs + #"shell: {script: "record begun {{ item.text }}; record -r -- {{ input.dir }}/cache"}"#)
    let run = sandbox.run(ProgramStartTests.send + ["-i", "dir="])
    #expect(run.status == 1 && run.output == [] && run.errorText.contains("input.dir"), "\(run.errorText)")
    #expect(sandbox.arguments(of: "record") == nil)
    ProgramStartTests.define(sandbox, inputs + #"shell: [record, "{{ input.dir }}", --, "{{ item.text }}", end]"#)
    expectRun(sandbox.run(["send", "", "-a", "com.example.a", "-i", "dir="]))
    #expect(sandbox.arguments(of: "record") == ["", "--", "", "end"].map { Array($0.utf8) })
  }

  @Test("of two files each is one argument, in a list and in a loop")
  func lists() {
    let sandbox = Sandbox()
    sandbox.recorder("record")
    sandbox.file("1 a", "")
    sandbox.file("2 it's", "")
    let files = ["1 a", "2 it's"].map { Array((sandbox.work + "/" + $0).utf8) }
    ProgramStartTests.define(sandbox, #"shell: {script: 'record {{ items.path }}'}"#, accepts: "file")
    expectRun(sandbox.run(["send", "1 a", "2 it's", "-a", "com.example.a"]))
    #expect(sandbox.arguments(of: "record") == files)
    ProgramStartTests.define(
      sandbox, #"shell: [record, [--attach, "{{ items.path }}"], [--subject, "{{ subject? }}"], end]"#, accepts: "file")
    sandbox.directory.write("bin/record.arguments", "")
    expectRun(sandbox.run(["send", "1 a", "2 it's", "-a", "com.example.a"]))
    let option = Array("--attach".utf8)
    #expect(sandbox.arguments(of: "record") == [option, files[0], option, files[1], Array("end".utf8)])
  }

  @Test("a text written to a file for the program is private, whole, and gone afterwards")
  func textAsFile() {
    let sandbox = Sandbox()
    ProgramStartTests.define(
      sandbox,
      #"""
      shell:
        script: |
          stat -c %a {{ item.file }} {{ work }}
          cat {{ item.file }}
          printf "%s\n" {{ item.file }} >path
      """#)
    expectRun(sandbox.run(["send", "it's\n\n", "-a", "com.example.a"]), output: "600\n700\nit's\n\n")
    let path = sandbox.directory.read("work/path").map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? ""
    #expect(path.hasPrefix(sandbox.path + "/run/") && access(path, F_OK) != 0, "\(path)")
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a picture's URL is a URL, and a text with one is whole")
  func urls() {
    let sandbox = Sandbox()
    ProgramStartTests.define(sandbox, #"shell: [echo, "<{{ item.kind }}>", --, "{{ item.text }}"]"#)
    expectRun(
      sandbox.run(["send", "https://example.com/a.png", "https://example.com/?to=a,b", "-a", "com.example.a"]),
      output: "<url> -- https://example.com/a.png\n<url> -- https://example.com/?to=a,b\n")
    expectRun(
      sandbox.run(["send", "l1\nhttps://example.com\nl3", "-a", "com.example.a"]),
      output: "<text> -- l1\nhttps://example.com\nl3\n")
  }
}
