import Glibc

/// What is left of a child's group once the child itself has ended.
enum ProcessGroup {
  /// Whether a process other than the group's leader, and not a zombie, is in the group. True when /proc cannot tell.
  static func hasOtherMembers(_ group: pid_t) -> Bool {
    guard let folder = unsafe opendir("/proc") else { return true }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard let first = name.first, (0x30...0x39).contains(first) else { continue }
      guard let member = pid_t(String(decoding: name, as: UTF8.self)), member != group else { continue }
      if groupOfLiving(member) == group { return true }
    }
    return false
  }

  /// The group in `/proc/N/stat` (proc(5)): the third field after the program's name, which stands in parentheses and
  /// may itself hold any byte.
  private static func groupOfLiving(_ member: pid_t) -> pid_t? {
    guard let file = FileDescriptor.open(Array("/proc/\(member)/stat".utf8), O_RDONLY) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(file.number, &buffer, buffer.count)
    guard count > 0, let parenthesis = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = buffer[(parenthesis + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 2, fields[0].first != UInt8(ascii: "Z") else { return nil }
    return pid_t(String(decoding: fields[2], as: UTF8.self))
  }
}
