import ShareModel
import ShareTemplates
import SourceDiagnostics

/// What shows whether a definition has to be compared with others: next to nothing, as there may be thousands of them.
public struct ActivityOutline: Sendable {
  /// The hash of the title; nil for a retired activity, which may have the title of what came in its place.
  let titleHash: Int?
  /// Named to get what the activity returns.
  let then: [ActivityType]
  /// The definition's file.
  let path: [UInt8]

  init(_ definition: ActivityDefinition) {
    let activity = definition.activity
    titleHash = activity.retired == nil ? activity.comparedTitle.hashValue : nil
    then = definition.action.then
    path = definition.file.pathBytes
  }
}

extension Activity {
  /// The title that is compared: the only one, or of several the English one.
  var comparedTitle: String { title.entries.count == 1 ? title.entries[0].text : title.resolved(for: []) }

  /// Whether one item may be accepted by both.
  func overlaps(_ other: Activity) -> Bool {
    accepts.contains { mine in
      other.accepts.contains { theirs in
        guard mine.kind.conforms(to: theirs.kind) || theirs.kind.conforms(to: mine.kind) else { return false }
        if mine.types.isEmpty || theirs.types.isEmpty {
          // Folders are accepted only where they are named.
          return mine.types.isEmpty == theirs.types.isEmpty
            || !(mine.types + theirs.types).allSatisfy { ContentType($0) == .directory }
        }
        return mine.types.contains { type in theirs.types.contains { $0.covers(type) || type.covers($0) } }
      }
    }
  }
}
