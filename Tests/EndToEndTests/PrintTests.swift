import Glibc
import TestSupport
import Testing

/// A CUPS scheduler of one test, with one printer that accepts everything, reached by a socket in its own folder.
private final class PrivateScheduler {
  let socket: String
  private let sandbox: Sandbox
  private let server: RunningCommand

  init(_ sandbox: Sandbox) throws {
    self.sandbox = sandbox
    let root = sandbox.path + "/cups"
    socket = root + "/socket"
    for folder in ["", "/root", "/spool", "/cache", "/state", "/temporary", "/log"] { mkdir(root + folder, 0o755) }
    // A scheduler that root starts works as another user in part.
    chmod(sandbox.path, 0o755)
    sandbox.directory.write(
      "cups/cupsd.conf",
      """
      Listen \(socket)
      LogLevel warn
      PreserveJobFiles Yes
      Browsing Off
      DefaultAuthType None
      WebInterface No
      <Location />
        Order allow,deny
        Allow all
      </Location>
      <Policy default>
        <Limit All>
          Order deny,allow
        </Limit>
      </Policy>

      """)
    sandbox.directory.write(
      "cups/cups-files.conf",
      """
      ServerRoot \(root)/root
      RequestRoot \(root)/spool
      CacheDir \(root)/cache
      StateDir \(root)/state
      TempDir \(root)/temporary
      AccessLog \(root)/log/access
      ErrorLog \(root)/log/error
      PageLog \(root)/log/page
      FileDevice Yes

      """)
    sandbox.directory.write(
      "cups/root/printers.conf",
      """
      <DefaultPrinter virtual>
      Info virtual
      DeviceURI file:///dev/null
      State Idle
      Accepting Yes
      Shared No
      </DefaultPrinter>

      """)
    let arguments = [
      programPath("cupsd") ?? "cupsd", "-f", "-c", root + "/cupsd.conf", "-s", root + "/cups-files.conf",
    ]
    server = try RunningCommand.start(arguments.map { Array($0.utf8) }, environment: sandbox.environment).get()
    let server = server
    waitUntil(limit: 60) {
      sandbox.shell("lpstat -e", environment: ["CUPS_SERVER": root + "/socket"]).text == "virtual\n"
        || !server.isRunning
    }
    try #require(server.isRunning, "\(String(decoding: server.errors, as: UTF8.self))")
  }

  /// The documents that were handed in, in order, as they lie in the spool.
  var documents: [[UInt8]] {
    var documents: [[UInt8]] = []
    while let document = sandbox.directory.read("cups/spool/d0000\(documents.count + 1)-001") {
      documents.append(document)
    }
    return documents
  }

  /// The attributes of a job as they lie in the spool.
  func attributes(ofJob number: Int) -> [UInt8] { sandbox.directory.read("cups/spool/c0000\(number)") ?? [] }

  deinit { server.stop() }
}

@Suite("Printing")
struct PrintTests {
  /// A picture of two by two pixels.
  static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0xFD, 0xD4, 0x9A, 0x73, 0x00, 0x00, 0x00, 0x11, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x64, 0x62, 0x66, 0x61, 0x65, 0x63, 0x80, 0x50, 0x00, 0x01, 0x11, 0x00,
    0x2B, 0x78, 0xFD, 0x58, 0x91, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// Names that go wrong where a name is used for more than a name.
  static let names: [[UInt8]] = [
    Array("picture.png".utf8), Array("-rf.png".utf8), Array("pr".utf8) + [0xFC] + Array("f.png".utf8),
    Array("it's \"here\"\n$(x).png".utf8), Array("-".utf8), Array(repeating: 0x78, count: 251) + Array(".png".utf8),
  ]

  @Test(
    "a real lp hands the exact file to a virtual printer, whatever its name",
    .enabled(if: installed("cupsd", "lp", "lpstat"), "CUPS and its client are not installed"),
    arguments: ["C", "C.UTF-8"])
  func realPrinter(locale: String) throws {
    let sandbox = Sandbox()
    let scheduler = try PrivateScheduler(sandbox)
    let variables = ["CUPS_SERVER": scheduler.socket, "LC_ALL": locale]
    for (index, name) in PrintTests.names.enumerated() {
      // Each has an end of its own, so that none is taken for another.
      sandbox.directory.write(Array("work/".utf8) + name, PrintTests.picture + [UInt8(index)])
      let run = sandbox.run(
        [Array("send".utf8), Array("--file".utf8), name, Array("-a".utf8), Array("print".utf8)], environment: variables)
      expectRun(run, output: "request id is virtual-\(index + 1) (0 file(s))\n")
    }
    #expect(scheduler.documents == PrintTests.names.indices.map { PrintTests.picture + [UInt8($0)] })
  }

  @Test(
    "the printer and the copies reach a real lp, and an unknown printer is a failure",
    .enabled(if: installed("cupsd", "lp", "lpstat"), "CUPS and its client are not installed"))
  func options() throws {
    let sandbox = Sandbox()
    let scheduler = try PrivateScheduler(sandbox)
    let variables = ["CUPS_SERVER": scheduler.socket]
    sandbox.directory.write(Array("work/a.png".utf8), PrintTests.picture)
    expectRun(
      sandbox.run(
        ["send", "a.png", "-a", "print", "-i", "printer=virtual", "-i", "copies=2"], environment: variables),
      output: "request id is virtual-1 (0 file(s))\n")
    #expect(scheduler.documents == [PrintTests.picture])
    let unknown = sandbox.run(["send", "a.png", "-a", "print", "-i", "printer=nowhere"], environment: variables)
    #expect(unknown.status != 0)
    #expect(unknown.output == [])
    #expect(scheduler.documents.count == 1)
  }

  @Test(
    "a file goes to lp by standard input, so that neither its name nor the locale can matter",
    arguments: ["C", "C.UTF-8", "de_DE"])
  func standardInput(locale: String) {
    let sandbox = Sandbox()
    sandbox.recorder("lp")
    sandbox.stub("lpstat", "")
    sandbox.directory.write(Array("work/-rf.txt".utf8), Array("first".utf8))
    let latin = Array("pr".utf8) + [0xFC] + Array("f.txt".utf8)
    sandbox.directory.write(Array("work/".utf8) + latin, Array("second".utf8))
    sandbox.directory.write(Array("work/-".utf8), Array("third".utf8))
    let words = ["send", "--file=-rf.txt"].map { Array($0.utf8) } + [latin]
    let run = sandbox.run(
      words + ["--file=-", "-a", "print", "-i", "copies=3"].map { Array($0.utf8) },
      environment: ["LC_ALL": locale])
    expectRun(run)
    let titles = [Array("-rf".utf8), Array("pr".utf8) + [0xFC] + Array("f".utf8), Array("-".utf8)]
    #expect(sandbox.arguments(of: "lp") == titles.flatMap { [Array("-n".utf8), [0x33], Array("-t".utf8), $0] })
    #expect(sandbox.input(of: "lp") == Array("firstsecondthird".utf8))
  }
}
