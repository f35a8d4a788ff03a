import Glibc
import TestSupport
import Testing

/// Outputs that are compared as a whole with a file of the checkout. RECORD=1 writes the files anew; where CI is set that
/// is refused, since there it would only hide a change.
enum Golden {
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let path = Project.root + "/Tests/Goldens/" + name
    if getenv("RECORD") != nil {
      guard getenv("CI") == nil else {
        Issue.record("RECORD is set under CI: goldens are not recorded here", sourceLocation: sourceLocation)
        return
      }
      guard let file = fopen(path, "w") else {
        Issue.record("cannot write \(path)", sourceLocation: sourceLocation)
        return
      }
      fputs(text, file)
      fclose(file)
      return
    }
    guard let expected = readFile(path) else {
      Issue.record("there is no \(name): record it with RECORD=1", sourceLocation: sourceLocation)
      return
    }
    expectText(text, String(decoding: expected, as: UTF8.self), name, sourceLocation: sourceLocation)
  }
}
