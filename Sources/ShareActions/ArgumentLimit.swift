import Glibc

/// What the kernel takes in one exec, so that a longer list is refused by name instead of by E2BIG.
struct ArgumentLimit {
  /// Bytes of one argument or variable with its NUL (Linux: MAX_ARG_STRLEN, 32 pages).
  var single: Int
  /// Bytes of all of them with their NULs and pointers.
  var total: Int

  static var current: ArgumentLimit {
    let page = sysconf(Int32(_SC_PAGESIZE))
    var stack = rlimit()
    let ceiling = 6 << 20  // Linux: three quarters of _STK_LIM, whatever the stack's limit is
    let floor = 32 * page
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &stack) == 0 else {
      return ArgumentLimit(single: 32 * page, total: floor)
    }
    let quarter = stack.rlim_cur > rlim_t(4 * ceiling) ? ceiling : Int(stack.rlim_cur / 4)
    return ArgumentLimit(single: 32 * page, total: max(floor, min(quarter, ceiling)))
  }

  /// Throws what exec would refuse.
  func check(_ arguments: [[UInt8]], _ environment: ProcessEnvironment) throws(ProcessError) {
    var length = 0
    for (index, argument) in arguments.enumerated() {
      if argument.contains(0) { throw .nulInArgument(index: index) }
      if argument.count >= single { throw .argumentTooLong(index: index, length: argument.count, limit: single - 1) }
      length += argument.count + 1 + MemoryLayout<Int>.size
    }
    for entry in environment.entries {
      if entry.string.contains(0) { throw .nulInVariable(name: entry.name) }
      let size = entry.string.count
      if size >= single {
        throw .variableTooLong(name: entry.name, length: entry.value.count, limit: single - 2 - entry.name.count)
      }
      length += size + 1 + MemoryLayout<Int>.size
    }
    if length > total { throw .argumentsTooLong(length: length, limit: total) }
  }
}
