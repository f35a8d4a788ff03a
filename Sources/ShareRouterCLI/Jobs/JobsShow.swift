internal import Glibc
internal import JSONSyntax
internal import ShareActions
internal import ShareJobs
internal import ShareModel
internal import SourceDiagnostics

extension CommandSpecification {
  static let jobsShow = CommandSpecification(
    name: "jobs show", operands: "JOB…", summary: "Print all that is known of jobs", details: "",
    options: [CommonOptions.json], emptyDocument: noJobs, run: JobsShow.run)

  static let jobsLog = CommandSpecification(
    name: "jobs log", operands: "JOB", summary: "Print what the programs of a job wrote",
    details: """
      Secrets are hidden in it, and of more than 1 MiB the rest is not kept. On a terminal control characters are shown
      escaped.
      """,
    options: [OptionSpecification("follow", short: "f", "go on until the job has ended"), CommonOptions.json],
    emptyDocument: noJobs, run: JobsLog.run)
}

/// `sharerouter jobs show`.
enum JobsShow {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let ids = call.jobNumbers() else { return .usage }
    return call.withJobStore { store throws(JobStoreError) in
      var found: [Int] = []
      var text = ""
      for id in ids {
        guard let stored = try store.storedJob(id) else {
          call.tellMissing(id)
          continue
        }
        text += (text.isEmpty ? "" : "\n") + describe(stored, store)
        found.append(id)
      }
      let status = found.count == ids.count ? ExitStatus.done : .usage
      if call.arguments.has("json") { return try call.writeJSON(found, store, status) }
      return call.console.write(text) ? status : .failed
    }
  }

  private static func describe(_ stored: StoredJob, _ store: JobStore) -> String {
    let job = stored.job
    let now = store.settings.now()
    var lines = [("job", String(job.id)), ("state", job.state.rawValue), ("activity", job.activityType.rawValue)]
    for item in stored.request?.items ?? [] { lines.append(("item", item.item.shortDescription)) }
    lines.append(("accepted", moment(job.accepted, now)))
    lines.append((job.state.isFinal ? "ended" : "since", moment(job.changed, now)))
    if job.state == .waiting {
      lines.append(("next try", Timestamp.localText(job.due) + " (in \(Span.text(milliseconds: job.due - now)))"))
      lines.append(("given up", Timestamp.localText(job.deadline)))
    }
    lines.append(("tries", String(job.tries)))
    let files = store.files(of: job)
    if job.state == .running, let progress = files.readProgress() {
      lines.append(("progress", ByteCount.progress(progress)))
    }
    if let failure = job.failure { lines.append(("error", TerminalText.escaped(failure.message))) }
    for returned in stored.parsedOutcome?.returnedItems ?? [] {
      let bytes = returned.item.textBytes ?? returned.item.path?.bytes ?? []
      lines.append(("returned", (returned.name.map { $0 + ": " } ?? "") + TerminalText.escaped(bytes)))
    }
    if unsafe access(files.log.cString, R_OK) == 0 { lines.append(("log", TerminalText.escaped(files.log.bytes))) }
    // Its worker is gone, and its programs are not.
    let left = job.state == .interrupted ? JobProcesses.running(job.key) : []
    if !left.isEmpty { lines.append(("still running", left.map { "process \($0)" }.joined(separator: ", "))) }
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, value in
      "\(name):" + String(repeating: " ", count: width - name.count + 1) + value + "\n"
    }.joined()
  }

  private static func moment(_ time: Int, _ now: Int) -> String {
    Timestamp.localText(time) + " (\(Span.text(milliseconds: now - time)) ago)"
  }
}

/// `sharerouter jobs log`.
enum JobsLog {
  static func run(_ call: Invocation) -> ExitStatus {
    guard let ids = call.jobNumbers(atMost: 1), let id = ids.first else { return .usage }
    return call.withJobStore { store throws(JobStoreError) in
      guard var job = try store.job(id) else {
        call.tellMissing(id)
        return .usage
      }
      let path = store.files(of: job).log
      let isJSON = call.arguments.has("json")
      var offset = 0
      while true {
        // Asked before reading: what was written until it ended is read then.
        let isOver = !call.arguments.has("follow") || job.state.isFinal
        if !isJSON {
          let isCopied = read(path, from: &offset) { piece in
            call.console.write(call.console.outputIsTerminal ? escaped(piece) : piece)
          }
          guard isCopied else { return .failed }
        }
        if isOver { return isJSON ? writeJSON(job, path, store, call) : .done }
        usleep(200_000)
        // Its worker may have died, and then nothing more is written.
        try store.recover()
        guard let next = try store.job(id) else { return .done }
        job = next
      }
    }
  }

  private static func writeJSON(
    _ job: Job, _ path: FilePath, _ store: JobStore, _ call: Invocation
  ) -> ExitStatus {
    var log: [UInt8] = []
    var offset = 0
    _ = read(path, from: &offset) { piece in
      log += piece
      return true
    }
    let progress = job.state == .running ? store.files(of: job).readProgress() : nil
    return call.writeJSON(JSONMember("jobs", .array([job.json(progress: progress, log: log)])), .done)
  }

  /// Takes what follows the offset, in pieces; false when one cannot be taken.
  private static func read(_ path: FilePath, from offset: inout Int, _ take: ([UInt8]) -> Bool) -> Bool {
    let descriptor = unsafe open(path.cString, O_RDONLY | O_CLOEXEC)
    // A program that wrote nothing has no log.
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe pread(descriptor, &buffer, buffer.count, off_t(offset))
      guard count > 0 else { return true }
      offset += count
      guard take(Array(buffer[..<count])) else { return false }
    }
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(lines.map { TerminalText.escaped(Array($0)) }.joined(separator: "\n").utf8)
  }
}
