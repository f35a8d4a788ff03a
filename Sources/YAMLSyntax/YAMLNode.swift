public import SourceDiagnostics

/// A node of a YAML document with the bytes it was written in.
public struct YAMLNode: Sendable {
  public enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  public var content: Content
  /// The node's bytes in the file, without what surrounds it: a block collection ends with the last byte of its last
  /// child, a plain scalar with its last character, a block scalar begins at its indicator, quotes belong to it. An
  /// anchor and a tag in front do not.
  public var range: Range<Int>
  /// What few nodes have, kept apart so that the many others are small.
  private var extras: Extras?

  private final class Extras: Sendable {
    let tag: String?
    let alias: Range<Int>?

    init(tag: String?, alias: Range<Int>?) {
      self.tag = tag
      self.alias = alias
    }
  }

  public init(content: Content, range: Range<Int>, tag: String? = nil, alias: Range<Int>? = nil) {
    self.content = content
    self.range = range
    if tag != nil || alias != nil { extras = Extras(tag: tag, alias: alias) }
  }

  /// The resolved tag when one was written (`tag:yaml.org,2002:str` for `!!str`, `!local` for `!local`).
  public var tag: String? {
    get { extras?.tag }
    set { extras = Extras(tag: newValue, alias: alias) }
  }

  /// Where `*name` stands, when the node came in by an alias; `range` is then that of the anchored node.
  public var alias: Range<Int>? {
    get { extras?.alias }
    set { extras = Extras(tag: tag, alias: newValue) }
  }
}

/// A key of a mapping with its value, in the order of the file. Duplicate keys have been reported and left in.
public struct YAMLEntry: Sendable {
  public var key: YAMLNode
  public var value: YAMLNode

  public init(key: YAMLNode, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// A scalar: the text that YAML makes of it, and how it was written.
public struct YAMLScalar: Sendable {
  public enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// The scalar's text after unquoting and folding. A plain scalar's text is its source text: nothing is resolved to
  /// numbers, booleans or null.
  public var text: String
  public var style: Style

  public init(text: String, style: Style) {
    self.text = text
    self.style = style
  }
}

/// A parsed document: its root, or nil for an empty file.
public struct YAMLDocument: Sendable {
  public var file: SourceFile
  public var root: YAMLNode?

  public init(file: SourceFile, root: YAMLNode?) {
    self.file = file
    self.root = root
  }
}
