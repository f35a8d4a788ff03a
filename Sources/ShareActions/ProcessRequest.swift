public import ShareModel

/// A program to run and everything that it gets.
public struct ProcessRequest: Sendable, Equatable {
  public enum Input: Sendable, Equatable {
    /// Nothing: /dev/null.
    case empty
    /// Written while the output is read.
    case bytes([UInt8])
    /// The file itself becomes the standard input; nothing is copied.
    case file(FilePath)
    /// That of this process.
    case inherit
  }

  public enum Output: Sendable, Equatable {
    /// That of this process.
    case inherit
    /// /dev/null.
    case discard
    /// Kept up to so many bytes; the rest is read and dropped.
    case head(limit: Int)
    /// The last so many bytes are kept.
    case tail(limit: Int)
  }

  /// What the program may do with the terminal of this process.
  public enum Terminal: Sendable, Equatable {
    /// Its group stays in the background; reading from the terminal stops it until the timeout.
    case none
    /// Its group is brought to the front when it asks for it (a password prompt on /dev/tty), and back at the end.
    case onDemand
    /// Its group has the terminal from the start: an empty input and captured outputs are the terminal.
    case foreground
  }

  /// Whether the end of the program is waited for.
  public enum Waiting: Sendable, Equatable {
    case untilExit
    /// The program goes on by itself: it gets a session of its own and is given so many seconds to fail.
    case launch(seconds: Double)
  }

  /// Captured output beyond this is cut: 10 MiB.
  public static let outputLimit = 10 << 20
  /// What is kept of standard error for messages: 64 KiB.
  public static let errorTailLimit = 64 << 10
  /// How long a program that is launched has to fail.
  public static let launchSeconds = 1.0

  /// The program and its arguments. A program without `/` is looked up in the environment's PATH.
  public var arguments: [[UInt8]]
  public var environment: ProcessEnvironment
  /// The file that the program was found to be when the request was checked; it is looked up again where that cannot be
  /// run any more.
  var program: [UInt8]?
  /// Nil for the folder of this process.
  public var workingDirectory: FilePath?
  public var standardInput: Input
  public var standardOutput: Output
  public var standardError: Output
  /// In seconds; nil for none. A program in the foreground of the terminal has none.
  public var timeout: Double?
  public var waiting: Waiting
  public var terminal: Terminal
  /// Whether the program gets a session of its own, without a terminal.
  public var newSession: Bool

  public init(
    arguments: [[UInt8]], environment: ProcessEnvironment, workingDirectory: FilePath? = nil,
    standardInput: Input = .empty, standardOutput: Output = .inherit, standardError: Output = .inherit,
    timeout: Double? = nil, waiting: Waiting = .untilExit, terminal: Terminal = .none, newSession: Bool = false
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.standardInput = standardInput
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.timeout = timeout
    self.waiting = waiting
    self.terminal = terminal
    self.newSession = newSession
  }
}
