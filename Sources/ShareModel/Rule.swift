/// Where a rule was written, for the reasons that are shown to people.
public struct RuleOrigin: Sendable, Equatable {
  public enum Layer: String, Sendable {
    case definition
    case config
    case request
    case policy
  }

  public var layer: Layer
  /// The file as shown; nil for rules of the command line.
  public var file: String?
  /// From 1.
  public var line: Int?

  public init(layer: Layer, file: String? = nil, line: Int? = nil) {
    self.layer = layer
    self.file = file
    self.line = line
  }
}

/// Conditions on an activity, on one item, and on the run. All that are given hold together (UIKit's
/// `excludedActivityTypes` is a list of rules that name only an activity).
public struct Rule: Sendable, Equatable {
  /// An exact value of an environment variable as a glob, or any non-empty one.
  public struct EnvironmentMatch: Sendable, Equatable {
    public var name: String
    public var glob: String?

    public init(name: String, glob: String?) {
      self.name = name
      self.glob = glob
    }
  }

  /// Activity types, or globs of them. Within each list any one suffices; an empty list is no condition.
  public var activities: [String] = []
  public var categories: [ActivityCategory] = []
  public var kinds: [ItemKind] = []
  /// Media types; `*` is allowed for either part.
  public var types: [String] = []
  /// Globs on the file name, and on the whole path.
  public var names: [String] = []
  public var paths: [String] = []
  /// `example.com` is that host alone, `*.example.com` its subdomains.
  public var hosts: [String] = []
  public var schemes: [String] = []
  /// Regular expressions, unanchored, on the text of a text or URL, and on a URL.
  public var texts: [String] = []
  public var urls: [String] = []
  /// Bounds on the number of items.
  public var minimumCount: Int?
  public var maximumCount: Int?
  /// Bounds on the size of an item in bytes.
  public var minimumSize: Int?
  public var maximumSize: Int?
  public var environment: [EnvironmentMatch] = []
  /// Rules none of which may hold.
  public var not: [Rule] = []
  public var reason: LocalizedText?
  public var origin: RuleOrigin

  public init(origin: RuleOrigin) { self.origin = origin }
}
