/// Where a person is asked.
public enum Picker: Sendable, Equatable {
  case terminal
  case fzf
  /// A program that reads lines and prints the chosen one: dmenu and what speaks its protocol.
  case dmenu(program: String)
  case zenity
  case kdialog
  /// A command line for `sh` with the protocol of dmenu; `$SHAREROUTER_PROMPT` holds the question.
  case command(String)

  /// The programs that are tried for `dmenu` without a program, best first.
  static let menusOfWayland = ["fuzzel", "wofi", "rofi", "bemenu"]
  static let menusOfX11 = ["rofi", "dmenu", "bemenu"]

  /// What the choice depends on.
  public struct Surroundings: Sendable {
    public var variable: @Sendable (String) -> String?
    public var hasProgram: @Sendable (String) -> Bool
    /// Whether the person is at a terminal that is ours to use.
    public var hasTerminal: Bool

    public init(
      variable: @escaping @Sendable (String) -> String?, hasProgram: @escaping @Sendable (String) -> Bool,
      hasTerminal: Bool
    ) {
      self.variable = variable
      self.hasProgram = hasProgram
      self.hasTerminal = hasTerminal
    }

    fileprivate func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
  }

  /// Reads the value of `--picker`; nothing at all, or `auto`, is the best one here, `desktop` the best but the terminal.
  public static func named(_ name: String?, _ surroundings: Surroundings) throws(SheetFailure) -> Picker {
    switch name {
    case nil, "auto": return try automatic(surroundings)
    case "desktop": return try desktop(surroundings)
    case "terminal": return .terminal
    case "fzf": return try .fzf.checked(surroundings)
    case "zenity": return try .zenity.checked(surroundings)
    case "kdialog": return try .kdialog.checked(surroundings)
    case "dmenu":
      guard let program = menu(surroundings) else {
        throw SheetFailure(
          "none of the programs rofi, wofi, fuzzel, bemenu and dmenu is installed",
          help: "install one of them, or name yours: --picker dmenu=PROGRAM")
      }
      return .dmenu(program: program)
    case .some(let name):
      if name.hasPrefix("dmenu=") { return try .dmenu(program: String(name.dropFirst(6))).checked(surroundings) }
      guard !name.allSatisfy(\.isWhitespace) else {
        throw SheetFailure("'--picker' is empty", help: "name a picker, or leave the option out")
      }
      // The menus are known by their own names, too.
      if menusOfWayland.contains(name) || menusOfX11.contains(name) {
        return try .dmenu(program: name).checked(surroundings)
      }
      return .command(name)
    }
  }

  private static func automatic(_ surroundings: Surroundings) throws(SheetFailure) -> Picker {
    surroundings.hasTerminal ? .terminal : try desktop(surroundings)
  }

  /// What a session offers: the dialogs of its own toolkit first, menus first where no desktop is.
  private static func desktop(_ surroundings: Surroundings) throws(SheetFailure) -> Picker {
    guard surroundings.isSet("WAYLAND_DISPLAY") || surroundings.isSet("DISPLAY") else {
      throw SheetFailure(
        "there is neither a terminal nor a display to ask in", help: "choose with --activity TYPE")
    }
    let desktops = (surroundings.variable("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map { $0.lowercased() }
    let menus = menu(surroundings).map { [Picker.dmenu(program: $0)] } ?? []
    let candidates: [Picker] =
      if desktops.contains("kde") || desktops.contains("lxqt") {
        [.kdialog, .zenity] + menus
      } else if ["gnome", "xfce", "mate", "x-cinnamon", "cinnamon", "unity", "budgie", "pantheon", "lxde"].contains(
        where: desktops.contains)
      {
        [.zenity, .kdialog] + menus
      } else {
        menus + [.zenity, .kdialog]
      }
    for candidate in candidates where candidate.program.map(surroundings.hasProgram) == true { return candidate }
    throw SheetFailure(
      "no picker is installed",
      help: "install zenity, kdialog, rofi, wofi, fuzzel or dmenu, or choose with --activity TYPE")
  }

  private static func menu(_ surroundings: Surroundings) -> String? {
    (surroundings.isSet("WAYLAND_DISPLAY") ? menusOfWayland + menusOfX11 : menusOfX11).first(
      where: surroundings.hasProgram)
  }

  /// The program that is run; nil for those that run none of their own.
  var program: String? {
    switch self {
    case .terminal, .command: nil
    case .fzf: "fzf"
    case .zenity: "zenity"
    case .kdialog: "kdialog"
    case .dmenu(let program): program
    }
  }

  private func checked(_ surroundings: Surroundings) throws(SheetFailure) -> Picker {
    guard let program, !surroundings.hasProgram(program) else { return self }
    throw SheetFailure("the picker '\(program)' is not installed", help: "install it, or name another with --picker")
  }
}
