/// Finds the entry of a table by one of its names, where each entry has its names in one text with blanks between.
///
/// A dictionary of strings would take longer to make than all else that sending to one program does.
struct ProgramNames: Sendable {
  private struct Name {
    var bytes: Range<Int>
    var entry: Int
  }

  /// All texts, one behind the other.
  private var text: [UInt8] = []
  private var names: [Name] = []
  /// The number of a name plus one at the place that its bytes decide, or at the next free one; 0 is free.
  private var slots: [UInt16]

  init(_ entries: some Sequence<String>) {
    slots = []
    text.reserveCapacity(4096)
    names.reserveCapacity(512)
    for (entry, list) in entries.enumerated() {
      var start = text.count
      for byte in list.utf8 {
        if byte == UInt8(ascii: " ") {
          names.append(Name(bytes: start..<text.count, entry: entry))
          start = text.count
        } else {
          text.append(byte)
        }
      }
      names.append(Name(bytes: start..<text.count, entry: entry))
    }
    var size = 64
    while size < 2 * names.count { size *= 2 }
    slots = [UInt16](repeating: 0, count: size)
    for (number, name) in names.enumerated() {
      var slot = place(text[name.bytes])
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(number + 1)
    }
  }

  /// The entry with this name; of several the last.
  func entry(named name: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    var slot = place(name)
    while slots[slot] != 0 {
      let candidate = names[Int(slots[slot]) - 1]
      if candidate.bytes.count == name.count, text[candidate.bytes] == name { found = candidate.entry }
      slot = (slot + 1) & (slots.count - 1)
    }
    return found
  }

  private func place(_ name: ArraySlice<UInt8>) -> Int {
    var hash = UInt32(truncatingIfNeeded: name.count)
    for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash >> 8) & (slots.count - 1)
  }
}
