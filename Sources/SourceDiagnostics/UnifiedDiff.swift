/// What two versions of a file differ in, in the unified format that `patch` reads (POSIX, diff -u).
public enum UnifiedDiff {
  /// Unchanged lines shown around what changed.
  private static let context = 3

  /// The difference as bytes, which are those of the files; empty when there is none.
  ///
  /// - Parameter name: What the file is called in both heads.
  public static func bytes(from old: [UInt8], to new: [UInt8], name: String) -> [UInt8] {
    let before = lines(old)
    let after = lines(new)
    let changes = changes(before, after)
    guard !changes.isEmpty else { return [] }
    var output = Array("--- \(name)\n+++ \(name)\n".utf8)
    var index = 0
    while index < changes.count {
      var last = index
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * context
      {
        last += 1
      }
      write(changes[index...last], before, after, to: &output)
      index = last + 1
    }
    return output
  }

  private struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Lines with their line feeds.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// The stretches of lines that were replaced, in order: a shortest edit script (Myers, "An O(ND) Difference Algorithm
  /// and Its Variations", 1986) of what lies between the lines that both begin and end with.
  private static func changes(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Change] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let oldCount = old.count - start - end
    let newCount = new.count - start - end
    guard oldCount > 0 || newCount > 0 else { return [] }

    // For each number of edits the furthest old line reached on each diagonal.
    var furthest = [Int](repeating: 0, count: 2 * (oldCount + newCount) + 3)
    let middle = oldCount + newCount + 1
    var history: [[Int]] = []
    search: for edits in 0...(oldCount + newCount) {
      history.append(Array(furthest[middle - edits - 1...middle + edits + 1]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let isDown =
          diagonal == -edits
          || (diagonal != edits && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1])
        var x = isDown ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        while x < oldCount, x - diagonal < newCount, old[start + x] == new[start + x - diagonal] { x += 1 }
        furthest[middle + diagonal] = x
        if x >= oldCount, x - diagonal >= newCount { break search }
      }
    }

    var changes: [Change] = []
    var (x, y) = (oldCount, newCount)
    for edits in stride(from: history.count - 1, to: 0, by: -1) {
      let reached = history[edits]
      let diagonal = x - y
      let center = edits + 1
      let isDown =
        diagonal == -edits || (diagonal != edits && reached[center + diagonal - 1] < reached[center + diagonal + 1])
      let previous = isDown ? diagonal + 1 : diagonal - 1
      let fromX = reached[center + previous]
      let fromY = fromX - previous
      let toX = isDown ? fromX : fromX + 1
      let toY = isDown ? fromY + 1 : fromY
      let change = Change(old: start + fromX..<start + toX, new: start + fromY..<start + toY)
      if let next = changes.last, next.old.lowerBound == change.old.upperBound,
        next.new.lowerBound == change.new.upperBound
      {
        changes[changes.count - 1] = Change(
          old: change.old.lowerBound..<next.old.upperBound, new: change.new.lowerBound..<next.new.upperBound)
      } else {
        changes.append(change)
      }
      (x, y) = (fromX, fromY)
    }
    return changes.reversed()
  }

  /// One group of changes with the lines around them.
  private static func write(
    _ changes: ArraySlice<Change>, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], to output: inout [UInt8]
  ) {
    guard let first = changes.first, let last = changes.last else { return }
    let oldStart = max(0, first.old.lowerBound - context)
    let newStart = first.new.lowerBound - (first.old.lowerBound - oldStart)
    let oldEnd = min(old.count, last.old.upperBound + context)
    let newEnd = last.new.upperBound + (oldEnd - last.old.upperBound)
    output += "@@ -\(part(oldStart..<oldEnd)) +\(part(newStart..<newEnd)) @@\n".utf8
    var position = oldStart
    for change in changes {
      for line in old[position..<change.old.lowerBound] { write(" ", line, to: &output) }
      for line in old[change.old] { write("-", line, to: &output) }
      for line in new[change.new] { write("+", line, to: &output) }
      position = change.old.upperBound
    }
    for line in old[position..<oldEnd] { write(" ", line, to: &output) }
  }

  /// A head counts lines from 1, and an empty part begins at the line before it.
  private static func part(_ lines: Range<Int>) -> String {
    let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
  }

  private static func write(_ sign: String, _ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output += sign.utf8
    output += line
    if line.last != 0x0A { output += "\n\\ No newline at end of file\n".utf8 }
  }
}
