/// The name most like `name`, when one is near enough to be what was meant; the first in alphabetical order of equals.
func closestName(to name: String, among candidates: some Collection<String>) -> String? {
  let name = Array(name.utf8)
  var best: (distance: Int, name: String)?
  for candidate in candidates.sorted() {
    let distance = editDistance(name, Array(candidate.utf8))
    if distance <= max(1, name.count / 3), distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.name
}

/// Insertions, deletions, replacements and swaps of neighbours that make one text of the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  // Far longer names are never meant, and their table would cost more than the answer is worth.
  guard left.count <= 100, right.count <= 100, !left.isEmpty, !right.isEmpty else { return .max }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for i in 1...left.count {
    var row = [Int](repeating: i, count: right.count + 1)
    for j in 1...right.count {
      let cost = left[i - 1] == right[j - 1] ? 0 : 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
