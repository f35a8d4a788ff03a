/// The arguments of one program, sorted by what the table says about its options.
struct ProgramArguments {
  private(set) var operands: [Int] = []
  /// Words that hold code.
  private(set) var code: [Int] = []
  /// Whether code was given, so that standard input is data.
  private(set) var isGiven = false
  /// The first option that the table does not know; what follows may be anything.
  private(set) var unknown: Int?

  private let rules: InterpreterTable.Program
  private let words: [ArgvWord]
  /// The `--` that ends the options.
  private var dashes = Int.max
  private var endsOptions = false
  private var shellTakesCode = false
  /// Whether the program runs commands that the names of its files are.
  private var operandsAreCode = false
  private var shellReadsInput = false
  /// Whether an option names the standard input as the file of code.
  private(set) var readsInput = false
  /// The code of a shell's `-c`.
  private(set) var shellCode: Int?

  init(_ rules: InterpreterTable.Program, _ words: [ArgvWord], from start: Int, to end: Int) {
    self.rules = rules
    self.words = words
    sort(from: start, to: end)
    for index in code where index < end {
      let text = words[index].prefix
      let name = text.firstIndex(of: UInt8(ascii: "=")).map { Array(text[($0 + 1)...]) } ?? text
      let isShort = text.count > 2 && text[0] == UInt8(ascii: "-") && text[1] != UInt8(ascii: "-")
      guard words[index].isLiteral else { continue }
      if Self.isStandardInput(name) || isShort && Self.isStandardInput(Array(text[2...])) { readsInput = true }
    }
    takeOperands()
  }

  static func isStandardInput(_ name: [UInt8]) -> Bool {
    ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains { name.elementsEqual($0.utf8) }
  }

  private mutating func sort(from start: Int, to end: Int) {
    var index = start
    while index < end {
      let word = words[index]
      let text = word.prefix
      if rules.beginsWithLetters, index == start, word.isLiteral, text.first != UInt8(ascii: "-") {
        index = takeLetters(index, text)
        continue
      }
      let isOption = text.first == UInt8(ascii: "-") && (text.count > 1 || !word.isLiteral)
      // Shells end their options at a single dash, too.
      if text.elementsEqual("--".utf8) || text.elementsEqual("-".utf8) && shellTakesCode, word.isLiteral {
        operands += index + 1..<end
        dashes = index
        return
      }
      if isOption {
        index +=
          text.count > 1 && text[1] == UInt8(ascii: "-") || rules.hasSingleDashes
          ? takeLong(index, text) : takeShort(index, text)
        if endsOptions {
          operands += min(index, end)..<end
          return
        }
      } else if case .shell = rules.operands, text.first == UInt8(ascii: "+"), word.isLiteral {
        index += text.last == UInt8(ascii: "o") || text.last == UInt8(ascii: "O") ? 2 : 1
      } else {
        operands.append(index)
        if word.isRepeated, unknown == nil { unknown = index }
        index += 1
        if rules.endsAtOperand {
          operands += index..<max(index, end)
          return
        }
      }
    }
  }

  /// Returns how many words the option takes.
  private mutating func takeLong(_ index: Int, _ text: [UInt8]) -> Int {
    let isLiteral = words[index].isLiteral
    let dashes = text.count > 1 && text[1] == UInt8(ascii: "-") ? 2 : 1
    let nameEnd = rules.hasSingleDashes ? text.firstIndex { $0 == 0x3D || $0 == 0x3A } : text.firstIndex(of: 0x3D)
    let name = String(decoding: text[dashes..<(nameEnd ?? text.count)], as: UTF8.self)
    let isJoined = nameEnd.map { text[$0] == UInt8(ascii: "=") } ?? false
    if isJoined {
      if rules.longCodes.contains(name) {
        code.append(index)
        isGiven = true
      } else if !rules.longValues.contains(name), !rules.longFlags.contains(name),
        !isLiteral && rules.hasCode || abbreviatesCode(name)
      {
        code.append(index)
      }
      return 1
    }
    guard isLiteral else {
      code.append(index)
      noteUnknown(index)
      return 1
    }
    if rules.longCodes.contains(name) {
      code.append(index + 1)
      isGiven = true
      return 2
    }
    if rules.longValues.contains(name) { return 2 }
    if rules.longPairs.contains(name) { return 3 }
    if !rules.longFlags.contains(name), abbreviatesCode(name) {
      code.append(index + 1)
      return 2
    }
    if !rules.longFlags.contains(name) { noteUnknown(index) }
    return 1
  }

  private mutating func takeShort(_ index: Int, _ text: [UInt8]) -> Int {
    let isLiteral = words[index].isLiteral
    var taken = 1
    for offset in 1..<max(1, text.count) {
      let letter = text[offset]
      let isLast = offset + 1 == text.count && isLiteral
      if rules.codes.utf8.contains(letter) {
        code.append(isLast ? index + 1 : index)
        isGiven = true
        return isLast ? 2 : 1
      }
      if case .shell = rules.operands {
        if letter == UInt8(ascii: "c") { shellTakesCode = true }
        if letter == UInt8(ascii: "s") { shellReadsInput = true }
      }
      if rules.values.utf8.contains(letter) {
        // A shell takes the next word, whatever else stands in this one.
        if case .shell = rules.operands {
          taken += 1
          continue
        }
        return isLast ? 2 : 1
      }
      if rules.endings.utf8.contains(letter) {
        if !isLast, !isLiteral { code.append(index) }
        if isLast { code.append(index + 1) }
        isGiven = true
        endsOptions = true
        return isLast ? 2 : 1
      }
      if rules.joined.utf8.contains(letter) { return 1 }
      guard rules.flags.utf8.contains(letter) else {
        noteUnknown(index)
        if !isLiteral { code.append(index) }
        // What it means is not known, but its last letter may be an option of its own.
        if isLiteral, !rules.hasSingleDashes, let last = text.last, rules.codes.utf8.contains(last) {
          code.append(index + 1)
          return 2
        }
        return 1
      }
      if rules.operandFlags.utf8.contains(letter) { operandsAreCode = true }
    }
    if !isLiteral {
      code.append(index)
      noteUnknown(index)
    }
    return taken
  }

  /// Takes a first word that holds options without a dash, whose values are the words that follow, in order.
  private mutating func takeLetters(_ index: Int, _ text: [UInt8]) -> Int {
    var next = index + 1
    for letter in text {
      if rules.codes.utf8.contains(letter) {
        code.append(next)
        next += 1
      } else if rules.values.utf8.contains(letter) {
        next += 1
      }
    }
    return next
  }

  /// Whether a long option may be short for one that takes code.
  private func abbreviatesCode(_ name: String) -> Bool {
    !rules.hasSingleDashes && name.utf8.count > 1 && rules.longCodes.containsName(beginningWith: name)
  }

  private mutating func noteUnknown(_ index: Int) { if unknown == nil { unknown = index } }

  /// Finds the code among the operands.
  private mutating func takeOperands() {
    switch rules.operands {
    case .data, .command, .xargs, .find, .subcommands: break
    case .program:
      if !isGiven, let first = operands.first { code.append(first) }
    case .script:
      takeScript()
      if operandsAreCode || code.contains(where: { readsNamedFiles(words, $0) }) { code += operands }
    case .shell:
      if shellTakesCode {
        isGiven = true
        if let first = operands.first {
          code.append(first)
          shellCode = first
        }
      } else if !shellReadsInput {
        takeScript()
      }
    case .code: code += operands
    case .codeAfter(let count):
      if operands.count > count { isGiven = true }
      code += operands.dropFirst(count)
    case .editor:
      // After `--` a name may begin with `+`.
      for index in operands where index < dashes {
        let text = words[index].prefix
        if text.isEmpty || text[0] == UInt8(ascii: "+") { code.append(index) }
      }
    case .make: code += operands
    }
  }

  /// Whether code opens the files that its operands name, as perl's `<>` does, which runs names that end in `|`.
  private func readsNamedFiles(_ words: [ArgvWord], _ index: Int) -> Bool {
    guard !rules.operandFlags.isEmpty, index < words.count else { return false }
    let text = words[index].name
    return ["<>", "<ARGV>"].contains { text[...].utf8.contains($0) }
  }

  private mutating func takeScript() {
    guard !isGiven, let first = operands.first else { return }
    code.append(first)
    isGiven = !(words[first].isLiteral && Self.isStandardInput(words[first].prefix))
  }
}

extension Substring.UTF8View {
  fileprivate func contains(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
