/// What a command with some words not known yet would run, and which of these words must not be values.
struct CommandAnalysis {
  private(set) var positions: [CodePosition] = []
  /// The words that name programs of this machine: wrappers, then the command that they run.
  private(set) var programs: [Int] = []
  /// The word that names the command which gets the operands.
  private(set) var command = 0
  /// The interpreter that takes the command's standard input for code.
  private(set) var standardInput: String?

  /// Literal code for a shell, and the words that are its positional parameters.
  struct ShellCode {
    var word: Int
    var operands: Range<Int>
    var isBash: Bool
    /// Whether names or lines found at run time become parameters too.
    var takesInput: Bool
  }
  private(set) var shellCode: [ShellCode] = []
  /// Words that are code, or files of code.
  private(set) var codeFiles: [Int] = []
  /// Words with values that set variables of the command.
  private(set) var assignments: [Int] = []
  private var takesInput = false

  private static let maximumNesting = 3
  /// How many wrappers are followed, one behind the other.
  private static let maximumChain = 12

  private let words: [ArgvWord]
  private let last: Int
  /// Which words have a position already.
  private var known: [Bool] = []

  init(_ words: [ArgvWord]) { self.init(words, from: 0, to: words.count, nesting: 0) }

  private init(_ words: [ArgvWord], from start: Int, to end: Int, nesting: Int) {
    self.words = words
    last = end
    analyze(from: start, nesting: nesting)
  }

  private mutating func analyze(from start: Int, nesting: Int) {
    var index = start
    var isRemote = false
    var program: InterpreterTable.Program?
    var name = ""
    var turns = 0
    // Each turn goes to a later word: the wrapper's command, or a subcommand's own rules.
    while index < last {
      if program == nil {
        command = index
        guard words[index].isLiteral else {
          analyzeUnknown(from: index, nesting)
          return
        }
        name = words[index].name
        if !isRemote { programs.append(index) }
        guard let found = InterpreterTable.program(named: name) else { return analyzeUnlisted(from: index, nesting) }
        program = found
      }
      guard let rules = program else { return }
      turns += 1
      guard turns <= Self.maximumChain else {
        standardInput = name
        return refuseValues(from: index, name, .commandWord)
      }
      program = nil
      if name == "command", index + 1 < last, ["-v", "-V"].contains(words[index + 1].name) { return }
      let arguments = ProgramArguments(rules, words, from: index + 1, to: last)
      note(arguments, rules, name)
      switch rules.operands {
      case .subcommands(let subcommands):
        guard let operand = arguments.operands.first else { return }
        let word = words[operand]
        guard word.isLiteral else {
          refuse(operand, name, .commandWord)
          refuseValues(from: operand, name)
          return
        }
        let next: Int
        if let key = subcommands.first(where: { $0.key == word.name })?.value {
          program = InterpreterTable.program(named: key)
          next = operand
        } else if let key = subcommands.first(where: { $0.key.isEmpty })?.value {
          program = InterpreterTable.program(named: key)
          next = index
        } else {
          return
        }
        isRemote = true
        index = next
      case .command(let skipped, let allowsAssignments):
        guard arguments.unknown == nil else { return noteUnknownCommand(arguments) }
        isRemote = isRemote || rules.isRemote
        guard let next = commandWord(arguments, skipped, allowsAssignments, name) else {
          if name.hasSuffix("sudo") || name.hasSuffix("doas") || name == "unshare" || name == "chroot"
            || name == "nsenter"
          {
            standardInput = name
          }
          return
        }
        // `flock FILE -c CODE`
        if rules.codes == "c", words[next].isLiteral, words[next].prefix == Array("-c".utf8) {
          programs.removeAll { $0 == next }
          refuse(next + 1, name)
          if next + 1 < last, words[next + 1].isLiteral {
            shellCode.append(
              .init(word: next + 1, operands: next + 1..<next + 1, isBash: false, takesInput: takesInput))
          }
          return
        }
        index = next
      case .xargs:
        guard arguments.unknown == nil else { return noteUnknownCommand(arguments) }
        guard let next = arguments.operands.first else { return }
        refuse(next, name, .commandWord)
        guard nesting < Self.maximumNesting else {
          standardInput = name
          refuseValues(from: next, name)
          return
        }
        analyzeInput(ofXargs: index, next, nesting)
        let claimed = standardInput
        takesInput = true
        analyze(from: next, nesting: nesting + 1)
        standardInput = claimed
        return
      case .find:
        analyzeFind(from: index + 1, nesting)
        return
      default: return
      }
    }
  }

  private mutating func refuse(_ index: Int, _ program: String, _ kind: CodePosition.Kind = .code) {
    guard index < last, !words[index].isLiteral else { return }
    add(CodePosition(index: index, program: program, kind: kind))
  }

  private mutating func refuseValues(from index: Int, _ program: String, _ kind: CodePosition.Kind = .code) {
    for index in index..<max(index, last) { refuse(index, program, kind) }
  }

  /// Notes a position; the first finding about a word stays.
  private mutating func add(_ position: CodePosition) {
    if known.isEmpty { known = [Bool](repeating: false, count: words.count) }
    guard !known[position.index] else { return }
    known[position.index] = true
    positions.append(position)
  }

  /// What the options and operands of one program say.
  private mutating func note(_ arguments: ProgramArguments, _ rules: InterpreterTable.Program, _ name: String) {
    for index in arguments.code {
      refuse(index, name)
      if index < last { codeFiles.append(index) }
      if index < last, words[index].hasSubstitution { standardInput = name }
    }
    if let unknown = arguments.unknown, rules.hasCode {
      if case .command = rules.operands {
        refuseValues(from: unknown, name, .commandWord)
      } else {
        refuseValues(from: unknown, name)
      }
    }
    switch rules.input {
    case .data: break
    case .code: standardInput = name
    case .codeUnlessGiven: if !arguments.isGiven { standardInput = name }
    }
    if arguments.readsInput { standardInput = name }
    if case .program = rules.operands { return }
    if let code = arguments.shellCode, code < last, words[code].isLiteral, let isBash = Self.isBash(name) {
      shellCode.append(.init(word: code, operands: code + 1..<last, isBash: isBash, takesInput: takesInput))
    }
    for index in arguments.code where index < last && words[index].isLiteral {
      if standardInput == nil, Self.mentionsInterpreter(words[index].prefix) { standardInput = name }
    }
  }

  /// The command that a wrapper runs after its own operands and assignments.
  private mutating func commandWord(
    _ arguments: ProgramArguments, _ skipped: Int, _ allowsAssignments: Bool, _ name: String
  ) -> Int? {
    for index in arguments.operands.dropFirst(skipped) {
      let word = words[index]
      let prefix = word.prefix
      guard allowsAssignments, let equals = prefix.firstIndex(of: UInt8(ascii: "=")) else {
        if !word.isLiteral { refuse(index, name, .commandWord) }
        return index
      }
      let variable = String(decoding: prefix[..<equals], as: UTF8.self)
      guard !word.isLiteral else { continue }
      assignments.append(index)
      if ShellNames.isDangerousVariable(variable) { refuse(index, name, .dangerousAssignment(variable)) }
    }
    // A value or list among the operands that a wrapper takes itself may be none, or more than were counted.
    return nil
  }

  /// A wrapper with options that the table does not know: any later word may be the command.
  private mutating func noteUnknownCommand(_ arguments: ProgramArguments) {
    for index in (arguments.unknown ?? last)..<last where words[index].isLiteral {
      if let program = InterpreterTable.program(named: words[index].name), program.mayReadCode {
        standardInput = words[index].name
      }
    }
  }

  /// The name of the program that takes the word for code.
  func name(of word: Int) -> String { command < words.count ? words[command].name : words[word].name }

  /// Which shell reads code given to the one of this name; nil for those whose language is another.
  private static func isBash(_ name: String) -> Bool? {
    switch name.split(separator: "/").last {
    case "sh", "dash", "ash": false
    case "bash": true
    default: nil
    }
  }

  /// A program that the table does not list. It may run the command that some of its operands are:
  /// `kubectl exec pod -- sh -c …`.
  private mutating func analyzeUnlisted(from index: Int, _ nesting: Int) {
    guard nesting < Self.maximumNesting, !ShellBuiltins.isBuiltin(words[index].name) else { return }
    for next in index + 1..<max(index + 1, last) where words[next].isLiteral {
      let isAfterDashes = words[next - 1].isLiteral && words[next - 1].prefix == Array("--".utf8)
      let hasOption = next + 1 < last && words[next + 1].isLiteral && words[next + 1].prefix.first == UInt8(ascii: "-")
      guard isAfterDashes || hasOption, let program = InterpreterTable.program(named: words[next].name),
        program.isLanguage
      else { continue }
      let inner = CommandAnalysis(words, from: next, to: last, nesting: nesting + 1)
      for position in inner.positions { add(position) }
      codeFiles += inner.codeFiles
      shellCode += inner.shellCode
      if standardInput == nil { standardInput = inner.standardInput }
      return
    }
  }

  /// A command whose name is not known.
  private mutating func analyzeUnknown(from index: Int, _ nesting: Int) {
    let name = words[index].name
    if words[index].isRepeated {
      // It may be nothing at all, and then the next word is the command.
      guard nesting < Self.maximumNesting else {
        refuseValues(from: index + 1, name, .commandWord)
        return
      }
      for position in CommandAnalysis(words, from: index + 1, to: last, nesting: nesting + 1).positions {
        add(position)
      }
      refuse(index + 1, name, .commandWord)
    }
    // `"$SHELL" -c …`
    for next in index + 1..<max(index + 1, last) where words[next].isLiteral && next + 1 < last {
      let option = words[next].prefix
      guard option.first == UInt8(ascii: "-"), let letter = option.last else { continue }
      if "cerEpS".utf8.contains(letter) || option.starts(with: "--e".utf8)
        || option.starts(with: "--c".utf8)
      {
        refuse(next + 1, words[next].name)
      }
    }
    standardInput = "$" + name
    if index + 1 < last, words[(index + 1)..<last].contains(where: { $0.prefix.first != UInt8(ascii: "-") }) {
      standardInput = nil
    }
  }

  /// What `xargs` adds to its command comes from its standard input.
  private mutating func analyzeInput(ofXargs start: Int, _ inner: Int, _ nesting: Int) {
    var replaced = Array(words[inner..<last])
    var marker: [UInt8]?
    for index in start + 1..<inner {
      let option = words[index].prefix
      if option.elementsEqual("--replace".utf8) {
        marker = Array("{}".utf8)
      } else if option.starts(with: "--replace=".utf8) {
        marker = Array(option.dropFirst(10))
      } else if option.first == UInt8(ascii: "-"), option.count > 1, option[1] != UInt8(ascii: "-"),
        // Flags may stand before the letter, such as in `-0I`.
        let letter = option.dropFirst().firstIndex(where: { !"0rtxpo".utf8.contains($0) })
      {
        let rest = Array(option[(letter + 1)...])
        if option[letter] == UInt8(ascii: "I") {
          marker = rest.isEmpty && index + 1 < inner ? words[index + 1].prefix : rest
        } else if option[letter] == UInt8(ascii: "i") {
          marker = rest.isEmpty ? Array("{}".utf8) : rest
        }
      }
    }
    if let marker, !marker.isEmpty {
      for index in replaced.indices where replaced[index].prefix.contains(marker) {
        replaced[index] = ArgvWord(pieces: [.literal(replaced[index].prefix.before(marker)), .value])
      }
    } else {
      var added = ArgvWord(pieces: [.value])
      added.isRepeated = true
      replaced.append(added)
    }
    let known = CommandAnalysis(Array(words[inner..<last]), from: 0, to: last - inner, nesting: nesting + 1)
    let result = CommandAnalysis(replaced, from: 0, to: replaced.count, nesting: nesting + 1)
    if result.positions.count > known.positions.count || known.evaluates { standardInput = words[inner].name }
  }

  /// Whether the command is one of those whose operands shells evaluate.
  private var evaluates: Bool {
    command < words.count && words[command].isLiteral && ShellBuiltins.evaluatesOperands(words[command].name)
  }

  /// The commands of `-exec`, in which `{}` stands for names below the starting points.
  private mutating func analyzeFind(from start: Int, _ nesting: Int) {
    var index = start
    while index < last {
      defer { index += 1 }
      guard words[index].isLiteral, ["-exec", "-execdir", "-ok", "-okdir"].contains(words[index].name) else { continue }
      var end = index + 1
      while end < last, !(words[end].isLiteral && [";", "+"].contains(words[end].name)) { end += 1 }
      guard index + 1 < end, nesting < Self.maximumNesting else {
        refuseValues(from: start, "find")
        return
      }
      let inner = CommandAnalysis(words, from: index + 1, to: end, nesting: nesting + 1)
      for position in inner.positions { add(position) }
      programs += inner.programs
      codeFiles += inner.codeFiles
      for var code in inner.shellCode {
        code.takesInput = true
        shellCode.append(code)
      }
      var replaced = words
      for word in index + 1..<end where replaced[word].prefix.contains(Array("{}".utf8)) {
        replaced[word] = ArgvWord(pieces: [.literal(replaced[word].prefix.before(Array("{}".utf8))), .value])
      }
      let withNames = CommandAnalysis(replaced, from: index + 1, to: end, nesting: nesting + 1)
      if withNames.positions.count > inner.positions.count { refuseValues(from: start, "find") }
      index = end
    }
  }

  /// Whether code that cannot be read here names an interpreter, which might get the standard input.
  private static func mentionsInterpreter(_ code: [UInt8]) -> Bool {
    let words = code.split { !($0.isNameByte || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")) }
    return words.contains { word in
      let name = String(decoding: word, as: UTF8.self)
      return ["eval", "source", "."].contains(name) || InterpreterTable.program(named: name)?.mayReadCode ?? false
    }
  }
}

extension InterpreterTable.Program {
  /// Whether an option that the table does not know can move a value to where code is due.
  var hasCode: Bool {
    switch operands {
    case .data: false
    default: true
    }
  }

  /// Whether it is an interpreter whose name alone says so.
  var isLanguage: Bool {
    switch operands {
    case .shell, .script: true
    default: false
    }
  }

  var mayReadCode: Bool {
    switch input {
    case .data: false
    case .code, .codeUnlessGiven: true
    }
  }
}

extension [UInt8] {
  /// Whether the other bytes occur in these.
  fileprivate func contains(_ other: [UInt8]) -> Bool { before(other).count < count }

  /// The bytes before the first occurrence of the other ones; all when there is none.
  fileprivate func before(_ other: [UInt8]) -> [UInt8] {
    guard let first = other.first, count >= other.count else { return self }
    for start in 0...(count - other.count) where self[start] == first {
      if self[start..<start + other.count].elementsEqual(other) { return Array(self[..<start]) }
    }
    return self
  }
}
