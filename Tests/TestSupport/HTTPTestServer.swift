import Foundation
import Glibc
import Synchronization

/// A server on the loopback interface for one test: it records every request exactly and answers as it is told, well or
/// badly. Each connection takes one request.
public final class HTTPTestServer: Sendable {
  public struct Request: Sendable {
    public var method: String
    /// As it came, with query.
    public var target: [UInt8]
    public var headers: [(name: String, value: [UInt8])]
    public var body: [UInt8]
    /// Up to the blank line.
    public var head: [UInt8]
    /// What a strict server would refuse; empty for a proper request.
    public var faults: [String]

    public var targetText: String { String(decoding: target, as: UTF8.self) }
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The only value of a header; nil when there is none, the values joined by ` && ` when there are several.
    public func header(_ name: String) -> String? {
      let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map {
        String(decoding: $0.value, as: UTF8.self)
      }
      return values.isEmpty ? nil : values.joined(separator: " && ")
    }
  }

  /// What is done on the connection, in order; it is closed at the end.
  public enum Step: Sendable {
    case send([UInt8])
    case pause(seconds: Double)
    /// The bytes over and over until the other side is gone.
    case sendForever([UInt8])
    case reset
  }

  public struct Answer: Sendable {
    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    /// Bytes as they are.
    public static func raw(_ text: String) -> Answer { Answer([.send(Array(text.utf8))]) }

    /// A proper response with its length.
    public static func status(
      _ status: Int, _ body: String = "", type: String? = nil, headers: [(String, String)] = []
    ) -> Answer {
      .bytes(status, Array(body.utf8), type: type, headers: headers)
    }

    public static func bytes(
      _ status: Int, _ body: [UInt8], type: String? = nil, headers: [(String, String)] = []
    ) -> Answer {
      var head = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Refused")\r\nConnection: close\r\n"
      if let type { head += "Content-Type: \(type)\r\n" }
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      if status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
      return Answer([.send(Array((head + "\r\n").utf8) + body)])
    }

    public static func json(_ body: String, status: Int = 200) -> Answer {
      .status(status, body, type: "application/json")
    }

    public static func redirect(_ status: Int, to location: String) -> Answer {
      .status(status, "moved", type: "text/plain", headers: [("Location", location)])
    }
  }

  /// What to do before the request is read.
  public enum Reading: Sendable {
    case wholeRequest
    /// The connection is closed after the head.
    case headOnly
  }

  private struct State {
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var isOver = false
  }

  /// Where it listens.
  public enum Endpoint: Sendable {
    case ipv4, ipv6
    /// A socket file, which is the caller's to remove.
    case unixSocket(String)
  }

  private let listener: Int32
  /// 0 for a Unix socket.
  public let port: Int
  private let endpoint: Endpoint
  private let state = Mutex(State())
  private let reading: Reading
  private let answer: @Sendable (Request, Int) -> Answer

  /// - Parameter answer: Called with each request and its number from 0.
  public init(
    at endpoint: Endpoint = .ipv4, reading: Reading = .wholeRequest,
    _ answer: @escaping @Sendable (Request, Int) -> Answer
  ) {
    self.reading = reading
    self.answer = answer
    self.endpoint = endpoint
    guard let (listener, port) = HTTPTestServer.listener(at: endpoint) else {
      fatalError("no loopback server: errno \(errno)")
    }
    self.listener = listener
    self.port = port
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          break
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let self, self.take(connection) else {
          close(connection)
          break
        }
        Thread.detachNewThread { self.serve(connection) }
      }
      close(listener)
    }
  }

  /// An open listener and its port; nil leaves the reason in `errno`.
  private static func listener(at endpoint: Endpoint) -> (Int32, Int)? {
    var storage = sockaddr_storage()
    let family: Int32
    var length: socklen_t
    switch endpoint {
    case .ipv4:
      (family, length) = (AF_INET, socklen_t(MemoryLayout<sockaddr_in>.size))
      withUnsafeMutableBytes(of: &storage) { bytes in
        let address = bytes.assumingMemoryBound(to: sockaddr_in.self)
        address[0].sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      }
    case .ipv6:
      (family, length) = (AF_INET6, socklen_t(MemoryLayout<sockaddr_in6>.size))
      withUnsafeMutableBytes(of: &storage) { bytes in
        let address = bytes.assumingMemoryBound(to: sockaddr_in6.self)
        address[0].sin6_addr = in6addr_loopback
      }
    case .unixSocket(let path):
      (family, length) = (AF_UNIX, socklen_t(MemoryLayout<sockaddr_un>.size))
      withUnsafeMutableBytes(of: &storage) { bytes in
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)!
        for (index, byte) in path.utf8.enumerated() { bytes[offset + index] = byte }
      }
    }
    storage.ss_family = sa_family_t(family)
    let listener = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isBound = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard isBound else { return nil }
    if case .unixSocket = endpoint { return (listener, 0) }
    // The port stands at the same place in both families.
    let port = withUnsafeBytes(of: storage) {
      Int(UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    }
    return (listener, port)
  }

  /// Whether this machine has an IPv6 loopback interface.
  public static let hasIPv6: Bool = {
    guard let (listener, _) = listener(at: .ipv6) else { return false }
    close(listener)
    return true
  }()

  deinit { stop() }

  /// Closes everything; the port then refuses connections.
  public func stop() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      return !state.isOver
    }
    // The thread that accepts closes it.
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  public var url: String {
    switch endpoint {
    case .ipv4: "http://127.0.0.1:\(port)"
    case .ipv6: "http://[::1]:\(port)"
    case .unixSocket: "http://localhost"
    }
  }
  public var requests: [Request] { state.withLock { $0.requests } }

  private func take(_ connection: Int32) -> Bool {
    state.withLock { state in
      if !state.isOver { state.connections.insert(connection) }
      return !state.isOver
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      _ = state.withLock { $0.connections.remove(connection) }
      close(connection)
    }
    guard let request = HTTPRequestReader(connection).read(wholly: reading == .wholeRequest) else { return }
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    for step in answer(request, number).steps {
      switch step {
      case .send(let bytes): guard send(bytes, on: connection) else { return }
      case .pause(let seconds):
        // In pieces, so that a stopped server does not go on.
        var left = seconds
        while left > 0, !state.withLock({ $0.isOver }) {
          usleep(20_000)
          left -= 0.02
        }
      case .sendForever(let bytes): while send(bytes, on: connection) {}
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        return
      }
    }
    // Unread bytes would turn the close into a reset, which can destroy what was sent.
    shutdown(connection, Int32(SHUT_WR))
    var buffer = [UInt8](repeating: 0, count: 65536)
    while recv(connection, &buffer, buffer.count, 0) > 0 {}
  }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress! + offset, $0.count - offset, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }
}

/// Reads one request as the grammar of RFC 9112 has it, and notes whatever departs from it.
private final class HTTPRequestReader {
  private let connection: Int32
  private var buffer: [UInt8] = []
  private var faults: [String] = []

  init(_ connection: Int32) { self.connection = connection }

  private func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = recv(connection, &piece, piece.count, 0)
    guard count > 0 else { return false }
    buffer += piece[..<count]
    return true
  }

  private func line() -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        var line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if line.last == 0x0D { line.removeLast() } else { faults.append("a line ends without CR") }
        if line.contains(0x0D) || line.contains(0) { faults.append("a bare CR or NUL in a line") }
        return line
      }
      guard fill() else { return nil }
    }
  }

  private func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count { guard fill() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  func read(wholly: Bool) -> HTTPTestServer.Request? {
    guard let first = line() else { return nil }
    var head = first + [0x0A]
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
    if words.count != 3 || String(decoding: words.last!, as: UTF8.self) != "HTTP/1.1" { faults.append("request line") }
    let target = words.count > 1 ? Array(words[1]) : []
    if !target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) }) { faults.append("target") }
    var headers: [(name: String, value: [UInt8])] = []
    while let next = line(), !next.isEmpty {
      head += next + [0x0A]
      guard let colon = next.firstIndex(of: UInt8(ascii: ":")) else {
        faults.append("a header without a colon")
        continue
      }
      let name = next[..<colon]
      if name.isEmpty || !name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }) {
        faults.append("header name")
      }
      let value = Array(next[(colon + 1)...].drop { $0 == 0x20 })
      if value.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) { faults.append("header value") }
      headers.append((String(decoding: name, as: UTF8.self), value))
    }
    var request = HTTPTestServer.Request(
      method: String(decoding: words[0], as: UTF8.self), target: target, headers: headers, body: [], head: head,
      faults: [])
    if wholly, let body = body(request) { request.body = body }
    request.faults = faults
    return request
  }

  private func body(_ request: HTTPTestServer.Request) -> [UInt8]? {
    if request.header("Transfer-Encoding") == "chunked" {
      var body: [UInt8] = []
      while let size = line().flatMap({ Int(String(decoding: $0, as: UTF8.self), radix: 16) }), size > 0 {
        guard let chunk = take(size), line() != nil else { return nil }
        body += chunk
      }
      _ = line()
      return body
    }
    guard let length = request.header("Content-Length") else { return [] }
    guard let count = Int(length) else {
      faults.append("content length")
      return nil
    }
    let body = take(count)
    if body == nil { faults.append("the body is shorter than its length") }
    return body
  }
}
