public import ShareItems
public import ShareModel
public import SourceDiagnostics

/// Looks at what was handed over and makes items of it, those for single activities as well.
public struct ActivityItemResolver: Sendable {
  /// Why something did not become an item, and where it was written.
  public struct Problem: Error, Sendable {
    public var error: ItemError
    public var location: SourceLocation?

    /// The finding in the file in which the item was written; nil for one that was written in none.
    public var diagnostic: Diagnostic? {
      location.map { location in
        Diagnostic(
          .error, Diagnostic.Code(rawValue: error.code.rawValue), error.message,
          at: Diagnostic.Label(location, "not an item"), helps: error.help.map { [Diagnostic.Help($0)] } ?? [])
      }
    }
  }

  let surroundings: ItemClassifier.Surroundings

  /// - Parameters:
  ///   - process: What the person's folders are known from.
  ///   - folder: Where relative paths begin.
  ///   - spoolDirectory: Where data from pipes is kept; asked for when it is needed.
  public init(process: ProcessContext, folder: FilePath, spoolDirectory: @escaping @Sendable () -> FilePath?) {
    surroundings = ItemClassifier.Surroundings(
      currentDirectory: folder, homeDirectory: process.home, spoolDirectory: spoolDirectory)
  }

  /// All items, and everything that is wrong with any of them.
  public func resolve(_ items: [ActivityItem]) -> (items: [SharedItem], problems: [Problem]) {
    var resolved: [SharedItem] = []
    var problems: [Problem] = []
    for item in items {
      var shared: SharedItem?
      do throws(Problem) { shared = SharedItem(try look(at: item)) } catch { problems.append(error) }
      for (type, replacement) in item.replacements {
        do throws(Problem) {
          let other: Item? = if let replacement { try look(at: replacement) } else { nil }
          shared?.replacements.append((type, other))
        } catch { problems.append(error) }
      }
      if let shared { resolved.append(shared) }
    }
    return (resolved, problems)
  }

  private func look(at item: ActivityItem) throws(Problem) -> Item {
    var result: Item
    switch item.value {
    case .item(let known):
      result = known
      if let mime = item.mime { result.contentType = ContentType(mime) }
    case .argument(let argument): result = try look(at: argument, item)
    case .path(let path):
      // As the URL of a file the path cannot be taken for anything else.
      let isURL = path.starts(with: "file:/".utf8)
      let file = path.first == UInt8(ascii: "/") ? FilePath(bytes: path) : surroundings.currentDirectory.appending(path)
      result = try look(at: isURL ? ItemArgument(path) : ItemArgument(file.uri), item)
    }
    if let subject = item.subject {
      if let error = Metadata.checked(subject: Array(subject.utf8)).errors.first {
        throw Problem(error: error, location: item.location)
      }
      result.subject = subject
    }
    return result
  }

  private func look(at argument: ItemArgument, _ item: ActivityItem) throws(Problem) -> Item {
    var classifier = ItemClassifier(surroundings: surroundings, forcedType: item.mime.map { ContentType($0) })
    do throws(ItemError) { return try classifier.classify(argument) } catch {
      throw Problem(error: error, location: item.location)
    }
  }
}
