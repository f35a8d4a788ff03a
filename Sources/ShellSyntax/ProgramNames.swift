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
  private var slots: [UInt16] = []

  init(_ entries: [String]) {
    text.reserveCapacity(4096)
    names.reserveCapacity(512)
    // Each name with its hash; a program that is started for one lookup waits for this, so each byte is seen once.
    var hashes: [UInt32] = []
    hashes.reserveCapacity(512)
    for entry in entries.indices {
      var start = text.count
      text += entries[entry].utf8
      text.append(UInt8(ascii: " "))
      var hash = ProgramNames.firstHash
      for index in start..<text.count {
        let byte = text[index]
        if byte == UInt8(ascii: " ") {
          names.append(Name(bytes: start..<index, entry: entry))
          hashes.append(hash)
          start = index + 1
          hash = ProgramNames.firstHash
        } else {
          hash = ProgramNames.hash(hash, byte)
        }
      }
    }
    var size = 64
    while size < 2 * names.count { size *= 2 }
    slots = [UInt16](repeating: 0, count: size)
    for number in names.indices {
      var slot = Int(hashes[number] >> 8) & (size - 1)
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
    let hash = name.reduce(ProgramNames.firstHash, ProgramNames.hash)
    return Int(hash >> 8) & (slots.count - 1)
  }

  private static let firstHash: UInt32 = 0x811C_9DC5

  private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 0x0100_0193 }
}
