/// Finds the entry of a table by one of its names, where each entry has its names in one text with blanks between.
///
/// A dictionary of strings would take longer to make than all else that sending to one program does.
struct ProgramNames: Sendable {
  /// All texts, each on a line of its own.
  private let text: [UInt8]
  /// Where a name begins, plus one, at the place that its bytes decide, or at the next free one; 0 is free. A name takes two
  /// bytes of the text at least, so that there are always free ones.
  private let slots: [UInt16]

  /// - Precondition: The texts hold less than 64 KiB.
  init(_ entries: some Sequence<String>) {
    var text: [UInt8] = []
    text.reserveCapacity(4096)
    for var entry in entries {
      entry.withUTF8 { unsafe text.append(contentsOf: $0) }
      text.append(UInt8(ascii: "\n"))
    }
    var size = 64
    while size <= text.count / 2 { size *= 2 }
    var slots = [UInt16](repeating: 0, count: size)
    // A program that is started for one lookup waits for this, so each byte is seen once.
    var start = 0
    var hash = ProgramNames.firstHash
    for index in text.indices {
      let byte = text[index]
      guard ProgramNames.endsName(byte) else {
        hash = ProgramNames.hash(hash, byte)
        continue
      }
      var slot = Int(hash >> 8) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(start + 1)
      start = index + 1
      hash = ProgramNames.firstHash
    }
    self.text = text
    self.slots = slots
  }

  /// The entry with this name; of several the last.
  func entry(named name: ArraySlice<UInt8>) -> Int? {
    guard !name.contains(where: ProgramNames.endsName) else { return nil }
    var found: Int?
    var slot = Int(name.reduce(ProgramNames.firstHash, ProgramNames.hash) >> 8) & (slots.count - 1)
    while slots[slot] != 0 {
      let start = Int(slots[slot]) - 1
      if text[start...].starts(with: name), ProgramNames.endsName(text[start + name.count]) {
        found = text[..<start].count { $0 == UInt8(ascii: "\n") }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return found
  }

  private static func endsName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }

  private static let firstHash: UInt32 = 0x811C_9DC5

  private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 0x0100_0193 }
}
