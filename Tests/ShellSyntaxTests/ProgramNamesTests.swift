import Testing

@testable import ShellSyntax

@Suite("names of programs in texts")
struct ProgramNamesTests {
  private static let entries = [
    "sh bash dash ash", "h", "python3 python", "a b c d e f g i j k l m n o p q r s t u v w x y z", "[ tr true", "sh",
  ]

  @Test("a name is found with its entry, of several the last, and no other part of the texts is one")
  func parts() {
    let names = ProgramNames(Self.entries)
    let text = Array((Self.entries.joined(separator: "\n") + "\n").utf8)
    for start in text.indices {
      for end in start...text.count {
        let part = text[start..<end]
        let expected = Self.entries.lastIndex { $0.split(separator: " ").contains { part.elementsEqual($0.utf8) } }
        #expect(names.entry(named: part) == expected, "\(String(decoding: part, as: UTF8.self))")
      }
    }
  }

  @Test("a name is not found by a beginning or a longer form of it")
  func others() {
    let names = ProgramNames(Self.entries)
    for other in ["", "shh", "bas", "bash ", " bash", "bash\n", "python33", "true tr"] {
      #expect(names.entry(named: Array(other.utf8)[...]) == nil)
    }
  }
}
