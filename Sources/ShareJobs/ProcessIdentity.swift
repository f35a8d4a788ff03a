import Glibc

/// A process that cannot be mistaken for a later one with the same number: with the time of its start, and the boot of
/// the machine that it runs in.
public struct ProcessIdentity: Sendable, Equatable {
  /// `/proc/sys/kernel/random/boot_id`.
  var boot: String
  public var process: Int32
  /// In clock ticks since the boot (proc(5), `starttime`).
  var start: Int

  init(boot: String, process: Int32, start: Int) {
    self.boot = boot
    self.process = process
    self.start = start
  }

  /// Reads what `text` wrote.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let process = Int32(parts[1]), let start = Int(parts[2]) else { return nil }
    self.init(boot: String(parts[0]), process: process, start: start)
  }

  var text: String { "\(boot):\(process):\(start)" }

  /// This process.
  static var current: ProcessIdentity {
    ProcessIdentity(boot: currentBoot, process: getpid(), start: startTime(of: getpid()) ?? 0)
  }

  /// Whether this very process still runs; a zombie does not.
  public var isAlive: Bool {
    boot == ProcessIdentity.currentBoot && ProcessIdentity.startTime(of: process) == start
  }

  private static var currentBoot: String {
    let text = String(decoding: read("/proc/sys/kernel/random/boot_id") ?? [], as: UTF8.self)
    return String(text.prefix { $0 != "\n" })
  }

  /// The 22nd field of `/proc/N/stat`; the second, the program's name, stands in parentheses and may hold any byte.
  private static func startTime(of process: Int32) -> Int? {
    guard let content = read("/proc/\(process)/stat"), let end = content.lastIndex(of: UInt8(ascii: ")")) else {
      return nil
    }
    let fields = content[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, fields[0].first != UInt8(ascii: "Z") else { return nil }
    return Int(String(decoding: fields[19], as: UTF8.self))
  }

  /// A file of the kernel, all of it.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
  }
}

/// The processes of a job, also those whose worker is gone: all of them carry the job's key in their environment.
public enum JobProcesses {
  /// The variable that holds the key.
  public static let variable = "SHAREROUTER_JOB"

  /// Their numbers, but for this process.
  public static func running(_ key: String) -> [Int32] {
    guard let folder = unsafe opendir("/proc") else { return [] }
    defer { unsafe closedir(folder) }
    let wanted = Array("\(variable)=\(key)".utf8)
    var found: [Int32] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard let process = Int32(String(decoding: name, as: UTF8.self)), process != getpid(),
        let environment = ProcessIdentity.read("/proc/\(process)/environ")
      else { continue }
      if environment.split(separator: 0).contains(where: { $0.elementsEqual(wanted) }) { found.append(process) }
    }
    return found
  }

  /// Asks them to end, and kills those that do not within so many seconds. False when some are left.
  public static func end(_ key: String, graceSeconds: Double = 2) -> Bool {
    let steps = Int(graceSeconds / 0.05)
    for (signal, waits) in [(SIGTERM, steps), (SIGKILL, 100)] {
      for wait in 0...waits {
        let processes = running(key)
        if processes.isEmpty { return true }
        // Those that were started meanwhile too; but asking once is enough.
        if wait == 0 || signal == SIGKILL {
          for process in processes {
            kill(process, signal)
            kill(process, SIGCONT)
          }
        }
        Pause.milliseconds(50)
      }
    }
    return running(key).isEmpty
  }
}
