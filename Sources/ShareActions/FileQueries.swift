import Glibc
import ShareModel

/// The number of bytes in a file.
func fileSize(_ path: FilePath) -> Int? {
  var status = stat()
  let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
  return unsafe stat(name, &status) == 0 ? Int(status.st_size) : nil
}

extension FilePath {
  /// The folder of this process.
  static var current: FilePath? {
    guard let name = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(name) }
    return unsafe FilePath(bytes: terminatedBytes(of: name))
  }
}

/// The bytes of a file; nil when it cannot be read or has more than `limit` bytes.
func readSmallFile(_ path: FilePath, limit: Int = 1 << 20) -> [UInt8]? {
  guard let file = FileDescriptor.open(path.bytes, O_RDONLY | O_NONBLOCK) else { return nil }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe read(file.number, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count == 0 ? bytes : nil }
    bytes += buffer[..<count]
    if bytes.count > limit { return nil }
  }
}
