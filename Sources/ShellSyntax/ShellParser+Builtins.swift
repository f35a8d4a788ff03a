extension ShellParser {
  /// The rules of commands that shells run themselves.
  mutating func applyBuiltin(
    _ name: String, _ command: SimpleCommand, _ index: Int, _ inputs: [ShellFacts.Region]
  ) throws(Stop) -> String? {
    let operands = command.words[(index + 1)...]
    switch name {
    case "set": try applySet(operands)
    case _ where Self.declarations.contains(name): applyDeclaration(name, operands)
    case "unset":
      for operand in operands { facts.refuse(operand.region, .variableName, name) }
    case "read", "mapfile", "readarray": applyRead(name, operands, inputs)
    case "getopts":
      for operand in operands.prefix(2) { facts.refuse(operand.region, .variableName, name) }
      if let variable = operands.dropFirst().first, variable.isLiteral { bind(variable, operands.dropFirst(2)) }
      bind("OPTARG", operands.dropFirst(2))
      if operands.count == 2 {
        let mark = facts.mark
        facts.references.append(positional)
        facts.bind("OPTARG", facts.region(since: mark))
        facts.bind(String(decoding: operands[operands.endIndex - 1].text, as: UTF8.self), facts.region(since: mark))
      }
    case "printf": applyPrintf(operands)
    case "wait":
      for (option, operand) in zip(operands, operands.dropFirst()) where option.text.last == UInt8(ascii: "p") {
        facts.refuse(operand.region, .variableName, name)
      }
      for operand in operands where operand.text.first == UInt8(ascii: "-") {
        facts.refuse(operand.region, .variableName, name)
      }
    case "test", "[": applyTest(operands)
    case _ where ShellBuiltins.evaluatesOperands(name): return try applyEvaluation(name, operands)
    default: break
    }
    return nil
  }

  /// Returns the name when the builtin takes its standard input for code.
  private mutating func applyEvaluation(
    _ name: String, _ operands: ArraySlice<Word>
  ) throws(Stop) -> String? {
    var readsCode: String?
    for operand in operands {
      facts.refuse(operand.region, .evaluatedOperand, name)
      if name == "let" { addArithmeticNames(operand.start..<operand.end) }
      let readsInput = operand.isLiteral && ProgramArguments.isStandardInput(operand.text)
      if readsInput || operand.hasSubstitution { readsCode = name }
    }
    try applyLiteralCode(name, operands)
    // An alias may change how all that follows is read.
    if name == "alias", !operands.isEmpty { throw Stop() }
    return readsCode
  }

  /// Reads what is literal code, and refuses a file that the script itself wrote.
  private mutating func applyLiteralCode(_ name: String, _ operands: ArraySlice<Word>) throws(Stop) {
    switch name {
    case "eval":
      guard operands.allSatisfy(\.isLiteral) else {
        // What variables would code refer to that is put together from escaped parts?
        if operands.contains(where: refersLater) { throw Stop() }
        return
      }
      let code = operands.map(\.text).joined(separator: [UInt8(ascii: " ")])
      guard parseNested(Array(code), isBash: isBash, positional: positional) else { throw Stop() }
    case "trap":
      guard let code = operands.first(where: { $0.text != Array("--".utf8) }), code.isLiteral else { return }
      guard parseNested(code.text, isBash: isBash, positional: positional) else { throw Stop() }
    case ".", "source":
      for operand in operands { refuseFile(operand, .evaluatedOperand, name) }
    default: break
    }
  }

  /// Whether a word with expansions keeps a `$` for the code that is made of it.
  private func refersLater(_ word: Word) -> Bool {
    let bytes = text[word.start..<word.end]
    return bytes.contains(UInt8(ascii: "$"))
      && (bytes.contains(UInt8(ascii: "'")) || zip(bytes, bytes.dropFirst()).contains { $0 == 0x5C && $1 == 0x24 })
  }

  private mutating func applySet(_ operands: ArraySlice<Word>) throws(Stop) {
    bind(positional, operands)
    for operand in operands {
      if operand.isLiteral {
        if operand.text.elementsEqual("--".utf8) { return }
        // With `-k`, words that look like assignments are ones.
        let isOption = operand.text.first == UInt8(ascii: "-") || operand.text.first == UInt8(ascii: "+")
        if isOption, operand.text.contains(UInt8(ascii: "k")) { throw Stop() }
        if operand.text.elementsEqual("keyword".utf8) { throw Stop() }
      } else {
        facts.refuse(operand.region, .evaluatedOperand, "set")
      }
    }
  }

  // MARK: Names

  private mutating func applyDeclaration(_ name: String, _ operands: ArraySlice<Word>) {
    var flags: [UInt8] = []
    for operand in operands {
      let isFlag = operand.text.first == UInt8(ascii: "-") || operand.text.first == UInt8(ascii: "+")
      if isFlag { flags += operand.text.dropFirst() }
      guard let assignment = operand.assignment else {
        facts.refuse(operand.region, .variableName, name)
        // Words that come and go may bring options of their own.
        if !operand.isLiteral { flags += Array("in".utf8) }
        if !isFlag, operand.isLiteral { noteAttributes(String(decoding: operand.text, as: UTF8.self), flags, false) }
        continue
      }
      noteAttributes(assignment.name, flags, assignment.isArray)
      let isSafe =
        !flags.contains(UInt8(ascii: "i")) && !flags.contains(UInt8(ascii: "n"))
        && (assignment.isArray
          || !flags.contains(UInt8(ascii: "a")) && !flags.contains(UInt8(ascii: "A")) && !assignment.isAppended
            && !assignment.hasSubscript)
      place(operand, role: .assignment, isDashSafe: true, takesList: false, command: name)
      facts.bind(assignment.name, assignment.value)
      noteNames(in: operand, of: assignment.name)
      if !isSafe { facts.refuse(assignment.value, .evaluatedOperand, name) }
      if !assignment.isArray { facts.declared.append(.init(name: assignment.name, region: assignment.value)) }
    }
  }

  private mutating func noteAttributes(_ name: String, _ flags: [UInt8], _ isArray: Bool) {
    if flags.contains(UInt8(ascii: "i")) { facts.integerNames.insert(name) }
    if flags.contains(UInt8(ascii: "n")) { facts.referenceNames.insert(name) }
    if isArray || flags.contains(UInt8(ascii: "a")) || flags.contains(UInt8(ascii: "A")) {
      facts.arrayNames.insert(name)
    }
  }

  /// `read` and `mapfile`: their operands are names, which get what the standard input holds.
  private mutating func applyRead(_ name: String, _ operands: ArraySlice<Word>, _ inputs: [ShellFacts.Region]) {
    let values = Array((name == "read" ? "dinNptu" : "dnOsuc").utf8)
    var names: [String] = []
    var isValueDue = false
    var endsOptions = false
    for operand in operands {
      if isValueDue {
        isValueDue = false
        if operand.mayVanish { facts.refuse(operand.region, .variableName, name) }
        continue
      }
      if !endsOptions, operand.text.first == UInt8(ascii: "-"), operand.text.count > 1 {
        if operand.text.elementsEqual("--".utf8) {
          endsOptions = true
        } else if let offset = operand.text.firstIndex(where: { values.contains($0) }) {
          isValueDue = offset + 1 == operand.text.count && operand.isLiteral
        } else if !operand.isLiteral {
          facts.refuse(operand.region, .variableName, name)
        }
        continue
      }
      endsOptions = true
      if operand.isLiteral {
        names.append(String(decoding: operand.text, as: UTF8.self))
      } else {
        facts.refuse(operand.region, .variableName, name)
        // Whichever variable it is, nobody knows what becomes of it.
        for input in inputs { facts.refuse(input, .variableName, name) }
      }
    }
    if names.isEmpty { names = [name == "read" ? "REPLY" : "MAPFILE"] }
    if name != "read" { facts.arrayNames.formUnion(names) }
    for input in inputs {
      for name in names { facts.bind(name, input) }
    }
  }

  private mutating func applyPrintf(_ operands: ArraySlice<Word>) {
    for (index, operand) in zip(operands.indices, operands) where operand.text.starts(with: "-v".utf8) {
      let isJoined = operand.text.count > 2 || !operand.isLiteral
      let variable = isJoined ? operand : operands.dropFirst(index + 1 - operands.startIndex).first
      guard let variable else { return }
      facts.refuse(variable.region, .variableName, "printf -v")
      let name = isJoined ? Array(variable.text.dropFirst(2)) : variable.text
      let bytes = name.prefix { $0 != UInt8(ascii: "[") }
      bind(String(decoding: bytes, as: UTF8.self), operands)
      return
    }
  }

  /// In bash, `-v` and `-R` take a name whose subscript is evaluated, and a value may be the operator itself.
  private mutating func applyTest(_ operands: ArraySlice<Word>) {
    // By index: setting up the types of `zip`, once for each start, takes longer than the whole loop.
    for index in operands.indices.dropFirst() {
      let previous = operands[index - 1]
      let operand = operands[index]
      let isName = previous.text.elementsEqual("-v".utf8) || previous.text.elementsEqual("-R".utf8)
      if !previous.isLiteral || isName { facts.refuse(operand.region, .variableName, "test -v") }
    }
  }

  // MARK: Bindings

  private mutating func bind(_ variable: Word, _ words: ArraySlice<Word>) {
    bind(String(decoding: variable.text, as: UTF8.self), words)
  }

  private mutating func bind(_ name: String, _ words: ArraySlice<Word>) {
    guard !words.isEmpty else { return }
    facts.bind(name, region(of: words))
  }
}
