public import SourceDiagnostics

/// A node of a YAML document with the bytes it was written in.
public struct YAMLNode: Sendable {
  public enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence(YAMLSequence)
    case mapping(YAMLMapping)
  }

  let tree: YAMLTree
  let index: Int

  private var record: YAMLTree.Record { tree.records[index] }

  public var content: Content {
    let record = record
    if let style = record.shape.style {
      return .scalar(YAMLScalar(text: tree.texts[Int(record.first)], style: style))
    }
    return record.shape == .mapping ? .mapping(YAMLMapping(tree, record)) : .sequence(YAMLSequence(tree, record))
  }

  /// The node's bytes in the file, without what surrounds it: a block collection ends with the last byte of its last
  /// child, a plain scalar with its last character, a block scalar begins at its indicator, quotes belong to it. An
  /// anchor and a tag in front do not.
  public var range: Range<Int> { record.range }

  /// The resolved tag when one was written (`tag:yaml.org,2002:str` for `!!str`, `!local` for `!local`).
  public var tag: String? { record.extra.flatMap { tree.extras[Int($0)].tag } }

  /// Where `*name` stands, when the node came in by an alias; `range` is then that of the anchored node.
  public var alias: Range<Int>? { record.extra.flatMap { tree.extras[Int($0)].alias } }

  /// Whether it has a tag or an alias; most nodes have neither.
  public var hasProperties: Bool { record.extra != nil }

  /// Nil for collections.
  public var scalar: YAMLScalar? {
    let record = record
    return record.shape.style.map { YAMLScalar(text: tree.texts[Int(record.first)], style: $0) }
  }

  /// A scalar's text; nil for collections.
  public var text: String? {
    let record = record
    return record.shape.style == nil ? nil : tree.texts[Int(record.first)]
  }

  public var isMapping: Bool { record.shape == .mapping }
  public var isSequence: Bool { record.shape == .sequence }

  /// A mapping's entries; nil for other nodes.
  public var entries: YAMLMapping? {
    let record = record
    return record.shape == .mapping ? YAMLMapping(tree, record) : nil
  }

  /// The elements of a sequence; any other node stands for a sequence of itself.
  public var elements: YAMLSequence {
    let record = record
    return record.shape == .sequence ? YAMLSequence(tree, record) : YAMLSequence(only: self)
  }

  /// Whether nothing was written: `key:` alone.
  public var isNothing: Bool { record.isNothing }

  /// The value of a mapping's key, the first when it stands there twice.
  public subscript(name: String) -> YAMLNode? { entries?.value(of: name) }
}

/// The elements of a sequence.
public struct YAMLSequence: RandomAccessCollection, Sendable {
  private let tree: YAMLTree
  /// Where the elements begin among the tree's children; nil where a node stands for a sequence of itself.
  private let first: Int?
  private let only: Int
  public let endIndex: Int

  init(_ tree: YAMLTree, _ record: YAMLTree.Record) {
    self.tree = tree
    first = Int(record.first)
    only = 0
    endIndex = Int(record.count)
  }

  init(only node: YAMLNode) {
    tree = node.tree
    first = nil
    only = node.index
    endIndex = 1
  }

  public var startIndex: Int { 0 }

  public subscript(position: Int) -> YAMLNode {
    precondition(position < endIndex, "no such element")
    return YAMLNode(tree: tree, index: first.map { Int(tree.children[$0 + position]) } ?? only)
  }
}

/// The entries of a mapping in the order of the file. Duplicate keys have been reported and left in.
public struct YAMLMapping: RandomAccessCollection, Sendable {
  private let tree: YAMLTree
  private let first: Int
  public let endIndex: Int

  init(_ tree: YAMLTree, _ record: YAMLTree.Record) {
    self.tree = tree
    first = Int(record.first)
    endIndex = Int(record.count)
  }

  public var startIndex: Int { 0 }

  public subscript(position: Int) -> YAMLEntry { YAMLEntry(key: key(at: position), value: value(at: position)) }

  public func key(at position: Int) -> YAMLNode { node(2 * position) }

  public func value(at position: Int) -> YAMLNode { node(2 * position + 1) }

  /// The value of a key, the first when it stands there twice.
  public func value(of name: String) -> YAMLNode? {
    // Asked for each key that a mapping may have: most keys that it does have differ in their length.
    let length = name.utf8.count
    for position in 0..<endIndex {
      let key = tree.records[Int(tree.children[first + 2 * position])]
      if key.count == length, key.shape.style != nil, tree.texts[Int(key.first)] == name {
        return value(at: position)
      }
    }
    return nil
  }

  private func node(_ offset: Int) -> YAMLNode {
    precondition(offset < 2 * endIndex, "no such entry")
    return YAMLNode(tree: tree, index: Int(tree.children[first + offset]))
  }
}

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
  public var key: YAMLNode
  public var value: YAMLNode
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
