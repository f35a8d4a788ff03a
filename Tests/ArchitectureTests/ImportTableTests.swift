import Foundation
import TestSupport
import Testing

/// The targets below `Sources` and what each may import, as design and `Package.swift` state it.
private let table: [String: Set<String>] = [
  "SourceDiagnostics": ["CSystem"],
  "ShareModel": [],
  "DesktopTypes": ["CGLib", "CPCRE"],
  "YAMLSyntax": ["CYAML", "SourceDiagnostics"],
  "JSONSyntax": ["CYAML", "SourceDiagnostics"],
  "ShellSyntax": [],
  "ShareTemplates": ["SourceDiagnostics", "ShareModel", "ShellSyntax", "DesktopTypes", "JSONSyntax"],
  "ShareDefinitions": [
    "YAMLSyntax", "JSONSyntax", "ShellSyntax", "ShareTemplates", "ShareModel", "SourceDiagnostics",
  ],
  "ShareItems": ["ShareModel", "DesktopTypes"],
  "ShareRouting": ["ShareModel", "DesktopTypes"],
  "ShareActions": [
    "ShareTemplates", "ShareModel", "ShellSyntax", "JSONSyntax", "SourceDiagnostics", "DesktopTypes", "CCurl",
    "CSystem",
  ],
  "ShareJobs": ["ShareModel", "JSONSyntax", "CSQLite"],
  "ShareSheetUI": ["ShareModel", "CCurses", "CSystem"],
  "ShareRouter": [
    "ShareDefinitions", "ShareItems", "ShareRouting", "ShareActions", "ShareJobs", "ShareSheetUI", "ShareTemplates",
    "ShareModel", "SourceDiagnostics", "YAMLSyntax", "JSONSyntax", "DesktopTypes",
  ],
  "ShareRouterCLI": [
    "ShareRouter", "ShareDefinitions", "ShareItems", "ShareRouting", "ShareActions", "ShareTemplates", "ShareModel",
    "SourceDiagnostics", "JSONSyntax", "DesktopTypes", "CSystem",
  ],
  "sharerouter": ["ShareRouterCLI"],
]

/// What the toolchain ships and any target may use. Full Foundation is not among them: it costs 5 ms at every start.
private let platform: Set<String> = ["Glibc", "Synchronization"]

@Suite("the architecture")
struct ImportTableTests {
  @Test("a target imports only what lies below it", arguments: table.keys.sorted())
  func imports(target: String) throws {
    let allowed = try #require(table[target]).union(platform)
    let folder = URL(fileURLWithPath: Project.root + "/Sources/" + target)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)!
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(!files.isEmpty, "no Swift file in \(target)")
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword <= 2, words.count > keyword + 1,
          words[..<keyword].allSatisfy({
            ["public", "package", "internal", "private", "unsafe", "@preconcurrency"].contains($0)
          })
        else { continue }
        let module = String(words[keyword + 1])
        #expect(allowed.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
      }
    }
  }

  @Test("every folder of Sources stands in the table or holds C")
  func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Project.root + "/Sources")
    let c: Set<String> = ["CYAML", "CSystem", "CGLib", "CPCRE", "CCurl", "CSQLite", "CCurses"]
    #expect(Set(folders) == Set(table.keys).union(c))
  }
}
