import Foundation
import TestSupport
import Testing

@Suite("Documents")
struct DocumentTests {
  private static let text = "C# & C++ 50% 日本 é"

  /// Writes a picture of eight by six pixels, each of another colour.
  private static let picture = """
    import struct, sys, zlib
    def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    lines = b"".join(bytes([0]) + bytes(x * 30 + y * 5 + c for x in range(8) for c in range(3)) for y in range(6))
    header = struct.pack(">IIBBBBB", 8, 6, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    open(sys.argv[1], "wb").write(bytes([137]) + b"PNG" + bytes([13, 10, 26, 10]) + data)
    """

  private static func path(_ run: CommandRun) -> String {
    String(decoding: run.output.split(separator: 0x0A).first ?? [], as: UTF8.self)
  }

  @Test(
    "pictures become the pages of one PDF, pixel by pixel",
    .enabled(if: installed("img2pdf", "pdftoppm", "pdfinfo"), "img2pdf and poppler-utils are not installed"))
  func pictures() {
    let sandbox = Sandbox()
    let made = sandbox.shell(
      "python3 -c '\(DocumentTests.picture)' 'a\"b;c é.png' && python3 -c '\(DocumentTests.picture)' second.png")
    #expect(made.status == 0, "\(made.errorText)")
    let run = sandbox.run(["send", "a\"b;c é.png", "second.png", "-a", "markupAsPDF"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(DocumentTests.path(run) == sandbox.path + "/home/Downloads/a\"b;c é, second.pdf")
    let check = sandbox.shell("cp ../home/Downloads/*.pdf a.pdf; pdfinfo a.pdf")
    #expect(check.text.contains("Pages:           2\n"), "\(check.text)\(check.errorText)")
    var pixels: [UInt8] = []
    for y in 0..<6 {
      for x in 0..<8 { pixels += (0..<3).map { color in UInt8(x * 30 + y * 5 + color) } }
    }
    let drawn = sandbox.shell("pdfimages a.pdf page; pdftoppm -r 96 a.pdf drawn; ls drawn-*")
    #expect(drawn.text == "drawn-1.ppm\ndrawn-2.ppm\n", "\(drawn.errorText)")
    for page in ["page-000", "page-001"] {
      #expect(sandbox.directory.read("work/\(page).ppm") == Array("P6\n8 6\n255\n".utf8) + pixels)
    }
  }

  @Test(
    "Markdown becomes a PDF with its words and its pictures, beside which nothing is left",
    .enabled(
      if: installed("pandoc", "weasyprint", "pdftotext"), "pandoc, weasyprint and poppler-utils are not installed"))
  func markdown() {
    let sandbox = Sandbox()
    sandbox.directory.write(Array("work/picture.png".utf8), PrintTests.picture)
    // Not every machine has a font for 日本.
    let words = "C# & C++ 50% é"
    sandbox.file("-notes 50%.md", "# \(words)\n\n![](picture.png)\n")
    let run = sandbox.run(["send", "--file=-notes 50%.md", "-a", "markupAsPDF"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(DocumentTests.path(run) == sandbox.path + "/home/Downloads/_notes 50%.pdf")
    let read = sandbox.shell(
      "pdftotext ../home/Downloads/*.pdf - ; pdfimages -list ../home/Downloads/*.pdf | tail -n +3 | wc -l")
    #expect(read.text.contains(words), "\(read.text)\(read.errorText)")
    #expect(read.text.hasSuffix("1\n"), "the picture is in it")
    #expect(sandbox.remainingFiles == [])
  }

  @Test("office documents go to a LibreOffice of their own, and one that makes nothing is a failure")
  func office() {
    let sandbox = Sandbox()
    sandbox.stub(
      "soffice",
      #"printf '%s\n' "$@" >'\#(sandbox.path)/call'; for last; do :; done; cp "$last" "$6/$(basename "$last" .txt).pdf""#
        + "\n")
    sandbox.directory.write(Array("work/letter.txt".utf8), SampleFiles.pdf)
    let run = sandbox.run(["send", "letter.txt", "--mime", "text/plain", "-a", "markupAsPDF"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(sandbox.directory.read("home/Downloads/letter.pdf") == SampleFiles.pdf)
    let words = String(decoding: sandbox.directory.read("call") ?? [], as: UTF8.self).split(separator: "\n")
    #expect(
      words.first?.hasPrefix("-env:UserInstallation=file:///") == true && words.last == sandbox.work + "/letter.txt")
    #expect(words.dropFirst().prefix(4) == ["--headless", "--convert-to", "pdf", "--outdir"])
    // LibreOffice ends well although it made nothing.
    sandbox.stub("soffice", "echo 'Error: source file could not be loaded' >&2\n")
    let failed = sandbox.run(["send", "letter.txt", "--mime", "text/plain", "-a", "markupAsPDF"])
    #expect(failed.status == 1 && failed.output == [], "\(failed.text)\(failed.errorText)")
  }

  @Test(
    "a document is converted by pandoc and reads the same when it is converted back",
    .enabled(if: installed("pandoc"), "pandoc is not installed"), arguments: ["docx", "odt", "epub", "html", "rst"])
  func convert(format: String) {
    let sandbox = Sandbox()
    sandbox.file("notes.md", "# Title\n\n\(DocumentTests.text)\n")
    let run = sandbox.run(["send", "notes.md", "-a", "convertDocument", "-i", "format=\(format)"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(DocumentTests.path(run) == sandbox.path + "/home/Downloads/notes." + format)
    let back = sandbox.shell("pandoc --to plain ../home/Downloads/notes.\(format)")
    #expect(back.text.contains(DocumentTests.text), "\(back.text)\(back.errorText)")
  }

  @Test("JSON is laid out, and a path leads to one value of it", .enabled(if: installed("jq"), "jq is not installed"))
  func json() {
    let sandbox = Sandbox()
    let text = #"{"users":[{"name":"C# & 日本 🎉"}],"0":"zero"}"#
    func send(_ path: String?, _ items: [String]) -> CommandRun {
      sandbox.run(["send"] + items + ["-a", "formatJSON"] + (path.map { ["-i", "path=\($0)"] } ?? []))
    }
    expectRun(
      send(nil, [text]),
      output: "{\n  \"users\": [\n    {\n      \"name\": \"C# & 日本 🎉\"\n    }\n  ],\n  \"0\": \"zero\"\n}\n")
    sandbox.file("a.json", text)
    expectRun(send("users.0.name", ["a.json"]), output: "\"C# & 日本 🎉\"\n")
    expectRun(send("none.of.it", ["a.json"]), output: "null\n")
    #expect(send("users.0 | input", [text]).status == 1, "a path is no program")
    let broken = send(nil, [#"{"a": }"#])
    #expect(broken.status == 1 && broken.errorText.contains("parse error"), "\(broken.errorText)")
  }
}
