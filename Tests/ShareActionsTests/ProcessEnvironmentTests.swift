import Glibc
import Testing

@testable import ShareActions

@Suite("Environments")
struct ProcessEnvironmentTests {
  @Test("Entries are read as getenv reads them")
  func reading() {
    let environment = ProcessEnvironment(entries: ["A=1", "B=", "nothing", "=x", "A=2", "C=a=b"].map(bytes))
    #expect(environment.strings.map(text) == ["A=1", "B=", "C=a=b"])
    #expect(environment["C"] == bytes("a=b"))
    #expect(environment["nothing"] == nil)
    #expect(environment.text("B") == nil)
  }

  @Test("Values are set, replaced and taken away in place")
  func writing() {
    var environment = ProcessEnvironment(["A": "1", "B": "2", "SHAREROUTER_SECRET_X": "3"])
    environment["A"] = bytes("4")
    environment["C"] = [0xFF]
    environment["B"] = nil
    environment["D"] = nil
    environment.removeAll(prefix: "SHAREROUTER_SECRET_")
    #expect(environment.strings == [bytes("A=4"), bytes("C=") + [0xFF]])
  }

  @Test("That of this process is seen")
  func current() throws {
    let path = try #require(getenv("PATH"))
    #expect(ProcessEnvironment.current["PATH"] == bytes(String(cString: path)))
  }
}
