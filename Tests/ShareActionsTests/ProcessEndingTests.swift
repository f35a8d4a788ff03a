import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("Ending programs")
struct ProcessEndingTests {
  @Test("A program whose time is over is ended with all of its group")
  func timeout() throws {
    let seconds = uniqueSeconds(60)
    var request = shell("sleep \(seconds) & wait")
    request.timeout = 0.3
    let result = try run(request)
    #expect(result.termination == .timedOut)
    #expect(processes(withArgument: seconds).isEmpty)
  }

  @Test("A program that ignores TERM is killed after the grace, and what would have come later does not")
  func ignoresTermination() throws {
    let folder = TemporaryDirectory()
    let seconds = uniqueSeconds(60)
    var request = shell("trap '' TERM; echo begun; sleep \(seconds); touch late")
    request.workingDirectory = FilePath(folder.path)
    request.timeout = 0.3
    let result = try run(request)
    #expect(result.termination == .timedOut)
    #expect(text(result.standardOutput.bytes) == "begun\n")
    #expect(eventually { processes(withArgument: seconds).isEmpty })
    #expect(!folder.exists("late"))
  }

  @Test("A descendant that ignores TERM is killed although the program itself ended")
  func descendantIgnoresTermination() throws {
    let seconds = uniqueSeconds(60)
    var request = shell("sh -c 'trap \"\" TERM; sleep \(seconds); true' & wait")
    request.timeout = 0.3
    #expect(try run(request).termination == .timedOut)
    #expect(eventually { processes(withArgument: seconds).isEmpty })
  }

  @Test("A descendant has the whole grace to clean up")
  func cleansUp() throws {
    let folder = TemporaryDirectory()
    var request = shell("sh -c 'trap \"sleep 0.3; touch cleaned; exit\" TERM; sleep 60 & wait' & wait")
    request.workingDirectory = FilePath(folder.path)
    request.timeout = 0.3
    #expect(try run(request, ProcessRunner(terminationGrace: 10)).termination == .timedOut)
    #expect(folder.exists("cleaned"))
  }

  @Test("A stopped program hears that it is to end")
  func stopped() throws {
    let folder = TemporaryDirectory()
    defer { #expect(folder.exists("heard")) }
    var request = shell("trap 'touch heard; exit' TERM; kill -STOP $$")
    request.workingDirectory = FilePath(folder.path)
    request.timeout = 1
    #expect(try run(request, ProcessRunner(terminationGrace: 10)).termination == .timedOut)
  }

  @Test("An interruption ends every program that was given it, and a second one is harmless")
  func interruption() throws {
    let seconds = uniqueSeconds(300)
    let interruption = try #require(Interruption())
    let results = try onThreads(
      2,
      { _ in
        try ProcessRunner(terminationGrace: 0.5).run(shell("sleep \(seconds); true"), interruption: interruption)
          .termination
      },
      meanwhile: {
        _ = eventually { processes(withArgument: seconds).count >= 2 }
        interruption.interrupt()
        interruption.interrupt()
      })
    #expect(results == [.cancelled, .cancelled])
    #expect(processes(withArgument: seconds).isEmpty)
  }

  @Test("Nothing is started once it was interrupted")
  func interruptedBefore() throws {
    let folder = TemporaryDirectory()
    let interruption = try #require(Interruption())
    interruption.interrupt()
    var request = shell("touch ran")
    request.workingDirectory = FilePath(folder.path)
    #expect(try run(request, interruption: interruption).termination == .cancelled)
    #expect(!folder.exists("ran"))
  }

  @Test("A program that ended by itself is not stopped later for its descendants")
  func leavesDescendants() throws {
    let folder = TemporaryDirectory()
    var request = shell("(sleep 0.5; echo late > out) &")
    request.workingDirectory = FilePath(folder.path)
    request.standardOutput = .discard
    request.standardError = .discard
    #expect(try run(request).termination == .exited(0))
    #expect(eventually { folder.read("out") == bytes("late\n") })
  }
}

@Suite("Launching programs")
struct LaunchTests {
  private func launch(_ script: String, seconds: Double = 0.5) -> ProcessRequest {
    var request = shell(script)
    request.waiting = .launch(seconds: seconds)
    return request
  }

  @Test("A launched program is not waited for; it goes on in a session of its own and leaves no zombie")
  func goesOn() throws {
    let seconds = uniqueSeconds(20)
    let result = try run(launch("sleep \(seconds)"))
    #expect(result.termination == .stillRunning)
    let left = processes(withArgument: seconds)
    #expect(left.count >= 1)
    for process in left {
      #expect(getsid(process) != getsid(0))
      kill(process, SIGKILL)
    }
    #expect(eventually { left.allSatisfy { kill($0, 0) != 0 } })
  }

  @Test("A launched program that fails at once is known to have failed, and why")
  func fails() throws {
    let result = try run(launch("echo broken >&2; exit 7", seconds: 15))
    #expect(result.termination == .exited(7))
    #expect(text(result.standardError.bytes) == "broken\n")
  }

  @Test("A launched program that ends at once is not waited for any longer")
  func endsEarly() throws {
    let result = try run(launch("exit 0", seconds: 15))
    #expect(result.termination == .exited(0))
    #expect(result.durationMilliseconds < 10_000)
  }

  @Test("A launched program gets all of its input, however late it reads")
  func readsLater() throws {
    let folder = TemporaryDirectory()
    var request = launch("sleep 0.6; cat > out; mv out done", seconds: 0.1)
    request.workingDirectory = FilePath(folder.path)
    let value = [UInt8](repeating: 0x61, count: 1 << 20)
    request.standardInput = .bytes(value)
    #expect(try run(request).termination == .stillRunning)
    #expect(eventually { folder.read("done") == value })
  }

  @Test("Writing after the launch neither kills the program nor fills the memory")
  func writesLater() throws {
    let folder = TemporaryDirectory()
    var request = launch("sleep 0.6; head -c 100000 /dev/zero >&2; echo out; echo alive > mark", seconds: 0.2)
    request.workingDirectory = FilePath(folder.path)
    #expect(try run(request).termination == .stillRunning)
    #expect(eventually { folder.read("mark") == bytes("alive\n") })
  }
}
