import CGLib

/// A connection of one's own to the session bus, over which the desktop's notification server is spoken to.
///
/// GIO's shared connection is not used: it would end the program when the bus goes away.
@safe
struct NotificationServer {
  private let bus: sr_gdbus
  private let address: String

  init(_ bus: sr_gdbus, address: String) {
    self.bus = bus
    self.address = address
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  func show(_ notification: DesktopNotification) throws(DesktopNotification.Failure) {
    let connection = unsafe try connect()
    defer {
      unsafe _ = bus.dbus_connection_close_sync(connection, nil, nil)
      unsafe bus.object_unref(connection)
    }
    let isMarkup = unsafe try capabilities(connection).contains("body-markup")
    var table = bus
    let arguments = unsafe sr_notification(
      &table, "sharerouter", notification.icon, notification.summaryText, notification.bodyText(forMarkup: isMarkup),
      notification.urgency.rawValue)
    unsafe bus.variant_unref(try call("Notify", arguments, connection))
  }

  private func connect() throws(DesktopNotification.Failure) -> OpaquePointer {
    var error: UnsafeMutablePointer<sr_error>?
    guard let stream = unsafe bus.dbus_address_get_stream_sync(address, nil, nil, &error) else {
      throw unsafe .notConnected(address: address, reason: reason(error))
    }
    defer { unsafe bus.object_unref(stream) }
    // A bus that does not answer must not hold its callers for ever; the call has a limit of its own only later.
    if unsafe bus.type_check_instance_is_a(stream, bus.socket_connection_get_type()) != 0 {
      unsafe bus.socket_set_timeout(
        bus.socket_connection_get_socket(stream), UInt32(DesktopNotification.patience))
    }
    guard
      let connection = unsafe bus.dbus_connection_new_sync(stream, nil, UInt32(sr_dbus_to_bus), nil, nil, &error)
    else { throw unsafe .notConnected(address: address, reason: reason(error)) }
    return unsafe connection
  }

  /// What the server says that it can do.
  private func capabilities(_ connection: OpaquePointer) throws(DesktopNotification.Failure) -> [String] {
    let reply = unsafe try call("GetCapabilities", nil, connection)
    defer { unsafe bus.variant_unref(reply) }
    let list = unsafe bus.variant_get_child_value(reply, 0)
    defer { unsafe bus.variant_unref(list) }
    var count = 0
    let names = unsafe bus.variant_get_strv(list, &count)
    defer { unsafe bus.free(names) }
    return (0..<count).map { unsafe String(cString: names[$0]) }
  }

  private func call(
    _ method: String, _ arguments: OpaquePointer?, _ connection: OpaquePointer
  ) throws(DesktopNotification.Failure) -> OpaquePointer {
    var error: UnsafeMutablePointer<sr_error>?
    let reply = unsafe bus.dbus_connection_call_sync(
      connection, NotificationServer.name, NotificationServer.path, NotificationServer.name, method, arguments,
      method == "Notify" ? "(u)" : "(as)", 0, DesktopNotification.patience * 1000, nil, &error)
    guard let reply = unsafe reply else { throw unsafe .refused(reason(error)) }
    return unsafe reply
  }

  /// What GIO says; the error is freed.
  private func reason(_ error: UnsafeMutablePointer<sr_error>?) -> String {
    guard let error = unsafe error else { return "D-Bus gave no reason" }
    defer { unsafe bus.error_free(error) }
    return unsafe String(cString: error.pointee.message)
  }
}
