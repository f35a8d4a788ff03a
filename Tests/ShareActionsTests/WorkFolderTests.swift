import Foundation
import Glibc
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("Private folders of runs")
struct WorkFolderTests {
  let directory = TemporaryDirectory()

  private var environment: ProcessEnvironment { ProcessEnvironment(["XDG_RUNTIME_DIR": directory.path]) }

  private func mode(_ path: FilePath) -> mode_t {
    var status = stat()
    return lstat(path.displayText, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private var folders: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path + "/sharerouter"))?.sorted() ?? []
  }

  @Test("Nothing is made until the folder is asked for")
  func lazy() {
    let folder = WorkFolder(environment: environment)
    #expect(!folder.exists)
    folder.remove()
    #expect(!directory.exists("sharerouter"))
  }

  @Test("The folder is private, the same at every call, and gone with what is in it")
  func lifetime() throws {
    let folder = WorkFolder(environment: environment)
    let path = try folder.path()
    #expect(try folder.path() == path)
    #expect(mode(path) == 0o700)
    #expect(mode(path.directory) == 0o700)
    #expect(path.displayText.hasPrefix(directory.path + "/sharerouter/work-"))
    mkdir(path.appending("inner").displayText, 0o700)
    symlink("/etc", path.appending("inner/link").displayText)
    _ = try folder.write(bytes("x"), named: bytes("inner-file"))
    chmod(path.appending("inner").displayText, 0)
    folder.remove()
    #expect(folders == [])
    #expect(access("/etc/passwd", R_OK) == 0)
  }

  @Test("The folder goes away with its last owner")
  func deinitialised() throws {
    do {
      let folder = WorkFolder(environment: environment)
      _ = try folder.path()
      #expect(folders.count == 1)
    }
    #expect(folders == [])
  }

  @Test(
    "Files get the wanted name, made safe, and never another file's",
    arguments: [("a.txt", "a.txt"), ("a/b", "a_b"), ("..", "item"), ("", "item"), ("a\0b", "a_b")])
  func names(_ wanted: String, _ expected: String) throws {
    let folder = WorkFolder(environment: environment)
    let path = try folder.write(bytes("content"), named: bytes(wanted))
    #expect(text(path.name) == expected)
    #expect(readFile(path.displayText) == bytes("content"))
    #expect(mode(path) == 0o600)
  }

  @Test("A second file of a name is numbered before its extension")
  func numbered() throws {
    let folder = WorkFolder(environment: environment)
    let paths = try (0..<3).map { try folder.write(bytes("\($0)"), named: bytes("a.txt")) }
    #expect(paths.map { text($0.name) } == ["a.txt", "a-2.txt", "a-3.txt"])
    #expect(readFile(paths[1].displayText) == bytes("1"))
  }

  @Test("A kept folder stays for a day and is swept away after it; one in use stays however old it is")
  func sweep() throws {
    let kept = WorkFolder(environment: environment)
    let keptPath = try kept.path()
    _ = try kept.write(bytes("x"), named: bytes("file"))
    kept.keep()
    kept.remove()
    #expect(folders.count == 1)
    let used = WorkFolder(environment: environment)
    let usedPath = try used.path()

    func age(_ path: FilePath, _ seconds: Int) {
      let moment = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, path.displayText, [moment, moment], 0) == 0)
    }
    age(keptPath, 23 * 3600)
    age(usedPath, 25 * 3600)
    _ = try WorkFolder(environment: environment).path()
    #expect(folders == [text(keptPath.name), text(usedPath.name)].sorted())

    age(keptPath, 25 * 3600)
    _ = try WorkFolder(environment: environment).path()
    #expect(folders == [text(usedPath.name)])
    withExtendedLifetime(used) {}
  }

  @Test("Folders of several runs lie in one, which goes with the last of them")
  func nested() throws {
    let parent = WorkFolder(environment: environment)
    do {
      let runs = (1...3).map { WorkFolder(in: parent, named: "\($0)") }
      #expect(!parent.exists)
      #expect(try runs[1].path() == (try parent.path()).appending("2"))
      #expect(mode(try runs[2].path()) == 0o700)
      runs[1].remove()
      #expect(!directory.exists("sharerouter/" + text(try parent.path().name) + "/2"))
      #expect(directory.exists("sharerouter/" + text(try parent.path().name) + "/3"))
    }
    parent.remove()
    #expect(folders == [])
  }

  @Test("A folder that is kept keeps the one around it")
  func nestedKept() throws {
    do {
      let parent = WorkFolder(environment: environment)
      let run = WorkFolder(in: parent, named: "1")
      _ = try run.path()
      run.keep()
    }
    #expect(folders.count == 1)
    #expect(directory.exists("sharerouter/\(folders[0])/1"))
  }

  @Test("A runtime folder that is not there is passed over")
  func fallback() throws {
    let environment = ProcessEnvironment(["XDG_RUNTIME_DIR": "/nonexistent", "TMPDIR": directory.path])
    let folder = WorkFolder(environment: environment)
    #expect(try folder.path().displayText.hasPrefix("\(directory.path)/sharerouter-\(geteuid())/work-"))
  }

  @Test("A folder of ours that is open to others or a link is not used")
  func foreign() throws {
    symlink("/etc", directory.path + "/sharerouter")
    let folder = WorkFolder(environment: environment)
    let path = try folder.path()
    #expect(path.displayText.hasPrefix(directory.path + "/sharerouter-work-"))
    #expect(mode(path) == 0o700)
  }
}
