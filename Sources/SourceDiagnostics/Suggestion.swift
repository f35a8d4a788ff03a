/// What a misspelt name probably meant.
public enum Suggestion {
  /// The candidate nearest to `name` by the optimal string alignment distance (insert, delete, replace, swap two
  /// neighbours), case differences counting nothing; nil when none is within a third of the name's length, at least 1.
  /// Among equally near ones the first wins.
  public static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty else { return nil }
    var best: String?
    var bound = max(1, (wanted.count + 2) / 3)
    for candidate in candidates where candidate != name {
      let other = folded(candidate)
      // A distance is at least the difference of the lengths; a word of which nothing is left is no suggestion.
      guard abs(other.count - wanted.count) <= bound else { continue }
      let distance = distance(wanted, other)
      guard distance <= bound, distance < max(wanted.count, other.count) else { continue }
      best = candidate
      if distance == 0 { break }
      bound = distance - 1
    }
    return best
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
