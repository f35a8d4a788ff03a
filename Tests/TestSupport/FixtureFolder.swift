import Glibc

/// Folders of files that tests read where they lie in the checkout.
public enum FixtureFolder {
  /// The names of the files, in the order of their bytes.
  public static func names(_ path: String) -> [String] {
    var names: [String] = []
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".yaml") { names.append(name) }
    }
    return names.sorted()
  }
}
