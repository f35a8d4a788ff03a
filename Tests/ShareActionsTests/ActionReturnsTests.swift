import Glibc
import ShareModel
import ShareTemplates
import TestSupport
import Testing

@testable import ShareActions

@Suite("What actions give back")
struct ActionReturnsTests {
  let bench = Bench()

  @Test("Standard output is returned without its final line breaks, named items beside unnamed ones")
  func texts() throws {
    let outcome = try bench.perform(
      try script("printf 'https://example.com/%s\\n\\n' {{ item.text }}"), [textItem("a")]
    ) {
      $0.action.returns = [
        try returning(.url, "{{ stdout }}"), try returning(.text, "{{ exit }} of {{ item.text }}", name: "note"),
      ]
    }
    #expect(
      outcome.returnedItems == [
        ReturnedItem(item: .url(bytes("https://example.com/a"))),
        ReturnedItem(item: .text(bytes("0 of a")), name: "note"),
      ])
    #expect(outcome.status == .completed)
  }

  @Test("Nothing is returned by an action that returns nothing, or that failed")
  func nothing() throws {
    #expect(try bench.perform(try argv("echo", "x{{ item.text }}"), [textItem("a")]).returnedItems == nil)
    let failed = try bench.perform(try script("echo {{ item.text }}; exit 1"), [textItem("a")]) {
      $0.action.returns = [try returning(.text, "{{ stdout }}")]
    }
    #expect(failed.returnedItems == [])
    #expect(failed.status == .failed)
  }

  @Test("Standard error is there for templates that name it")
  func standardError() throws {
    var bench = bench
    bench.surroundings.capturesOutput = false
    let outcome = try bench.perform(try script("echo {{ item.text }} >&2"), [textItem("a")]) {
      $0.action.returns = [try returning(.text, "<{{ stderr }}>")]
    }
    #expect(outcome.returnedItems?.map(\.item) == [textItem("<a>")])
  }

  @Test("Output that was cut is not returned as if it were whole")
  func cut() throws {
    let outcome = try bench.perform(
      try script("head -c 11000000 /dev/zero | tr '\\0' x; : {{ item.text }}"), [textItem("a")]
    ) {
      $0.action.returns = [try returning(.text, "{{ stdout }}")]
    }
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == "output-too-large")
    #expect(outcome.returnedItems == [])
  }

  @Test("Output that is no text is not returned as text")
  func noText() throws {
    let outcome = try bench.perform(try script("printf '\\377'; : {{ item.text }}"), [textItem("a")]) {
      $0.action.returns = [try returning(.text, "{{ stdout }}")]
    }
    #expect(outcome.error?.code == "not-text")
  }

  @Test("A file that the action made is moved to the output folder; its work folder is gone")
  func madeFile() throws {
    var bench = bench
    bench.surroundings.outputFolder = FilePath(bench.directory.path + "/out")
    let outcome = try bench.perform(
      try script("printf %s {{ item.text }} > {{ work }}/made.txt"), ["a", "b"].map(textItem)
    ) {
      $0.action.returns = [try returning(.file, "{{ work }}/made.txt")]
    }
    #expect(outcome.status == .completed)
    #expect(
      outcome.returnedItems?.map(\.item.path) == [
        FilePath(bench.directory.path + "/out/made.txt"), FilePath(bench.directory.path + "/out/made-2.txt"),
      ])
    #expect(bench.directory.read("out/made-2.txt") == bytes("b"))
    #expect(bench.workFolders == 0)
  }

  @Test("Returning alone saves a copy of an item under the wanted name, into the wanted folder")
  func savedItem() throws {
    bench.directory.write(Array("pictures/a.png".utf8), pngBytes)
    let item = fileItem(bench.directory.path + "/pictures/a.png", "image/png", kind: .image)
    let folder = bench.directory.path + "/saved"
    let outcome = try bench.perform(
      try bench.request(.none, [item]) {
        $0.action.returns = [try returning(.image, "{{ item.path }}", filename: "copy of {{ item.name }}")]
        $0.action.into = try template(folder)
      })
    #expect(outcome.status == .completed)
    #expect(outcome.returnedItems?.first?.item.path == FilePath(folder + "/copy of a.png"))
    #expect(outcome.returnedItems?.first?.item.contentType == ContentType("image/png"))
    #expect(bench.directory.read("pictures/a.png") == pngBytes)
    #expect(bench.directory.read("saved/copy of a.png") == pngBytes)
  }

  @Test(
    "An image that is none, and an empty or missing file, is a failure",
    arguments: [
      ("echo text > {{ work }}/x", "not-an-image"), (": > {{ work }}/x", "no-file"), (":", "no-file"),
    ])
  func noImage(_ text: String, _ code: String) throws {
    let outcome = try bench.perform(try script(text + "; : {{ item.text }}"), [textItem("a")]) {
      $0.action.returns = [try returning(.image, "{{ work }}/x")]
      $0.action.into = try template(bench.directory.path + "/saved")
    }
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code == code)
    #expect(!bench.directory.exists("saved"))
  }

  @Test("For an activity that goes on with them files stay in the work folder, which stays as long")
  func handedOn() throws {
    let request = try bench.request(.shell(try script("printf x > {{ work }}/f; : {{ item.text }}")), [textItem("a")]) {
      $0.action.returns = [try returning(.file, "{{ work }}/f")]
    }
    let surroundings = bench.surroundings
    do {
      let performance = try guarded {
        ActionPerformer(savesFiles: false).perform(request, in: surroundings)
      }
      let item = try #require(performance.outcome.returnedItems?.first?.item)
      #expect(item.isTemporary)
      #expect(readFile(try #require(item.path).displayText) == bytes("x"))
      #expect(bench.workFolders == 1)
    }
    // The thread that performed may hold its result a moment longer.
    #expect(eventually { bench.workFolders == 0 })
  }
}
