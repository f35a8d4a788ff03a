import CCurl
import Glibc
import ShareModel
import ShareTemplates

/// One exchange with libcurl: the request is set up, then stepped until its end. Used by one thread.
@safe final class CurlTransfer {
  /// A file of the body, open for as long as it is sent.
  private final class SentFile {
    let descriptor: FileDescriptor
    let size: Int64
    let device: UInt64
    let inode: UInt64

    init(_ path: FilePath) throws(HTTPError) {
      // O_NONBLOCK: opening a FIFO would wait for its writer.
      guard let opened = FileDescriptor.open(path.bytes, O_RDONLY | O_NONBLOCK) else {
        throw .bodyFile(path, errno: errno)
      }
      var status = stat()
      guard unsafe fstat(opened.number, &status) == 0, status.st_mode.fileType == S_IFREG else {
        throw .bodyNotRegular(path)
      }
      descriptor = consume opened
      size = Int64(status.st_size)
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }

    /// What a file holds that says that it is empty: those of /proc do, and of some file systems in user space. Nil when it
    /// is as long as it says.
    func hiddenContent(_ path: FilePath) throws(HTTPError) -> [UInt8]? {
      guard size == 0 else { return nil }
      var content: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = unsafe pread(descriptor.number, &piece, piece.count, off_t(content.count))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .bodyFile(path, errno: errno) }
        guard count > 0 else { return content.isEmpty ? nil : content }
        content += piece[..<count]
        guard content.count <= CurlTransfer.hiddenLimit else { throw .bodyFile(path, errno: EFBIG) }
      }
    }
  }

  /// So many bytes of a file without a length are sent; more would have to be kept in memory.
  private static let hiddenLimit = 10 << 20
  /// So many files of a body stay open at once, of the 1024 descriptors that a process usually may have.
  private static let openLimit = 128

  private let handle: OpaquePointer
  private let sink: ResponseSink
  private var files: [SentFile] = []

  init(_ sink: ResponseSink) throws(HTTPError) {
    guard let handle = unsafe sr_transfer_new() else { throw .libraryMissing }
    unsafe self.handle = unsafe handle
    self.sink = sink
    unsafe sr_transfer_set_sinks(
      handle,
      { bytes, size, count, context in
        let sink = unsafe Unmanaged<ResponseSink>.fromOpaque(context).takeUnretainedValue()
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe sink.takeHeader(Array(line)) ? line.count : 0
      },
      { bytes, size, count, context in
        let sink = unsafe Unmanaged<ResponseSink>.fromOpaque(context).takeUnretainedValue()
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe sink.takeBody(piece) ? piece.count : 0
      }, unsafe Unmanaged.passUnretained(sink).toOpaque())
  }

  deinit { unsafe sr_transfer_free(handle) }

  /// Whether a file can be sent at all.
  static func check(_ path: FilePath) throws(HTTPError) { _ = try SentFile(path) }

  // MARK: Setting up

  func set(_ option: sr_option, _ value: Int) {
    _ = unsafe sr_transfer_set_long(handle, Int32(bitPattern: option.rawValue), value)
  }

  func set(_ option: sr_option, _ value: String) {
    _ = unsafe sr_transfer_set_text(handle, Int32(bitPattern: option.rawValue), value)
  }

  func set(_ option: sr_option, _ value: [UInt8]) {
    _ = unsafe sr_transfer_set_text(
      handle, Int32(bitPattern: option.rawValue), value.map(CChar.init(bitPattern:)) + [0])
  }

  /// Adds a header; an empty value is sent as such.
  func addHeader(_ name: String, _ value: [UInt8]) throws(HTTPError) {
    let line = value.isEmpty ? Array((name + ";").utf8) : Array((name + ": ").utf8) + value
    try addHeaderLine(line)
  }

  /// Keeps libcurl from adding a header by itself.
  func omitHeader(_ name: String) throws(HTTPError) { try addHeaderLine(Array((name + ":").utf8)) }

  private func addHeaderLine(_ line: [UInt8]) throws(HTTPError) {
    try check(unsafe sr_transfer_add_header(handle, line.map(CChar.init(bitPattern:)) + [0]))
  }

  func setBody(_ body: HTTPRequest.Body, method: String) throws(HTTPError) {
    switch body {
    case .none:
      switch method {
      case "GET": set(sr_option_http_get, 1)
      case "HEAD": set(sr_option_no_body, 1)
      case "POST", "PUT", "PATCH":
        // Without a length, servers wait for a body or refuse (411).
        try setBytes([])
      default: set(sr_option_http_get, 1)
      }
    case .bytes(let bytes): try setBytes(bytes)
    case .file(let path):
      let file = try SentFile(path)
      if let content = try file.hiddenContent(path) {
        try setBytes(content)
      } else {
        files.append(file)
        try check(unsafe sr_transfer_set_file(handle, file.descriptor.number, file.size))
      }
    case .parts(let parts):
      for part in parts { try addPart(part) }
    }
    if method != "HEAD" { set(sr_option_custom_request, method) }
  }

  private func setBytes(_ bytes: [UInt8]) throws(HTTPError) {
    set(sr_option_post, 1)
    try check(unsafe sr_transfer_set_body(handle, bytes, bytes.count))
  }

  private func addPart(_ part: HTTPRequest.Part) throws(HTTPError) {
    let name = part.name
    let type = part.type.map(cString)
    let filename = part.filename.map { $0.map(CChar.init(bitPattern:)) + [0] }
    let code: Int32
    switch part.content {
    case .bytes(let bytes):
      code = unsafe withPointers(filename, type) { filename, type in
        unsafe sr_transfer_add_data_part(handle, name, bytes, bytes.count, filename, type)
      }
    case .file(let path):
      let file = try SentFile(path)
      let content = try file.hiddenContent(path)
      let isLater = content == nil && files.count == CurlTransfer.openLimit
      if content == nil, !isLater { files.append(file) }
      code = unsafe withPointers(filename, type) { filename, type in
        if let content {
          unsafe sr_transfer_add_data_part(handle, name, content, content.count, filename, type)
        } else if isLater {
          unsafe sr_transfer_add_later_part(
            handle, name, path.bytes.map(CChar.init(bitPattern:)) + [0], file.device, file.inode, file.size, filename,
            type)
        } else {
          unsafe sr_transfer_add_file_part(handle, name, file.descriptor.number, file.size, filename, type)
        }
      }
    }
    try check(code)
  }

  private func cString(_ text: String) -> [CChar] { Array(text.utf8).map(CChar.init(bitPattern:)) + [0] }

  private func withPointers(
    _ first: [CChar]?, _ second: [CChar]?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
  ) -> Int32 {
    unsafe (first ?? [0]).withUnsafeBufferPointer { one in
      unsafe (second ?? [0]).withUnsafeBufferPointer { two in
        unsafe body(first == nil ? nil : one.baseAddress, second == nil ? nil : two.baseAddress)
      }
    }
  }

  // MARK: Running

  func start() throws(HTTPError) { try check(unsafe sr_transfer_start(handle)) }

  /// Moves bytes and waits for up to so many seconds; the code of the transfer's end, or nil while it goes on.
  func step(seconds: Double, interruption: Interruption?) -> Int? {
    var code: Int32 = 0
    let milliseconds = Int32(max(0, min(seconds * 1000, 1e9)).rounded(.up))
    let isOver = unsafe sr_transfer_step(handle, interruption?.descriptor ?? -1, milliseconds, &code)
    return isOver ? Int(code) : nil
  }

  /// Whether a connection was made and the request could be sent.
  var hasBegun: Bool { number(sr_info_pretransfer_time) > 0 }

  /// Grows with every byte that moves in either direction.
  var movedBytes: Int {
    number(sr_info_uploaded) + number(sr_info_downloaded) + number(sr_info_header_size) + number(sr_info_request_size)
  }

  var progress: TransferProgress {
    func total(_ info: sr_info) -> Int? {
      let number = number(info)
      return number > 0 ? number : nil
    }
    return TransferProgress(
      sent: number(sr_info_uploaded), received: number(sr_info_downloaded), sentTotal: total(sr_info_upload_length),
      receivedTotal: total(sr_info_download_length))
  }

  var fileFailed: Bool { unsafe sr_transfer_file_failed(handle) }

  func reason(_ code: Int) -> String { unsafe String(cString: sr_transfer_error(handle, Int32(code))) }

  private func number(_ info: sr_info) -> Int {
    Int(unsafe sr_transfer_number(handle, Int32(bitPattern: info.rawValue)))
  }

  private func check(_ code: Int32) throws(HTTPError) {
    guard code != 0 else { return }
    throw .other(code: Int(code), reason: reason(Int(code)))
  }
}
