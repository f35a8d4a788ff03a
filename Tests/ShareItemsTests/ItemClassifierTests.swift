import DesktopTypes
import Foundation
import ShareItems
import ShareModel
import TestSupport
import Testing

@Suite("classification by values")
struct ItemClassifierTests {
  /// What a value became, in few words: the kind and, of files, the type; or the error's code.
  struct Case: Sendable, CustomTestStringConvertible {
    var value: String
    var expected: String
    init(_ value: String, _ expected: String) { (self.value, self.expected) = (value, expected) }
    var testDescription: String { "\(value.debugDescription) → \(expected)" }
  }

  @Test(
    "a value is what it shows, in the order of the rules",
    arguments: [
      // Existing files, relative and absolute.
      Case("photo.png", "image image/png"), Case("./photo.png", "image image/png"), Case("photo", "image image/png"),
      Case("wrong.jpg", "image image/png"), Case("notes.txt", "file text/plain"), Case("a b.txt", "file text/plain"),
      Case("folder", "file inode/directory"), Case("folder/", "file inode/directory"),
      Case(".", "file inode/directory"),
      Case("folder/in.pdf", "file application/pdf"), Case("folder/../notes.txt", "file text/plain"),
      Case("link", "file text/plain"), Case("empty", "file text/plain"), Case("empty.png", "image image/png"),
      Case("-rf.txt", "file text/plain"), Case("--help", "file text/plain"), Case("two\nlines", "file text/plain"),
      Case("https:", "file text/plain"), Case("größe.txt", "file text/plain"), Case("store.ts", "file text/*"),
      // file: URLs.
      Case("file://@/a%20b.txt", "file text/plain"), Case("file:@/notes.txt", "file text/plain"),
      Case("FILE://LocalHost@/notes.txt", "file text/plain"), Case("file://@/photo.png", "image image/png"),
      Case("file://@/gr%C3%B6%C3%9Fe.txt", "file text/plain"), Case("file://@/notes.txt#line", "file text/plain"),
      Case("file://@/100%25.txt", "file text/plain"), Case("file://@/folder", "file inode/directory"),
      Case("file://@/missing", "no-such-file"), Case("file://elsewhere@/notes.txt", "invalid-file-url"),
      Case("file://@/a%2", "invalid-file-url"), Case("file://@/a%00b", "invalid-file-url"),
      Case("file://@/folder%2Fin.pdf", "invalid-file-url"), Case("file://localhost", "invalid-file-url"),
      Case("file://@/dangling", "dangling-link"), Case("file: see the attachment", "text"),
      // URLs.
      Case("https://e.test/a.png", "url"), Case("https://e.test", "url"), Case("HTTP://E.TEST/?q=a+b#c", "url"),
      Case("https://пример.test/ü", "url"), Case("mailto:a@e.test", "url"), Case("tel:+4912", "url"),
      Case("geo:1,2", "url"),
      Case("sms:+49?body=hi", "url"), Case("magnet:?xt=urn:btih:1", "url"), Case("data:text/plain,hi", "url"),
      Case("ssh://h", "url"), Case("x-own-app://do/it", "url"),
      // Mistyped names.
      Case("/no/such/file", "no-such-file"), Case("./nosuch", "no-such-file"), Case("../nosuch", "no-such-file"),
      Case("~/nosuch", "no-such-file"), Case("folder/nosuch", "no-such-file"), Case("and/or", "no-such-file"),
      Case("photo.jpg", "no-such-file"), Case("my photo.jpg", "no-such-file"), Case("photo.JPG", "no-such-file"),
      Case("notes.txt\n", "no-such-file"), Case("notes.txt/", "no-such-file"), Case("notes.txt/x", "no-such-file"),
      Case("/with blanks in it", "no-such-file"), Case("https:/e.test", "no-such-file"),
      Case("https:///x", "no-such-file"), Case("https://good.test\\@evil.test/", "no-such-file"),
      Case("dangling", "dangling-link"),
      // Words.
      Case("", "text"), Case("hello", "text"), Case("a sentence and/or two", "text"), Case("50 km/h", "text"),
      Case("one\ntwo/three.png", "text"), Case("/one\n/two", "text"), Case("12:30", "text"), Case("C: and D:", "text"),
      Case("note: this", "text"), Case("see https://e.test/a.png", "text"), Case("write to me@example.org", "text"),
      Case("costs 3.5", "text"), Case("The end.", "text"), Case("~", "text"), Case("javascript:alert(1)", "text"),
      Case("e.g. this", "text"), Case(" leading and trailing ", "text"), Case("$(rm -r x)", "text"), Case("--", "text"),
      Case("PA279CV", "text"), Case("MM", "text"), Case("[Desktop Entry]\nType=Link", "text"),
      Case("https://e.test/ and more", "text"), Case("{\"a\":1}", "text"), Case("тест 你好", "text"),
      Case("Makefile", "text"), Case("core", "text"),
    ])
  func automatic(_ value: Case) throws {
    let folder = Surroundings()
    let text = value.value.replacingOccurrences(of: "@/", with: folder.path + "/")
    let bytes =
      value.value.contains("file:") || value.value.contains("FILE:") ? Array(text.utf8) : Array(value.value.utf8)
    var classifier = folder.classifier()
    let outcome: String
    do throws(ItemError) {
      let item = try classifier.classify(ItemArgument(bytes))
      switch item.content {
      case .text(let kept):
        #expect(kept == bytes)
        #expect(item.size == bytes.count)
        #expect(item.contentType == .plainText)
        outcome = item.kind.rawValue
      case .file(let path):
        #expect(path.bytes.first == UInt8(ascii: "/"))
        #expect(access(path.displayText, F_OK) == 0)
        #expect(!item.isTemporary)
        let type = item.contentType.essence
        let isText = value.expected.hasSuffix("text/*") && ContentTypeDatabase.desktop.isA(type, "text/*")
        outcome = "\(item.kind.rawValue) \(isText ? "text/*" : type)"
      }
    } catch {
      #expect(!error.message.isEmpty && error.help != nil, "\(error)")
      outcome = error.code.rawValue
    }
    #expect(outcome == value.expected)
    #expect(!folder.isSpoolMade, "only data from streams is kept")
  }

  @Test("a path becomes absolute and keeps its bytes, links and dots")
  func paths() throws {
    let folder = Surroundings()
    func path(_ text: String) throws -> String? {
      var classifier = folder.classifier()
      return try classifier.classify(ItemArgument(text)).path?.text
    }
    #expect(try path("-rf.txt") == folder.path + "/-rf.txt")
    #expect(try path("folder/../notes.txt") == folder.path + "/folder/../notes.txt")
    #expect(try path("link") == folder.path + "/link")
    #expect(try path("./photo.png") == folder.path + "/./photo.png")
    #expect(try path("file://" + folder.path + "/a%20b.txt") == folder.path + "/a b.txt")
    #expect(try path(folder.path + "/notes.txt") == folder.path + "/notes.txt")
  }

  @Test("names may be any bytes and as long as the system allows")
  func strangeNames() throws {
    let folder = Surroundings()
    for name in [
      Array("pr".utf8) + [0xFC] + Array("f.txt".utf8), [UInt8](repeating: 0x61, count: 255), [0xFF, 0x0A, 0x1B],
    ] {
      folder.directory.write(name, Array("words".utf8))
      var classifier = folder.classifier()
      let item = try classifier.classify(ItemArgument(name))
      #expect(item.kind == .file)
      #expect(item.path?.bytes == Array(folder.path.utf8) + [0x2F] + name)
    }
    var classifier = folder.classifier()
    // Longer than any name, so no name.
    #expect(try classifier.classify(ItemArgument([UInt8](repeating: 0x61, count: 256))).kind == .text)
    #expect(try classifier.classify(ItemArgument([UInt8](repeating: 0x61, count: 100_000))).size == 100_000)
  }

  @Test("text that is not UTF-8 is refused with the place of its first wrong byte")
  func notUTF8() {
    let folder = Surroundings()
    for form in [ItemArgument.Form.automatic, .text, .url] {
      var classifier = folder.classifier()
      let error = #expect(throws: ItemError.self) {
        try classifier.classify(ItemArgument(Array("ab".utf8) + [0xFF], form: form))
      }
      #expect(error?.code == .notText)
      #expect(error?.message.contains("byte 3") == true)
    }
  }

  @Test("the form that was asked for wins over what the value shows")
  func forms() throws {
    let folder = Surroundings()
    func outcome(_ text: String, _ form: ItemArgument.Form, as kind: ItemKind? = nil) -> String {
      var classifier = folder.classifier(kind: kind)
      do throws(ItemError) {
        let item = try classifier.classify(ItemArgument(text, form: form))
        return "\(item.kind.rawValue) \(item.contentType)"
      } catch { return error.code.rawValue }
    }
    for (form, kind) in [(ItemArgument.Form.text, nil), (.automatic, ItemKind.text)] {
      #expect(outcome("photo.png", form, as: kind) == "text text/plain")
      #expect(outcome("https://e.test", form, as: kind) == "text text/plain")
      #expect(outcome("/no/such", form, as: kind) == "text text/plain")
      #expect(outcome("", form, as: kind) == "text text/plain")
    }
    #expect(outcome("-", .text) == "text text/plain")
    for (form, kind) in [(ItemArgument.Form.url, nil), (.automatic, ItemKind.url)] {
      #expect(outcome("https://e.test", form, as: kind) == "url text/plain")
      #expect(outcome("words", form, as: kind) == "not-a-url")
      #expect(outcome("https://e.test\n", form, as: kind) == "not-a-url")
      #expect(outcome("file:///etc", form, as: kind) == "not-a-url")
    }
    for (form, kind) in [(ItemArgument.Form.file, nil), (.automatic, ItemKind.file)] {
      #expect(outcome("photo.png", form, as: kind) == "file image/png")
      #expect(outcome("file://\(folder.path)/notes.txt", form, as: kind) == "file text/plain")
      #expect(outcome("words", form, as: kind) == "no-such-file")
      #expect(outcome("", form, as: kind) == "no-such-file")
      #expect(outcome("https://e.test/a.png", form, as: kind) == "no-such-file")
    }
    #expect(outcome("photo", .image) == "image image/png")
    #expect(outcome("notes.txt", .automatic, as: .image) == "image text/plain")
    // --as is for values that do not say themselves what they are.
    #expect(outcome("photo.png", .text, as: .file) == "text text/plain")
  }

  @Test("--mime overrides the guess and with it the kind")
  func forcedType() throws {
    let folder = Surroundings()
    func item(_ text: String, _ type: String) throws -> Item {
      var classifier = folder.classifier(type: ContentType(type))
      return try classifier.classify(ItemArgument(text))
    }
    #expect(try item("notes.txt", "image/x-own").kind == .image)
    #expect(try item("photo.png", "application/x-own").kind == .file)
    #expect(try item("photo.png", "application/x-own").contentType == ContentType("application/x-own"))
    #expect(try item("folder", "image/x-own").contentType == .directory)
    #expect(try item("words", "text/markdown").contentType == ContentType("text/markdown"))
  }

  @Test("where name and content disagree, both are told")
  func disagreement() throws {
    let folder = Surroundings()
    folder.directory.write(Array("page.pdf".utf8), SampleFiles.png)
    var classifier = folder.classifier()
    let item = try classifier.classify(ItemArgument("page.pdf"))
    #expect(item.contentType == ContentType("application/pdf"))
    #expect(item.contentTypeByContent == ContentType("image/png"))
    #expect(try classifier.classify(ItemArgument("photo.png")).contentTypeByContent == nil)
    #expect(try classifier.classify(ItemArgument("store.ts")).contentTypeByContent == nil)
  }

  @Test("two files of one name are two items")
  func sameNames() {
    let folder = Surroundings()
    folder.directory.write("d1/foo", "1")
    folder.directory.write("d2/foo", "22")
    var classifier = folder.classifier()
    let (items, errors) = classifier.classify([ItemArgument("d1/foo"), ItemArgument("d2/foo")])
    #expect(errors.isEmpty)
    #expect(items.map(\.size) == [1, 2])
    #expect(items.map(\.path?.text) == [folder.path + "/d1/foo", folder.path + "/d2/foo"])
  }

  @Test("everything that is wrong is told in one run, and nothing at all is an error")
  func collected() {
    let folder = Surroundings()
    var classifier = folder.classifier()
    let (items, errors) = classifier.classify(
      [ItemArgument("/no/such"), ItemArgument("words"), ItemArgument("dangling"), ItemArgument("x", form: .url)])
    #expect(items == [.text(Array("words".utf8))])
    #expect(errors.map(\.code) == [.noSuchFile, .danglingLink, .notURL])
    #expect(classifier.classify([]).errors.map(\.code) == [.noItems])
  }

  @Test("a mistyped name's error says how to force text, and which file a bare ~ means")
  func help() {
    let folder = Surroundings()
    var classifier = folder.classifier()
    let error = #expect(throws: ItemError.self) { try classifier.classify(ItemArgument("/no/such")) }
    #expect(error?.help?.contains("--text '/no/such'") == true)
    let home = #expect(throws: ItemError.self) { try classifier.classify(ItemArgument("~/notes.txt")) }
    #expect(home?.help?.contains(folder.path + "/notes.txt") == true)
  }

  @Test(
    "texts from a list of troublesome strings stay texts, byte for byte",
    .enabled(if: Project.sharedData("naughty-strings.json") != nil, "the list is not there"))
  func naughtyStrings() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: #require(Project.sharedData("naughty-strings.json"))))
    let strings = try #require(JSONSerialization.jsonObject(with: data) as? [String])
    #expect(strings.count > 100)
    let folder = Surroundings()
    // A lone dash is standard input.
    for string in strings where string != "-" {
      var classifier = folder.classifier()
      do throws(ItemError) {
        let item = try classifier.classify(ItemArgument(string))
        if item.textBytes == nil {
          let path = string.lowercased().hasPrefix("file://") ? String(string.dropFirst(7)) : string
          let full = path.hasPrefix("/") ? path : folder.path + "/" + path
          #expect(access(full, F_OK) == 0, "\(string.debugDescription)")
        } else {
          #expect(item.textBytes == Array(string.utf8))
          #expect(item.kind == (URLParts.isAbsoluteURL(Array(string.utf8)) ? .url : .text))
        }
      } catch {
        let isOneWord = !string.contains { $0.isWhitespace }
        #expect(error.code == .noSuchFile || (error.code == .notText && string.utf8.contains(0)), "\(error)")
        #expect(
          error.code == .notText || string.hasPrefix("/") || string.hasPrefix("./") || string.hasPrefix("../")
            || (isOneWord && string.contains("/")) || string.split(separator: ".").count > 1,
          "\(string.debugDescription)")
      }
      var forced = folder.classifier()
      if !string.utf8.contains(0) {
        #expect(try forced.classify(ItemArgument(string, form: .text)).textBytes == Array(string.utf8))
      }
    }
  }
}
