import Glibc

/// A definition that the documentation shows, with the verdict in its first line.
public struct DocumentedExample: Sendable, CustomStringConvertible {
  /// `FILE:LINE` of the verdict.
  public var place: String
  /// `error[code]` and `warning[code]`, or none for one that is accepted.
  public var findings: [String]
  /// The code of what is refused before anything runs, and a text for which it is.
  public var refusal: (code: String, text: String)?
  /// The definition's text; fragments have what they leave out put in front.
  public var text: String
  /// The file's name, after its type.
  public var name: String

  public var description: String { place }

  /// All examples of a file below the project's root: its blocks of YAML.
  public static func all(in path: String) -> [DocumentedExample] {
    let document = String(decoding: readFile(Project.root + "/" + path) ?? [], as: UTF8.self)
    var examples: [DocumentedExample] = []
    var block: [Substring]?
    for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let lines = block {
        if line == "```" {
          examples.append(DocumentedExample(lines, place: "\(path):\(index + 1 - lines.count)"))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line == "```yaml" {
        block = []
      }
    }
    return examples
  }

  private init(_ lines: [Substring], place: String) {
    self.place = place
    let verdict = lines.first.flatMap { $0.hasPrefix("# ") ? $0.dropFirst(2) : nil } ?? ""
    findings = verdict.split(separator: ", ").filter { $0.hasPrefix("error[") || $0.hasPrefix("warning[") }
      .map(String.init)
    if let start = verdict.firstRange(of: "refused[")?.upperBound, let end = verdict[start...].firstIndex(of: "]") {
      let rest = verdict[end...].dropFirst()
      refusal = (String(verdict[start..<end]), rest.hasPrefix(" for: ") ? String(rest.dropFirst(6)) : "")
    }
    let keys = lines.compactMap { line in line.firstIndex(of: ":").map { line[..<$0] } }
    var text = ""
    if !keys.contains("type") { text += "type: com.example.documented\ntitle: Documented\ncategory: action\n" }
    if !keys.contains("accepts") { text += "accepts: text\n" }
    for line in lines { text += line + "\n" }
    self.text = text
    let type = text.split(separator: "\n").first { $0.hasPrefix("type: ") }?.dropFirst(6) ?? ""
    name = type + ".yaml"
  }
}
