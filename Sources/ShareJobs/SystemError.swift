import Glibc

/// What the system says about its error numbers.
enum SystemError {
  static func description(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard code != 0, unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}

/// Short waits for what cannot be waited for otherwise.
enum Pause {
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
