import SourceDiagnostics
import TestSupport
import Testing

@testable import YAMLSyntax

@Suite("Random YAML")
struct RandomYAMLTests {
  @Test("random bytes and mutated files never crash, and every range lies in the file")
  func randomBytes() {
    var generator = SeededGenerator(seed: 7)
    let seeds = [
      "type: com.example.é\naccepts:\n  - kind: file\n    mime: [text/*, 'a''b']\n    max: 4\nhttp: {json: {a: \"{{ x }}\\n\"}}\n",
      "a: &x |2-\n    b\n   c\n\nd: >+\n e\n\n  f\ng: *x\nh: !!str 'i\n\n  j'\n? k\n: - l\n",
      "{{ a }}: [\"b\\x41\", 日本]\r\n# c\r\n",
      "a: {{ x }} y\nb: [*.png, @z]\nc: \"\\d\"\n\td: e\nf: 'it's'\ng: %x\n",
    ].map { Array($0.utf8) }
    let alphabet =
      Array("-:?[]{},#&*!|>'\"%@` \t\n\rab1\\{}{}\u{E9}\u{85}\u{2028}\u{FEFF}".utf8) + [0, 0xFF, 0xC3, 0x1B]
    var refused = 0
    for round in 0..<6000 {
      var bytes = seeds[round % seeds.count]
      if round % 10 == 0 {
        bytes = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? 0
        }
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
          case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
          default: if bytes.count > 1 { bytes.remove(at: place) }
          }
        }
      }
      let file = SourceFile(path: "random.yaml", bytes: bytes)
      let (document, findings) = parse(file)
      let name = "round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
      expectValidRanges(document, findings, name)
      if document == nil {
        refused += 1
        #expect(!findings.isEmpty, "\(name)")
      }
      if let root = document?.root {
        // In a mended file the fallback is allowed, a crash is not.
        forEachNode(root) { node in
          let place = node.sourceText(in: file)?.location.range
          #expect(place.map { $0.upperBound <= bytes.count } ?? true, "\(name)")
        }
      }
      if findings.isEmpty, let root = document?.root {
        forEachScalar(root) { scalar, node in
          let source = ScalarSourceMapper.sourceText(of: scalar, at: node.range, in: file)
          #expect(source != nil, "\(name): \(scalar.style) at \(node.range)")
        }
      }
    }
    #expect(refused > 1000 && refused < 5500, "\(refused)")
  }

  @Test("a certain remedy of a random mistake makes its finding disappear")
  func certainRemedies() {
    var generator = SeededGenerator(seed: 8)
    let seed = Array("a: {{ x }}\nb:\n  - *c\n  - 'd'\n  - \"e\\n\"\nf: g\n".utf8)
    let alphabet = Array("-:[]{}&*!|>'\"%@` \t\nz\\".utf8)
    var tried = 0
    for round in 0..<4000 {
      var bytes = seed
      for _ in 0..<2 {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
      }
      let file = SourceFile(path: "random.yaml", bytes: bytes)
      let findings = parse(file).findings
      for finding in findings {
        for help in finding.helps where help.isCertain {
          tried += 1
          let after = parse(file.applying(help.edits)).findings
          let same = after.filter { $0.code == finding.code && $0.message == finding.message }
          let before = findings.filter { $0.code == finding.code && $0.message == finding.message }
          let name = String(decoding: bytes, as: UTF8.self).debugDescription
          #expect(same.count < before.count || after.isEmpty, "round \(round): \(name): \(finding.message)")
        }
      }
    }
    #expect(tried > 200, "\(tried)")
  }
}
