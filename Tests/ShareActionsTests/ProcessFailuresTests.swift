import Glibc
import ShareModel
import Testing

@testable import ShareActions

@Suite("What is said when a program cannot be started")
struct ProcessFailuresTests {
  @Test(
    "Each failure has its code, names what it is about and what to do",
    arguments: [
      (
        ProcessError.programNotFound(program: bytes("lp"), path: bytes("/usr/bin:/bin"), found: nil), "not-found",
        ["'lp'", "'/usr/bin:/bin'"]
      ),
      (.programNotFound(program: bytes("lp"), path: [], found: nil), "not-found", ["'lp'", "the PATH is empty"]),
      (
        .programNotFound(program: bytes("x"), path: bytes("/a"), found: FilePath("/a/x")), "not-executable",
        ["'/a/x'", "chmod +x"]
      ),
      (.programMissing(program: bytes("./x")), "not-found", ["'./x'"]),
      (.notExecutable(program: bytes("./x"), isFolder: true), "not-executable", ["'./x'", "folder"]),
      (.notExecutable(program: bytes("./x"), isFolder: false), "not-executable", ["'./x'", "chmod +x"]),
      (
        .interpreterMissing(program: bytes("/s"), interpreter: bytes("/no/python")), "not-found",
        ["'/s'", "'/no/python'"]
      ),
      (.interpreterMissing(program: bytes("/s"), interpreter: nil), "not-found", ["'/s'", "loader"]),
      (.invalidFormat(program: bytes("/s")), "not-executable", ["'/s'", "'#!'"]),
      (.missingFolder(FilePath("/gone")), "no-folder", ["'/gone'"]),
      (.invalidFolder(FilePath("/f"), errno: EACCES), "no-folder", ["'/f'", "Permission denied"]),
      (.inputFile(FilePath("/f"), errno: ENOENT), "no-input", ["'/f'", "No such file or directory"]),
      (.inputNotReadable(FilePath("/f")), "no-input", ["'/f'"]),
      (
        .argumentTooLong(index: 2, length: 200_000, limit: 131_071), "too-long",
        ["argument 2", "200000", "128 KiB", "stdin", "file"]
      ),
      (
        .variableTooLong(name: bytes("V"), length: 200_000, limit: 131_069), "too-long",
        ["'V'", "200000", "128 KiB", "stdin", "file"]
      ),
      (.argumentsTooLong(length: 3_000_000, limit: 2_000_000), "too-long", ["3000000", "2000000", "stdin"]),
      (.nulInArgument(index: 1), "nul", ["argument 1", "stdin"]),
      (.nulInVariable(name: bytes("V")), "nul", ["'V'", "stdin"]),
      (.noArguments, "not-found", ["empty"]),
      (.noTerminal, "no-terminal", ["terminal"]),
      (.system(program: bytes("/p"), errno: EAGAIN), "not-started", ["'/p'", "Resource temporarily unavailable"]),
    ] as [(ProcessError, String, [String])])
  func wording(_ error: ProcessError, _ code: String, _ parts: [String]) {
    let failure = Outcome.Failure(error)
    #expect(failure.code == code)
    for part in parts { #expect(failure.message.contains(part), "\(failure.message)") }
    #expect(!failure.message.hasSuffix("."))
  }

  @Test("A time is told in seconds")
  func duration() {
    #expect(Outcome.Failure.timedOut("'x'", seconds: 600).message == "'x' timed out after 600 s and was ended")
    #expect(Outcome.Failure.timedOut("'x'", seconds: 0.5).message == "'x' timed out after 0.5 s and was ended")
  }
}
