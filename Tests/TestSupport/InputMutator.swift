/// Small accidents of an editor: what happens to files that were once right.
public enum InputMutator {
  /// The bytes after one to three small accidents.
  public static func mutated(_ original: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes.insert(Array(" \t\n:-#{}[]'\"&*!|>%@`,?~.ax0".utf8).randomElement(using: &generator)!, at: place)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      case 3: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
      case 4: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      default:
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.count > 1 {
          lines.swapAt(
            Int.random(in: 0..<lines.count, using: &generator), Int.random(in: 0..<lines.count, using: &generator))
        }
        bytes = Array(lines.joined(separator: [0x0A]))
      }
    }
    return bytes
  }
}
