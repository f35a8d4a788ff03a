import Glibc

/// Places that tests need.
public enum Project {
  /// The root of the checkout, found from where this file was compiled.
  public static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// A file or folder of the public test data beside the checkout; nil where it is absent. Tests that need it are
  /// skipped by `.enabled(if: Project.sharedData("…") != nil, "…")`, which says so.
  public static func sharedData(_ name: String) -> String? {
    let path = root + "/../shared/suites/" + name
    return access(path, R_OK) == 0 ? path : nil
  }
}
