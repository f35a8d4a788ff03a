internal import ShareModel
internal import ShareSessions

/// A place of the desktop that can have a "Share…" entry.
enum Integration: String, CaseIterable, Sendable {
  case nautilus, nemo, dolphin, thunar, desktop, systemd

  /// What it brings, for people.
  var summary: String {
    switch self {
    case .nautilus: "GNOME Files: Scripts > Share… in the menu of files"
    case .nemo: "Nemo: Share… in the menu of files"
    case .dolphin: "Dolphin: Share… in the menu of files"
    case .thunar: "Thunar: Share… in the menu of files"
    case .desktop: "Share… under \"Open with\", and among the programs"
    case .systemd: "a service of the user's that works background jobs off"
    }
  }

  /// The file that is all ours; nil where an action is added to a file of the person's.
  func file(_ process: ProcessContext) -> IntegrationFile? {
    let data = process.baseDirectory("XDG_DATA_HOME", ".local/share")
    let configuration = process.baseDirectory("XDG_CONFIG_HOME", ".config")
    let program = process.executable
    switch self {
    case .nautilus:
      return IntegrationFile(
        path: data.appending("nautilus/scripts/Share…"), mode: 0o755, firstLine: "#!/bin/sh",
        content: nautilusScript(program))
    case .nemo:
      return IntegrationFile(
        path: data.appending("nemo/actions/org.sharerouter.share.nemo_action"), content: nemoAction(program))
    case .dolphin:
      // KDE runs service menus of a person's own only when they are executable.
      return IntegrationFile(
        path: data.appending("kio/servicemenus/org.sharerouter.share.desktop"), mode: 0o755,
        content: serviceMenu(program))
    case .desktop:
      return IntegrationFile(
        path: data.appending("applications/org.sharerouter.Share.desktop"), content: desktopEntry(program))
    case .systemd:
      return IntegrationFile(
        path: configuration.appending("systemd/user/sharerouter-jobs.service"), content: unit(program))
    case .thunar: return nil
    }
  }

  /// Thunar's own file of actions.
  static func thunarFile(_ process: ProcessContext) -> FilePath {
    process.baseDirectory("XDG_CONFIG_HOME", ".config").appending("Thunar/uca.xml")
  }

  /// What is run; the items follow. The desktop's pickers alone: a file manager may have been started from a terminal.
  private static let call = ["share", "--picker", "desktop", "--"]

  // MARK: The contents

  /// The files come as URLs, one per line, which is exact for any name; arguments are local names alone.
  private func nautilusScript(_ program: FilePath) -> [UInt8] {
    var text = Array(
      """
      # GNOME Files says what is selected by URLs, one on each line; nothing is selected on the folder's own background.
      set -f
      IFS='
      '
      exec\u{20}
      """.utf8)
    text += CommandQuoting.shell(program.bytes)
    let items = "${NAUTILUS_SCRIPT_SELECTED_URIS:-$NAUTILUS_SCRIPT_CURRENT_URI}"
    return text + Array(" \(Integration.call.joined(separator: " ")) \(items)\n".utf8)
  }

  private static let names = "Name=Share…\nName[de]=Teilen…\nName[es]=Compartir…\nName[fr]=Partager…\n"
  private static let comments = """
    Comment=Send to an activity
    Comment[de]=An eine Aktivität senden
    Comment[es]=Enviar a una actividad
    Comment[fr]=Envoyer à une activité

    """

  /// Nemo puts URLs between the quotes, in which none of the characters stands that end them, and runs no shell.
  private func nemoAction(_ program: FilePath) -> [UInt8] {
    Array("[Nemo Action]\nActive=true\n\(Integration.names)\(Integration.comments)".utf8)
      + CommandQuoting.exec(program, Integration.call + ["%U"], .nemo)
      + Array("Icon-Name=document-send\nSelection=notnone\nExtensions=any;\nQuote=double\n".utf8)
  }

  private func serviceMenu(_ program: FilePath) -> [UInt8] {
    let exec = CommandQuoting.exec(program, Integration.call + ["%U"], .desktopEntry)
    return Array(
      """
      [Desktop Entry]
      Type=Application
      \(Integration.names)X-KDE-ServiceTypes=KonqPopupMenu/Plugin
      X-KDE-Priority=TopLevel
      MimeType=application/octet-stream;inode/directory;
      Actions=share;

      """.utf8) + exec
      + Array("\n[Desktop Action share]\n\(Integration.names)Icon=document-send\n".utf8) + exec
  }

  /// Every file is an octet stream, so that this is offered for each, and is the default for none that has a program of
  /// its own. Folders and the schemes of URLs are left out: a new program for them could become the default.
  private func desktopEntry(_ program: FilePath) -> [UInt8] {
    Array(
      """
      [Desktop Entry]
      Type=Application
      \(Integration.names)\(Integration.comments)Icon=document-send

      """.utf8) + CommandQuoting.exec(program, Integration.call + ["%U"], .desktopEntry)
      + Array("Terminal=false\nMimeType=application/octet-stream;\nCategories=Utility;\nStartupNotify=false\n".utf8)
  }

  /// The default way of stopping would end the programs of jobs together with the worker, which would then take them for
  /// failed. Told alone, it ends them itself and stores what became of each; what is left after that is killed. A worker
  /// that failed, as on a full disk, is started again for as long as it takes, which a shorter pause would not be.
  private func unit(_ program: FilePath) -> [UInt8] {
    Array(
      """
      [Unit]
      Description=Background jobs of sharerouter
      Documentation=man:sharerouter(1)

      [Service]
      ExecStart=
      """.utf8) + CommandQuoting.systemd(program.bytes)
      + Array(
        """
         jobs work --watch
        Restart=on-failure
        RestartSec=10
        # The worker ends the programs of its jobs itself, and stores what became of them.
        KillMode=mixed

        [Install]
        WantedBy=default.target

        """.utf8)
  }

  /// The action among Thunar's, and the line by which it is found again.
  static func thunarAction(_ program: FilePath) -> ThunarAction {
    ThunarAction(
      command: String(decoding: CommandQuoting.thunar(program.bytes), as: UTF8.self) + ThunarAction.commandEnd)
  }
}

/// A program's path as it must be written in commands of several kinds.
enum CommandQuoting {
  /// For `sh`, and for what splits as it does.
  static func shell(_ path: [UInt8]) -> [UInt8] {
    var quoted: [UInt8] = [0x27]
    for byte in path { quoted += byte == 0x27 ? Array("'\\''".utf8) : [byte] }
    return quoted + [0x27]
  }

  /// For Thunar, which replaces its field codes before the shell sees the line.
  static func thunar(_ path: [UInt8]) -> [UInt8] {
    shell(path).flatMap { $0 == 0x25 ? [0x25, 0x25] : [$0] }
  }

  enum Form {
    /// The Desktop Entry Specification's key `Exec`: quoted, then escaped as any string.
    case desktopEntry
    /// Nemo's: split by GLib as a shell would; there is no way to write a `%`.
    case nemo
  }

  static func exec(_ program: FilePath, _ words: [String], _ form: Form) -> [UInt8] {
    var quoted: [UInt8]
    switch form {
    case .nemo: quoted = shell(program.bytes)
    case .desktopEntry:
      quoted = [0x22]
      for byte in program.bytes {
        switch byte {
        case 0x22, 0x60, 0x24, 0x5C: quoted += [0x5C, byte]
        case 0x25: quoted += [0x25, 0x25]
        default: quoted.append(byte)
        }
      }
      quoted.append(0x22)
    }
    // In a value of either file a backslash begins an escape.
    let escaped = quoted.flatMap { $0 == 0x5C ? [0x5C, 0x5C] : [$0] }
    return Array("Exec=".utf8) + escaped + Array((" " + words.joined(separator: " ") + "\n").utf8)
  }

  /// For systemd (systemd.service, "Command lines").
  static func systemd(_ path: [UInt8]) -> [UInt8] {
    var quoted: [UInt8] = [0x22]
    for byte in path {
      switch byte {
      case 0x22, 0x5C: quoted += [0x5C, byte]
      case 0x25: quoted += [0x25, 0x25]
      case 0x24: quoted += [0x24, 0x24]
      default: quoted.append(byte)
      }
    }
    return quoted + [0x22]
  }
}
