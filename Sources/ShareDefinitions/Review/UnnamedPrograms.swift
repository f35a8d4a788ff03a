import ShareModel
import ShareTemplates
import ShellSyntax
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `unnamed-program`: a program that a script calls, that not every machine has, and that `needs` does not name. The
  /// activity would be offered where it cannot work.
  func checkPrograms() {
    var found: [Diagnostic] = []
    func check(_ body: ActionBody, needs: [String], from index: Int?) {
      switch body {
      case .shell(let action):
        guard case .script(let script) = action.command else { return }
        for program in script.scan.programs
        where !program.isEmpty && !needs.contains(program) && !StandardPrograms.contains(program)
          && !script.probes(program)
        {
          let range = script.place(of: program)
          found.append(
            .unnamedProgram(
              program, at: script.template.source.location(of: range), named: needs, edit: edit(adding: program, index))
          )
        }
      case .steps(let steps): for step in steps { check(step.body, needs: needs, from: index) }
      case .none, .http, .open, .variants: break
      }
    }
    let needs = activity.requirements.programs
    if case .variants(let variants) = definition.action.body {
      for (index, variant) in variants.enumerated() {
        let own = activity.variants.element(at: index)?.requirements.programs ?? []
        check(variant.body, needs: needs + own, from: index)
      }
    } else {
      check(definition.action.body, needs: needs, from: nil)
    }
    for finding in found { report(finding) }
  }

  /// The edit that adds a program to the `needs` of the activity, or of one of its variants; nil where these are laid out
  /// so that a person should do it.
  private func edit(adding program: String, _ variant: Int?) -> Diagnostic.Edit? {
    guard program.utf8.allSatisfy({ ScalarText.isLetter($0) || ScalarText.isDigit($0) || $0 == UInt8(ascii: "-") }),
      program.utf8.first.map(ScalarText.isLetter) == true
    else { return nil }
    let mapping = variant.map { root.value(of: "variants")?.elements.element(at: $0)?.entries } ?? root
    guard let entries = mapping else { return nil }
    if let needs = entries.value(of: "needs") {
      guard needs.alias == nil else { return nil }
      switch needs.content {
      case .scalar(let scalar) where scalar.style == .plain && !scalar.text.isEmpty:
        return Diagnostic.Edit(
          SourceLocation(file: file, range: needs.range), replacement: "[\(scalar.text), \(program)]")
      case .sequence(let elements):
        guard let last = elements.last, file.bytes[needs.range.lowerBound] == UInt8(ascii: "[") else { return nil }
        let end = last.range.upperBound
        return Diagnostic.Edit(SourceLocation(file: file, range: end..<end), replacement: ", \(program)")
      default: return nil
      }
    }
    // On a line of its own before the action, where keys have lines.
    guard let action = entries.first(where: { ["shell", "steps"].contains($0.key.text) })?.key.range.lowerBound else {
      return nil
    }
    let line = file.lineRange(file.line(at: action))
    let before = file.bytes[line.lowerBound..<action]
    guard before.allSatisfy({ $0 == 0x20 }) else { return nil }
    return Diagnostic.Edit(
      SourceLocation(file: file, range: action..<action),
      replacement: "needs: \(program)\n" + String(repeating: " ", count: before.count))
  }
}

extension ScriptTemplate {
  /// Whether the script itself looks whether the program is there.
  fileprivate func probes(_ program: String) -> Bool {
    let text = template.source.text
    return ["command -v ", "command -V ", "type ", "which ", "hash "].contains { probe in
      text.utf8.range(ofWord: probe + program) != nil
    }
  }

  /// Where the script calls the program: where its name stands as a word, best where a command begins.
  fileprivate func place(of program: String) -> Range<Int> {
    let text = template.source.text
    var first: Range<Int>?
    var start = 0
    while let range = text.utf8.range(ofWord: program, from: start) {
      let before = text.utf8.prefix(range.lowerBound).last { $0 != 0x20 && $0 != 0x09 }
      if before == nil || "\n;&|({!`".utf8.contains(before ?? 0) { return range }
      if first == nil { first = range }
      start = range.upperBound
    }
    return first ?? 0..<text.utf8.count
  }
}

extension String.UTF8View {
  /// The first place from an offset on at which the words stand with no letter, digit or other part of a word around.
  fileprivate func range(ofWord words: String, from start: Int = 0) -> Range<Int>? {
    let bytes = Array(self)
    let words = Array(words.utf8)
    guard !words.isEmpty, words.count <= bytes.count else { return nil }
    func isWordByte(_ byte: UInt8) -> Bool {
      ScalarText.isLetter(byte) || ScalarText.isDigit(byte) || "-_./".utf8.contains(byte)
    }
    var index = start
    while index + words.count <= bytes.count {
      if bytes[index] == words[0], bytes[index..<index + words.count].elementsEqual(words),
        index == 0 || !isWordByte(bytes[index - 1]),
        index + words.count == bytes.count || !isWordByte(bytes[index + words.count])
      {
        return index..<index + words.count
      }
      index += 1
    }
    return nil
  }
}
