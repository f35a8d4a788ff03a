internal import DesktopTypes
internal import ShareModel

extension ContentType {
  /// Whether this type is the given one, a subclass of it, or matches it as a wildcard; by the desktop's database.
  func isA(_ pattern: String) -> Bool { ContentTypeDatabase.desktop.isA(essence, pattern) }
}
