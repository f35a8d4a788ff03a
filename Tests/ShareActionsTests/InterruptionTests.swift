import Glibc
import Testing

@testable import ShareActions

@Suite("Interruptions", .serialized)
struct InterruptionTests {
  @Test("An interruption stays")
  func stays() throws {
    let interruption = try #require(Interruption())
    #expect(!interruption.isInterrupted)
    interruption.interrupt()
    #expect(interruption.isInterrupted && interruption.isInterrupted)
  }

  @Test(
    "Signals interrupt instead of ending the process, until the forwarding ends", arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(_ number: Int32) throws {
    let interruption = try #require(Interruption())
    var before = sigaction()
    sigaction(number, nil, &before)
    SignalForwarding.during(interruption) {
      kill(getpid(), number)
      #expect(eventually { interruption.isInterrupted })
      #expect(SignalForwarding.signal == Signal(number))
    }
    var after = sigaction()
    sigaction(number, nil, &after)
    #expect(
      unsafeBitCast(after.__sigaction_handler, to: Int.self) == unsafeBitCast(before.__sigaction_handler, to: Int.self))
  }

  @Test("A signal that was ignored stays ignored")
  func ignored() throws {
    let interruption = try #require(Interruption())
    let before = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, before) }
    SignalForwarding.during(interruption) {
      kill(getpid(), SIGHUP)
      usleep(50_000)
      #expect(!interruption.isInterrupted)
    }
  }
}
