/// The shells whose scripts are understood.
public enum ShellInterpreter: String, Sendable, CaseIterable {
  case sh
  case bash
}

/// What the scanner found out about a script with placeholders.
public struct ShellScan: Sendable, Equatable {
  /// Where each placeholder stands, in the order given to the scanner.
  public var places: [ShellPlace]
  /// Programs that the script calls by a literal name, each once, in order; builtins, functions and keywords excluded.
  public var programs: [String]
  /// Where the values of the environment variables given to the scanner end up, in their order.
  public var environment: [ShellPlace] = []
  /// Where the standard input ends up; nil when it is not a value.
  public var standardInput: ShellPlace?

  public init(places: [ShellPlace], programs: [String]) {
    self.places = places
    self.programs = programs
  }
}

/// Where a placeholder stands in a script, and what may be put there.
public enum ShellPlace: Sendable, Equatable {
  /// A word, or a part of one, that the shell takes as data when the value is referred to by a quoted variable.
  case word(ShellWord)
  /// Arithmetic: only a number may stand here.
  case number
  /// A comment: the value has no effect.
  case comment
  /// No value may stand here.
  case refused(Refusal)

  public struct Refusal: Sendable, Equatable {
    public var problem: Problem
    /// The word that makes the place unsafe, such as `eval`, `awk`, `PATH`; empty where the problem says it all.
    public var subject: String

    public init(_ problem: Problem, subject: String = "") {
      self.problem = problem
      self.subject = subject
    }
  }

  public enum Problem: String, Sendable, CaseIterable {
    case singleQuotes, dollarQuotes, backticks, quotedHereDocument, hereDocumentDelimiter
    case afterBackslash, afterDollar
    /// The name of a program or function.
    case commandName
    /// An operand of `eval`, `.`, `trap`, … (`subject`).
    case evaluatedOperand
    /// A variable's name is due (`export`, `read`, the left side of `=`, …).
    case variableName
    /// Inside `${…}`, other than the word of `:-` and `:+` outside double quotes.
    case parameterExpansion
    case subscriptIndex
    /// The value of PATH, IFS, … (`subject`).
    case dangerousAssignment
    /// After `>&` or `<&`.
    case descriptor
    /// Code for another interpreter (`subject`), by argument, standard input, here-document or pipe.
    case interpreterCode
    /// The scanner cannot tell where this stands.
    case unknown
  }
}

/// How a value stands in a word of a script.
public struct ShellWord: Sendable, Equatable {
  public enum Quoting: Sendable, Equatable {
    /// Rendered as `"${srN}"`.
    case bare
    /// Inside "…": rendered as `${srN}`.
    case doubleQuotes
    /// In an unquoted here-document: rendered as `${srN}`.
    case hereDocument
  }

  public enum Role: Sendable, Equatable {
    case argument
    case assignment
    case redirectionTarget
    case caseWord
    case casePattern
    case loopList
    case testOperand
    case hereDocument
  }

  /// A place where the value's characters mean something to the program although no shell executes them.
  public enum Caution: Sendable, Equatable {
    case echo, printfFormat, curlData
  }

  public var quoting: Quoting
  public var role: Role
  /// The literal name of the command whose argument this is.
  public var command: String?
  /// Whether anything stands directly before the placeholder in its word, and after it. Quotes themselves do not count.
  public var isJoinedBefore: Bool
  public var isJoinedAfter: Bool
  /// Whether the word begins with literal text before this placeholder.
  public var hasLiteralPrefix: Bool
  /// Whether a `/` touches the placeholder on either side.
  public var touchesSlash: Bool
  /// Whether a value that begins with `-` cannot be taken as an option here.
  public var isDashSafe: Bool
  /// Whether a list may stand here as several words: a whole bare word.
  public var takesList: Bool
  public var caution: Caution?

  public init(
    quoting: Quoting, role: Role, command: String? = nil, isJoinedBefore: Bool = false, isJoinedAfter: Bool = false,
    hasLiteralPrefix: Bool = false, touchesSlash: Bool = false, isDashSafe: Bool = false, takesList: Bool = false,
    caution: Caution? = nil
  ) {
    self.quoting = quoting
    self.role = role
    self.command = command
    self.isJoinedBefore = isJoinedBefore
    self.isJoinedAfter = isJoinedAfter
    self.hasLiteralPrefix = hasLiteralPrefix
    self.touchesSlash = touchesSlash
    self.isDashSafe = isDashSafe
    self.takesList = takesList
    self.caution = caution
  }
}
