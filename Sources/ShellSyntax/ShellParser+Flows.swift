/// How values get from one place of a script to another other than by variables: through files, through the names in
/// arithmetic, and into code that the script hands to a shell of its own.
extension ShellParser {
  // MARK: Files

  /// Notes that what the region holds is written to the file.
  mutating func noteWriting(_ region: ShellFacts.Region, _ redirection: Redirection) {
    guard !redirection.isDescriptor, let word = redirection.word else { return }
    noteWriting(region, to: word)
  }

  mutating func noteWriting(_ region: ShellFacts.Region, to word: Word) {
    let name = fileName(word)
    guard name != "/dev/null", name.utf8.count > 1 else { return }
    facts.files.insert(name)
    facts.bind(name, region)
  }

  /// Adds a reference to what the script wrote to the file, if it did.
  mutating func addFile(_ word: Word) {
    if word.text.starts(with: Array("/dev/fd/".utf8)) {
      facts.references.append(ShellFacts.descriptors)
    }
    guard !facts.files.isEmpty, case let name = fileName(word), facts.files.contains(name) else { return }
    facts.references.append(name)
  }

  /// Refuses what the script wrote to a file that is code.
  mutating func refuseFile(_ word: Word, _ problem: ShellPlace.Problem, _ subject: String) {
    let mark = facts.mark
    addFile(word)
    facts.refuse(facts.region(since: mark), problem, subject)
  }

  /// How the script writes the file's name, quotes and a leading `./` apart; no name of a variable begins so.
  private func fileName(_ word: Word) -> String {
    var bytes = [UInt8(ascii: ">")] + text[word.start..<word.end].filter { $0 != 0x22 && $0 != 0x27 && $0 != 0x5C }
    while bytes.count > 3, bytes[1] == UInt8(ascii: "."), bytes[2] == UInt8(ascii: "/") { bytes.removeSubrange(1...2) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Arithmetic

  /// Notes the names in the literal value of a variable: bash evaluates them where the variable is a number.
  mutating func noteNames(in word: Word, of variable: String) {
    guard word.isLiteral else { return }
    let mark = facts.mark
    var index = word.text.startIndex
    if let assignment = word.assignment { index = min(assignment.name.utf8.count, word.text.endIndex) }
    while index < word.text.endIndex {
      guard word.text[index].isNameStart else {
        index += 1
        continue
      }
      let start = index
      while index < word.text.endIndex, word.text[index].isNameByte { index += 1 }
      addReference(word.text[start..<index])
    }
    let region = facts.region(since: mark)
    if !region.references.isEmpty { facts.literals.append(.init(name: variable, region: region)) }
  }

  /// Whether a command writes nothing but numbers, whatever its values are: `wc` without files, `stat` with a format of
  /// numbers.
  func printsNumbers(_ words: [Word]) -> Bool {
    let operands = words.dropFirst()
    guard words[0].isLiteral else { return false }
    if words[0].text.elementsEqual("wc".utf8) {
      return operands.allSatisfy { $0.isLiteral && $0.text.count == 2 && $0.text[0] == UInt8(ascii: "-") }
    }
    if words[0].text.elementsEqual("stat".utf8) {
      guard operands.count > 2, words[1].isLiteral, words[1].text == Array("-c".utf8), words[2].isLiteral else {
        return false
      }
      let format = words[2].text
      guard format.count == 2, format[0] == UInt8(ascii: "%"), "sXYZWaughibB".utf8.contains(format[1]) else {
        return false
      }
      // A later option would be another format.
      var isAfterDashes = false
      for word in operands.dropFirst(2) {
        if word.isLiteral, word.text == Array("--".utf8) { isAfterDashes = true }
        let isOption = word.text.first == UInt8(ascii: "-")
        let isPlaceholder = word.end - word.start == 1 && text[word.start] == Self.placeholder
        guard isAfterDashes || word.isLiteral && !isOption || isPlaceholder else { return false }
      }
      return true
    }
    return false
  }

  // MARK: Code for other shells

  /// Reads the code that the command hands to interpreters, as far as it is a shell's, and the files that are code.
  mutating func applyCode(
    _ analysis: CommandAnalysis, _ command: SimpleCommand, _ inputs: [ShellFacts.Region]
  ) throws(Stop) {
    guard
      !analysis.shellCode.isEmpty || !analysis.codeFiles.isEmpty || !analysis.assignments.isEmpty
        || !facts.files.isEmpty
    else { return }
    for index in analysis.assignments {
      let word = command.words[index]
      let name = word.text.prefix { $0 != UInt8(ascii: "=") }
      facts.bind(String(decoding: name, as: UTF8.self), word.region)
    }
    for code in analysis.shellCode {
      let word = command.words[code.word]
      guard word.isLiteral else { continue }
      facts.inputs += 1
      let parameters = "@\(facts.inputs)"
      facts.bind(parameters, region(of: command.words[code.operands]))
      if code.takesInput {
        facts.bind(parameters, region(of: command.words))
        for input in inputs { facts.bind(parameters, input) }
      }
      let outerInput = input
      if let given = inputs.last { input = newInput(given) }
      let isRead = parseNested(word.text, isBash: code.isBash, positional: parameters)
      input = outerInput
      if !isRead {
        facts.refuse(region(of: command.words[code.operands]), .unknown)
        for input in inputs { facts.refuse(input, .unknown) }
      }
    }
    for index in analysis.codeFiles { refuseFile(command.words[index], .interpreterCode, analysis.name(of: index)) }
    let program = command.words[analysis.command]
    if program.isLiteral, program.text.contains(UInt8(ascii: "/")) {
      refuseFile(program, .interpreterCode, String(decoding: program.text, as: UTF8.self))
    } else if !program.isLiteral {
      refuseFile(program, .commandName, "")
    }
    // What a command reads may be in a file of the script.
    for word in command.words[(analysis.command + 1)...] { addFile(word) }
  }
}
