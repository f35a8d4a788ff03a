import CGLib

/// The functions of GLib and GIO that are used, opened at their first use.
enum GLib {
  /// Nil when GLib is not installed.
  static let functions: sr_glib? = {
    // Placed into zeroed memory by C; a Swift value of functions that are not null cannot be made empty.
    let table = UnsafeMutablePointer<sr_glib>.allocate(capacity: 1)
    defer { unsafe table.deallocate() }
    return unsafe sr_glib_load(table) ? table.pointee : nil
  }()

  /// Nil when GIO is not installed.
  static let contentTypes: sr_gio? = {
    let table = UnsafeMutablePointer<sr_gio>.allocate(capacity: 1)
    defer { unsafe table.deallocate() }
    return unsafe sr_gio_load(table) ? table.pointee : nil
  }()

  /// Nil when GIO is not installed.
  static let bus: sr_gdbus? = {
    let table = UnsafeMutablePointer<sr_gdbus>.allocate(capacity: 1)
    defer { unsafe table.deallocate() }
    return unsafe sr_gdbus_load(table) ? table.pointee : nil
  }()

  static func require(for purpose: String) throws(MissingLibrary) -> sr_glib {
    if let functions { return functions }
    throw MissingLibrary(library: "libglib-2.0.so.0", package: "libglib2.0-0", purpose: purpose)
  }
}
