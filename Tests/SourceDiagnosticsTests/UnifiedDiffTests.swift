import TestSupport
import Testing

@testable import SourceDiagnostics

@Suite("The difference of two files")
struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String) -> String {
    String(decoding: UnifiedDiff.bytes(from: Array(old.utf8), to: Array(new.utf8), name: "a.yaml"), as: UTF8.self)
  }

  @Test("equal files have none")
  func equal() { #expect(diff("a\nb\n", "a\nb\n") == "") }

  @Test("a line that changed stands between three lines before and after")
  func context() {
    expectText(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
      "--- a.yaml\n+++ a.yaml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
  }

  @Test("a missing line break at the end is told")
  func noLineBreak() {
    expectText(
      diff("a\nb", "a\nb\n"), "--- a.yaml\n+++ a.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n")
  }

  @Test("an empty file gets its first lines")
  func empty() { expectText(diff("", "a\n"), "--- a.yaml\n+++ a.yaml\n@@ -0,0 +1 @@\n+a\n") }

  @Test("patch makes the one file of the other, whatever they hold", .enabled(if: hasPatch, "patch is not there"))
  func patch() throws {
    var generator = SeededGenerator(seed: 11)
    let folder = TemporaryDirectory()
    for round in 0..<60 {
      let old = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        ["a", "b", "c", "", "x y"].randomElement(using: &generator)!
      }
      var new = old
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0...new.count, using: &generator)
        if Bool.random(using: &generator) || new.isEmpty {
          new.insert("new \(round)", at: place)
        } else {
          new.remove(at: min(place, new.count - 1))
        }
      }
      // With and without a line break at the end.
      let before = old.joined(separator: "\n") + (round % 3 == 0 ? "" : "\n")
      let after = new.joined(separator: "\n") + (round % 4 == 0 ? "" : "\n")
      folder.write("a.yaml", before)
      let run = CommandRun.run(
        ["patch", "-s", "-p0"].map { Array($0.utf8) },
        input: UnifiedDiff.bytes(from: Array(before.utf8), to: Array(after.utf8), name: "a.yaml"), in: folder.path)
      #expect(run.status == 0 || before == after, "\(run.text)\(run.errorText)")
      expectText(String(decoding: folder.read("a.yaml") ?? [], as: UTF8.self), after)
    }
  }

  private static let hasPatch = CommandRun.run(["patch", "--version"].map { Array($0.utf8) }).status == 0
}
