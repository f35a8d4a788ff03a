import Glibc
import ShareItems
import ShareModel
import TestSupport

/// A folder with a file of each sort, and classifiers whose current and home folder it is.
final class Surroundings {
  let directory = TemporaryDirectory()
  var path: String { directory.path }

  init() {
    let files: [(String, [UInt8])] = [
      ("photo.png", SampleFiles.png), ("photo", SampleFiles.png), ("wrong.jpg", SampleFiles.png),
      ("notes.txt", Array("some words\n".utf8)), ("a b.txt", Array("x".utf8)), ("folder/in.pdf", SampleFiles.pdf),
      ("empty", []), ("empty.png", []), ("-rf.txt", Array("x".utf8)), ("--help", Array("x".utf8)),
      ("two\nlines", Array("x".utf8)), ("https:", Array("x".utf8)), ("größe.txt", Array("ä".utf8)),
      ("100%.txt", Array("x".utf8)), ("store.ts", Array("export const a = 1\n".utf8)),
    ]
    for (name, content) in files { directory.write(Array(name.utf8), content) }
    symlink("notes.txt", path + "/link")
    symlink("nowhere", path + "/dangling")
  }

  var isSpoolMade: Bool { directory.exists("spool") }

  func classifier(standardInput: Int32 = -1, kind: ItemKind? = nil, type: ContentType? = nil) -> ItemClassifier {
    ItemClassifier(
      surroundings: ItemClassifier.Surroundings(
        currentDirectory: FilePath(path), homeDirectory: FilePath(path),
        spoolDirectory: { [path] in FilePath(path + "/spool") },
        standardInput: standardInput),
      forcedKind: kind, forcedType: type)
  }
}
