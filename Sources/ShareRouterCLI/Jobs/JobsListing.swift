internal import JSONSyntax
internal import ShareJobs
internal import ShareModel
internal import ShareSessions
internal import SourceDiagnostics

/// `sharerouter jobs`: a table of them.
enum JobsListing {
  /// How long a job that ended well is listed, in milliseconds.
  private static let recent = 24 * 60 * 60 * 1000

  /// How long a worker may take to begin, in milliseconds.
  private static let startingTime = 2000

  static func run(_ call: Invocation) -> ExitStatus {
    if let operand = call.arguments.operands.first {
      let name = String(decoding: operand, as: UTF8.self)
      let names = CommandSpecification.jobs.subcommands.map { String($0.name.dropFirst("jobs ".count)) }
      let near = Suggestion.nearest(to: name, in: names)
      call.console.error(
        "there is no command 'jobs \(name)'",
        help: near.map { "did you mean 'jobs \($0)'?" } ?? "the commands are \(names.joined(separator: ", "))")
      return .usage
    }
    guard let found = call.jobStore() else { return .failed }
    guard let store = found else {
      if call.arguments.has("json") { return call.writeJSON(JSONMember("jobs", .array([])), .done) }
      call.console.message("there are no jobs")
      return .done
    }
    do throws(JobStoreError) { return try list(store, call) } catch {
      call.console.error(error.message, help: error.help)
      return .failed
    }
  }

  private static func list(_ store: JobStore, _ call: Invocation) throws(JobStoreError) -> ExitStatus {
    let all = try store.jobs()
    let now = store.settings.now()
    let shown = all.filter { job in
      call.arguments.has("all") || isListed(job, now)
    }
    if call.arguments.has("json") {
      let documents = shown.map { $0.json(progress: store.files(of: $0).readProgress()) }
      return call.writeJSON(JSONMember("jobs", .array(documents)), .done)
    }
    if all.isEmpty { call.console.message("there are no jobs") }
    guard call.console.write(table(shown, store, now)) else { return .failed }
    if shown.count < all.count { call.console.message("\(all.count - shown.count) older jobs are left out (--all)") }
    // One that was started just now may not be there yet.
    let isLate = shown.contains { !$0.state.isFinal && now - max($0.due, $0.changed) > startingTime }
    if isLate, !WorkerLock.isHeld(store.folder) {
      call.console.warning("no worker is there to do them", help: "start one with 'sharerouter jobs work'")
    }
    return .done
  }

  /// Whether a job is shown without being asked for: one that ended well is not for ever.
  static func isListed(_ job: Job, _ now: Int) -> Bool {
    !job.state.isFinal || job.state.needsAttention || now - job.changed < recent
  }

  private static func table(_ jobs: [Job], _ store: JobStore, _ now: Int) -> String {
    guard !jobs.isEmpty else { return "" }
    var rows = [["id", "state", "activity", "items", "age", "progress"]]
    for job in jobs {
      rows.append([
        String(job.id), job.state.rawValue, job.activityType.rawValue, TerminalText.escaped(job.summary),
        Span.text(milliseconds: now - job.accepted), progress(of: job, store, now),
      ])
    }
    var widths = [Int](repeating: 0, count: 5)
    for row in rows {
      for column in widths.indices { widths[column] = max(widths[column], TerminalText.width(of: row[column])) }
    }
    // Numbers stand at the right.
    return rows.map { row in
      var line = ""
      for (column, width) in widths.enumerated() {
        let blanks = String(repeating: " ", count: width - TerminalText.width(of: row[column]))
        line += column == 0 ? blanks + row[column] : "  " + row[column] + blanks
      }
      line += "  " + row[5]
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func progress(of job: Job, _ store: JobStore, _ now: Int) -> String {
    let message = TerminalText.escaped(job.failure?.message ?? "")
    switch job.state {
    case .waiting: return "again in \(Span.text(milliseconds: max(0, job.due - now))): \(message)"
    case .running:
      let progress = store.files(of: job).readProgress().map(ByteCount.progress) ?? ""
      return job.isCancelRequested ? "being cancelled" : progress
    case .queued, .completed: return ""
    case .failed, .timedOut, .interrupted, .cancelled: return message
    }
  }
}

/// Times between two moments, in one unit.
enum Span {
  static func text(milliseconds: Int) -> String {
    let seconds = max(0, milliseconds) / 1000
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86400) d"
    }
  }
}

/// Numbers of bytes for people.
enum ByteCount {
  /// Three digits at most before the unit, which is decimal.
  static func text(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    guard unit > 0, value < 9.95 else { return "\(Int(value.rounded())) \(units[unit])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  static func percent(_ done: Int, of total: Int) -> Int { total > 0 ? min(100, done * 100 / total) : 0 }

  static func progress(_ progress: JobProgress) -> String {
    guard let total = progress.total else { return text(progress.done) }
    return "\(percent(progress.done, of: total)) % of \(text(total))"
  }
}
