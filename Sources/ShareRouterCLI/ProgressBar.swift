internal import Glibc
internal import ShareActions
internal import ShareJobs
internal import ShareSessions
internal import Synchronization

/// One line on the terminal that tells how far a transfer is; nothing when it is over soon, or nobody looks.
final class ProgressBar: Sendable {
  /// A transfer that is over before shows none, in seconds.
  private static let patience = 0.5
  private static let barWidth = 24

  private let terminal: Int32
  private let meter = ProgressMeter()
  private let isShown = Mutex(false)

  /// Nil when messages do not go to a terminal that can redraw a line.
  init?(_ call: Invocation) {
    guard isatty(call.console.errors) == 1, call.process["TERM"] != "dumb", !call.arguments.has("json") else {
      return nil
    }
    terminal = call.console.errors
  }

  func take(_ progress: TransferProgress) {
    guard let reading = meter.take(progress) else { return }
    show(reading, reading.isSending ? "sending" : "receiving")
  }

  /// How far a job is, whichever way its bytes go.
  func take(_ progress: JobProgress, of job: Int) {
    let moved = TransferProgress(sent: progress.done, received: 0, sentTotal: progress.total, receivedTotal: nil)
    guard let reading = meter.take(moved) else { return }
    show(reading, "job \(job)")
  }

  private func show(_ reading: ProgressMeter.Reading, _ name: String) {
    guard reading.seconds >= ProgressBar.patience else { return }
    draw("\r" + String(ProgressBar.line(reading, name).prefix(columns - 1)) + "\u{1B}[K")
    isShown.withLock { $0 = true }
  }

  /// Takes the line away.
  func finish() {
    let wasShown = isShown.withLock { isShown in
      defer { isShown = false }
      return isShown
    }
    if wasShown { draw("\r\u{1B}[K") }
  }

  private func draw(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(terminal, bytes, bytes.count)
  }

  private var columns: Int {
    var size = winsize()
    return unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 10 ? Int(size.ws_col) : 80
  }

  private static func line(_ reading: ProgressMeter.Reading, _ name: String) -> String {
    let rate = Double(reading.done) / max(reading.seconds, 0.001)
    let speed = ByteCount.text(Int(rate)) + "/s"
    guard let total = reading.total, total > 0 else { return "\(name)  \(ByteCount.text(reading.done)), \(speed)" }
    let filled = min(barWidth, reading.done * barWidth / total)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled)
    let left = rate > 0 ? ", " + clock(Int(Double(max(0, total - reading.done)) / rate)) + " left" : ""
    return
      "\(name)  [\(bar)]  \(ByteCount.percent(reading.done, of: total)) % of \(ByteCount.text(total)), \(speed)\(left)"
  }

  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return seconds < 3600
      ? "\(seconds / 60):\(two(seconds % 60))" : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
