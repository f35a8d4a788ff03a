import Glibc
import SourceDiagnostics
import TestSupport
import Testing

@testable import YAMLSyntax

private let suite = Project.sharedData("yaml-test-suite")

/// A case of the public suite: a folder with `in.yaml`, `test.event` and, where it is to be refused, `error`.
private struct SuiteCase {
  var name: String
  var file: SourceFile
  var events: String
  var isInvalid: Bool

  static let all: [SuiteCase] = {
    guard let suite else { return [] }
    var cases: [SuiteCase] = []
    for name in folders(suite).sorted() {
      let parts = folders(suite + "/" + name).sorted()
      for part in parts.isEmpty ? [name] : parts.map({ name + "/" + $0 }) {
        let folder = suite + "/" + part
        guard let bytes = readFile(folder + "/in.yaml") else { continue }
        cases.append(
          SuiteCase(
            name: part, file: SourceFile(path: part + "/in.yaml", bytes: bytes),
            events: String(decoding: readFile(folder + "/test.event") ?? [], as: UTF8.self),
            isInvalid: access(folder + "/error", F_OK) == 0))
      }
    }
    return cases
  }()

  private static func folders(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if entry.pointee.d_type == UInt8(DT_DIR), !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

/// What libyaml 0.2.5 itself gets wrong, by its own event printer.
private enum KnownDeviations {
  static let refusedThoughValid = Set(
    """
    2JQS 2LFX 2SXE 4ABK 4MUZ/00 4MUZ/01 4MUZ/02 58MP 5MUD 5T43 6BCT 6CA3 6LVF 6M2F 7Z25 8XYN 96NN/00 96NN/01 9SA2 \
    A2M4 BEC7 CFD4 DBG4 DK3J DK95/00 DK95/03 DK95/04 FP8R FRK4 HM87/00 HWV9 K3WX M2N8/00 M7A3 MUS6/05 MUS6/06 NHX8 \
    NJ66 NKF9 Q5MG QT73 R4YG S3PD SM9W/01 UKK6/00 UT92 VJP3/01 W4TN W5VH Y79Y/001 Y79Y/010
    """.split(separator: " ").map(String.init))
  static let otherEvents = Set("652Z HM87/01 JEF9/02 L24T/01 Y2GN".split(separator: " ").map(String.init))
  static let acceptedThoughInvalid = Set(
    """
    9C9N 9HCY 9JBA CVW2 DK95/01 EB22 G5U8 MUS6/00 MUS6/01 QB6E RHX7 S98Z SU5Z X4QW Y79Y/003 YJV2
    """.split(separator: " ").map(String.init))
}

@Suite("The public YAML test suite", .enabled(if: suite != nil, "yaml-test-suite is absent"))
struct PublicSuiteTests {
  @Test("verdict and events are as expected, but for what libyaml itself gets wrong")
  func events() {
    #expect(SuiteCase.all.count == 402)
    for testCase in SuiteCase.all {
      let result = eventLines(testCase.file.bytes)
      if let failure = result.failure {
        #expect(
          testCase.isInvalid || KnownDeviations.refusedThoughValid.contains(testCase.name),
          "\(testCase.name) is refused: \(failure.problem)")
        #expect((0...testCase.file.bytes.count).contains(failure.offset), "\(testCase.name)")
      } else if testCase.isInvalid {
        #expect(KnownDeviations.acceptedThoughInvalid.contains(testCase.name), "\(testCase.name) is accepted")
      } else if !KnownDeviations.otherEvents.contains(testCase.name) {
        expectText(result.lines, testCase.events, testCase.name)
      }
    }
  }

  @Test("every refusal has one finding with a place in the file, every range lies in the file")
  func findings() {
    for testCase in SuiteCase.all {
      var findings: [Diagnostic] = []
      let start = ContinuousClock.now
      let document = YAMLParser.parse(testCase.file, into: &findings)
      // Not a measure of speed: libyaml has inputs that take it minutes.
      #expect(ContinuousClock.now - start < .seconds(1), "\(testCase.name)")
      // Findings of other kinds than syntax may stand beside the refusal; W5VH makes its mistake on two lines.
      let others: Set<Diagnostic.Code> = ["several-documents", "unknown-alias", "duplicate-key"]
      let syntax = findings.filter { !others.contains($0.code) }
      let isRefused = eventLines(testCase.file.bytes).failure != nil
      let expected = isRefused ? (testCase.name == "W5VH" ? 2 : 1) : 0
      if !findings.contains(where: { $0.code == "several-documents" }) {
        #expect(syntax.count == expected, "\(testCase.name): \(findings.map(\.code.rawValue))")
      }
      if document == nil { #expect(!findings.isEmpty, "\(testCase.name)") }
      expectValidRanges(document, findings, testCase.name)
    }
  }

  @Test("every scalar's map leads back to its bytes without the coarse fallback")
  func sourceMaps() {
    var count = 0
    for testCase in SuiteCase.all {
      var findings: [Diagnostic] = []
      // A file that was mended in memory does not hold its scalars as they were read.
      guard eventLines(testCase.file.bytes).failure == nil,
        let document = YAMLParser.parse(testCase.file, into: &findings), let root = document.root
      else { continue }
      forEachScalar(root) { scalar, node in
        count += 1
        #expect(
          ScalarSourceMapper.sourceText(of: scalar, at: node.range, in: document.file) != nil,
          "\(testCase.name): \(scalar.style) \(scalar.text.debugDescription) at \(node.range)")
      }
    }
    #expect(count > 500)
  }
}

/// The events in the suite's own notation, up to the failure if there is one.
private func eventLines(_ bytes: [UInt8]) -> (lines: String, failure: YAMLFailure?) {
  YAMLEvents.read(bytes) { events in
    var lines = ""
    while true {
      let event: YAMLEvent
      do throws(YAMLFailure) { event = try events.next() } catch { return (lines, error) }
      let (anchor, tag) = events.properties
      let properties = (anchor.map { " &" + $0 } ?? "") + (tag.map { " <" + $0 + ">" } ?? "")
      switch event.kind {
      case .streamStart: lines += "+STR"
      case .streamEnd: return (lines + "-STR\n", nil)
      case .documentStart(let isExplicit): lines += isExplicit ? "+DOC ---" : "+DOC"
      case .documentEnd(let isExplicit): lines += isExplicit ? "-DOC ..." : "-DOC"
      case .alias: lines += "=ALI *" + events.text
      case .sequenceStart(let isFlow): lines += "+SEQ" + (isFlow ? " []" : "") + properties
      case .sequenceEnd: lines += "-SEQ"
      case .mappingStart(let isFlow): lines += "+MAP" + (isFlow ? " {}" : "") + properties
      case .mappingEnd: lines += "-MAP"
      case .scalar(let style): lines += "=VAL" + properties + " " + style.sign + escaped(events.text)
      }
      lines += "\n"
    }
  }
}

private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\0": result += "\\0"
    case "\u{8}": result += "\\b"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension YAMLScalar.Style {
  fileprivate var sign: String {
    switch self {
    case .plain: ":"
    case .singleQuoted: "'"
    case .doubleQuoted: "\""
    case .literal: "|"
    case .folded: ">"
    }
  }
}
