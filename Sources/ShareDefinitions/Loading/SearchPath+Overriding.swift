public import ShareModel

extension SearchPath {
  /// The files that define a type, the one that counts first; the others are overridden by it.
  public func files(for type: ActivityType) -> [FilePath] {
    guard ActivityType.isValid(type.rawValue) else { return [] }
    return directories.filter { $0.has(type) }.map { $0.path.appending(type.rawValue + ".yaml") }
  }
}
