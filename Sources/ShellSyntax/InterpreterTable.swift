/// The programs that take arguments or their standard input for code, and those that run another command.
public enum InterpreterTable {
  /// How a program reads its arguments, as far as code is concerned.
  struct Program: Sendable {
    enum Operands: Sendable {
      case data
      /// The first one is code unless an option gave it; the others are data.
      case program
      /// The first one is a file of code unless an option gave code; the others are data.
      case script
      /// As `script`, but with `-c` the first one is code.
      case shell
      case code
      /// As many are data, what follows is code.
      case codeAfter(Int)
      /// As many are data, then comes a command; assignments may stand before it.
      case command(after: Int = 0, assignments: Bool = false)
      /// One that begins with `+` is code.
      case editor
      /// `NAME=value` is code, as are targets.
      case make
      case find
      case xargs
      case subcommands(KeyValuePairs<String, String>)
    }

    enum Input: Sendable {
      case data
      /// Code where no operand or option gave code.
      case codeUnlessGiven
      case code
    }

    var operands: Operands
    var input = Input.data
    /// Letters of options: without a value, with one (joined or as the next word), with one that is code, with one that
    /// can only be joined, with a value that ends the options.
    var flags = ""
    var values = ""
    var codes = ""
    var joined = ""
    var endings = ""
    /// Letters among the flags that make the operands code.
    var operandFlags = ""
    /// Whether the first word may be options without a dash.
    var beginsWithLetters = false
    /// Long options, without their dashes.
    var longFlags: NameList = ""
    var longValues: NameList = ""
    var longCodes: NameList = ""
    /// Long options that take two values.
    var longPairs: NameList = ""
    /// Whether long options begin with one dash.
    var hasSingleDashes = false
    /// Whether nothing after the first operand is an option.
    var endsAtOperand = true
    /// Whether the command runs elsewhere, so that its name says nothing about this machine.
    var isRemote = false
    var saferForm: String?
  }

  /// A program with its other names, with blanks between. What is to be known of it is only made when it is found: making
  /// all of them would take longer than all else that sending to one of them does.
  struct Entry: Sendable {
    let names: String
    let program: @Sendable () -> Program

    init(_ names: String, _ program: @escaping @Sendable () -> Program) {
      self.names = names
      self.program = program
    }
  }

  /// The form in which a value can be handed to the program safely; nil where there is none.
  public static func saferForm(for program: String) -> String? { self.program(named: program)?.saferForm }

  /// The words of a command that may hold no value: code, the names of commands and of variables.
  ///
  /// The first word is the program. Values at the positions returned are to be refused; other words are data.
  public static func codePositions(_ words: [ArgvWord]) -> [CodePosition] {
    words.isEmpty ? [] : CommandAnalysis(words).positions
  }

  /// Whether a shell gets literal code among the words, which can be read for what it does with the other ones.
  public static func runsShellCode(_ words: [ArgvWord]) -> Bool {
    let mayBe = words.contains { word in
      guard case .literal(let text)? = word.pieces.first, text.first == UInt8(ascii: "-") else { return false }
      return text.contains(UInt8(ascii: "c"))
    }
    return mayBe && !CommandAnalysis(words).shellCode.isEmpty
  }

  /// The interpreter that takes the standard input of the command for code; nil when it is data.
  public static func readsCodeFromStandardInput(_ words: [ArgvWord]) -> String? {
    words.isEmpty ? nil : CommandAnalysis(words).standardInput
  }

  /// Looks a program up by the last part of its name, and without a version: `/usr/bin/python3.11` is `python`.
  static func program(named name: String) -> Program? { index(named: name).map { entries[$0].program() } }

  /// Whether the program's arguments follow rules; those of any other are data.
  public static func hasRules(for name: String) -> Bool { index(named: name) != nil }

  private static func index(named name: String) -> Int? {
    var bytes = Array(name.utf8)[...]
    if let index = names.entry(named: bytes) { return index }
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
      bytes = bytes[(slash + 1)...]
      if let index = names.entry(named: bytes) { return index }
    }
    let full = bytes.count
    while let last = bytes.last, last.isDigit || last == UInt8(ascii: ".") || last == UInt8(ascii: "-") {
      bytes = bytes.dropLast()
    }
    if bytes.starts(with: "vim.".utf8) { return names.entry(named: Array("vim".utf8)[...]) }
    guard bytes.count < full, !bytes.isEmpty else { return nil }
    return names.entry(named: bytes)
  }

  private static let entries: [Entry] = {
    var entries = interpreters
    entries.reserveCapacity(160)
    entries += languages
    entries += tools
    entries += wrappers
    return entries
  }()
  private static let names = ProgramNames(entries.lazy.map(\.names))
}
