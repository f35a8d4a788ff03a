public import ShareModel

/// Why a program could not be started. Nothing has run then.
public enum ProcessError: Error, Sendable, Equatable {
  /// No folder of the PATH holds it. `found` is a file of that name that may not be executed, where there is one.
  case programNotFound(program: [UInt8], path: [UInt8], found: FilePath?)
  /// A program given with a `/` that is not there.
  case programMissing(program: [UInt8])
  /// It is there but is a folder or may not be executed.
  case notExecutable(program: [UInt8], isFolder: Bool)
  /// The program that its first line (`#!`) or its header names is not there.
  case interpreterMissing(program: [UInt8], interpreter: [UInt8]?)
  /// Neither a program for this machine nor a script with a `#!` line.
  case invalidFormat(program: [UInt8])
  case missingFolder(FilePath)
  case invalidFolder(FilePath, errno: Int32)
  case inputFile(FilePath, errno: Int32)
  /// Something else than a file or a character device is to be the standard input.
  case inputNotReadable(FilePath)
  /// The position in the argument list, the program being 0.
  case argumentTooLong(index: Int, length: Int, limit: Int)
  case variableTooLong(name: [UInt8], length: Int, limit: Int)
  case argumentsTooLong(length: Int, limit: Int)
  case nulInArgument(index: Int)
  case nulInVariable(name: [UInt8])
  case noArguments
  case noTerminal
  /// Any other reason of the system.
  case system(program: [UInt8], errno: Int32)
}
