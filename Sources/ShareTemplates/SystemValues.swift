import Glibc
import ShareModel

/// Times in strftime's formats (POSIX).
public enum CalendarTime {
  public static func format(_ seconds: Int, _ format: String, isLocal: Bool) -> [UInt8] {
    guard !format.isEmpty else { return [] }
    var time = time_t(seconds)
    var parts = unsafe tm()
    if isLocal { unsafe localtime_r(&time, &parts) } else { unsafe gmtime_r(&time, &parts) }
    // strftime gives 0 both for an empty text and for a buffer too small: a mark in front tells them apart.
    var capacity = 256
    while capacity <= 1 << 20 {
      var buffer = [CChar](repeating: 0, count: capacity)
      let count = unsafe strftime(&buffer, capacity, "x" + format, &parts)
      if count > 0 { return buffer[1..<count].map(UInt8.init(bitPattern:)) }
      capacity *= 8
    }
    return []
  }
}

/// Files read as a whole, up to a limit.
enum BoundedFile {
  static func read(_ path: FilePath, limit: Int) throws(TemplateValues.Problem) -> [UInt8] {
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    let descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem() }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw .init("the file is larger than \(limit >> 20) MiB") }
    }
  }

  private static func problem() -> TemplateValues.Problem {
    let reason = unsafe String(cString: strerror(errno))
    return .init("the file cannot be read: \(reason)")
  }
}
