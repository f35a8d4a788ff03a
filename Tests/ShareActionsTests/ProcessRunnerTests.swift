import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("Running programs")
struct ProcessRunnerTests {
  @Test("A program gets its arguments and gives back its output and status")
  func plain() throws {
    let result = try run(capturing(["printf", "%s|", "a b", "", "$HOME", "\u{e9}"]))
    #expect(result.termination == .exited(0))
    #expect(text(result.standardOutput.bytes) == "a b||$HOME|\u{e9}|")
    #expect(!result.standardOutput.wasCut)
  }

  @Test("Any exit status is a result", arguments: [0, 1, 3, 126, 255])
  func exitStatus(_ status: Int) throws {
    #expect(try run(shell("exit \(status)")).termination == .exited(status))
  }

  @Test("A program that a signal killed is told from one that exited", arguments: [(9, "SIGKILL"), (11, "SIGSEGV")])
  func signalled(_ number: Int32, _ name: String) throws {
    let result = try run(shell("kill -\(number) $$"))
    #expect(result.termination == .signalled(Signal(number)))
    #expect(Signal(number).name == name)
  }

  @Test("More output than a pipe holds arrives, from both descriptors at once")
  func largeOutput() throws {
    let script = "head -c 300000 /dev/zero & head -c 300000 /dev/zero >&2; wait"
    var request = shell(script)
    request.standardError = .head(limit: 1 << 20)
    let result = try run(request)
    #expect(result.termination == .exited(0))
    #expect(result.standardOutput.bytes.count == 300_000)
    #expect(result.standardError.bytes.count == 300_000)
  }

  @Test("A full standard error does not hold back standard output")
  func errorBeforeOutput() throws {
    let result = try run(shell("head -c 1048576 /dev/zero >&2; echo ok"))
    #expect(text(result.standardOutput.bytes) == "ok\n")
    #expect(result.standardError.bytes.count == ProcessRequest.errorTailLimit)
    #expect(result.standardError.wasCut)
  }

  @Test("Output beyond the limit is cut and said to be")
  func cutOutput() throws {
    var request = shell(
      "printf abcdefgh; head -c 500000 /dev/zero; printf xyz >&2; head -c 300000 /dev/zero >&2; printf tail >&2")
    request.standardOutput = .head(limit: 8)
    request.standardError = .tail(limit: 4)
    let result = try run(request)
    #expect(result.termination == .exited(0))
    #expect(result.standardOutput == .init(bytes: bytes("abcdefgh"), wasCut: true))
    #expect(result.standardError == .init(bytes: bytes("tail"), wasCut: true))
  }

  @Test("Output that just fits is not said to be cut")
  func fittingOutput() throws {
    var request = shell("printf abcd; printf wxyz >&2")
    request.standardOutput = .head(limit: 4)
    request.standardError = .tail(limit: 4)
    let result = try run(request)
    #expect(result.standardOutput == .init(bytes: bytes("abcd")))
    #expect(result.standardError == .init(bytes: bytes("wxyz")))
  }

  @Test("A megabyte goes through standard input and back")
  func throughCat() throws {
    var value = [UInt8](repeating: 0, count: 1 << 20)
    for index in value.indices { value[index] = UInt8(truncatingIfNeeded: index &* 31) }
    let result = try run(capturing(["cat"], input: .bytes(value)))
    #expect(result.standardOutput.bytes == value)
  }

  @Test("A child that does not read its input neither kills nor blocks the caller")
  func unreadInput() throws {
    let result = try run(shell("exit 3", input: .bytes([UInt8](repeating: 65, count: 1 << 20))))
    #expect(result.termination == .exited(3))
    let closed = try run(shell("exec <&-; sleep 0.2; exit 4", input: .bytes([UInt8](repeating: 65, count: 1 << 20))))
    #expect(closed.termination == .exited(4))
  }

  @Test("SIGPIPE of the calling thread is as before afterwards")
  func signalMask() throws {
    let isBlocked = try guarded {
      _ = try ProcessRunner().run(shell("exit 0", input: .bytes([UInt8](repeating: 65, count: 1 << 20))))
      var mask = sigset_t()
      var pending = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      sigpending(&pending)
      return (sigismember(&mask, SIGPIPE), sigismember(&pending, SIGPIPE))
    }
    #expect(isBlocked == (0, 0))
  }

  @Test("Standard input is empty unless something is given")
  func emptyInput() throws {
    #expect(try run(shell("cat; readlink /proc/self/fd/0")).standardOutput.bytes == bytes("/dev/null\n"))
    #expect(try run(capturing(["cat"], input: .bytes([]))).standardOutput.bytes.isEmpty)
  }

  @Test("A file as standard input is the file itself, not a copy")
  func fileInput() throws {
    let folder = TemporaryDirectory()
    let path = folder.write("data", "content")
    let result = try run(shell("readlink /proc/self/fd/0; cat", input: .file(FilePath(path))))
    #expect(text(result.standardOutput.bytes) == path + "\ncontent")
  }

  @Test("A sparse file of two gibibytes is not read into memory")
  func sparseInput() throws {
    let folder = TemporaryDirectory()
    let path = folder.write("sparse", "")
    #expect(truncate(path, 2 << 30) == 0)
    let result = try run(shell("stat -L -c %s /dev/stdin", input: .file(FilePath(path))))
    #expect(text(result.standardOutput.bytes) == "2147483648\n")
  }

  @Test("A grandchild that keeps the pipes does not hold the result back, and lives on")
  func grandchild() throws {
    let seconds = uniqueSeconds(30)
    let result = try run(shell("(sleep \(seconds)) & echo done"))
    #expect(result.termination == .exited(0))
    #expect(text(result.standardOutput.bytes) == "done\n")
    #expect(result.durationMilliseconds < 15_000)
    let left = processes(withArgument: seconds)
    #expect(!left.isEmpty)
    for process in left { kill(process, SIGKILL) }
  }

  @Test("A child has no descriptors but the three standard ones")
  func closedDescriptors() throws {
    let folder = TemporaryDirectory()
    // Without O_CLOEXEC, as a careless library would open it.
    let leaked = open(folder.write("leak", ""), O_RDONLY)
    defer { close(leaked) }
    let result = try run(shell("ls /proc/$$/fd"))
    #expect(text(result.standardOutput.bytes) == "0\n1\n2\n")
  }

  @Test("A child is the leader of its own group, with nothing blocked or ignored")
  func groupAndSignals() throws {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    let mask = blocked
    let (status, state) = try guarded {
      var mask = mask
      pthread_sigmask(SIG_BLOCK, &mask, nil)
      // Not by a shell, which blocks signals itself while it starts a program.
      return (
        try ProcessRunner().run(capturing(["grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"])),
        try ProcessRunner().run(capturing(["cut", "-d ", "-f1,5,6", "/proc/self/stat"]))
      )
    }
    let numbers = text(state.standardOutput.bytes).split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    try #require(numbers.count == 3)
    #expect(numbers[0] == numbers[1])
    #expect(numbers[2] == getsid(0))
    let lines = text(status.standardOutput.bytes).split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[0].hasSuffix("\t0000000000000000"), "\(lines[0])")
    // glibc's spawn ignores its two internal signals (32 and 33) in every child.
    let ignored = try #require(UInt64(lines[1].split(separator: "\t")[1], radix: 16))
    #expect(ignored & ~(UInt64(3) << 31) == 0)
  }

  @Test("A session of its own is made when asked for")
  func newSession() throws {
    var request = shell("cut -d ' ' -f 1,5,6 /proc/$$/stat")
    request.newSession = true
    let numbers = text(try run(request).standardOutput.bytes).split(whereSeparator: \.isWhitespace)
    #expect(Set(numbers).count == 1)
  }

  @Test("Without the kernel's exit descriptor the end is noticed all the same")
  func withoutExitDescriptor() throws {
    var runner = ProcessRunner(terminationGrace: 0.2)
    runner.usesExitDescriptor = false
    #expect(try run(shell("exit 5"), runner).termination == .exited(5))
    var inherited = shell("exit 6")
    inherited.standardOutput = .discard
    inherited.standardError = .discard
    #expect(try run(inherited, runner).termination == .exited(6))
    var slow = shell("sleep 60")
    slow.timeout = 0.1
    #expect(try run(slow, runner).termination == .timedOut)
  }

  @Test("Two hundred programs at once on several threads each see their own folder; ours does not change")
  func concurrentFolders() throws {
    let folder = TemporaryDirectory()
    for index in 0..<8 { folder.write("\(index)/file", "\(index)") }
    let before = String(cString: getcwd(nil, 0))
    let path = folder.path
    let wrong = try onThreads(8) { thread in
      try (0..<25).filter { _ in
        var request = capturing(["cat", "file"])
        request.workingDirectory = FilePath("\(path)/\(thread)")
        return text(try ProcessRunner().run(request).standardOutput.bytes) != "\(thread)"
      }.count
    }
    #expect(wrong == [Int](repeating: 0, count: 8))
    #expect(String(cString: getcwd(nil, 0)) == before)
  }
}
