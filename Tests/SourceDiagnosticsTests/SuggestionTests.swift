import SourceDiagnostics
import Testing

@Suite("suggestions")
struct SuggestionTests {
  @Test(
    "a misspelt name finds what it meant",
    arguments: [
      ("categry", "category"), ("tilte", "title"), ("Title", "title"), ("acepts", "accepts"), ("htpt", "http"),
      ("shel", "shell"), ("item.txt", "item.text"), ("titles", "title"),
    ])
  func near(name: String, meant: String) {
    let keys = ["type", "title", "category", "accepts", "shell", "http", "item.text", "item.url"]
    #expect(Suggestion.nearest(to: name, in: keys) == meant)
  }

  @Test("a name that is far from all finds nothing", arguments: ["", "colour", "x", "zzzzzz"])
  func far(name: String) {
    #expect(Suggestion.nearest(to: name, in: ["type", "title", "accepts"]) == nil)
  }

  @Test("the nearest wins, the first among equals")
  func order() {
    #expect(Suggestion.nearest(to: "cat", in: ["cart", "bat", "cats"]) == "cart")
    #expect(Suggestion.nearest(to: "items", in: ["itemize", "item", "items.x"]) == "item")
  }
}
