import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("What keeps a program from starting")
struct ProcessErrorTests {
  private func request(_ arguments: [String], path: String = "/usr/bin:/bin") -> ProcessRequest {
    var request = capturing(arguments)
    request.environment["PATH"] = bytes(path)
    return request
  }

  @Test("Entries of the PATH that are no folder, cannot be read or are empty are passed over")
  func oddPath() throws {
    let folder = TemporaryDirectory()
    folder.write("locked/true", "#!/bin/sh\nexit 9\n", mode: 0o644)
    folder.write("folder/true/inner", "")
    let path = "/etc/hostname::\(folder.path)/locked:\(folder.path)/folder:/nonexistent:/usr/bin:/bin"
    #expect(try run(request(["true"], path: path)).termination == .exited(0))
  }

  @Test("Without a PATH the system's usual folders are searched, and told")
  func noPath() throws {
    var request = request(["true"])
    request.environment["PATH"] = nil
    #expect(try run(request).termination == .exited(0))
    request.arguments = [bytes("no-such-program")]
    #expect(
      try refusal(of: request)
        == .programNotFound(program: bytes("no-such-program"), path: ProgramSearch.defaultPath, found: nil))
  }

  @Test("A missing program is named with the PATH that was searched")
  func missing() throws {
    let path = "/etc/hostname:/usr/bin"
    #expect(
      try refusal(of: request(["no-such-program"], path: path))
        == .programNotFound(program: bytes("no-such-program"), path: bytes(path), found: nil))
    #expect(
      try refusal(of: request([""], path: path)) == .programNotFound(program: [], path: bytes(path), found: nil))
  }

  @Test(
    "A program in quotes or with its arguments in one word is not found, not passed over",
    arguments: [
      "\"printf\"", "printf hello",
    ])
  func quoted(_ name: String) throws {
    guard case .programNotFound(let program, _, _) = try refusal(of: request([name])) else {
      Issue.record("it was started")
      return
    }
    #expect(text(program) == name)
  }

  @Test("A file of the right name that may not be executed is mentioned")
  func notExecutableInPath() throws {
    let folder = TemporaryDirectory()
    let found = FilePath(folder.write("tool", "#!/bin/sh\n", mode: 0o644))
    guard case .programNotFound(_, _, let mentioned) = try refusal(of: request(["tool"], path: folder.path)) else {
      Issue.record("it was started")
      return
    }
    #expect(mentioned == found)
  }

  @Test("A program with a slash is taken from the working folder")
  func relativeProgram() throws {
    let folder = TemporaryDirectory()
    folder.write("bin/tool", "#!/bin/sh\necho here\n", mode: 0o755)
    var request = request(["bin/tool"])
    request.workingDirectory = FilePath(folder.path)
    #expect(text(try run(request).standardOutput.bytes) == "here\n")
    request.arguments = [bytes("./absent")]
    #expect(try refusal(of: request) == .programMissing(program: bytes("./absent")))
    request.arguments = [bytes("./bin")]
    #expect(try refusal(of: request) == .notExecutable(program: bytes("./bin"), isFolder: true))
  }

  @Test("A missing working folder is named, not the program")
  func missingFolder() throws {
    var request = request(["/bin/true"])
    request.workingDirectory = FilePath("/nonexistent-dir")
    #expect(try refusal(of: request) == .missingFolder(FilePath("/nonexistent-dir")))
    request.workingDirectory = FilePath("/etc/passwd")
    #expect(try refusal(of: request) == .invalidFolder(FilePath("/etc/passwd"), errno: ENOTDIR))
  }

  @Test("An interpreter that is missing is named")
  func missingInterpreter() throws {
    let folder = TemporaryDirectory()
    let path = folder.write("script", "#! /no/such/interpreter -x\n", mode: 0o755)
    #expect(
      try refusal(of: request([path]))
        == .interpreterMissing(program: bytes(path), interpreter: bytes("/no/such/interpreter")))
  }

  @Test("A file that is neither a program nor a script with an interpreter is not started")
  func invalidFormat() throws {
    let folder = TemporaryDirectory()
    let path = folder.write("data", "just text\n", mode: 0o755)
    #expect(try refusal(of: request([path])) == .invalidFormat(program: bytes(path)))
  }

  @Test("The longest argument that the kernel takes is passed; one byte more is refused before the start")
  func argumentLength() throws {
    let limit = 131_071
    var request = request(["sh", "-c", "printf %s \"$1\" | wc -c", "_", String(repeating: "x", count: limit)])
    #expect(text(try run(request).standardOutput.bytes) == "\(limit)\n")
    request.arguments[4].append(0x78)
    #expect(try refusal(of: request) == .argumentTooLong(index: 4, length: limit + 1, limit: limit))
    request.arguments[4] = [UInt8](repeating: 0x78, count: 2_200_000)
    #expect(try refusal(of: request) == .argumentTooLong(index: 4, length: 2_200_000, limit: limit))
  }

  @Test("The longest variable that the kernel takes is passed; one byte more is refused before the start")
  func variableLength() throws {
    let limit = 131_071 - 2
    var request = request(["sh", "-c", "printf %s \"$V\" | wc -c"])
    request.environment["V"] = [UInt8](repeating: 0x78, count: limit)
    #expect(text(try run(request).standardOutput.bytes) == "\(limit)\n")
    request.environment["V"]?.append(0x78)
    #expect(try refusal(of: request) == .variableTooLong(name: bytes("V"), length: limit + 1, limit: limit))
  }

  @Test("Many arguments that are too long together are refused before the start")
  func totalLength() throws {
    let argument = String(repeating: "x", count: 100_000)
    let request = request(["true"] + [String](repeating: argument, count: 100))
    guard case .argumentsTooLong(let length, let limit) = try refusal(of: request) else {
      Issue.record("not refused by name")
      return
    }
    #expect(length > 10_000_000 && limit < length)
  }

  @Test("A NUL is refused, not cut off at")
  func nul() throws {
    var request = request(["printf", "a\0b"])
    #expect(try refusal(of: request) == .nulInArgument(index: 1))
    request.arguments = [bytes("true")]
    request.environment["V"] = [0x61, 0x00]
    #expect(try refusal(of: request) == .nulInVariable(name: bytes("V")))
  }

  @Test("A file for the standard input must be there and be a file")
  func inputFile() throws {
    var request = request(["cat"])
    request.standardInput = .file(FilePath("/nonexistent"))
    #expect(try refusal(of: request) == .inputFile(FilePath("/nonexistent"), errno: ENOENT))
    let folder = TemporaryDirectory()
    request.standardInput = .file(FilePath(folder.path))
    #expect(try refusal(of: request) == .inputNotReadable(FilePath(folder.path)))
    #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
    request.standardInput = .file(FilePath(folder.path + "/fifo"))
    #expect(try refusal(of: request) == .inputNotReadable(FilePath(folder.path + "/fifo")))
  }

  @Test("The check before the start finds the same")
  func check() throws {
    var nothing = request([])
    #expect(throws: ProcessError.noArguments) { try ProcessRunner().check(&nothing) }
    var something = request(["true"])
    try ProcessRunner().check(&something)
    #expect(something.program.map { text($0).hasSuffix("/true") } == true)
  }

  @Test("A program that went away after the check is looked up again, and told as one that never was there")
  func vanished() throws {
    let folder = TemporaryDirectory()
    folder.write("first/tool", "#!/bin/sh\necho first\n", mode: 0o755)
    folder.write("second/tool", "#!/bin/sh\necho second\n", mode: 0o755)
    var request = request(["tool"], path: "\(folder.path)/first:\(folder.path)/second")
    try ProcessRunner().check(&request)
    unlink(folder.path + "/first/tool")
    #expect(text(try run(request).standardOutput.bytes) == "second\n")
    unlink(folder.path + "/second/tool")
    guard case .programNotFound = try refusal(of: request) else {
      Issue.record("it was found")
      return
    }
  }
}
