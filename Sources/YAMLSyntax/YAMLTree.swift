/// All nodes of one document, in a few arrays.
///
/// A node of its own for each scalar and each list would cost more to make, copy and free than libyaml takes to read it,
/// for the thousands of small files that are checked at once. A `YAMLNode` is a number in here.
final class YAMLTree: Sendable {
  enum Shape: UInt8, Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
    case sequence, mapping

    init(_ style: YAMLScalar.Style) {
      self =
        switch style {
        case .plain: .plain
        case .singleQuoted: .singleQuoted
        case .doubleQuoted: .doubleQuoted
        case .literal: .literal
        case .folded: .folded
        }
    }

    /// Nil for collections.
    var style: YAMLScalar.Style? {
      switch self {
      case .plain: .plain
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      case .literal: .literal
      case .folded: .folded
      case .sequence, .mapping: nil
      }
    }
  }

  /// One node. It holds no references, so that an array of them is freed in one go. A file's limit of 1 MiB, and that of
  /// repeated nodes, keep every number far below those of 32 bits.
  struct Record: Sendable {
    var shape: Shape
    private var start: UInt32
    private var end: UInt32
    /// A scalar's number in `texts`; where a collection's children begin in `children`.
    private(set) var first: UInt32
    /// A scalar's bytes; the elements of a sequence; the entries of a mapping.
    private(set) var count: UInt32
    /// The number in `extras` of what few nodes have.
    var extra: UInt32?

    init(_ shape: Shape, _ range: Range<Int>, first: Int, count: Int) {
      self.shape = shape
      start = UInt32(range.lowerBound)
      end = UInt32(range.upperBound)
      self.first = UInt32(first)
      self.count = UInt32(count)
    }

    var range: Range<Int> {
      get { Int(start)..<Int(end) }
      set { (start, end) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
    }

    /// Whether nothing was written where a node was due.
    var isNothing: Bool { shape == .plain && count == 0 }
  }

  struct Extra: Sendable {
    var tag: String?
    var alias: Range<Int>?
  }

  let records: [Record]
  let texts: [String]
  /// The children of all collections, each collection's behind one another; of a mapping, keys and values in turn.
  let children: [UInt32]
  let extras: [Extra]

  init(records: [Record], texts: [String], children: [UInt32], extras: [Extra]) {
    self.records = records
    self.texts = texts
    self.children = children
    self.extras = extras
  }

  /// The same nodes at other places.
  func mapRanges(_ transform: (Range<Int>) -> Range<Int>) -> YAMLTree {
    var records = records
    for index in records.indices { records[index].range = transform(records[index].range) }
    var extras = extras
    for index in extras.indices { extras[index].alias = extras[index].alias.map(transform) }
    return YAMLTree(records: records, texts: texts, children: children, extras: extras)
  }
}
