public import ShareModel
public import SourceDiagnostics

/// A folder of definitions, one activity in each file.
public struct DefinitionDirectory: Sendable, Equatable {
  /// How the folder came into the search, which decides how far it is trusted.
  public enum Origin: Sendable, Equatable {
    /// Named for this call: used even where it is unsafe, with a warning.
    case commandLine
    /// Named by `SHAREROUTER_ACTIVITIES`.
    case environment
    /// The person's own, and the system's.
    case user
    case system
    /// That of the program itself, whose owner is trusted as the program is.
    case shipped(owner: UInt32?)

    /// Whether someone named the folder, so that it must be there.
    var isNamed: Bool { self == .commandLine || self == .environment }
  }

  public var path: FilePath
  public var origin: Origin
  /// The place in the search order; 0 is nearest.
  public var layer: Int

  public init(path: FilePath, origin: Origin, layer: Int = 0) {
    self.path = path
    self.origin = origin
    self.layer = layer
  }

  /// What lies in the folder, told by the names alone.
  public struct Listing: Sendable {
    /// File names ending in `.yaml`, in the order of their bytes.
    public var names: [[UInt8]] = []
    public var findings: [Diagnostic] = []
  }

  /// Lists the folder. Hidden files, backup copies and folders are passed over; any other name that is not
  /// `….yaml` is a finding.
  public func list(for user: UInt32) -> Listing {
    var listing = Listing()
    let shown = path.displayText
    do {
      let ownership = try FileReader.folderOwnership(path)
      if let finding = Trust.finding(about: path, ownership: ownership, origin: origin, user: user) {
        listing.findings.append(finding)
        if finding.severity == .error { return listing }
      }
      let entries = try FileReader.list(path)
      listing.names.reserveCapacity(entries.count)
      for entry in entries where !entry.isFolder && !DefinitionDirectory.isPassedOver(entry.name) {
        if DefinitionDirectory.isDefinition(entry.name) {
          listing.names.append(entry.name)
        } else {
          listing.findings.append(.notADefinitionsName(entry.name, in: path))
        }
      }
    } catch .system(let code) where code == FileReader.notFound {
      if origin.isNamed { listing.findings.append(.missingFolder(shown)) }
    } catch .notRegular {
      listing.findings.append(.notAFolder(shown))
    } catch {
      listing.findings.append(.unreadable(shown, error))
    }
    return listing
  }

  /// Loads one of the folder's files.
  public func load(
    name: [UInt8], for user: UInt32, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (ActivityDefinition?, [Diagnostic]) {
    DefinitionLoader.load(
      path: path.appending(name), origin: origin, layer: layer, user: user,
      regularExpressionCheck: regularExpressionCheck)
  }

  /// Whether the folder has a file for this type; nothing but that name is looked at.
  func has(_ type: ActivityType) -> Bool { !FileReader.isAbsent(path.appending(type.rawValue + ".yaml")) }

  /// Hidden files and the backup copies of editors.
  private static func isPassedOver(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || name.last == UInt8(ascii: "~") || name.first == UInt8(ascii: "#")
  }

  /// Whether the name ends in `.yaml`.
  private static func isDefinition(_ name: [UInt8]) -> Bool {
    let suffix: [5 of UInt8] = [0x2E, 0x79, 0x61, 0x6D, 0x6C]
    let start = name.count - suffix.count
    guard start >= 0 else { return false }
    for index in suffix.indices where name[start + index] != suffix[index] { return false }
    return true
  }

  /// The type that a file name stands for; nil when the name is that of no type.
  static func type(ofName name: [UInt8]) -> ActivityType? {
    guard let text = String(validating: name.dropLast(5), as: UTF8.self), ActivityType.isValid(text) else { return nil }
    return ActivityType(rawValue: text)
  }
}

extension DefinitionLoader {
  /// Reads and decodes a definition by its path.
  public static func load(
    path: FilePath, origin: DefinitionDirectory.Origin = .commandLine, layer: Int = 0, user: UInt32,
    isThorough: Bool = false, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (ActivityDefinition?, [Diagnostic]) {
    let (file, findings) = TrustedFile.read(path, origin: origin, user: user)
    guard let file else { return (nil, findings) }
    let (definition, own) = load(
      file, layer: layer, isThorough: isThorough, regularExpressionCheck: regularExpressionCheck)
    return (definition, findings + own)
  }
}
