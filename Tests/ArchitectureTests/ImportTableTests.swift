import Foundation
import TestSupport
import Testing

/// The targets of the program and what each may import, read from the one place that decides it: `Package.swift`.
private let layers: [String: [String]] = {
  let manifest = String(decoding: readFile(Project.root + "/Package.swift") ?? [], as: UTF8.self)
  guard let start = manifest.range(of: "\nlet layers"), let end = manifest[start.upperBound...].range(of: "\n]\n")
  else {
    return [:]
  }
  var layers = ["sharerouter": ["ShareRouterCLI"], "ShareSheetExample": ["ShareRouter"]]
  for match in manifest[start.upperBound..<end.lowerBound].matches(of: #/"(\w+)",\s*\[([^\]]*)\]/#) {
    layers[String(match.1)] = match.2.matches(of: #/"(\w+)"/#).map { String($0.1) }
  }
  return layers
}()

private let libraries: Set<String> = [
  "CYAML", "CSystem", "CArguments", "CGLib", "CPCRE", "CCurl", "CSQLite", "CCurses",
]

/// What the toolchain ships and any target may use. Foundation is not among them: it costs 5 ms at every start.
private let platform: Set<String> = ["Glibc", "Synchronization"]

@Suite("the architecture")
struct ImportTableTests {
  @Test("a target imports only what the table allows it", arguments: layers.keys.sorted())
  func imports(target: String) throws {
    let allowed = Set(layers[target] ?? []).union(platform)
    let folder = URL(fileURLWithPath: Project.root + "/Sources/" + target)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)!
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(!files.isEmpty, "no Swift file in \(target)")
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword <= 2, words.count > keyword + 1,
          words[..<keyword].allSatisfy({
            ["public", "package", "internal", "private", "unsafe", "@preconcurrency", "@_exported"].contains($0)
          })
        else { continue }
        let module = String(words[keyword + 1])
        #expect(allowed.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
      }
    }
  }

  @Test("what a target may import lies below it, so there is no circle", arguments: layers.keys.sorted())
  func order(target: String) {
    var below: Set<String> = []
    var waiting = layers[target] ?? []
    while let next = waiting.popLast() {
      if below.insert(next).inserted { waiting += layers[next] ?? [] }
    }
    #expect(!below.contains(target))
    #expect(below.isSubset(of: libraries.union(layers.keys)), "\(target)")
  }

  @Test("every folder of Sources stands in the table or holds C")
  func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Project.root + "/Sources")
    #expect(Set(folders) == Set(layers.keys).union(libraries))
  }

  @Test("the documented table is the package's", arguments: layers.keys.sorted())
  func documented(target: String) throws {
    let text = String(decoding: readFile(Project.root + "/Documentation/architecture.md") ?? [], as: UTF8.self)
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| `\(target)` |") })
    let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    try #require(cells.count == 3)
    let named = cells[2].matches(of: #/`(\w+)`/#).map { String($0.1) }
    #expect(Set(named) == Set(layers[target] ?? []) && named.count == Set(named).count)
  }

  @Test("every C target is documented", arguments: libraries.sorted())
  func documented(library: String) {
    let text = String(decoding: readFile(Project.root + "/Documentation/architecture.md") ?? [], as: UTF8.self)
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("| ") && $0.contains("`\(library)`") })
  }
}
