/// A library that is opened only when it is needed and was not there.
public struct MissingLibrary: Error, Hashable, Sendable {
  /// The shared object's name.
  public let library: String
  /// The Debian package that holds it.
  public let package: String
  /// What does not work without it, as the subject of a sentence.
  public let purpose: String

  public init(library: String, package: String, purpose: String) {
    self.library = library
    self.package = package
    self.purpose = purpose
  }

  /// One phrase for people, with the package that mends it.
  public var message: String {
    "\(purpose) not available: the library '\(library)' cannot be opened (Debian package '\(package)')"
  }
}
