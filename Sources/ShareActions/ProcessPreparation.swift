import Glibc
import ShareModel

/// What was found out about a request before the start.
struct Preparation: ~Copyable {
  /// The file to run.
  let program: [UInt8]
  private let folder: FileDescriptor?

  var folderDescriptor: Int32? { folder.number }

  /// The folder is opened here and entered by the child, so that a folder's error is never taken for the program's, and
  /// this process's own folder does not change.
  init(_ request: ProcessRequest) throws(ProcessError) {
    guard let name = request.arguments.first else { throw .noArguments }
    try ArgumentLimit.current.check(request.arguments, request.environment)
    if let path = request.workingDirectory {
      let folder = try Preparation.folder(path)
      guard unsafe faccessat(folder.number, ".", X_OK, AT_EACCESS) == 0 else {
        throw .invalidFolder(path, errno: errno)
      }
      program = try Preparation.program(name, request, in: folder.number)
      self.folder = consume folder
    } else {
      program = try Preparation.program(name, request, in: AT_FDCWD)
      folder = nil
    }
  }

  private static func program(
    _ name: [UInt8], _ request: ProcessRequest, in folder: Int32
  ) throws(ProcessError) -> [UInt8] {
    if let known = request.program, ProgramSearch.isExecutable(known, in: folder) { return known }
    return try ProgramSearch.find(name, environment: request.environment, in: folder)
  }

  private static func folder(_ path: FilePath) throws(ProcessError) -> FileDescriptor {
    do {
      return try FileDescriptor.folder(path.bytes)
    } catch {
      throw error.errno == ENOENT ? .missingFolder(path) : .invalidFolder(path, errno: error.errno)
    }
  }

  /// What an errno of the start means for a program that was found.
  borrowing func explain(_ code: Int32, _ request: ProcessRequest) -> ProcessError {
    switch code {
    case E2BIG:
      let limit = ArgumentLimit.current
      let all = request.arguments + request.environment.strings
      return .argumentsTooLong(length: all.reduce(0) { $0 + $1.count + 9 }, limit: limit.total)
    case ENOENT: return .interpreterMissing(program: program, interpreter: interpreter)
    case ENOEXEC: return .invalidFormat(program: program)
    case EACCES: return .notExecutable(program: program, isFolder: false)
    default: return .system(program: program, errno: code)
    }
  }

  /// What the `#!` line names.
  private var interpreter: [UInt8]? {
    guard let file = FileDescriptor.open(program, O_RDONLY, relativeTo: folderDescriptor ?? AT_FDCWD) else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(file.number, &buffer, buffer.count)
    guard count > 2, buffer[0] == UInt8(ascii: "#"), buffer[1] == UInt8(ascii: "!") else { return nil }
    let line = buffer[2..<count].prefix { $0 != 0x0A }
    let word = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.isEmpty ? nil : Array(word)
  }
}
