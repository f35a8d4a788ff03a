import Foundation
import ShellSyntax
import TestSupport

/// Runs rendered scripts with hostile values and tells which of them ran a value.
public struct ScriptRunner {
  public static let shells = ["dash", "bash --posix", "bash -o pipefail"]

  /// Values that create the file MARKER wherever one of them is code.
  public static let hostileValues = [
    "PATH[$(touch MARKER)0]", "a[$(touch MARKER)]", "'\"\\`$(touch MARKER)`", ";touch MARKER;", "\"\ntouch MARKER\n\"",
    "*",
    "~root", "touch MARKER", "$(touch MARKER)", "($(touch MARKER))", "([PATH[$(touch MARKER)0]]=1)", "x=1 touch MARKER",
    "E\ntouch MARKER\nE", "} ; touch MARKER; {", ") touch MARKER ;; (", "a\\", "EOF`touch MARKER`",
    "x' $(touch MARKER) 'y",
  ]
  static let dashValues = ["-v", "-n", "-e", "-c", "--", "-"]

  private var jobs: [(script: String, shell: String, values: [String])] = []
  private let directory = TemporaryDirectory()

  public init() {}

  /// Adds runs of the script with hostile values, one per shell that the interpreter may be.
  public mutating func add(_ script: MarkedScript, _ scan: ShellScan, _ interpreter: ShellInterpreter, values: [String])
  {
    guard let text = script.render(scan) else { return }
    let prologue = scan.places.indices.map { index in
      let name = "sr\(index + 1)"
      return "_sr=$\(name);unset \(name);\(name)=$_sr;unset _sr;"
    }
    for shell in Self.shells where interpreter == .sh || shell.hasSuffix("pipefail") {
      for offset in values.indices {
        let chosen = scan.places.indices.map { index -> String in
          switch scan.places[index] {
          case .number: return "42"
          case .word(let word) where word.isDashSafe && (offset + index) % 4 == 3:
            return Self.dashValues[(offset / 4 + index) % Self.dashValues.count]
          default: return values[(offset + index * 5) % values.count]
          }
        }
        jobs.append((prologue.joined() + text, shell, chosen))
      }
    }
  }

  public var count: Int { jobs.count }

  /// Runs everything; returns a description of each run in which a value was executed.
  public func run() throws -> [String] {
    for program in [
      "cat", "touch", "wc", "env", "nohup", "nice", "timeout", "xargs", "awk", "sed", "date", "tr", "sort",
    ] {
      link(program)
    }
    symlink("/bin/dash", directory.path + "/bin/sh")
    symlink("/bin/bash", directory.path + "/bin/bash")
    directory.write("bin/rec", "#!/bin/dash\nfor a do printf '%s\\0' \"$a\"; done >> \"$RECORD\"\n", mode: 0o755)
    mkdir(directory.path + "/work", 0o755)
    var driver = "cd \(directory.path)/work\nexport PATH=\(directory.path)/bin\n"
    for (index, job) in jobs.enumerated() {
      for (number, value) in job.values.enumerated() { driver += "sr\(number + 1)=\(Self.quote(value)) " }
      driver += "/usr/bin/timeout 2 /bin/\(job.shell) -c \(Self.quote(job.script)) >/dev/null 2>&1 </dev/null\n"
      driver += "if [ -e MARKER ]; then echo \(index); fi\n"
      // A file that a script left behind would be a name in the next one's patterns.
      driver += "for f in *; do if [ -e \"$f\" ]; then /bin/rm -rf -- ./*; fi; break; done\n"
    }
    let output = try Self.output(of: directory.write("driver", driver))
    return output.split(separator: "\n").compactMap { Int($0) }.map { index in
      "\(jobs[index].shell): \(jobs[index].script.debugDescription) with \(jobs[index].values)"
    }
  }

  private func link(_ program: String) {
    mkdir(directory.path + "/bin", 0o755)
    for folder in ["/bin/", "/usr/bin/"] where access(folder + program, X_OK) == 0 {
      symlink(folder + program, directory.path + "/bin/" + program)
      return
    }
  }

  public static func output(of script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/dash")
    process.arguments = [script]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  public static func quote(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }
}
