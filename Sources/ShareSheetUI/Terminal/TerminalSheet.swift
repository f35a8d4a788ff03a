internal import CSystem
internal import Glibc
public import ShareModel

/// The sheet on the terminal's screen.
///
/// It talks to `/dev/tty`, so that stdin may be a pipe and stdout is left to results. However it is left (a choice, `q`,
/// Esc, Ctrl-C, a signal, a lost terminal), the terminal's modes are what they were, the cursor is shown and the screen
/// is the one from before.
public final class TerminalSheet: SheetInterface {
  /// What the sheet gets from whoever uses it.
  public struct Surroundings: Sendable {
    /// The value of a variable of the environment.
    public var variable: @Sendable (String) -> String?
    /// Lets the person's editor change a text; nil when that failed. The terminal is free meanwhile.
    public var edit: @Sendable ([UInt8]) -> [UInt8]?
    /// The picture of the first item as lines of text and colours, drawn somewhere else meanwhile.
    public var picture: (any SheetPicture)?

    public init(
      variable: @escaping @Sendable (String) -> String?, edit: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil },
      picture: (any SheetPicture)? = nil
    ) {
      self.variable = variable
      self.edit = edit
      self.picture = picture
    }
  }

  /// What came of a key.
  private enum Step<Value> {
    case stay
    case done(Value)
    case dismissed
  }

  private let surroundings: Surroundings
  private let device: TerminalDevice
  private let ornaments: Ornaments
  private var writer: ScreenWriter
  private var decoder = KeyDecoder()
  private var isOnScreen = false
  /// How long an escape may be the beginning of a key's sequence, in milliseconds (ncurses: ESCDELAY).
  private let escapeDelay: Int32

  /// Fails without a terminal, without ncurses, and on a terminal that cannot place its cursor (`TERM=dumb`).
  public init(_ surroundings: Surroundings) throws(Unavailable) {
    self.surroundings = surroundings
    guard let device = TerminalDevice() else { throw .noTerminal }
    self.device = device
    let name = surroundings.variable("TERM") ?? ""
    guard !name.isEmpty, name != "dumb" else { throw .notAScreen }
    let capabilities: TerminalCapabilities
    do throws(TerminalCapabilities.Failure) {
      capabilities = try TerminalCapabilities(
        name, descriptor: device.descriptor, isColored: (surroundings.variable("NO_COLOR") ?? "").isEmpty)
    } catch {
      throw error == .noLibrary ? .noLibrary : .notAScreen
    }
    writer = ScreenWriter(capabilities)
    decoder.known = capabilities.keys
    ornaments = TerminalSheet.isUnicode(surroundings.variable) ? .unicode : .ascii
    escapeDelay = surroundings.variable("ESCDELAY").flatMap { Int32($0) }.map { max(1, min(1000, $0)) } ?? 50
  }

  /// Why there is no screen.
  public enum Unavailable: Error, Sendable {
    case noTerminal
    case noLibrary
    case notAScreen
  }

  deinit { close() }

  /// Whether the person's terminal takes UTF-8, as its locale says (POSIX: LC_ALL, then LC_CTYPE, then LANG).
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    let charset = locale.lowercased().filter { $0 != "-" }
    return charset.contains("utf8")
  }

  // MARK: Questions

  public func choose(_ content: SheetContent) throws(SheetFailure) -> ActivityType? {
    var model = SheetModel(content)
    return run(
      frame: { [ornaments, surroundings] size in
        var layout = SheetLayout(size, ornaments)
        if layout.pictureHeight > 0, let picture = surroundings.picture {
          layout.picture = picture.lines(for: (rows: layout.pictureHeight, columns: min(size.columns - 2, 40)))
        }
        layout.fit(&model)
        return layout.frame(model)
      },
      press: { key in
        switch model.press(key) {
        case .stay: .stay
        case .choose(let type): .done(type)
        case .dismiss: .dismissed
        }
      })
  }

  public func fill(_ form: SheetForm) throws(SheetFailure) -> SheetForm.Answers? {
    var model = FormModel(form)
    return run(
      frame: { [ornaments] size in FormLayout(size, ornaments).frame(model) },
      press: { [self] key in
        switch model.press(key) {
        case .stay: return .stay
        case .submit: return .done(model.answers)
        case .dismiss: return .dismissed
        case .openEditor:
          let text = model.entries[model.focus].editor.text
          leave()
          if let edited = surroundings.edit(Array(text.utf8)) {
            model.replaceText(with: String(decoding: edited, as: UTF8.self))
          }
          enter()
          return .stay
        }
      })
  }

  public func confirm(_ question: String, title: String) throws(SheetFailure) -> Bool {
    let (question, title) = (SheetRow.oneLine(question), SheetRow.oneLine(title))
    let answer: Bool? = run(
      frame: { [ornaments] size in QuestionLayout(size, ornaments).frame(question, title: title) },
      press: { key in
        switch key {
        case .text("y"), .text("Y"): .done(true)
        case .text("n"), .text("N"), .text("q"), .escape, .control("c"), .control("g"), .control("d"): .dismissed
        default: .stay
        }
      })
    return answer ?? false
  }

  // MARK: The screen

  private func enter() {
    guard !isOnScreen else { return }
    device.holdSignals()
    device.takeKeys()
    device.write(writer.capabilities.enter)
    writer.invalidate()
    isOnScreen = true
  }

  private func leave() {
    guard isOnScreen else { return }
    device.write(writer.capabilities.leave)
    device.restore()
    device.releaseSignals()
    isOnScreen = false
  }

  public func close() { leave() }

  /// Shows frames and reads keys until the person is done; nil when they dismissed it.
  private func run<Value>(frame: (ScreenSize) -> ScreenFrame, press: (Key) -> Step<Value>) -> Value? {
    enter()
    var isChanged = true
    while true {
      // What was typed ahead is drawn once.
      while let key = decoder.next(isFinal: false) {
        isChanged = true
        switch press(key) {
        case .stay: break
        case .done(let value): return value
        case .dismissed: return nil
        }
        if key == .control("z") { stop() }
      }
      if isChanged {
        let size = device.size ?? ScreenSize(rows: 24, columns: 80)
        device.write(writer.draw(frame(size), size: size))
        isChanged = false
      }
      switch device.next(timeout: decoder.isIncomplete ? escapeDelay : -1, wake: surroundings.picture?.descriptor) {
      case .bytes(let bytes): decoder.feed(bytes)
      case .timeout:
        guard let key = decoder.next(isFinal: true) else { break }
        isChanged = true
        switch press(key) {
        case .stay: break
        case .done(let value): return value
        case .dismissed: return nil
        }
      case .woken:
        surroundings.picture?.noteSeen()
        isChanged = true
      case .signal(SIGWINCH): isChanged = true
      case .signal(SIGTSTP):
        stop()
        isChanged = true
      case .signal, .hangup: return nil
      }
    }
  }

  /// Hands the terminal to the shell until the person comes back.
  private func stop() {
    device.write(writer.capabilities.leave)
    device.stopJob()
    device.write(writer.capabilities.enter)
    writer.invalidate()
  }
}

/// A picture that is made beside the sheet.
public protocol SheetPicture: AnyObject, Sendable {
  /// Becomes readable when there is something new.
  var descriptor: Int32 { get }
  /// The lines that are there by now, at most so many; the first call begins to make them.
  func lines(for size: (rows: Int, columns: Int)) -> [String]
  /// What was new has been seen.
  func noteSeen()
}
