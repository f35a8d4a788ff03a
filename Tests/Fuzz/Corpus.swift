import Glibc
import TestSupport

/// What inputs are made of: files that are right, files with one mistake, and public test data where it is there.
enum Corpus {
  static let definitions: [[UInt8]] = {
    var files: [[UInt8]] = []
    for folder in ["Tests/ShareDefinitionsTests/Valid", "Tests/ShareDefinitionsTests/Mistakes", "activities.d"] {
      let path = Project.root + "/" + folder
      files += FixtureFolder.names(path).compactMap { readFile(path + "/" + $0) }
    }
    for document in ["README.md", "Documentation/escaping.md", "Documentation/templates.md"] {
      files += DocumentedExample.all(in: document).map { Array($0.text.utf8) }
    }
    if let suite = Project.sharedData("yaml-test-suite") { files += suiteFiles(suite) }
    return files
  }()

  /// The inputs of the public suite of YAML: files named `in.yaml` in folders of folders.
  private static func suiteFiles(_ path: String) -> [[UInt8]] {
    var files: [[UInt8]] = []
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".yaml"), let bytes = readFile(path + "/" + name) { files.append(bytes) }
      if entry.pointee.d_type == UInt8(DT_DIR) { files += suiteFiles(path + "/" + name) }
    }
    return files
  }
}

extension SeededGenerator {
  /// The numbers for one input: the same whatever came before it.
  init(seed: UInt64, index: Int) { self.init(seed: seed &+ UInt64(index) &* 0xD134_2543_DE82_EF95) }
}

/// A text with one to six accidents, at times with a piece of another one in it.
func damaged(_ texts: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
  var bytes = texts.randomElement(using: &generator) ?? []
  if Int.random(in: 0..<4, using: &generator) == 0, let other = texts.randomElement(using: &generator), !other.isEmpty {
    let start = Int.random(in: 0..<other.count, using: &generator)
    let piece = other[start..<min(other.count, start + Int.random(in: 1...80, using: &generator))]
    bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &generator))
  }
  for _ in 0..<Int.random(in: 0..<4, using: &generator) / 3 + 1 {
    bytes = InputMutator.mutated(bytes, using: &generator)
  }
  return bytes
}
