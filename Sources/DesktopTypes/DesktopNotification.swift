import CGLib
import Glibc

/// A notification of the desktop (freedesktop.org's Desktop Notifications Specification 1.2), shown over D-Bus.
///
/// `summary` and `body` are plain text whatever they hold: what a server would read as markup is escaped, if it reads any.
public struct DesktopNotification: Sendable, Equatable {
  public enum Urgency: UInt8, Sendable {
    case low = 0
    case normal = 1
    case critical = 2
  }

  /// Why nothing was shown.
  public enum Failure: Error, Sendable, Equatable {
    case library(MissingLibrary)
    /// The person has no session bus here: a machine without a desktop, cron, another user.
    case noBus
    case notConnected(address: String, reason: String)
    /// What D-Bus or the server says.
    case refused(String)

    /// One phrase for people.
    public var message: String {
      switch self {
      case .library(let library): library.message
      case .noBus: "there is no session bus (DBUS_SESSION_BUS_ADDRESS)"
      case .notConnected(let address, let reason): "the session bus '\(address)' cannot be reached: \(reason)"
      case .refused(let reason): reason
      }
    }
  }

  /// One line.
  public var summary: String
  public var body: String
  /// The name of an icon of the theme; empty for none.
  public var icon: String
  public var urgency: Urgency

  public init(summary: String, body: String = "", icon: String = "", urgency: Urgency = .normal) {
    self.summary = summary
    self.body = body
    self.icon = icon
    self.urgency = urgency
  }

  /// In grapheme clusters. Servers lay out the whole text, of which a screen shows some lines.
  public static let longestBody = 2000
  static let longestSummary = 200
  /// For each answer of the bus and of the server, which may have to be started first; in seconds.
  static let patience: Int32 = 5

  /// The address of the person's session bus: the environment's, else the usual socket in the runtime folder if it is
  /// there. Never one that starts a bus of its own, which would outlive this program.
  public static func busAddress(environment: (String) -> String?) -> String? {
    if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      return address.utf8.starts(with: "autolaunch:".utf8) ? nil : address
    }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.utf8.first == UInt8(ascii: "/") else { return nil }
    guard unsafe access(folder + "/bus", F_OK) == 0, let bus = GLib.bus else { return nil }
    let escaped = unsafe bus.dbus_address_escape_value(folder + "/bus")
    defer { unsafe bus.free(escaped) }
    return unsafe "unix:path=" + String(cString: escaped)
  }

  /// Shows it. Blocks the calling thread until the server has it, for a few seconds at most.
  public func show(environment: (String) -> String?) throws(Failure) {
    guard let address = DesktopNotification.busAddress(environment: environment) else { throw .noBus }
    guard let bus = GLib.bus else {
      throw .library(
        MissingLibrary(library: "libgio-2.0.so.0", package: "libglib2.0-0", purpose: "notifications are"))
    }
    try NotificationServer(bus, address: address).show(self)
  }

  /// The body as a server with or without markup takes it.
  func bodyText(forMarkup isMarkup: Bool) -> String {
    let plain = DesktopNotification.displayable(body, atMost: DesktopNotification.longestBody) {
      $0 == "\n" || $0 == "\t"
    }
    guard isMarkup else { return plain }
    var result = ""
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The summary is never markup, and one line.
  var summaryText: String {
    DesktopNotification.displayable(summary, atMost: DesktopNotification.longestSummary) { _ in false }
  }

  /// A text cut to a length, with a blank for each control character but those that may stay: D-Bus takes no NUL, and
  /// some servers show the others as boxes.
  private static func displayable(
    _ text: String, atMost limit: Int, keeping isKept: (Unicode.Scalar) -> Bool
  ) -> String {
    var scalars = String.UnicodeScalarView()
    let isLong = text.index(text.startIndex, offsetBy: limit + 1, limitedBy: text.endIndex) != nil
    for scalar in (isLong ? text.prefix(limit) : text[...]).unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && !isKept(scalar)
      scalars.append(isControl ? " " : scalar)
    }
    return String(scalars) + (isLong ? "…" : "")
  }
}
