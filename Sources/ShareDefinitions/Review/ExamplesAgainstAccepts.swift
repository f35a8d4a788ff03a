import ShareModel
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// `example-not-accepted`: an example that sends what the activity never takes, and expects something of it.
  func checkExamples() {
    for example in definition.examples where example.expectation.isOffered?.value != false {
      guard let accepts = root.value(of: "accepts") else { return }
      let strangers = example.items.filter { !mayAccept($0) }
      // Where any suffices the others are skipped.
      if activity.match == .any, strangers.count < example.items.count { continue }
      if let item = strangers.first {
        report(.exampleNotAccepted(item.kind.phrase, at: item.location, accepts: location(accepts)))
      } else if let count = countProblem(example.items) {
        report(.exampleCount(count, at: example.location, accepts: location(accepts)))
      }
    }
  }

  private func mayAccept(_ item: RequestItem) -> Bool {
    activity.accepts.contains { entry in
      guard item.kind.conforms(to: entry.kind) else { return false }
      // Without a type of its own, the content of a file decides, which is not there.
      guard let mime = item.mime, !entry.types.isEmpty else { return true }
      return entry.types.contains { $0.covers(mime) } || !entry.types.allSatisfy { DefinitionReview.isClosed($0) }
    }
  }

  /// Whether no other type is a kind of this one in the database of types: pictures, sound and films are none of another.
  private static func isClosed(_ type: String) -> Bool {
    ["image/", "audio/", "video/"].contains { type.hasPrefix($0) }
  }

  /// What is wrong with how many items there are, where one entry takes them all.
  private func countProblem(_ items: [RequestItem]) -> String? {
    guard activity.accepts.count == 1, let entry = activity.accepts.first else { return nil }
    if let maximum = entry.maximumCount, items.count > maximum {
      return "sends \(items.count) items, and at most \(maximum) are accepted"
    }
    if let minimum = entry.minimumCount, items.count < minimum {
      return "sends \(items.count) item\(items.count == 1 ? "" : "s"), and at least \(minimum) are needed"
    }
    return nil
  }
}
