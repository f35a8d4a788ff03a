import Foundation
import TestSupport
import Testing

@Suite("Values that were made to break out")
struct NaughtyStringsTests {
  /// Each would make the file `marker` in the working folder, were it ever code.
  static let own = [
    "$(touch marker)", "`touch marker`", "'; touch marker; '", "\"; touch marker; \"", "\\\"; touch marker #",
    "a\nEOF\ntouch marker\n", "EOF", "\nEOF\n", "PATH[$(touch marker)0]", "x[$(touch marker)]",
    "() { :; }; touch marker", "& touch marker &", "| touch marker", ";touch marker", "> marker", "<(touch marker)",
    "${x:=$(touch marker)}", "$((x[$(touch marker)]))", "!touch marker", "\n touch marker \n", "%s%n%c", "$sr1",
    "${sr1}",
    "$_sr", "$0 $1 $@ $$ $! $?", "{{ item.text }}", "{{ secret.TOKEN }}", "{{", "}}", "{a,b}", "*", "?", "[a-z]*", "~",
    "~root",
    "a  b\t c", " lead", "trail ", "trail\n", "trail\n\n\n", "\n", "\r\n", "\\", "\\\\", "\\n", "a\\", "'", "\"", "`",
    "$", "\u{1}\u{7F}\u{1B}[0m",
    "\u{FEFF}x", "\u{202E}x", "e\u{301}", "-", "--", "-n", "-e", "--help", "-rf /",
  ]

  /// The public list; only texts that can be given as an argument are in it.
  static let list: [String] = {
    guard let path = Project.sharedData("naughty-strings.json"), let bytes = readFile(path) else { return [] }
    return (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String] ?? []
  }()

  /// A script with a value in every kind of place, each part NUL-ended; then the environment, then standard input.
  static func script(_ interpreter: String) -> String {
    #"""
    category: action
    accepts: text
    shell:
      interpreter: \#(interpreter)
      script: |
        printf '%s\0' {{ item.text }} "{{ item.text }}" "<{{ item.text }}>" =={{ item.text }}
        printf '%s\0' "$(printf %s {{ item.text }}; printf .)"
        value={{ item.text }}
        printf '%s\0' "$value"
        case {{ item.text }} in "$value") printf 'same\0' ;; *) printf 'different\0' ;; esac
        for word in {{ item.text }}; do printf '%s\0' "$word"; done
        cat <<EOF
        [{{ item.text }}]
        EOF
        printf '\0%s\0' "$VALUE"
        cat
        printf '\0'
      stdin: "{{ item.text }}"
      env: {VALUE: "{{ item.text }}"}
    """#
  }

  static func expected(_ text: String) -> [[UInt8]] {
    let hereDocument = "[\(text)]\n"
    return [text, text, "<\(text)>", "==\(text)", text + ".", text, "same", text, hereDocument, text, text].map {
      Array($0.utf8)
    }
  }

  static func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define("com.example.sh", script("sh"))
    sandbox.define("com.example.bash", script("bash"))
    sandbox.define(
      "com.example.argv",
      #"""
      category: action
      accepts: text
      shell: [printf, '%s\0', "<{{ item.text }}>", --, "{{ item.text }}"]
      """#)
    sandbox.define(
      "com.example.open",
      #"""
      category: action
      accepts: text
      shell: [printf, '%s\0', "{{ item.text }}"]
      """#)
    sandbox.define(
      "com.example.word",
      #"""
      category: action
      accepts: text
      shell: {script: "printf 'begun '; basename {{ item.text }}"}
      """#)
    return sandbox
  }

  static func check(_ texts: [String]) {
    let sandbox = sandbox()
    for text in texts {
      let run = sandbox.run([
        "send", "--text", text, "-a", "com.example.sh", "-a", "com.example.bash", "-a", "com.example.argv",
      ])
      let parts = run.output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
      let whole = expected(text) + expected(text) + [Array("<\(text)>".utf8), Array("--".utf8), Array(text.utf8)]
      #expect(run.status == 0 && run.errors.isEmpty, "\(text.debugDescription): \(run.errorText)")
      if parts != whole {
        let first = zip(parts, whole).enumerated().first { $0.element.0 != $0.element.1 }
        Issue.record(
          "\(text.debugDescription), part \(first?.offset ?? min(parts.count, whole.count)): \(String(decoding: first?.element.0 ?? [], as: UTF8.self).debugDescription)"
        )
      }
      // Where nothing ends the options, a text is never one.
      let bare = sandbox.run(["send", "--text", text, "-a", "com.example.open"])
      if text.utf8.first == UInt8(ascii: "-") {
        #expect(bare.status == 1 && bare.output == [], "\(text.debugDescription)")
        #expect(bare.errorText.contains("which a program may take for an option"), "\(bare.errorText)")
      } else {
        #expect(
          bare.status == 0 && bare.output == Array(text.utf8) + [0], "\(text.debugDescription): \(bare.errorText)")
      }
    }
    #expect(!sandbox.directory.exists("work/marker"))
    #expect(sandbox.shell("ls -A").output == [], "nothing was made in the working folder")
    for name in ["/tmp/blns.fail", "/tmp/blns.shellshock1.fail", "/tmp/blns.shellshock2.fail"] {
      #expect(access(name, F_OK) != 0)
    }
    #expect(sandbox.remainingFiles == [])
  }

  @Test(
    "each public troublesome string arrives in every place byte for byte, and nothing of it runs",
    .enabled(if: Project.sharedData("naughty-strings.json") != nil, "the public list is not there"),
    arguments: [0, 1])
  func publicList(half: Int) {
    #expect(NaughtyStringsTests.list.count >= 500)
    NaughtyStringsTests.check(NaughtyStringsTests.list.enumerated().filter { $0.offset % 2 == half }.map(\.element))
  }

  @Test("each string of our own arrives in every place byte for byte, and nothing of it runs")
  func ownList() { NaughtyStringsTests.check(NaughtyStringsTests.own) }

  @Test("a word of a script that would be an option is refused before anything runs")
  func unguardedWord() {
    let sandbox = NaughtyStringsTests.sandbox()
    expectRun(sandbox.run(["send", "--text", "x", "-a", "com.example.word"]), output: "begun x\n")
    let run = sandbox.run(["send", "x", "--text", "--help", "-a", "com.example.word"])
    #expect(run.status == 1 && run.output == [], "not even for the first item")
    #expect(run.errorText.contains("'--help', which a program may take for an option"), "\(run.errorText)")
  }
}
