internal import CSystem
internal import Glibc
internal import ShareActions
internal import ShareModel
internal import ShareSessions
internal import ShareSheetUI
internal import Synchronization

/// The picture of an item, made by chafa on a thread of its own, so that the sheet never waits for it.
final class ItemPicture: SheetPicture {
  private struct State {
    /// What was asked for last; a picture of another size is not taken.
    var size: (rows: Int, columns: Int) = (0, 0)
    var lines: [String] = []
    var interruption: Interruption?
  }

  /// How long chafa may take, in seconds.
  private static let timeout = 10.0

  let descriptor: Int32
  private let path: FilePath
  private let environment: ProcessEnvironment
  private let isColored: Bool
  private let state = Mutex(State())

  /// Nil where chafa is not installed, and without a file to look at.
  init?(of path: FilePath, _ process: ProcessContext) {
    guard ProgramSearch.isAvailable("chafa", environment: process.environment) else { return nil }
    descriptor = sr_event()
    guard descriptor >= 0 else { return nil }
    self.path = path
    environment = process.environment
    isColored = (process["NO_COLOR"] ?? "").isEmpty
  }

  deinit {
    state.withLock { $0.interruption?.interrupt() }
    close(descriptor)
  }

  func noteSeen() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  func lines(for size: (rows: Int, columns: Int)) -> [String] {
    let (lines, isNew) = state.withLock { state in
      defer { state.size = size }
      return (state.lines, state.size != size)
    }
    guard isNew, let interruption = Interruption() else { return Array(lines.prefix(size.rows)) }
    state.withLock { state in
      state.interruption?.interrupt()
      state.interruption = interruption
      state.lines = []
    }
    BlockingThread.start { [weak self, path, environment, isColored] in
      let words = [
        "chafa", "--format=symbols", "--animate=off", "--colors=\(isColored ? "256" : "none")",
        "--size=\(size.columns)x\(size.rows)",
      ]
      let request = ProcessRequest(
        arguments: words.map { Array($0.utf8) } + [path.bytes], environment: environment,
        standardOutput: .head(limit: 1 << 20), standardError: .discard, timeout: ItemPicture.timeout)
      guard let result = try? ProcessRunner().run(request, interruption: interruption),
        result.termination == .exited(0)
      else { return }
      self?.take(ItemPicture.harmless(result.standardOutput.bytes), for: size)
    }
    return []
  }

  private func take(_ lines: [String], for size: (rows: Int, columns: Int)) {
    let isWanted = state.withLock { state in
      guard state.size == size else { return false }
      state.lines = lines
      return true
    }
    guard isWanted else { return }
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// The lines of a picture: characters, and of all sequences those that set colours.
  static func harmless(_ output: [UInt8]) -> [String] {
    var lines: [[Unicode.Scalar]] = [[]]
    var scalars = Array(String(decoding: output, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\n" {
        lines.append([])
      } else if scalar == "\u{1B}" {
        guard scalars.first == "[" else { continue }
        let parameters = scalars.dropFirst().prefix { !(0x40...0x7E).contains($0.value) }
        let rest = scalars.dropFirst(1 + parameters.count)
        if rest.first == "m", parameters.allSatisfy({ "0123456789;:".unicodeScalars.contains($0) }) {
          lines[lines.count - 1] += [scalar, "["] + parameters + ["m"]
        }
        scalars = rest.dropFirst()
      } else if scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) {
        lines[lines.count - 1].append(scalar)
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      var text = ""
      text.unicodeScalars += line
      return text
    }
  }
}
