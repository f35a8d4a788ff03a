import ShareRouter

extension ActivityType {
  static let mustachify: ActivityType = "com.example.mustachify"
}

/// Puts a moustache on every smiley of the texts, and gives them back.
struct Mustachify: ShareActivity {
  let type = ActivityType.mustachify
  let title = "Mustachify"
  private var texts: [String] = []

  func canPerform(with items: [Item]) -> Bool {
    items.allSatisfy { $0.textBytes.map { String(decoding: $0, as: UTF8.self).contains(":)") } ?? false }
  }

  mutating func prepare(with items: [Item]) {
    texts = items.compactMap { $0.textBytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  func perform() async throws -> [ReturnedItem]? {
    texts.map { text in
      let pieces = text.split(separator: ":)", omittingEmptySubsequences: false)
      return ReturnedItem(item: .text(Array(pieces.joined(separator: ":{)").utf8)))
    }
  }
}
