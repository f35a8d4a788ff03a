import Glibc
import ShareModel

/// Where a response's body goes.
struct ResponseStorage: Sendable {
  /// How much of the body is kept in memory.
  var memoryLimit = HTTPResponse.bodyLimit
  /// The folder for the whole body as a file, for whoever names `response.file`.
  var folder: WorkFolder?
  /// Whether the body of a status goes into the file; that of a failure is only looked at.
  var saves: @Sendable (Int) -> Bool = { _ in true }
}

/// Takes a response as libcurl delivers it: header lines, then the body in pieces.
final class ResponseSink {
  /// All header lines of one response together.
  static let headerLimit = 256 << 10

  private(set) var status = 0
  private(set) var reason = ""
  private(set) var headers: [HTTPResponse.Header] = []
  private(set) var body: [UInt8] = []
  private(set) var bodyWasCut = false
  private(set) var file: FilePath?
  private(set) var failure: HTTPError?
  /// Whether the blank line came that ends the headers; libcurl takes the end of the connection for it as well.
  private(set) var headersAreWhole = false
  /// Whether the transfer was ended here, as nothing more of it is wanted.
  private(set) var isSatisfied = false

  private let storage: ResponseStorage
  private let url: HTTPURL
  /// Whether a body of the status is wanted at all.
  private let wantsBody: (_ status: Int, _ headers: [HTTPResponse.Header]) -> Bool
  private var headerBytes = 0
  private var isInBody = false
  private var output: FileDescriptor?

  init(
    _ storage: ResponseStorage, url: HTTPURL, wantsBody: @escaping (Int, [HTTPResponse.Header]) -> Bool
  ) {
    self.storage = storage
    self.url = url
    self.wantsBody = wantsBody
  }

  /// Takes one header line; false ends the transfer.
  func takeHeader(_ bytes: [UInt8]) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= ResponseSink.headerLimit else {
      failure = .headersTooLarge(host: url.authority)
      return false
    }
    // Trailers of a chunked body are not headers.
    guard !isInBody else { return true }
    var line = bytes[...]
    while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
    if line.starts(with: "HTTP/".utf8) {
      // Each response begins anew: that of a proxy and 100 Continue come before the one that counts.
      let words = line.split(separator: 0x20, maxSplits: 2)
      status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
      reason = words.count > 2 ? String(decoding: words[2], as: UTF8.self) : ""
      headers = []
      headersAreWhole = false
    } else if line.isEmpty {
      headersAreWhole = true
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      var value = line[(colon + 1)...].drop(while: isBlank)
      while let last = value.last, isBlank(last) { value.removeLast() }
      headers.append(HTTPResponse.Header(String(decoding: line[..<colon], as: UTF8.self), Array(value)))
    }
    return true
  }

  /// Takes a piece of the body; false ends the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isInBody = true
    guard wantsBody(status, headers) else {
      isSatisfied = true
      return false
    }
    let room = storage.memoryLimit - body.count
    if room > 0 { unsafe body.append(contentsOf: bytes.prefix(room)) }
    if bytes.count > room { bodyWasCut = true }
    guard let folder = storage.folder, storage.saves(status) else {
      isSatisfied = bodyWasCut
      return !bodyWasCut
    }
    return unsafe open(in: folder) && write(bytes)
  }

  /// Makes the file of an empty body.
  func finish() {
    if failure == nil, let folder = storage.folder, storage.saves(status), wantsBody(status, headers) {
      _ = open(in: folder)
    }
    output = nil
  }

  private func open(in folder: WorkFolder) -> Bool {
    if file != nil { return true }
    do throws(WorkFolder.Failure) {
      let name = ResponseName.name(headers: headers, path: url.path)
      let path = try folder.write([], named: SafeFileName(name).bytes)
      guard let descriptor = FileDescriptor.open(path.bytes, O_WRONLY | O_APPEND) else {
        failure = .responseFile(path, errno: errno)
        return false
      }
      output = consume descriptor
      file = path
      return true
    } catch {
      failure = .workFolder(error)
      return false
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let number = output.number, let file else { return false }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe Glibc.write(number, bytes.baseAddress! + offset, bytes.count - offset)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = .responseFile(file, errno: errno)
        return false
      }
      offset += count
    }
    return true
  }
}
