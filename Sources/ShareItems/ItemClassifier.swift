public import DesktopTypes
import Glibc
public import ShareModel

/// Makes items of the values of a command line: finds out what each of them is, reads and keeps what has to be.
///
/// In this order: `-` is standard input; a `file:` URL is its file; an existing path is a file; then come absolute
/// URLs; what looks like a path but is none is an error; all else is text, byte for byte.
public struct ItemClassifier: Sendable {
  /// What a classification depends on besides the values.
  public struct Surroundings: Sendable {
    /// Relative paths belong to it.
    public var currentDirectory: FilePath
    /// Named in the help for a `~` that no shell replaced.
    public var homeDirectory: FilePath?
    /// Where data from streams is kept; made when it is needed (its parent must exist).
    public var spoolDirectory: FilePath
    /// A descriptor; read only when an item asks for it.
    public var standardInput: Int32
    public var types: ContentTypeDatabase

    public init(
      currentDirectory: FilePath, homeDirectory: FilePath?, spoolDirectory: FilePath, standardInput: Int32 = 0,
      types: ContentTypeDatabase = .desktop
    ) {
      self.currentDirectory = currentDirectory
      self.homeDirectory = homeDirectory
      self.spoolDirectory = spoolDirectory
      self.standardInput = standardInput
      self.types = types
    }
  }

  private let surroundings: Surroundings
  private let forcedKind: ItemKind?
  private let forcedType: ContentType?
  private var hasReadStandardInput = false

  /// - Parameters:
  ///   - forcedKind: `--as`, for the values that do not say themselves what they are.
  ///   - forcedType: `--mime`, for all of them but folders.
  public init(surroundings: Surroundings, forcedKind: ItemKind? = nil, forcedType: ContentType? = nil) {
    self.surroundings = surroundings
    self.forcedKind = forcedKind
    self.forcedType = forcedType
  }

  /// All items, and everything that is wrong with any of the values; no values at all is an error.
  public mutating func classify(_ arguments: [ItemArgument]) -> (items: [Item], errors: [ItemError]) {
    guard !arguments.isEmpty else { return ([], [.noItems]) }
    var items: [Item] = []
    var errors: [ItemError] = []
    for argument in arguments {
      do throws(ItemError) { items.append(try classify(argument)) } catch { errors.append(error) }
    }
    return (items, errors)
  }

  /// The item that one value stands for.
  public mutating func classify(_ argument: ItemArgument) throws(ItemError) -> Item {
    let bytes = argument.bytes
    switch argument.form {
    case .text: return try text(bytes)
    case .url: return try url(bytes)
    case .file: return try namedFile(bytes, as: .file)
    case .image: return try namedFile(bytes, as: .image)
    case .automatic:
      if bytes == [UInt8(ascii: "-")] { return try standardInput() }
      switch forcedKind {
      case .text: return try text(bytes)
      case .url: return try url(bytes)
      case .file: return try namedFile(bytes, as: .file)
      case .image: return try namedFile(bytes, as: .image)
      case nil: return try recognized(bytes)
      }
    }
  }

  // MARK: Values

  private func recognized(_ bytes: [UInt8]) throws(ItemError) -> Item {
    // An empty path names nothing, but joined to the current folder it would.
    if bytes.isEmpty { return try text(bytes) }
    if FileURL.isFileURL(bytes) { return try file(at: try FileURL.path(of: bytes), as: nil) }
    if let item = try existingFile(bytes) { return item }
    if URLParts.isAbsoluteURL(bytes) { return try url(bytes) }
    guard !PathLikeText.isLikePath(bytes, types: surroundings.types) else {
      throw .noSuchFile(bytes, expanded: expandedHome(bytes))
    }
    return try text(bytes)
  }

  private func text(_ bytes: [UInt8]) throws(ItemError) -> Item {
    try checkText(bytes, "the text")
    var item = Item.text(bytes)
    item.contentType = forcedType ?? item.contentType
    return item
  }

  private func url(_ bytes: [UInt8]) throws(ItemError) -> Item {
    try checkText(bytes, "the URL")
    if FileURL.isFileURL(bytes) { throw .fileURLAsURL(bytes) }
    guard URLParts.isAbsoluteURL(bytes) else { throw .notURL(bytes) }
    var item = Item.url(bytes)
    item.contentType = forcedType ?? item.contentType
    return item
  }

  private func checkText(_ bytes: [UInt8], _ what: String) throws(ItemError) {
    if let offset = UTF8Check.firstInvalidOffset(in: bytes) { throw .notUTF8(what, offset: offset) }
    if let offset = bytes.firstIndex(of: 0) { throw .containsNUL(what, offset: offset) }
  }

  // MARK: Files

  /// A value that must name a file, by path or by URL.
  private func namedFile(_ bytes: [UInt8], as kind: ItemKind) throws(ItemError) -> Item {
    if FileURL.isFileURL(bytes) { return try file(at: try FileURL.path(of: bytes), as: kind) }
    let path = absolute(bytes)
    if !bytes.isEmpty, FileSystem.exists(path) { return try file(at: path, as: kind) }
    if URLParts.isAbsoluteURL(bytes) { throw .urlAsFile(bytes, kind: kind) }
    if bytes.isEmpty || expandedHome(bytes) != nil { throw .noSuchFile(bytes, expanded: expandedHome(bytes)) }
    return try file(at: path, as: kind)
  }

  /// The file that a value names; nil when there is none.
  private func existingFile(_ bytes: [UInt8]) throws(ItemError) -> Item? {
    let path = absolute(bytes)
    do throws(FileError) {
      _ = try FileSystem.status(of: path, followsLinks: false)
    } catch {
      if error.isAbsence || !PathLikeText.isLikePath(bytes, types: surroundings.types) { return nil }
      throw .unreadable(path, error)
    }
    return try file(at: path, as: nil)
  }

  private func file(at path: FilePath, as kind: ItemKind?) throws(ItemError) -> Item {
    let status: FileStatus
    do throws(FileError) { status = try FileSystem.status(of: path) } catch {
      guard error.isAbsence else { throw .unreadable(path, error) }
      let isLink = (try? FileSystem.status(of: path, followsLinks: false)) != nil
      throw isLink ? .danglingLink(path) : .noSuchFile(at: path)
    }
    switch status.kind {
    case .regular: return try regularFile(at: path, size: status.size, as: kind)
    case .directory: return Item(kind: .file, content: .file(path), contentType: .directory, size: nil)
    case .pipe: return try pipe(at: path, as: kind)
    case .other(let what): throw .unsupportedFile(path, what)
    }
  }

  private func regularFile(at path: FilePath, size: Int, as kind: ItemKind?) throws(ItemError) -> Item {
    let prefix: [UInt8]
    do throws(FileError) {
      prefix = try FileSystem.prefix(of: path, count: ContentTypeDatabase.prefixLength)
    } catch { throw .unreadable(path, error) }
    var guess = surroundings.types.guess(name: path.name, prefix: prefix)
    // An empty file without a telling name is an empty text.
    if size == 0, prefix.isEmpty, guess.byName == nil { guess.type = ContentType.plainText.essence }
    return item(for: path, size: size, guess: guess, kind: kind)
  }

  private func item(for path: FilePath, size: Int, guess: ContentTypeGuess, kind: ItemKind?) -> Item {
    let type = forcedType ?? ContentType(guess.type)
    // Plain text that the name knows more about (JSON, a program) is no disagreement.
    let byContent = guess.byContent.flatMap { byContent in
      surroundings.types.isA(type.essence, byContent) ? nil : ContentType(byContent)
    }
    return Item(
      kind: kind ?? (type.isImage ? .image : .file), content: .file(path), contentType: type, size: size,
      contentTypeByContent: byContent)
  }

  /// The path as it was written, behind the current folder when it is relative: links and `..` stay as they are.
  private func absolute(_ bytes: [UInt8]) -> FilePath {
    bytes.first == UInt8(ascii: "/") ? FilePath(bytes: bytes) : surroundings.currentDirectory.appending(bytes)
  }

  private func expandedHome(_ bytes: [UInt8]) -> FilePath? {
    guard bytes.starts(with: "~/".utf8), let home = surroundings.homeDirectory else { return nil }
    let path = home.appending(Array(bytes.dropFirst(2)))
    return FileSystem.exists(path) ? path : nil
  }

  // MARK: Streams

  private mutating func standardInput() throws(ItemError) -> Item {
    guard !hasReadStandardInput else { throw .standardInputTwice }
    hasReadStandardInput = true
    let allowsText = forcedKind != .file && forcedKind != .image && !(forcedKind == nil && isTypeOfData(forcedType))
    let content: Spool.Content
    do throws(Spool.Failure) {
      content = try spool(surroundings.standardInput, name: "standard-input", allowsText: allowsText)
    } catch {
      switch error {
      case .read(let error): throw .standardInputUnreadable(error)
      case .write(let path, let error): throw .spoolFailed(path, error)
      }
    }
    switch content {
    case .text(let bytes): return try standardInputText(bytes)
    case .file(let file):
      guard forcedKind != .text, forcedKind != .url else {
        FileSystem.remove(file.path)
        throw file.size > Spool.textLimit
          ? .textTooLong(limit: Spool.textLimit)
          : ItemError(.notText, "standard input is not UTF-8 text without NUL", help: "share it as a file")
      }
      return spooledItem(file, kind: forcedKind)
    }
  }

  private func standardInputText(_ bytes: [UInt8]) throws(ItemError) -> Item {
    if forcedKind == .text { return try text(bytes) }
    var line = bytes
    // `echo` and `xclip` alike end a URL by a line break, which no URL holds.
    if line.last == 0x0A {
      line.removeLast()
      if line.last == 0x0D { line.removeLast() }
    }
    if forcedKind == .url || URLParts.isAbsoluteURL(line) { return try url(line) }
    return try text(bytes)
  }

  /// Whether a forced type says that a stream is data for a file although its bytes are text.
  private func isTypeOfData(_ type: ContentType?) -> Bool {
    guard let type else { return false }
    return type.isImage || !surroundings.types.isA(type.essence, ContentType.plainText.essence)
  }

  private func pipe(at path: FilePath, as kind: ItemKind?) throws(ItemError) -> Item {
    let descriptor: Int32
    do throws(FileError) { descriptor = try FileSystem.openForReading(path) } catch { throw .unreadable(path, error) }
    defer { close(descriptor) }
    do throws(Spool.Failure) {
      guard case .file(let file) = try spool(descriptor, name: "pipe", allowsText: false) else {
        preconditionFailure("a spool that allows no text makes a file")
      }
      return spooledItem(file, kind: kind)
    } catch {
      switch error {
      case .read(let error): throw .unreadable(path, error)
      case .write(let path, let error): throw .spoolFailed(path, error)
      }
    }
  }

  private func spool(_ descriptor: Int32, name: String, allowsText: Bool) throws(Spool.Failure) -> Spool.Content {
    try Spool(directory: surroundings.spoolDirectory).read(descriptor, name: name, allowsText: allowsText) { prefix in
      ContentTypeDatabase.suffix(forType: (forcedType ?? streamType(prefix)).essence)
    }
  }

  private func streamType(_ prefix: [UInt8]) -> ContentType {
    prefix.isEmpty ? .plainText : ContentType(surroundings.types.guess(name: nil, prefix: prefix).type)
  }

  private func spooledItem(_ file: Spool.SpooledFile, kind: ItemKind?) -> Item {
    let type = streamType(file.prefix).essence
    let guess = ContentTypeGuess(type: type, byName: nil, byContent: file.prefix.isEmpty ? nil : type)
    var item = item(for: file.path, size: file.size, guess: guess, kind: kind)
    item.isTemporary = true
    return item
  }
}
