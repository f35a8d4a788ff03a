import DesktopTypes
import Foundation
import TestSupport
import Testing

/// Whether GIO's own program and the desktop's database are there to compare with.
private let hasGIO =
  access("/usr/bin/gio", X_OK) == 0 && access("/usr/share/mime/mime.cache", R_OK) == 0

/// Bytes written as characters up to U+00FF.
private func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

@Suite("agreement with GIO on real files")
struct GIOAgreementTests {
  /// Where we differ on purpose: our type, and why.
  static let differences: [String: (type: String, reason: String)] = [
    "wrong.jpg": ("image/png", "of two types of images the content decides"),
    "empty.png": ("image/png", "an empty file has no content that could contradict its name"),
    "mm": ("text/plain", "two letters are no 3D Studio image"),
    "notes.mpg": ("text/plain", "text is no video, whatever its name"),
    "tsx.mts": ("text/plain", "text is no video, whatever its name"),
    "stream.ts": ("video/mp2t", "packets of a transport stream are no translations"),
    "entry": ("application/x-desktop", "GIO calls it text to keep it from being started, which is not done here"),
  ]

  @Test(
    "every type is the one that 'gio info' tells, but for the intended differences",
    .enabled(if: hasGIO, "gio or shared-mime-info is not installed"))
  func agreement() throws {
    let folder = TemporaryDirectory()
    let files = GIOAgreementTests.files.sorted { $0.name < $1.name }
    for (name, content) in files { folder.write(Array(name.utf8), content) }
    let run = CommandRun.run(
      (["/usr/bin/gio", "info", "-a", "standard::content-type"] + files.map(\.name)).map { Array($0.utf8) },
      in: folder.path)
    let told = run.text.split(separator: "\n").filter { $0.contains("content-type:") }.map {
      String($0.split(separator: " ").last ?? "")
    }
    try #require(told.count == files.count && files.count >= 60, "\(run.errorText)")
    for (file, theirs) in zip(files, told) {
      let ours = ContentTypeDatabase.desktop.guess(
        name: Array(file.name.utf8), prefix: Array(file.content.prefix(ContentTypeDatabase.prefixLength))
      ).type
      if let difference = GIOAgreementTests.differences[file.name] {
        #expect(ours == difference.type, "\(file.name): \(difference.reason)")
        #expect(theirs != difference.type, "GIO agrees on \(file.name) by now: take it off the list")
      } else {
        #expect(ours == theirs, "\(file.name)")
      }
    }
    #expect(Set(GIOAgreementTests.differences.keys).isSubset(of: Set(files.map(\.name))))
  }

  static let files: [(name: String, content: [UInt8])] = [
    ("Makefile", bytes("all:\n\u{9}true\n")),
    ("README", bytes("words\n")),
    ("a.7z", bytes("7z\u{BC}\u{AF}'\u{1C}\0\u{4}")),
    ("a.avi", bytes("RIFF\0\0\0\0AVI LIST")),
    ("a.avif", bytes("\0\0\0\u{1C}ftypavif\0\0\0\0avifmif1")),
    ("a.bin", bytes("\0\u{1}\u{2}\u{3}\u{FF}\u{FE}\0")),
    ("a.bmp", bytes("BM:\0\0\0\0\0\0\06\0\0\0(\0\0\0")),
    ("a.bz2", bytes("BZh91AY&SY\u{17}rE8P\u{90}")),
    ("a.c", bytes("int main;\n")),
    ("a.css", bytes("a { color: red }\n")),
    ("a.csv", bytes("a,b\n1,2\n")),
    ("a.dat", bytes("plain\n")),
    ("a.deb", bytes("!<arch>\ndebian-binary   1\n")),
    ("a.desktop", bytes("[Desktop Entry]\nType=Application\nName=a\nExec=a\n")),
    ("a.diff", bytes("--- a\n+++ b\n")),
    ("a.djvu", bytes("AT&TFORM\0\0\0\u{10}DJVU")),
    ("a.docx", bytes("PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{13}\0\0\0[Content_Types].xml")),
    ("a.eml", bytes("From: a@example.org\nSubject: b\n\nc\n")),
    ("a.eps", bytes("%!PS-Adobe-3.0 EPSF-3.0\n")),
    (
      "a.epub",
      bytes(
        "PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\u{14}\0\0\0\u{14}\0\0\0\u{8}\0\0\0mimetypeapplication/epub+zip")
    ),
    ("a.flac", bytes("fLaC\0\0\0\"")),
    ("a.gif", bytes("GIF89a\u{1}\0\u{1}\0\0\0\0")),
    ("a.go", bytes("package main\n")),
    ("a.gz", bytes("\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")),
    ("a.h", bytes("int a;\n")),
    ("a.heic", bytes("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic")),
    ("a.html", bytes("<!DOCTYPE html><html></html>")),
    ("a.ico", bytes("\0\0\u{1}\0\u{1}\0\u{10}\u{10}\0\0\u{1}\0 \0")),
    ("a.ics", bytes("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")),
    ("a.jar", bytes("PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{14}\0\0\0META-INF/MANIFEST.MF")),
    ("a.java", bytes("class A {}\n")),
    ("a.jp2", bytes("\0\0\0\u{C}jP  \r\n\u{87}\n\0\0\0\u{14}ftypjp2 ")),
    ("a.jpg", bytes("\u{FF}\u{D8}\u{FF}\u{E0}\0\u{10}JFIF\0\u{1}\u{1}\0\0\u{1}")),
    ("a.js", bytes("let a = 1\n")),
    ("a.json", bytes("{\"a\": 1}\n")),
    ("a.log", bytes("line\n")),
    ("a.lua", bytes("print(1)\n")),
    ("a.m4a", bytes("\0\0\0\u{18}ftypM4A \0\0\0\0M4A ")),
    ("a.md", bytes("# Title\n")),
    ("a.mid", bytes("MThd\0\0\0\u{6}\0\0")),
    ("a.mkv", bytes("\u{1A}E\u{DF}\u{A3}\u{93}B\u{82}\u{88}matroska")),
    ("a.mov", bytes("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ")),
    ("a.mp3", bytes("ID3\u{4}\0\0\0\0\0\0")),
    ("a.mp4", bytes("\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom")),
    ("a.mpg", bytes("\0\0\u{1}\u{BA}D\0\u{4}\0")),
    (
      "a.ods",
      bytes(
        "PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{8}\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
      )
    ),
    (
      "a.odt",
      bytes(
        "PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{8}\0\0\0mimetypeapplication/vnd.oasis.opendocument.text"
      )
    ),
    ("a.ogg", bytes("OggS\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1}vorbis")),
    ("a.opus", bytes("OggS\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0OpusHead")),
    ("a.pdf", bytes("%PDF-1.4\n%\u{E2}\u{E3}\u{CF}\u{D3}\n")),
    ("a.pl", bytes("print 1;\n")),
    ("a.png", bytes("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR\0\0\0\u{1}\0\0\0\u{1}\u{8}\u{2}\0\0\0")),
    ("a.ppm", bytes("P6\n1 1\n255\n\0\0\0")),
    ("a.pptx", bytes("PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{13}\0\0\0[Content_Types].xml")),
    ("a.ps", bytes("%!PS-Adobe-3.0\n")),
    ("a.psd", bytes("8BPS\0\u{1}\0\0\0\0\0\0")),
    ("a.py", bytes("print(1)\n")),
    ("a.rar", bytes("Rar!\u{1A}\u{7}\0\u{CF}")),
    ("a.rb", bytes("puts 1\n")),
    ("a.rpm", bytes("\u{ED}\u{AB}\u{EE}\u{DB}\u{3}\0\0\0")),
    ("a.rs", bytes("fn main() {}\n")),
    ("a.rtf", bytes("{\\rtf1\\ansi }")),
    ("a.sh", bytes("#!/bin/sh\necho\n")),
    ("a.sql", bytes("select 1;\n")),
    ("a.sqlite", bytes("SQLite format 3\0")),
    ("a.srt", bytes("1\n00:00:01,000 --> 00:00:02,000\na\n")),
    ("a.svg", bytes("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")),
    (
      "a.tar",
      bytes("a") + [UInt8](repeating: 0, count: 256) + bytes("ustar\u{0}00") + [UInt8](repeating: 0, count: 247)
    ),
    ("a.tar.gz", bytes("\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")),
    ("a.tex", bytes("\\documentclass{article}\n")),
    ("a.tgz", bytes("\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")),
    ("a.tiff", bytes("II*\0\u{8}\0\0\0\0\0\0\0\0\0")),
    ("a.toml", bytes("a = 1\n")),
    ("a.torrent", bytes("d8:announce3:url")),
    ("a.ttf", bytes("\0\u{1}\0\0\0\u{C}\0\u{80}")),
    ("a.txt", bytes("some words\n")),
    ("a.vcf", bytes("BEGIN:VCARD\r\nEND:VCARD\r\n")),
    ("a.wav", bytes("RIFF$\0\0\0WAVEfmt ")),
    ("a.webm", bytes("\u{1A}E\u{DF}\u{A3}\u{93}B\u{82}\u{84}webm")),
    ("a.webp", bytes("RIFF$\0\0\0WEBPVP8 \0\0\0\0")),
    ("a.woff2", bytes("wOF2\0\u{1}\0\0")),
    ("a.xcf", bytes("gimp xcf file\0\0\0\u{1}")),
    ("a.xlsx", bytes("PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{13}\0\0\0[Content_Types].xml")),
    ("a.xml", bytes("<?xml version=\"1.0\"?><a/>")),
    ("a.xz", bytes("\u{FD}7zXZ\0\0\u{4}\u{E6}\u{D6}\u{B4}F")),
    ("a.yaml", bytes("a: 1\n")),
    ("a.zip", bytes("PK\u{3}\u{4}\u{14}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\0\0a")),
    ("a.zst", bytes("(\u{B5}/\u{FD}\u{4}\0")),
    ("empty.png", bytes("")),
    ("entry", bytes("[Desktop Entry]\nType=Link\n")),
    ("mm", bytes("MM")),
    ("noname", bytes("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR\0\0\0\u{1}\0\0\0\u{1}\u{8}\u{2}\0\0\0")),
    ("notes.mpg", bytes("my notes\n")),
    ("plotter", bytes("PA279CV")),
    ("script", bytes("#!/bin/sh\necho\n")),
    ("store.ts", bytes("export const a = 1\n")),
    ("stream.ts", SampleFiles.transportStream),
    ("tsx.mts", bytes("export const a = 1\n")),
    ("wrong.jpg", bytes("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR\0\0\0\u{1}\0\0\0\u{1}\u{8}\u{2}\0\0\0")),
  ]
}
