import Foundation
import Glibc
import ShareModel
import Synchronization
import TestSupport
import Testing

@testable import ShareActions

private let hasOpenSSL = CommandRun.run(["openssl", "version"].map(bytes)).status == 0

/// A server with TLS by openssl, which answers every request with a page about itself.
private final class TLSServer: Sendable {
  let port: Int
  private let process: Mutex<pid_t>

  /// Nil when none of the ports that were tried could be taken.
  init?(certificate: String, key: String, in directory: TemporaryDirectory) {
    for _ in 0..<20 {
      let port = Int.random(in: 20000...59999)
      let arguments = [
        "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-www", "-quiet",
      ]
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for descriptor in Int32(0)...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
      var identifier = pid_t()
      let vector = arguments.map { strdup($0) } + [nil]
      defer { for pointer in vector { free(pointer) } }
      guard posix_spawnp(&identifier, "openssl", &actions, nil, vector, environ) == 0 else { return nil }
      if eventually({ TLSServer.answers(port) || waitpid(identifier, nil, WNOHANG) != 0 }), TLSServer.answers(port) {
        self.port = port
        process = Mutex(identifier)
        return
      }
    }
    return nil
  }

  deinit {
    let identifier = process.withLock { $0 }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  private static func answers(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

@Suite("certificates", .enabled(if: hasOpenSSL, "openssl is not installed"))
struct HTTPCertificateTests {
  private let directory = TemporaryDirectory()

  /// Makes a certificate that signs itself.
  private func certificate(name: String, days: Int) throws -> (certificate: String, key: String) {
    let base = directory.path + "/" + UUID().uuidString
    var arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
      base + ".key", "-out", base + ".pem", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(name)",
    ]
    if days > 0 {
      arguments += ["-days", "\(days)"]
    } else {
      // `req` makes nothing that is over already: the same key signs its own request for a time in the past.
      let request = CommandRun.run(
        [
          "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
          base + ".key", "-out", base + ".csr", "-subj", "/CN=expired",
        ].map(bytes))
      try #require(request.status == 0, "\(request.errorText)")
      directory.write("\(base.split(separator: "/").last!).txt", "subjectAltName=\(name)\n")
      for folder in ["index", "serial"] { directory.write(folder, folder == "serial" ? "01\n" : "") }
      directory.write(
        "ca.cnf",
        "[ca]\ndefault_ca=d\n[d]\ndatabase=\(directory.path)/index\nserial=\(directory.path)/serial\n"
          + "new_certs_dir=\(directory.path)\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
      arguments = [
        "openssl", "ca", "-config", directory.path + "/ca.cnf", "-batch", "-selfsign", "-notext", "-keyfile",
        base + ".key", "-in", base + ".csr", "-out", base + ".pem", "-startdate", "20200101000000Z", "-enddate",
        "20200201000000Z", "-extfile", base + ".txt",
      ]
    }
    let run = CommandRun.run(arguments.map(bytes))
    try #require(run.status == 0, "\(run.errorText)")
    return (base + ".pem", base + ".key")
  }

  private func result(_ server: TLSServer, trusting file: String?) throws -> Result<HTTPResponse, HTTPError> {
    let runner = HTTPRunner(
      settings: HTTPSettings(environment: ProcessEnvironment(), certificateFile: file.map { FilePath($0) }), now: { 0 })
    do {
      return .success(try send(get("https://127.0.0.1:\(server.port)/"), runner))
    } catch let error as HTTPError {
      return .failure(error)
    }
  }

  private func isRefused(_ result: Result<HTTPResponse, HTTPError>) -> Bool {
    if case .failure(.certificate) = result { true } else { false }
  }

  @Test("one that nobody vouches for is refused, and taken where the configuration trusts it")
  func selfSigned() throws {
    let own = try certificate(name: "IP:127.0.0.1", days: 2)
    let server = try #require(TLSServer(certificate: own.certificate, key: own.key, in: directory))
    #expect(isRefused(try result(server, trusting: nil)))
    #expect(try result(server, trusting: own.certificate).get().status == 200)
  }

  @Test("one for another host is refused, though it is trusted")
  func wrongHost() throws {
    let own = try certificate(name: "DNS:other.example", days: 2)
    let server = try #require(TLSServer(certificate: own.certificate, key: own.key, in: directory))
    #expect(isRefused(try result(server, trusting: own.certificate)))
  }

  @Test("one whose time is over is refused, though it is trusted")
  func expired() throws {
    let own = try certificate(name: "IP:127.0.0.1", days: 0)
    let server = try #require(TLSServer(certificate: own.certificate, key: own.key, in: directory))
    #expect(isRefused(try result(server, trusting: own.certificate)))
  }

  @Test("a file of certificates that is missing is an error that says so")
  func missingFile() throws {
    let own = try certificate(name: "IP:127.0.0.1", days: 2)
    let server = try #require(TLSServer(certificate: own.certificate, key: own.key, in: directory))
    guard case .failure(.certificateFile) = try result(server, trusting: "/nonexistent/ca.pem") else {
      Issue.record("it was not told")
      return
    }
  }

  @Test("what talks no TLS is no encrypted connection")
  func plainServer() throws {
    let server = HTTPTestServer { _, _ in .status(200) }
    var runner = httpRunner()
    runner.connectTimeout = 1
    // Such a server may as well wait for the end of what it takes for a request.
    switch try failure(of: get("https://127.0.0.1:\(server.port)/"), runner) {
    case .encryption, .connectTimedOut: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }
}
