import ShareModel
import ShareTemplates
import SourceDiagnostics

/// What is compared between definitions: little, as there may be thousands of them.
public struct ActivityOutline: Sendable {
  let type: ActivityType
  let title: String
  let accepts: [AcceptEntry]
  /// Named to get what the activity returns.
  let then: [ActivityType]
  let isRetired: Bool
  /// The definition's file.
  let path: [UInt8]

  init(_ definition: ActivityDefinition) {
    let activity = definition.activity
    type = activity.type
    title = activity.title.entries.count == 1 ? activity.title.entries[0].text : activity.title.resolved(for: [])
    accepts = activity.accepts
    then = definition.action.then
    isRetired = activity.retired != nil
    path = definition.file.pathBytes
  }

  /// Whether one item may be accepted by both.
  func overlaps(_ other: ActivityOutline) -> Bool {
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
