internal import ShareDefinitions
internal import ShareItems
public import ShareModel
internal import ShareRouting
public import SourceDiagnostics

/// Items with everything that goes along (UIKit: `UIActivityItemsConfiguration`); a request file says the same.
public struct ActivityItemsConfiguration: Sendable {
  public var items: [ActivityItem]
  /// One line.
  public var subject: String?
  public var message: String?
  /// One line each.
  public var recipients: [String] = []
  /// Types, or globs of them such as `com.example.*`, that are not offered.
  public var excludedActivityTypes: [ActivityType] = []
  /// Further rules that keep activities off the sheet.
  public var exclusions: [Rule] = []
  /// Types, or globs of them; nil when any may be offered.
  public var onlyActivityTypes: [ActivityType]?
  /// Answers to inputs, for whichever activity asks for them.
  public var inputs: [(name: String, value: String)] = []
  /// Where relative paths of the items begin; nil for the current folder.
  public var folder: FilePath?
  /// The file that `onlyActivityTypes` is from.
  private var onlyOrigin: RuleOrigin?

  public init(_ items: [any ActivityItemConvertible]) { self.items = items.map(\.activityItem) }

  /// Reads a request, which is YAML or JSON; nil when there is any error.
  public static func load(_ file: SourceFile) -> (ActivityItemsConfiguration?, [Diagnostic]) {
    let (request, findings) = RequestLoader.load(file, regularExpressionCheck: ShareSession.checkPattern)
    guard let request else { return (nil, findings) }
    var configuration = ActivityItemsConfiguration(request.items.map { ActivityItem($0) })
    configuration.subject = request.metadata.subject
    configuration.message = request.metadata.message
    configuration.recipients = request.metadata.recipients
    configuration.exclusions = request.exclusions
    configuration.onlyActivityTypes = request.only?.map { ActivityType(rawValue: $0) }
    configuration.onlyOrigin = RuleOrigin(layer: .request, file: file.path)
    configuration.inputs = request.inputs
    return (configuration, findings)
  }

  /// Looks at the items and puts everything together; or tells all that is wrong.
  public func resolved(
    _ process: ProcessContext, spoolDirectory: @escaping @Sendable () -> FilePath?
  ) -> (Sharing?, [ActivityItemResolver.Problem]) {
    let (shared, problems) = items(process, spoolDirectory: spoolDirectory)
    let (sharing, others) = sharing(of: shared)
    return (problems.isEmpty ? sharing : nil, problems + others)
  }

  package func items(
    _ process: ProcessContext, spoolDirectory: @escaping @Sendable () -> FilePath?
  ) -> ([SharedItem], [ActivityItemResolver.Problem]) {
    guard !items.isEmpty else { return ([], [.init(error: .noItems)]) }
    let resolver = ActivityItemResolver(
      process: process, folder: folder ?? process.currentDirectory, spoolDirectory: spoolDirectory)
    return resolver.resolve(items)
  }

  /// All but the items of this configuration, with items that were looked at before.
  package func sharing(of items: [SharedItem]) -> (Sharing?, [ActivityItemResolver.Problem]) {
    let (metadata, errors) = Metadata.checked(
      subject: subject.map { Array($0.utf8) }, message: message.map { Array($0.utf8) },
      recipients: recipients.map { Array($0.utf8) })
    guard let metadata else { return (nil, errors.map { .init(error: $0) }) }
    var sharing = Sharing(items: items)
    sharing.metadata = metadata
    sharing.exclusions = exclusions
    sharing.exclude(excludedActivityTypes.map(\.rawValue))
    if let onlyActivityTypes {
      sharing.only.append(
        .init(patterns: onlyActivityTypes.map(\.rawValue), origin: onlyOrigin ?? RuleOrigin(layer: .request)))
    }
    sharing.answers = inputs.map { InputAnswer(name: $0.name, value: Array($0.value.utf8)) }
    return (sharing, [])
  }
}

extension ActivityItem {
  /// An item as a request file says it.
  init(_ item: RequestItem) {
    let form: ItemArgument.Form =
      switch item.kind {
      case .text: .text
      case .url: .url
      case .file: .file
      case .image: .image
      }
    self.init(.argument(ItemArgument(item.value, form: form)))
    mime = item.mime
    subject = item.subject
    location = item.location
    replacements = item.instead.map { type, replacement in
      switch replacement {
      case .leftOut: (type, nil)
      case .item(let other): (type, ActivityItem(other))
      }
    }
  }
}
