import Glibc
import ShareDefinitions
import ShareModel
import SourceDiagnostics
import TestSupport
import Testing

@Suite("the search path")
struct SearchPathTests {
  private func definition(_ type: String, title: String = "Note") -> String {
    "type: \(type)\ntitle: \(title)\ncategory: share\naccepts: text\nshell: [cat, '{{ item.text }}']\n"
  }

  private func path(_ folders: String..., in directory: TemporaryDirectory) -> SearchPath {
    SearchPath(
      directories: folders.map { DefinitionDirectory(path: FilePath(directory.path + "/" + $0), origin: .user) })
  }

  private func searchPath(
    _ environment: [String: String], commandLine: [String] = [], executable: String? = nil
  ) -> SearchPath {
    SearchPath(
      commandLine: commandLine.map { FilePath($0) }, environment: { environment[$0].map { Array($0.utf8) } },
      executable: executable.map { FilePath($0) })
  }

  @Test("folders come in their order: named, the variable's, the person's, the system's, the program's")
  func order() {
    let directory = TemporaryDirectory()
    directory.write("prefix/bin/sharerouter", "")
    directory.write("prefix/share/sharerouter/activities.d/com.example.note.yaml", definition("com.example.note"))
    let path = searchPath(
      [
        "SHAREROUTER_ACTIVITIES": "/one:/two:", "XDG_CONFIG_HOME": "/config", "XDG_CONFIG_DIRS": "/a:relative:/b",
        "HOME": "/home/me",
      ], commandLine: ["named", "/one"], executable: directory.path + "/prefix/bin/sharerouter")
    #expect(
      path.directories.map(\.path.displayText) == [
        "named", "/one", "/two", "/config/sharerouter/activities.d", "/a/sharerouter/activities.d",
        "/b/sharerouter/activities.d", directory.path + "/prefix/share/sharerouter/activities.d",
      ])
    #expect(path.directories.map(\.layer) == Array(0..<7))
    #expect(path.directories[0].origin == .commandLine && path.directories[1].origin == .commandLine)
    #expect(path.directories[6].origin == .shipped(owner: geteuid()))
    #expect(path.settingsFolder?.displayText == "/config/sharerouter")
  }

  @Test("an empty or relative XDG_CONFIG_HOME gives way to ~/.config", arguments: ["", "rel/dir"])
  func configHome(value: String) {
    let path = searchPath(["XDG_CONFIG_HOME": value, "HOME": "/home/me"])
    #expect(path.settingsFolder?.displayText == "/home/me/.config/sharerouter")
    #expect(path.directories.map(\.path.displayText).contains("/etc/xdg/sharerouter/activities.d"))
    #expect(path.notes.isEmpty == value.isEmpty)
  }

  @Test("without a home there is no folder of the person")
  func noHome() {
    #expect(searchPath([:]).settingsFolder == nil)
    #expect(!searchPath([:]).directories.contains { $0.origin == .user })
  }

  @Test("a program in its build tree finds the definitions of the checkout")
  func buildTree() {
    let directory = TemporaryDirectory()
    directory.write("Package.swift", "")
    directory.write("activities.d/com.example.note.yaml", definition("com.example.note"))
    directory.write(".build/debug/sharerouter", "")
    let path = searchPath([:], executable: directory.path + "/.build/debug/sharerouter")
    #expect(path.directories.last?.path.displayText == directory.path + "/activities.d")
  }

  @Test("all definitions are loaded in order, and the nearer one of two of a type counts")
  func loadAll() throws {
    let directory = TemporaryDirectory()
    for index in 0..<150 {
      let name = "com.example.a\(1000 + index)"
      directory.write("near/\(name).yaml", definition(name, title: "near"))
    }
    directory.write("far/com.example.a1007.yaml", definition("com.example.a1007", title: "far"))
    directory.write("far/com.example.zz.yaml", definition("com.example.zz", title: "far"))
    let loaded = path("near", "far", in: directory).loadAll()
    #expect(loaded.findings.map(summary) == [])
    #expect(loaded.fileCount == 151)
    #expect(
      loaded.definitions.map(\.activity.type.rawValue) == (0..<150).map { "com.example.a\(1000 + $0)" } + [
        "com.example.zz"
      ])
    #expect(loaded.definitions.last?.activity.layer == 1)
    let overridden = try #require(loaded.overridden.first)
    #expect(loaded.overridden.count == 1)
    #expect(overridden.path.displayText == directory.path + "/far/com.example.a1007.yaml")
    #expect(overridden.nearer.displayText == directory.path + "/near/com.example.a1007.yaml")
  }

  @Test("one broken file of ten leaves the other nine, and its path is told")
  func brokenFile() {
    let directory = TemporaryDirectory()
    for index in 0..<10 {
      let name = "com.example.a\(index)"
      directory.write("d/\(name).yaml", index == 6 ? "type: 'open\n" : definition(name))
    }
    let loaded = path("d", in: directory).loadAll()
    #expect(loaded.definitions.count == 9)
    #expect(loaded.findings.map(\.primary.location.file.path) == [directory.path + "/d/com.example.a6.yaml"])
  }

  @Test("the same type under two names of one folder cannot be: one of them has the wrong name")
  func sameTypeTwice() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", definition("com.example.a"))
    directory.write("d/com.example.b.yaml", definition("com.example.a"))
    let loaded = path("d", in: directory).loadAll()
    #expect(loaded.definitions.count == 1)
    #expect(loaded.findings.map(\.code) == ["file-name"])
  }

  @Test("other names are findings, hidden files, backups and folders are not")
  func names() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", definition("com.example.a"))
    directory.write("d/com.example.b.yml", definition("com.example.b"))
    directory.write("d/readme.txt", "")
    directory.write("d/.hidden", "")
    directory.write("d/.com.example.a.yaml.swp", "")
    directory.write("d/com.example.a.yaml~", "")
    directory.write("d/folder.yaml/inner.txt", "")
    directory.write(Array("d/".utf8) + [0xFF] + Array(".yml".utf8), [])
    let loaded = path("d", in: directory).loadAll()
    #expect(loaded.definitions.map(\.activity.type) == ["com.example.a"])
    #expect(loaded.findings.map(\.code) == ["file-name", "file-name", "file-name"])
    let helps = loaded.findings.compactMap(\.helps.first?.message)
    #expect(
      helps.first
        == "rename it: mv -- \(directory.path)/d/com.example.b.yml \(directory.path)/d/com.example.b.yaml")
  }

  @Test("what everyone may write is refused where it was found, and used with a warning where it was named")
  func writableByAll() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", definition("com.example.a"), mode: 0o666)
    let found = path("d", in: directory).loadAll()
    #expect(found.definitions.isEmpty)
    #expect(found.findings.map(\.code) == ["unsafe-permissions"])
    #expect(found.findings.first?.severity == .error)
    #expect(found.findings.first?.helps.first?.message == "run: chmod o-w -- \(directory.path)/d/com.example.a.yaml")
    let named = searchPath([:], commandLine: [directory.path + "/d"]).loadAll()
    #expect(named.definitions.map(\.activity.type).contains("com.example.a"))
    #expect(named.findings.first?.severity == .warning)
  }

  @Test("a folder that everyone may write is refused as a whole")
  func folderWritableByAll() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", definition("com.example.a"))
    chmod(directory.path + "/d", 0o777)
    let loaded = path("d", in: directory).loadAll()
    #expect(loaded.definitions.isEmpty)
    #expect(loaded.findings.map(\.code) == ["unsafe-permissions"])
    guard case .broken(let findings) = path("d", in: directory).load("com.example.a") else {
      Issue.record("the definition was used")
      return
    }
    #expect(findings.map(\.code) == ["unsafe-permissions"])
  }

  @Test("what belongs to another user is refused, but not where the program's owner owns it")
  func foreignOwner() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", definition("com.example.a"))
    let me = geteuid()
    let folder = FilePath(directory.path + "/d")
    // Files of root are trusted by everyone: only another user's can be told from one's own.
    let isRoot = me == 0
    let stranger = SearchPath(directories: [DefinitionDirectory(path: folder, origin: .user)], user: me + 1).loadAll()
    #expect(stranger.findings.map(\.code) == (isRoot ? [] : ["unsafe-permissions"]))
    let shipped = SearchPath(
      directories: [DefinitionDirectory(path: folder, origin: .shipped(owner: me))], user: me + 1
    ).loadAll()
    #expect(shipped.findings.isEmpty)
    #expect(shipped.definitions.count == 1)
  }

  @Test(
    "as root, a file given to another user is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
  func givenAway() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", definition("com.example.a"))
    chown(directory.path + "/d/com.example.a.yaml", 12345, 12345)
    let loaded = path("d", in: directory).loadAll()
    #expect(loaded.definitions.isEmpty)
    #expect(loaded.findings.map(\.code) == ["unsafe-permissions"])
    #expect(loaded.findings.first?.helps.first?.message.contains("sudo chown 0 --") == true)
  }

  @Test("a missing folder is an error only where it was named")
  func missing() {
    let directory = TemporaryDirectory()
    #expect(path("none", in: directory).loadAll().findings.isEmpty)
    let named = searchPath([:], commandLine: [directory.path + "/none"]).loadAll()
    #expect(named.findings.first?.code == "missing-directory")
  }

  @Test("files that are none or too large are findings, and are not read")
  func unusualFiles() {
    let directory = TemporaryDirectory()
    directory.write("d/com.example.a.yaml", String(repeating: "#", count: 1 << 20) + "\n")
    mkfifo(directory.path + "/d/com.example.b.yaml", 0o644)
    symlink("nowhere", directory.path + "/d/com.example.c.yaml")
    let loaded = path("d", in: directory).loadAll()
    #expect(loaded.findings.map(\.code) == ["file-too-large", "unreadable-file", "unreadable-file"])
    #expect(loaded.definitions.isEmpty)
  }

  @Test("one type is loaded by its name, from the nearest folder, and nothing else is read")
  func loadOne() {
    let directory = TemporaryDirectory()
    directory.write("near/com.example.broken.yaml", "type: 'open\n")
    directory.write("near/com.example.a.yaml", definition("com.example.a", title: "near"))
    directory.write("far/com.example.a.yaml", definition("com.example.a", title: "far"))
    directory.write("far/com.example.broken.yaml", definition("com.example.broken"))
    let path = path("near", "far", in: directory)
    guard case .found(let definition, let findings) = path.load("com.example.a") else {
      Issue.record("not found")
      return
    }
    #expect(definition.activity.title == LocalizedText("near"))
    #expect(findings.isEmpty)
    guard case .broken = path.load("com.example.broken") else {
      Issue.record("a farther file stood in for a broken one")
      return
    }
    guard case .missing = path.load("com.example.none"), case .missing = path.load("../near/com.example.a") else {
      Issue.record("found what is not there")
      return
    }
  }

  @Test("a short name finds the types that end in it")
  func shortNames() {
    let directory = TemporaryDirectory()
    for type in ["org.sharerouter.copyToPasteboard", "com.example.copyToPasteboard", "com.example.mail"] {
      directory.write("d/\(type).yaml", definition(type))
    }
    let path = path("d", in: directory)
    #expect(path.types(named: "mail") == ["com.example.mail"])
    #expect(path.types(named: "example.mail") == ["com.example.mail"])
    #expect(
      path.types(named: "copyToPasteboard") == ["com.example.copyToPasteboard", "org.sharerouter.copyToPasteboard"])
    #expect(path.types(named: "com.example.copyToPasteboard") == ["com.example.copyToPasteboard"])
    #expect(path.types(named: "Pasteboard").isEmpty)
    #expect(path.allTypes().count == 3)
  }

  @Test("the configuration lies beside the person's folder, and a broken one is no configuration")
  func configuration() {
    let directory = TemporaryDirectory()
    let path = searchPath(["XDG_CONFIG_HOME": directory.path])
    #expect(path.loadConfiguration().0 != nil)
    directory.write("sharerouter/config.yaml", "order: [com.example.a]\n")
    #expect(path.loadConfiguration().0?.order == ["com.example.a"])
    directory.write("sharerouter/config.yaml", "ordre: [com.example.a]\n")
    let (configuration, findings) = path.loadConfiguration()
    #expect(configuration == nil)
    #expect(findings.map(\.code) == ["unknown-key"])
    directory.write("sharerouter/config.yaml", "order: [com.example.a]\n", mode: 0o666)
    #expect(path.loadConfiguration().0 == nil)
  }

  @Test("a configuration or policy that cannot be read is not an absent one")
  func unreadableRules() {
    let directory = TemporaryDirectory()
    // A link to nowhere stands for whatever cannot be opened: root may open everything else.
    mkdir(directory.path + "/sharerouter", 0o755)
    symlink("nowhere", directory.path + "/sharerouter/config.yaml")
    symlink("nowhere", directory.path + "/policy.yaml")
    let path = SearchPath(
      commandLine: [], environment: { $0 == "XDG_CONFIG_HOME" ? Array(directory.path.utf8) : nil }, executable: nil,
      policyFile: FilePath(directory.path + "/policy.yaml"))
    #expect(path.loadConfiguration().0 == nil)
    #expect(path.loadConfiguration().1.map(\.code) == ["unreadable-file"])
    #expect(path.loadPolicy().0 == nil)
    #expect(path.loadPolicy().1.map(\.code) == ["unreadable-file"])
  }

  @Test("files that come and go while the folder is read are no mistakes")
  func changingFolder() async {
    let directory = TemporaryDirectory()
    for index in 0..<50 {
      let type = "com.example.a\(index)"
      directory.write("sharerouter/activities.d/\(type).yaml", definition(type, title: type))
    }
    let path = searchPath(["XDG_CONFIG_HOME": directory.path])
    let away = directory.path + "/com.example.a"
    let there = directory.path + "/sharerouter/activities.d/com.example.a"
    let changer = Task.detached {
      while !Task.isCancelled {
        for index in 0..<20 {
          rename(there + "\(index).yaml", away + "\(index).yaml")
          rename(away + "\(index).yaml", there + "\(index).yaml")
        }
      }
    }
    for _ in 0..<50 { #expect(path.checkAll().findings.map(\.code) == []) }
    changer.cancel()
    await changer.value
  }
}
