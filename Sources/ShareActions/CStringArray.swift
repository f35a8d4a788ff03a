import Glibc

/// The bytes of a string that the system gave, up to its NUL.
@unsafe func terminatedBytes(of string: UnsafePointer<CChar>) -> [UInt8] {
  unsafe Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
}

/// Strings in the form that exec takes: one block of bytes and a list of pointers into it, ended by NULL.
@safe
struct CStringArray: ~Copyable {
  @unsafe private let storage: UnsafeMutablePointer<CChar>
  @unsafe let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The strings must not hold a NUL.
  init(_ strings: [[UInt8]]) {
    let size = strings.reduce(0) { $0 + $1.count + 1 }
    unsafe storage = .allocate(capacity: max(size, 1))
    unsafe pointers = .allocate(capacity: strings.count + 1)
    var offset = 0
    for (index, string) in strings.enumerated() {
      unsafe pointers[index] = storage + offset
      for byte in string {
        unsafe storage[offset] = CChar(bitPattern: byte)
        offset += 1
      }
      unsafe storage[offset] = 0
      offset += 1
    }
    unsafe pointers[strings.count] = nil
  }

  deinit {
    unsafe storage.deallocate()
    unsafe pointers.deallocate()
  }
}
