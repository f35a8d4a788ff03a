public import ShareModel

/// The folders that `dirs.` names.
public struct UserFolders: Sendable, Equatable {
  public var pictures: FilePath
  public var download: FilePath
  public var documents: FilePath
  public var desktop: FilePath
  public var config: FilePath
  public var data: FilePath
  public var state: FilePath

  /// Where the XDG base directory specification puts them, and user-dirs.dirs the person's own. Folders that neither
  /// names have the names that xdg-user-dirs gives them in English.
  ///
  /// - Parameter readsPersonal: Whether `user-dirs.dirs` is looked at.
  public init(environment: ProcessEnvironment, home: FilePath, readsPersonal: Bool = true) {
    config = environment.absolutePath("XDG_CONFIG_HOME") ?? home.appending(".config")
    data = environment.absolutePath("XDG_DATA_HOME") ?? home.appending(".local/share")
    state = environment.absolutePath("XDG_STATE_HOME") ?? home.appending(".local/state")
    let content = readsPersonal ? readSmallFile(config.appending("user-dirs.dirs")) : nil
    let own = UserFolders.personal(content ?? [], home: home)
    pictures = own["XDG_PICTURES_DIR"] ?? home.appending("Pictures")
    download = own["XDG_DOWNLOAD_DIR"] ?? home.appending("Downloads")
    documents = own["XDG_DOCUMENTS_DIR"] ?? home.appending("Documents")
    desktop = own["XDG_DESKTOP_DIR"] ?? home.appending("Desktop")
  }

  /// Reads `NAME="$HOME/…"` and `NAME="/…"` lines, with `\` before a special character; no other form is valid there.
  static func personal(_ content: [UInt8], home: FilePath) -> [String: FilePath] {
    var result: [String: FilePath] = [:]
    for line in content.split(separator: 0x0A) {
      let trimmed = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")), trimmed.first != UInt8(ascii: "#") else { continue }
      var rest = trimmed[(equals + 1)...].drop { $0 == 0x20 }
      guard rest.popFirst() == UInt8(ascii: "\"") else { continue }
      var value: [UInt8] = []
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
          value.append(escaped)
        } else {
          value.append(byte)
        }
      }
      let prefix = Array("$HOME".utf8)
      if value.starts(with: prefix) {
        let tail = value.dropFirst(prefix.count).drop { $0 == UInt8(ascii: "/") }
        value = tail.isEmpty ? home.bytes : home.appending(Array(tail)).bytes
      }
      guard value.first == UInt8(ascii: "/") else { continue }
      result[String(decoding: trimmed[..<equals], as: UTF8.self)] = FilePath(bytes: value)
    }
    return result
  }
}
