import Glibc

/// A folder of its own for one test, gone with all that is in it when the test ends.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() {
    var template = Array("/tmp/sharerouter-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("mkdtemp: errno \(errno)") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { TemporaryDirectory.remove(Array(path.utf8)) }

  /// Writes a file of this folder, making the folders it needs, and returns its path.
  @discardableResult
  public func write(_ name: String, _ content: String, mode: mode_t = 0o644) -> String {
    write(Array(name.utf8), Array(content.utf8), mode: mode)
    return path + "/" + name
  }

  /// Writes a file whose name may be any bytes.
  public func write(_ name: [UInt8], _ content: [UInt8], mode: mode_t = 0o644) {
    var folder = Array(path.utf8)
    for part in name.split(separator: UInt8(ascii: "/")).dropLast() {
      folder += [UInt8(ascii: "/")] + part
      mkdir(folder.map(CChar.init(bitPattern:)) + [0], 0o755)
    }
    let full = (Array(path.utf8) + [UInt8(ascii: "/")] + name).map(CChar.init(bitPattern:)) + [0]
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { fatalError("open \(full): errno \(errno)") }
    defer { close(descriptor) }
    fchmod(descriptor, mode)
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { fatalError("write: errno \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  /// The bytes of a file of this folder; nil when there is none.
  public func read(_ name: String) -> [UInt8]? { readFile(path + "/" + name) }

  public func exists(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

  private static func remove(_ path: [UInt8]) {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    chmod(name, 0o700)
    if let folder = opendir(name) {
      while let entry = readdir(folder) {
        let child = withUnsafeBytes(of: entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
        if child == [0x2E] || child == [0x2E, 0x2E] { continue }
        let full = path + [UInt8(ascii: "/")] + child
        if entry.pointee.d_type == UInt8(DT_DIR) {
          remove(full)
        } else {
          unlink(full.map(CChar.init(bitPattern:)) + [0])
        }
      }
      closedir(folder)
    }
    rmdir(name)
  }
}

/// The bytes of a file; nil when it cannot be read.
public func readFile(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count == 0 ? bytes : nil }
    bytes += buffer[..<count]
  }
}
