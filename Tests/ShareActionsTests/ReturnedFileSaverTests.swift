import Foundation
import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("Saving returned files")
struct ReturnedFileSaverTests {
  let directory = TemporaryDirectory()

  private var saver: ReturnedFileSaver { ReturnedFileSaver(folder: FilePath(directory.path + "/out/inner")) }

  private var saved: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path + "/out/inner"))?.sorted() ?? []
  }

  @Test("A file of the work folder is moved into a folder that is made")
  func moved() throws {
    let source = FilePath(directory.write("work/x", "content"))
    let path = try saver.save(source, as: bytes("result.txt"), isOwned: true)
    #expect(path.displayText == directory.path + "/out/inner/result.txt")
    #expect(readFile(path.displayText) == bytes("content"))
    #expect(!directory.exists("work/x"))
  }

  @Test("Any other file is copied and stays as it was; the copy is no one's secret")
  func copied() throws {
    let source = FilePath(directory.write("mine", "content", mode: 0o600))
    let path = try saver.save(source, as: bytes("result.txt"), isOwned: false)
    #expect(readFile(path.displayText) == bytes("content"))
    #expect(directory.read("mine") == bytes("content"))
    var status = stat()
    stat(path.displayText, &status)
    let mask = umask(0)
    umask(mask)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
    #expect(saved == ["result.txt"])
  }

  @Test("No file is overwritten")
  func numbered() throws {
    for index in 0..<3 {
      let source = FilePath(directory.write("file\(index)", "\(index)"))
      _ = try saver.save(source, as: bytes("a.txt"), isOwned: index != 1)
    }
    #expect(saved == ["a-2.txt", "a-3.txt", "a.txt"])
    #expect(directory.read("out/inner/a.txt") == bytes("0"))
    #expect(directory.read("out/inner/a-2.txt") == bytes("1"))
  }

  @Test("A link in the work folder gives the file that it stands for, which stays")
  func link() throws {
    let original = directory.write("original", "content")
    symlink(original, directory.path + "/link")
    let path = try saver.save(FilePath(directory.path + "/link"), as: bytes("x"), isOwned: true)
    var status = stat()
    #expect(lstat(path.displayText, &status) == 0 && status.st_mode.fileType == S_IFREG)
    #expect(readFile(path.displayText) == bytes("content"))
    #expect(directory.read("original") == bytes("content"))
  }

  @Test("A file on another file system is copied and then gone from there", .enabled(if: access("/dev/shm", W_OK) == 0))
  func otherFileSystem() throws {
    var template = Array("/dev/shm/sharerouter-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let source = FilePath(bytes: template.dropLast().map(UInt8.init(bitPattern:)))
    defer { unlink(source.displayText) }
    let content = [UInt8](repeating: 0x41, count: 3_000_000)
    #expect(content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == content.count)
    close(descriptor)
    let path = try saver.save(source, as: bytes("big"), isOwned: true)
    #expect(readFile(path.displayText) == content)
    #expect(access(source.displayText, F_OK) != 0)
    #expect(saved == ["big"])
  }

  @Test("What is missing, empty or no file is not returned")
  func refused() {
    let missing = FilePath(directory.path + "/missing")
    let empty = FilePath(directory.write("empty", ""))
    let folder = FilePath(directory.path)
    #expect(throws: ReturnedFileSaver.Failure.missing(missing)) { try saver.save(missing, as: [], isOwned: true) }
    #expect(throws: ReturnedFileSaver.Failure.empty(empty)) { try saver.save(empty, as: [], isOwned: true) }
    #expect(throws: ReturnedFileSaver.Failure.notRegular(folder)) { try saver.save(folder, as: [], isOwned: true) }
    #expect(!directory.exists("out"))
  }

  @Test("A folder that cannot be made is named")
  func noFolder() {
    directory.write("out", "a file")
    let source = FilePath(directory.write("x", "content"))
    #expect(throws: ReturnedFileSaver.Failure.folder(FilePath(directory.path + "/out/inner"), errno: ENOTDIR)) {
      try saver.save(source, as: bytes("x"), isOwned: true)
    }
    #expect(directory.read("x") == bytes("content"))
  }
}
