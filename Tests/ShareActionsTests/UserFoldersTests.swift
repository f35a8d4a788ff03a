import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("The person's folders")
struct UserFoldersTests {
  let home = TemporaryDirectory()

  @Test("Without settings they are where the specifications put them")
  func defaults() {
    let folders = UserFolders(environment: ProcessEnvironment(), home: FilePath("/home/a"))
    #expect(folders.pictures == FilePath("/home/a/Pictures"))
    #expect(folders.download == FilePath("/home/a/Downloads"))
    #expect(folders.documents == FilePath("/home/a/Documents"))
    #expect(folders.desktop == FilePath("/home/a/Desktop"))
    #expect(folders.config == FilePath("/home/a/.config"))
    #expect(folders.data == FilePath("/home/a/.local/share"))
    #expect(folders.state == FilePath("/home/a/.local/state"))
  }

  @Test(
    "Variables count when they hold an absolute path",
    arguments: [("/x", "/x"), ("", "/h/.config"), ("x", "/h/.config")])
  func variables(_ value: String, _ expected: String) {
    let environment = ProcessEnvironment(["XDG_CONFIG_HOME": value])
    #expect(UserFolders(environment: environment, home: FilePath("/h")).config == FilePath(expected))
  }

  @Test("The person's own folders are read")
  func personal() {
    home.write(
      ".config/user-dirs.dirs",
      """
      # written by xdg-user-dirs-update
      XDG_PICTURES_DIR="$HOME/Bilder \\"alt\\""
        XDG_DOWNLOAD_DIR="/srv/in"
      XDG_DOCUMENTS_DIR="relative"
      """)
    let folders = UserFolders(environment: ProcessEnvironment(), home: FilePath(home.path))
    #expect(folders.pictures == FilePath(home.path + "/Bilder \"alt\""))
    #expect(folders.download == FilePath("/srv/in"))
    #expect(folders.documents == FilePath(home.path + "/Documents"))
  }

  @Test("A folder that is switched off is the home itself")
  func switchedOff() {
    #expect(
      UserFolders.personal(bytes("XDG_PICTURES_DIR=\"$HOME/\"\n"), home: FilePath("/h"))
        == ["XDG_PICTURES_DIR": FilePath("/h")])
  }
}
