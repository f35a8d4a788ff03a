import DesktopTypes
import Foundation
import TestSupport
import Testing

/// Whether the desktop's database is there; without it the tests of its knowledge are skipped.
private let hasDatabase = access("/usr/share/mime/mime.cache", R_OK) == 0

@Suite("content types")
struct ContentTypeDatabaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String?
    var content: [UInt8]?
    var type: String
    var testDescription: String { "\(name ?? "no name") is \(type)" }
  }

  @Test(
    "the name comes first, then the content; among images the content decides",
    .enabled(if: hasDatabase, "shared-mime-info is not installed"),
    arguments: [
      Case(name: "a.png", content: SampleFiles.png, type: "image/png"),
      Case(name: "A.PNG", content: SampleFiles.png, type: "image/png"),
      Case(name: nil, content: SampleFiles.png, type: "image/png"),
      Case(name: "a.jpg", content: SampleFiles.png, type: "image/png"),
      Case(name: "a.png", content: SampleFiles.jpeg, type: "image/jpeg"),
      Case(name: "a.gif", content: SampleFiles.webp, type: "image/webp"),
      Case(name: "a", content: SampleFiles.gif, type: "image/gif"),
      Case(name: "a.png", content: nil, type: "image/png"),
      Case(name: "a.png", content: [], type: "image/png"),
      Case(name: "a.nef", content: SampleFiles.tiff, type: "image/x-nikon-nef"),
      Case(name: nil, content: SampleFiles.pdf, type: "application/pdf"),
      Case(name: "a.svg", content: SampleFiles.svg, type: "image/svg+xml"),
      Case(name: nil, content: SampleFiles.svg, type: "image/svg+xml"),
      Case(name: "a.tar.gz", content: SampleFiles.gzip, type: "application/x-compressed-tar"),
      Case(name: "a.gz", content: SampleFiles.gzip, type: "application/gzip"),
      Case(
        name: "a.docx", content: SampleFiles.zip(firstMember: "[Content_Types].xml"),
        type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
      Case(name: nil, content: SampleFiles.zip(firstMember: "a"), type: "application/zip"),
      Case(name: "a.ts", content: SampleFiles.transportStream, type: "video/mp2t"),
      Case(name: "a.json", content: Array("{}".utf8), type: "application/json"),
      Case(name: "a.txt", content: Array("[Desktop Entry]\nType=Link\n".utf8), type: "text/plain"),
      Case(name: "a.txt", content: Array("MM".utf8), type: "text/plain"),
      Case(name: nil, content: Array("MM".utf8), type: "text/plain"),
      Case(name: nil, content: Array("PA279CV".utf8), type: "text/plain"),
      Case(name: nil, content: Array("#!/bin/sh\necho\n".utf8), type: "application/x-shellscript"),
      Case(name: nil, content: SampleFiles.binary, type: "application/octet-stream"),
      Case(name: "README", content: Array("x".utf8), type: "text/x-readme"),
      Case(name: "a.nonesuch", content: Array("größe".utf8), type: "text/plain"),
      Case(name: nil, content: nil, type: "application/octet-stream"),
    ])
  func guess(_ value: Case) {
    let guess = ContentTypeDatabase.desktop.guess(name: value.name.map { Array($0.utf8) }, prefix: value.content)
    #expect(guess.type == value.type, "\(guess)")
  }

  @Test("a TypeScript source is a text, not a video")
  func typeScript() {
    let guess = ContentTypeDatabase.desktop.guess(
      name: Array("store.ts".utf8), prefix: Array("export const a = 1\n".utf8))
    #expect(ContentTypeDatabase.desktop.isA(guess.type, "text/*"), "\(guess)")
    #expect(guess.type.hasPrefix("text/"), "\(guess)")
  }

  @Test("both guesses are told where they differ")
  func disagreement() {
    let guess = ContentTypeDatabase.desktop.guess(name: Array("a.jpg".utf8), prefix: SampleFiles.png)
    #expect(guess == ContentTypeGuess(type: "image/png", byName: "image/jpeg", byContent: "image/png"))
    let page = ContentTypeDatabase.desktop.guess(name: Array("a.pdf".utf8), prefix: SampleFiles.png)
    #expect(page == ContentTypeGuess(type: "application/pdf", byName: "application/pdf", byContent: "image/png"))
  }

  @Test(
    "without the database five kinds of content and the commonest suffixes are known",
    arguments: [
      Case(name: nil, content: SampleFiles.png, type: "image/png"),
      Case(name: nil, content: SampleFiles.jpeg, type: "image/jpeg"),
      Case(name: nil, content: SampleFiles.gif, type: "image/gif"),
      Case(name: nil, content: SampleFiles.webp, type: "image/webp"),
      Case(name: nil, content: SampleFiles.pdf, type: "application/pdf"),
      Case(name: nil, content: SampleFiles.binary, type: "application/octet-stream"),
      Case(name: nil, content: Array("ein Größter".utf8), type: "text/plain"),
      Case(name: nil, content: Array("cut in a character \u{1F600}".utf8.dropLast()), type: "text/plain"),
      Case(name: nil, content: Array("gr".utf8) + [0xFC, 0x6E], type: "application/octet-stream"),
      Case(name: "a.JPG", content: SampleFiles.png, type: "image/png"),
      Case(name: "a.txt", content: SampleFiles.png, type: "text/plain"),
      Case(name: "a.svg", content: SampleFiles.svg, type: "image/svg+xml"),
      Case(name: "a.mp4", content: Array("words".utf8), type: "text/plain"),
      Case(name: ".png", content: nil, type: "application/octet-stream"),
    ])
  func builtIn(_ value: Case) {
    let guess = ContentTypeDatabase.builtIn.guess(name: value.name.map { Array($0.utf8) }, prefix: value.content)
    #expect(guess.type == value.type)
  }

  @Test(
    "a type is a kind of another by the database; case and parameters do not count",
    arguments: [
      ("image/png", "image/png", true), ("IMAGE/PNG", "image/png", true), ("image/png", "image/jpeg", false),
      (#"text/plain;charset="UTF-8""#, "text/plain; charset=utf-8", true), ("image/svg+xml", "application/xml", true),
      ("image/svg+xml", "text/plain", true), ("Image/SVG+XML", "Text/Plain", true), ("text/html", "text/plain", true),
      ("text/plain", "text/html", false), ("image/png", "image/*", true), ("image/png", "IMAGE/*", true),
      ("image/png", "video/*", false), ("image/png", "text/*", false), ("application/json", "text/*", true),
      ("application/x-shellscript", "text/*", true), ("application/x-shellscript", "text/plain", true),
      ("image/png", "*/*", true), ("inode/directory", "*/*", true), ("inode/directory", "text/*", false),
      ("imagex/png", "image/*", false), ("image/png", "image", false), ("application/pdf", "application/*", true),
      ("application/pdf", "text/plain", false), ("application/octet-stream", "text/*", false), ("", "image/*", false),
    ])
  func isA(type: String, supertype: String, expected: Bool) {
    #expect(ContentTypeDatabase.desktop.isA(type, supertype) == expected)
    #expect(ContentTypeDatabase.builtIn.isA(type, supertype) == expected)
  }

  @Test("kinds that only the database knows", .enabled(if: hasDatabase, "shared-mime-info is not installed"))
  func databaseSubclasses() {
    #expect(ContentTypeDatabase.desktop.isA("application/x-desktop", "text/*"))
    #expect(ContentTypeDatabase.desktop.isA("Application/X-Desktop", "text/plain"))
    #expect(ContentTypeDatabase.desktop.isA("image/x-nikon-nef", "image/tiff"))
    #expect(!ContentTypeDatabase.builtIn.isA("image/x-nikon-nef", "image/tiff"))
  }

  @Test(
    "the suffix of a known type is told from a sentence's end",
    .enabled(if: hasDatabase, "shared-mime-info is not installed"),
    arguments: [
      ("report.pdf", true), ("REPORT.PDF", true), ("a.tar.gz", true), ("a.blend", true), ("x.7z", true),
      ("a.nonesuch", false),
      ("costs 3.5", false), ("the end.", false), ("wait...", false), (".png", false), ("Makefile", false), ("", false),
      ("a .png", false), ("a.p/g", false), ("a.pdf ", false), ("a.日本", false),
    ])
  func knownExtension(name: String, expected: Bool) {
    #expect(ContentTypeDatabase.desktop.isKnownExtension(Array(name.utf8)) == expected)
  }

  @Test("a name that is not UTF-8 or ends within a character is safe to ask about")
  func brokenNames() {
    for bytes in [[0xFC], [0x61, 0xFD], [0xE2, 0x82], [0xFF, 0xFF]] as [[UInt8]] {
      let guess = ContentTypeDatabase.desktop.guess(name: bytes, prefix: nil)
      #expect(guess.type == "application/octet-stream")
      #expect(ContentTypeDatabase.desktop.guess(name: bytes + Array(".png".utf8), prefix: nil).type == "image/png")
    }
  }

  @Test(
    "GIO's own program says the same of a folder of files",
    .enabled(if: hasDatabase && access("/usr/bin/gio", X_OK) == 0, "gio is not installed"))
  func comparison() throws {
    let folder = TemporaryDirectory()
    let files: [(String, [UInt8])] = [
      ("a.png", SampleFiles.png), ("plain", Array("hello\n".utf8)), ("b.jpg", SampleFiles.jpeg), ("c", SampleFiles.gif),
      ("d.webp", SampleFiles.webp), ("e", SampleFiles.pdf), ("f.svg", SampleFiles.svg), ("g", SampleFiles.svg),
      ("h.tar.gz", SampleFiles.gzip), ("i.gz", SampleFiles.gzip), ("j.json", Array("{\"a\": 1}".utf8)),
      ("k.md", Array("# words\n".utf8)), ("l.py", Array("import os\n".utf8)), ("m", Array("#!/bin/sh\n:\n".utf8)),
      ("n.docx", SampleFiles.zip(firstMember: "[Content_Types].xml")), ("o", SampleFiles.zip(firstMember: "a")),
      ("p.html", Array("<!DOCTYPE html>\n".utf8)), ("q.unheard", SampleFiles.binary), ("r.c", Array("int a;\n".utf8)),
      ("s.C", Array("int a;\n".utf8)), ("t.csv", Array("a,b\n".utf8)), ("Makefile", Array("all:\n".utf8)),
      ("u.nef", SampleFiles.tiff), ("v.txt", SampleFiles.png), ("w.pdf", SampleFiles.png),
      ("größe.txt", Array("ä".utf8)),
    ]
    for (name, content) in files { folder.write(Array(name.utf8), content) }
    for (name, content) in files {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/gio")
      process.arguments = ["info", "-a", "standard::content-type", folder.path + "/" + name]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let line = try #require(output.split(separator: "\n").first { $0.contains("standard::content-type: ") })
      let expected = line.split(separator: " ").last.map(String.init)
      let guess = ContentTypeDatabase.desktop.guess(name: Array(name.utf8), prefix: content)
      #expect(guess.type == expected, "\(name)")
    }
  }

  @Test(
    "files without a name get the usual suffix of their type",
    arguments: [
      ("image/png", "png"), ("image/jpeg", "jpg"), ("text/plain; charset=utf-8", "txt"), ("application/pdf", "pdf"),
      ("application/octet-stream", nil),
    ] as [(String, String?)])
  func suffix(type: String, expected: String?) { #expect(ContentTypeDatabase.suffix(forType: type) == expected) }
}
