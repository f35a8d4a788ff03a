import Glibc

/// A session bus of one test with a notification server on it that writes down what it is asked to show.
///
/// The bus is the real `dbus-daemon`; the server is a script for Python's jeepney. Both end with the owner.
public final class NotificationRecorder {
  public struct Notification: Equatable {
    public var program: String
    public var icon: String
    public var summary: String
    public var body: String
    public var urgency: Int

    public init(program: String, icon: String, summary: String, body: String, urgency: Int) {
      self.program = program
      self.icon = icon
      self.summary = summary
      self.body = body
      self.urgency = urgency
    }
  }

  /// Whether what it needs is installed; tests are skipped without it.
  public static let isAvailable =
    CommandRun.run(["python3", "-c", "import jeepney"].map { Array($0.utf8) }).status == 0
    && access("/usr/bin/dbus-daemon", X_OK) == 0

  /// What `DBUS_SESSION_BUS_ADDRESS` is to be.
  public let address: String
  private let scratch = TemporaryDirectory()
  private let bus: RunningCommand
  private let server: RunningCommand?

  /// - Parameters:
  ///   - capabilities: What the server says that it can do; nil for a bus without a server.
  ///   - refusal: What the server answers instead of showing anything.
  public init?(capabilities: [String]? = ["body", "body-markup"], refusal: String = "") {
    let socket = scratch.path + "/bus"
    scratch.write("bus.conf", NotificationRecorder.configuration(socket))
    let settings = scratch.path + "/bus.conf"
    let daemon = ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=1", "--config-file", settings]
    guard case .success(let bus) = RunningCommand.start(daemon.map { Array($0.utf8) }) else { return nil }
    self.bus = bus
    waitUntil(limit: 60) { bus.output.last == 0x0A || !bus.isRunning }
    address = String(decoding: bus.output.prefix { $0 != 0x0A }, as: UTF8.self)
    guard let capabilities else {
      server = nil
      return
    }
    let words = ["python3", "-c", NotificationRecorder.script, address, refusal] + capabilities
    guard case .success(let server) = RunningCommand.start(words.map { Array($0.utf8) }) else { return nil }
    self.server = server
    waitUntil(limit: 60) { server.output.last == 0x0A || !server.isRunning }
    guard server.isRunning else { return nil }
  }

  deinit {
    server?.stop()
    bus.stop()
  }

  /// All that were shown, in order.
  public var notifications: [Notification] {
    (server?.output ?? []).split(separator: 0x0A).dropFirst().map { line in
      let fields = line.split(separator: 0x1F, omittingEmptySubsequences: false).map {
        // Line breaks are written as record separators, so that a line is a notification.
        String(decoding: $0.map { $0 == 0x1E ? 0x0A : $0 }, as: UTF8.self)
      }
      return Notification(
        program: fields[0], icon: fields[1], summary: fields[2], body: fields[3], urgency: Int(fields[4]) ?? -1)
    }
  }

  private static func configuration(_ socket: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  private static let script = #"""
    import sys
    from jeepney import HeaderFields, MessageType, new_error, new_method_return
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import open_dbus_connection

    address, refusal, capabilities = sys.argv[1], sys.argv[2], sys.argv[3:]
    connection = open_dbus_connection(bus=address)
    connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))
    print("ready", flush=True)
    number = 0
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        method = message.header.fields.get(HeaderFields.member)
        if method == "GetCapabilities":
            reply = new_method_return(message, "as", (capabilities,))
        elif refusal:
            reply = new_error(message, "org.example.Refused", "s", (refusal,))
        else:
            program, _, icon, summary, body, _, hints, _ = message.body
            number += 1
            urgency = hints["urgency"][1]
            line = "\x1f".join([program, icon, summary, body, str(urgency)]).replace("\n", "\x1e")
            print(line, flush=True)
            reply = new_method_return(message, "u", (number,))
        connection.send(reply)
    """#
}
