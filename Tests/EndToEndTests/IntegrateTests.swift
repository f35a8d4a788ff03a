import Foundation
import Glibc
import TestSupport
import Testing

/// "Share…" in file managers and on the desktop.
@Suite("integrate")
struct IntegrateTests {
  private static let nautilus = "data/nautilus/scripts/Share…"
  private static let nemo = "data/nemo/actions/org.sharerouter.share.nemo_action"
  private static let dolphin = "data/kio/servicemenus/org.sharerouter.share.desktop"
  private static let thunar = "config/Thunar/uca.xml"
  private static let desktop = "data/applications/org.sharerouter.Share.desktop"
  private static let systemd = "config/systemd/user/sharerouter-jobs.service"
  private static let all = [nautilus, nemo, dolphin, thunar, desktop, systemd]

  /// A sandbox in which every picker chooses an activity that records the paths it gets.
  private func sandbox() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.recorder("recorded")
    sandbox.define(
      "com.example.record", "category: share\naccepts: [file]\nshell: [recorded, \"{{ items.path }}\"]\n")
    sandbox.stub("zenity", "cat >/dev/null; echo com.example.record\n")
    sandbox.stub("update-desktop-database", "")
    return sandbox
  }

  private func text(_ sandbox: Sandbox, _ name: String) -> String? {
    sandbox.directory.read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("all of it is written, told, written again without harm, and taken out without a trace")
  func roundTrip() {
    let sandbox = sandbox()
    let first = sandbox.run(["integrate", "all"])
    expectRun(
      first,
      errors: """
        wrote SANDBOX/\(IntegrateTests.nautilus)
        wrote SANDBOX/\(IntegrateTests.nemo)
        wrote SANDBOX/\(IntegrateTests.dolphin)
        wrote the action to SANDBOX/\(IntegrateTests.thunar)
        wrote SANDBOX/\(IntegrateTests.desktop)
        wrote SANDBOX/\(IntegrateTests.systemd)
        next: systemctl --user enable --now sharerouter-jobs.service

        """, in: sandbox)
    let written = IntegrateTests.all.map { sandbox.directory.read($0) }
    #expect(!written.contains(nil))
    for name in [IntegrateTests.nautilus, IntegrateTests.dolphin] {
      #expect(access(sandbox.path + "/" + name, X_OK) == 0, "\(name) is not executable")
    }
    let second = sandbox.run(["integrate", "all"])
    #expect(second.status == 0 && !second.errorText.contains("wrote"), "\(second.errorText)")
    #expect(IntegrateTests.all.map { sandbox.directory.read($0) } == written)
    let removed = sandbox.run(["integrate", "--uninstall", "all"])
    #expect(
      removed.status == 0 && removed.errorText.split(separator: "\n").filter { $0.hasPrefix("removed ") }.count == 6)
    #expect(IntegrateTests.all.allSatisfy { !sandbox.directory.exists($0) })
    let again = sandbox.run(["integrate", "--uninstall", "all"])
    #expect(again.status == 0 && again.errorText.contains("is not there"), "\(again.errorText)")
  }

  @Test("what was changed since is left alone unless it is forced", arguments: [nemo, thunar, desktop])
  func changed(name: String) throws {
    let sandbox = sandbox()
    let place = [IntegrateTests.nemo: "nemo", IntegrateTests.thunar: "thunar"][name] ?? "desktop"
    _ = sandbox.run(["integrate", place])
    let mine = try #require(text(sandbox, name)).replacing("Share…", with: "Mine")
    sandbox.directory.write(name, mine)
    for arguments in [["integrate", place], ["integrate", "--uninstall", place]] {
      let run = sandbox.run(arguments)
      #expect(run.status == 1 && run.errorText.contains("was changed since it was written"), "\(run.errorText)")
      #expect(text(sandbox, name) == mine)
    }
    #expect(sandbox.run(["integrate", "--force", place]).status == 0)
    #expect(text(sandbox, name)?.contains("Mine") == false)
  }

  @Test("after the program was moved everything is written anew")
  func moved() throws {
    let sandbox = sandbox()
    _ = sandbox.run(["integrate", "all"])
    let copy = sandbox.path + "/bin/moved here's"
    let run = CommandRun.run(["cp", CommandRun.program, copy].map { Array($0.utf8) })
    #expect(run.status == 0)
    let again = CommandRun.run(
      [copy, "integrate", "all"].map { Array($0.utf8) }, environment: sandbox.environment, in: sandbox.work)
    #expect(again.status == 0 && !again.errorText.contains("already"), "\(again.errorText)")
    #expect(IntegrateTests.all.allSatisfy { text(sandbox, $0)?.contains("moved here") == true })
    #expect(sandbox.run(["integrate", "--uninstall", "all"]).status == 0)
  }

  @Test("Thunar's other actions stay byte for byte, the system's too where there are no own ones")
  func thunarActions() {
    let sandbox = sandbox()
    let mine =
      "<?xml version=\"1.0\"?>\n<!-- mine -->\n<actions>\n<action><name>Other</name><unique-id>7</unique-id></action>\n</actions>"
    sandbox.directory.write(IntegrateTests.thunar, mine)
    #expect(sandbox.run(["integrate", "thunar"]).status == 0)
    #expect(text(sandbox, IntegrateTests.thunar)?.contains("<name>Other</name>") == true)
    #expect(sandbox.run(["integrate", "--uninstall", "thunar"]).status == 0)
    #expect(text(sandbox, IntegrateTests.thunar) == mine)
    unlink(sandbox.path + "/" + IntegrateTests.thunar)
    sandbox.directory.write("etc/Thunar/uca.xml", mine.replacing("Other", with: "System"))
    #expect(sandbox.run(["integrate", "thunar"]).status == 0)
    #expect(text(sandbox, IntegrateTests.thunar)?.contains("<name>System</name>") == true)
    #expect(sandbox.run(["integrate", "--uninstall", "thunar"]).status == 0)
    #expect(!sandbox.directory.exists(IntegrateTests.thunar))
  }

  @Test("a file of Thunar's that cannot be understood is left alone", arguments: ["", "no list", "<actions>"])
  func brokenThunar(content: String) {
    let sandbox = sandbox()
    sandbox.directory.write(IntegrateTests.thunar, content)
    #expect(sandbox.run(["integrate", "thunar"]).status == 1)
    #expect(text(sandbox, IntegrateTests.thunar) == content)
  }

  @Test(
    "the entries for the desktop are valid",
    .enabled(if: installed("desktop-file-validate"), "desktop-file-validate is not installed"))
  func valid() {
    let sandbox = sandbox()
    _ = sandbox.run(["integrate", "desktop", "dolphin"])
    for name in [IntegrateTests.desktop, IntegrateTests.dolphin] {
      let run = CommandRun.run(["desktop-file-validate", sandbox.path + "/" + name].map { Array($0.utf8) })
      #expect(run.status == 0 && run.text.isEmpty, "\(run.text)")
    }
  }

  /// How each place runs its command for files that are given as URLs. Each script gets the file that was written, and the
  /// URLs; it does with both what the file manager does.
  static let ways: [(place: String, file: String, script: String)] = [
    (
      "nautilus", nautilus,
      #"import os, sys; os.environ["NAUTILUS_SCRIPT_SELECTED_URIS"] = "".join(u + "\n" for u in sys.argv[2:]); os.execv(sys.argv[1], sys.argv[1:2])"#
    ),
    (
      // Between quotes, then split by GLib, in which neither `$` nor a backtick means anything between these.
      "nemo", nemo,
      #"""
      import os, sys, shlex
      line = [l for l in open(sys.argv[1]) if l.startswith("Exec=")][0][5:].rstrip("\n").replace("\\\\", "\\")
      words = shlex.split(line.replace("%U", " ".join('"' + u + '"' for u in sys.argv[2:])))
      os.execv(words[0], words)
      """#
    ),
    (
      "dolphin", dolphin,
      #"""
      import os, sys, shlex
      text = open(sys.argv[1]).read().split("[Desktop Action share]")[1]
      line = [l for l in text.split("\n") if l.startswith("Exec=")][0][5:].replace("\\\\", "\\")
      words = [v for w in shlex.split(line) for v in (sys.argv[2:] if w == "%U" else [w])]
      os.execv(words[0], words)
      """#
    ),
    (
      "thunar", thunar,
      #"""
      import os, sys, shlex, xml.etree.ElementTree as tree
      [action] = [a for a in tree.parse(sys.argv[1]).getroot() if a.find("unique-id").text == "sharerouter-share"]
      command = action.find("command").text.replace("%U", " ".join(shlex.quote(u) for u in sys.argv[2:]))
      os.execv("/bin/sh", ["/bin/sh", "-c", command.replace("%%", "%")])
      """#
    ),
  ]

  private static let names: [[UInt8]] = [
    Array(#"a 'b" $(x) \n.txt"#.utf8), Array("line\nbreak %U %f.txt".utf8), [0x66, 0xFF, 0x20, 0x60, 0x26, 0x23],
    Array("ünï 日本.txt".utf8),
  ]

  /// A path as GLib writes it into a URL: many characters that shells know stay as they are.
  private func url(_ path: [UInt8]) -> String {
    "file://"
      + path.map { byte in
        let isPlain =
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!$&'()*+,;=:@/~-._".utf8.contains(byte)
        return isPlain ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
      }.joined()
  }

  private func makeFiles(_ sandbox: Sandbox) -> [[UInt8]] {
    for name in IntegrateTests.names { sandbox.directory.write(Array("work/".utf8) + name, [0x78]) }
    return IntegrateTests.names.map { Array(sandbox.work.utf8) + [0x2F] + $0 }
  }

  @Test(
    "run as the file manager does, the command hands over any names byte for byte", arguments: ways.map(\.place))
  func names(place: String) throws {
    let sandbox = sandbox()
    let way = try #require(IntegrateTests.ways.first { $0.place == place })
    _ = sandbox.run(["integrate", place])
    let paths = makeFiles(sandbox)
    let words = ["python3", "-c", way.script, sandbox.path + "/" + way.file] + paths.map(url)
    var variables = sandbox.environment.merging(["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
    variables["PATH"] = sandbox.path + "/bin:" + String(cString: getenv("PATH"))
    let run = CommandRun.run(words.map { Array($0.utf8) }, environment: variables, in: sandbox.work)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(sandbox.arguments(of: "recorded") == paths)
  }

  @Test("GIO launches the desktop entry with any names", .enabled(if: installed("gio"), "gio is not installed"))
  func launched() {
    let sandbox = sandbox()
    _ = sandbox.run(["integrate", "desktop"])
    let paths = makeFiles(sandbox)
    let words = ["gio", "launch", sandbox.path + "/" + IntegrateTests.desktop].map { Array($0.utf8) } + paths
    let variables = sandbox.environment.merging(["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
    let run = CommandRun.run(words, environment: variables, in: sandbox.work)
    #expect(run.status == 0, "\(run.errorText)")
    waitUntil { sandbox.arguments(of: "recorded")?.count == paths.count && sandbox.remainingProcesses.isEmpty }
    #expect(sandbox.arguments(of: "recorded") == paths)
  }

  @Test("a file on another machine is handed on as the URL that it has")
  func remote() throws {
    let sandbox = sandbox()
    sandbox.define("com.example.record", "category: share\naccepts: [url]\nshell: [recorded, \"{{ items.url }}\"]\n")
    _ = sandbox.run(["integrate", "nautilus"])
    let variables = sandbox.environment.merging(
      ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "GNOME", "NAUTILUS_SCRIPT_SELECTED_URIS": "sftp://host/a%20b\n"]) { $1 }
    let run = CommandRun.run(
      [Array((sandbox.path + "/" + IntegrateTests.nautilus).utf8)], environment: variables, in: sandbox.work)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(sandbox.arguments(of: "recorded") == [Array("sftp://host/a%20b".utf8)])
  }

  @Test("the service starts this program's worker, and tells it alone to stop")
  func service() throws {
    let sandbox = sandbox()
    _ = sandbox.run(["integrate", "systemd"])
    let unit = try #require(text(sandbox, IntegrateTests.systemd))
    let program = URL(fileURLWithPath: CommandRun.program).resolvingSymlinksInPath().path
    #expect(unit.contains("\nExecStart=\"\(program)\" jobs work --watch\n"))
    #expect(unit.contains("\nKillMode=mixed\n"))
  }

  @Test("systemd finds nothing wrong with the service", .enabled(if: installed("systemd-analyze")))
  func validService() {
    let sandbox = sandbox()
    _ = sandbox.run(["integrate", "systemd"])
    let path = sandbox.path + "/" + IntegrateTests.systemd
    let words = ["systemd-analyze", "verify", "--user", "--man=no", "--recursive-errors=no", path]
    let variables = sandbox.environment.merging(["PATH": "/usr/local/bin:/usr/bin:/bin"]) { $1 }
    let run = CommandRun.run(words.map { Array($0.utf8) }, environment: variables, in: sandbox.work)
    #expect(run.status == 0 && !run.errorText.contains("sharerouter-jobs"), "\(run.errorText)")
  }

  @Test("a misspelt place is told", arguments: [([], "takes a place"), (["nautlius"], "did you mean 'nautilus'?")])
  func usage(places: [String], message: String) {
    let run = sandbox().run(["integrate"] + places)
    #expect(run.status == 2 && run.errorText.contains(message), "\(run.errorText)")
  }
}
