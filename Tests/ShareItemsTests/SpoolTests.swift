import Foundation
import ShareItems
import ShareModel
import TestSupport
import Testing

@Suite("standard input and special files")
struct SpoolTests {
  /// Classifies `-` with these bytes on a pipe.
  private func send(
    _ bytes: [UInt8], kind: ItemKind? = nil, type: String? = nil, in folder: Surroundings
  ) throws(ItemError) -> Item {
    let pipe = Pipe()
    let writer = Thread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    var classifier = folder.classifier(
      standardInput: pipe.fileHandleForReading.fileDescriptor, kind: kind, type: type.map { ContentType($0) })
    return try classifier.classify(ItemArgument("-"))
  }

  @Test(
    "text on standard input keeps every byte; a URL loses its line break",
    arguments: [
      ("", "text", ""), ("a", "text", "a"), ("a\n", "text", "a\n"), ("line\n\n", "text", "line\n\n"),
      ("https://e.test/x\n", "url", "https://e.test/x"), ("https://e.test/x\r\n", "url", "https://e.test/x"),
      ("https://e.test/x", "url", "https://e.test/x"), ("https://e.test/x\n\n", "text", "https://e.test/x\n\n"),
      ("https://e.test/x\nmore", "text", "https://e.test/x\nmore"), ("тест 你好\n", "text", "тест 你好\n"),
      (" https://e.test/x", "text", " https://e.test/x"), ("/no/such/file\n", "text", "/no/such/file\n"),
      ("\u{FEFF}x", "text", "\u{FEFF}x"), ("-", "text", "-"), ("MM", "text", "MM"), ("<svg/>", "text", "<svg/>"),
    ])
  func text(input: String, kind: String, expected: String) throws {
    let folder = Surroundings()
    let item = try send(Array(input.utf8), in: folder)
    #expect(item.kind.rawValue == kind)
    #expect(item.textBytes == Array(expected.utf8))
    #expect(item.contentType == .plainText)
    #expect(item.size == expected.utf8.count)
    #expect(!folder.isSpoolMade)
  }

  @Test(
    "other data is kept in a file that is named after its type",
    arguments: [
      (SampleFiles.png, ItemKind.image, "image/png", "standard-input.png"),
      (SampleFiles.jpeg, .image, "image/jpeg", "standard-input.jpg"),
      (SampleFiles.pdf, .file, "application/pdf", "standard-input.pdf"),
      (SampleFiles.binary, .file, "application/octet-stream", "standard-input"),
      (Array("text with\0NUL".utf8), .file, nil, nil), (Array("gr".utf8) + [0xFC, 0x6E], .file, nil, nil),
      (Array("ends within a character ".utf8) + [0xE2, 0x82], .file, nil, nil),
    ] as [([UInt8], ItemKind, String?, String?)])
  func data(bytes: [UInt8], kind: ItemKind, type: String?, name: String?) throws {
    let folder = Surroundings()
    let item = try send(bytes, in: folder)
    #expect(item.kind == kind)
    if let type { #expect(item.contentType.essence == type) }
    let path = try #require(item.path?.text)
    if let name { #expect(path == folder.path + "/spool/" + name) }
    #expect(item.size == bytes.count)
    #expect(item.isTemporary)
    #expect(readFile(path) == bytes)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("ten million bytes are still text, one more is a file")
  func limit() throws {
    let folder = Surroundings()
    let long = [UInt8](repeating: 0x61, count: 10 << 20)
    #expect(try send(long, in: folder).textBytes?.count == long.count)
    let item = try send(long + [0x61], in: folder)
    #expect(item.kind == .file)
    #expect(item.contentType == .plainText)
    #expect(item.size == long.count + 1)
    #expect(try readFile(#require(item.path?.text))?.count == long.count + 1)
  }

  @Test("standard input is read once")
  func twice() {
    let folder = Surroundings()
    let pipe = Pipe()
    try? pipe.fileHandleForWriting.close()
    var classifier = folder.classifier(standardInput: pipe.fileHandleForReading.fileDescriptor)
    let (items, errors) = classifier.classify([ItemArgument("-"), ItemArgument("x"), ItemArgument("-")])
    #expect(items == [.text([]), .text([0x78])])
    #expect(errors.map(\.code) == [.standardInputTwice])
    var closed = folder.classifier(standardInput: -1)
    #expect(closed.classify([ItemArgument("-")]).errors.map(\.code) == [.standardInputUnreadable])
  }

  @Test("--as and --mime decide what standard input is")
  func forced() throws {
    let folder = Surroundings()
    let words = Array("words".utf8)
    #expect(try send(Array("https://e.test\n".utf8), kind: .text, in: folder).textBytes?.last == 0x0A)
    #expect(try send(Array("https://e.test\n".utf8), kind: .url, in: folder).textBytes?.last == UInt8(ascii: "t"))
    #expect(throws: ItemError.self) { try send(words, kind: .url, in: folder) }
    let file = try send(words, kind: .file, in: folder)
    #expect(file.kind == .file && file.path?.text == folder.path + "/spool/standard-input.txt")
    let next = try send(words, kind: .file, in: folder)
    #expect(next.path?.text == folder.path + "/spool/standard-input-2.txt")
    let refused = #expect(throws: ItemError.self) { try send(SampleFiles.png, kind: .text, in: folder) }
    #expect(refused?.code == .notText)
    #expect(!folder.directory.exists("spool/standard-input.png"))
    let drawing = try send(SampleFiles.svg, type: "image/svg+xml", in: folder)
    #expect(drawing.kind == .image && drawing.path?.text == folder.path + "/spool/standard-input.svg")
    let page = try send(Array("# a".utf8), type: "text/markdown", in: folder)
    #expect(page.kind == .text && page.contentType == ContentType("text/markdown"))
  }

  @Test("a spool folder that cannot be written to is told")
  func spoolFailure() {
    let folder = Surroundings()
    folder.directory.write("spool", "a file in the folder's place")
    let error = #expect(throws: ItemError.self) { try send(SampleFiles.png, in: folder) }
    #expect(error?.code == .spoolFailed)
  }

  @Test("a named pipe is read into a file", .timeLimit(.minutes(1)))
  func pipe() throws {
    let folder = Surroundings()
    let path = folder.path + "/fifo"
    try #require(mkfifo(path, 0o600) == 0)
    for bytes in [SampleFiles.png, Array("words".utf8), []] {
      Thread { writePipe(path, bytes) }.start()
      var classifier = folder.classifier()
      let item = try classifier.classify(ItemArgument("fifo"))
      #expect(item.kind == (bytes == SampleFiles.png ? .image : .file))
      #expect(item.isTemporary)
      #expect(try readFile(#require(item.path?.text)) == bytes)
    }
  }

  @Test("sockets and devices are refused")
  func refused() throws {
    let folder = Surroundings()
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder.path + "/socket"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    var classifier = folder.classifier()
    let (items, errors) = classifier.classify([ItemArgument("socket"), ItemArgument("/dev/null")])
    #expect(items.isEmpty)
    #expect(errors.map(\.code) == [.unsupportedFile, .unsupportedFile])
    #expect(errors.first?.message.contains("socket") == true)
    #expect(errors.last?.message.contains("device") == true)
  }

  @Test("an unreadable file is an error", .enabled(if: getuid() != 0, "root reads everything"))
  func unreadable() {
    let folder = Surroundings()
    folder.directory.write("secret.txt", "x", mode: 0)
    var classifier = folder.classifier()
    #expect(classifier.classify([ItemArgument("secret.txt")]).errors.map(\.code) == [.unreadable])
  }

  @Test("links that go in a circle are an error")
  func circle() {
    let folder = Surroundings()
    symlink("circle", folder.path + "/circle")
    var classifier = folder.classifier()
    #expect(classifier.classify([ItemArgument("circle")]).errors.map(\.code) == [.unreadable])
  }

  @Test("of a file of two GiB only the beginning is read", .timeLimit(.minutes(1)))
  func large() throws {
    let folder = Surroundings()
    folder.directory.write(Array("large.bin".utf8), SampleFiles.png)
    let size = 2 << 30
    try #require(truncate(folder.path + "/large.bin", off_t(size)) == 0)
    var before = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &before)
    var classifier = folder.classifier()
    let item = try classifier.classify(ItemArgument("large.bin"))
    var after = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &after)
    #expect(item.size == size)
    // In KiB: the peak may have grown by other tests that run beside this one, but not by the file.
    #expect(after.ru_maxrss - before.ru_maxrss < 1 << 20)
  }
}

/// Opens a named pipe, which waits for the reader, and writes to it.
private func writePipe(_ path: String, _ bytes: [UInt8]) {
  let descriptor = open(path, O_WRONLY)
  guard descriptor >= 0 else { return }
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  close(descriptor)
}
