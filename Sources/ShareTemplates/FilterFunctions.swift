import DesktopTypes
import JSONSyntax
import ShareModel
import SourceDiagnostics

extension Renderer {
  /// What a filter makes of a value; nil stands for a missing one.
  func apply(
    _ call: Placeholder.FilterCall, to value: TemplateValue?, of placeholder: Placeholder, at location: SourceLocation
  ) throws(RenderError) -> TemplateValue? {
    guard let name = FilterDefinition.Name(rawValue: call.name) else { return value }
    if name == .default {
      guard let value, value != .json(.null) else { return call.arguments.first.map(FilterFunctions.defaultValue) }
      return value
    }
    guard let value else { return nil }
    do {
      if case .list(let list) = value, name != .join, name != .json {
        var mapped: [TemplateValue] = []
        for element in list {
          guard let result = try FilterFunctions.apply(name, call.arguments, to: element, values) else { continue }
          mapped.append(result)
        }
        return .list(mapped)
      }
      return try FilterFunctions.apply(name, call.arguments, to: value, values)
    } catch {
      throw RenderError(
        .filter, "'\(placeholder.name)' cannot go through the filter '\(call.name)': \(error.message)", at: location)
    }
  }
}

/// What each filter does to one value.
enum FilterFunctions {
  typealias Problem = TemplateValues.Problem

  static func defaultValue(_ argument: Placeholder.Argument) -> TemplateValue {
    switch argument.value {
    case .number(let digits): .number(digits)
    case .word("true"): .boolean(true)
    case .word("false"): .boolean(false)
    case .word(let text), .string(let text): .text(text)
    }
  }

  static func apply(
    _ name: FilterDefinition.Name, _ arguments: [Placeholder.Argument], to value: TemplateValue,
    _ values: TemplateValues
  ) throws(Problem) -> TemplateValue? {
    switch name {
    case .default: return value
    case .trim: return .text(trimmed(try text(value)))
    case .prepend: return .text(Array(arguments[0].text.utf8) + (try bytes(value)))
    case .append: return .text(try bytes(value) + Array(arguments[0].text.utf8))
    case .upper: return .text(try text(value).uppercased())
    case .lower: return .text(try text(value).lowercased())
    case .replace:
      return .text(replace(try bytes(value), Array(arguments[0].text.utf8), Array(arguments[1].text.utf8)))
    case .truncate:
      return .text(truncate(try text(value), arguments))
    case .match: return try match(try text(value), arguments).map { .text($0) }
    case .base64: return .text(Base64.encode(try bytes(value)))
    case .sha256:
      do { return .text(try Digest.sha256Hexadecimal(try bytes(value))) } catch let error as Problem {
        throw error
      } catch {
        throw Problem((error as? MissingLibrary)?.message ?? "no SHA-256")
      }
    case .json: return .text(JSONText.write(try json(value)))
    case .html: return .text(html(try bytes(value)))
    case .encode: return .encoded(PercentEncoding.encode(try bytes(value)))
    case .path: return .encoded(PercentEncoding.encode(try bytes(value), keeping: "/"))
    case .date: return .text(try date(value, arguments))
    case .basename: return .text(basename(value, try bytes(value)))
    case .contents: return .text(try values.readFile(try path(value), Renderer.longestContent))
    case .url: return .url(Array(try path(value).uri.utf8))
    case .text: return .text(try bytes(value))
    case .join: return .text(try join(value, separator: arguments.first?.text ?? "\n"))
    }
  }

  // MARK: Values

  private static func bytes(_ value: TemplateValue) throws(Problem) -> [UInt8] {
    guard let bytes = value.bytes else {
      throw Problem(value == .json(.null) ? "it is null" : "it is a JSON list or object; write 'json' before it")
    }
    return bytes
  }

  private static func text(_ value: TemplateValue) throws(Problem) -> String {
    guard let text = String(validating: try bytes(value), as: UTF8.self) else { throw Problem("it is not UTF-8 text") }
    return text
  }

  private static func path(_ value: TemplateValue) throws(Problem) -> FilePath {
    guard case .path(let path) = value else { throw Problem("it is no path") }
    return path
  }

  /// The JSON value of any value; text must be UTF-8.
  static func json(_ value: TemplateValue) throws(Problem) -> JSONValue {
    switch value {
    case .json(let json): return json
    case .boolean(let flag): return .boolean(flag)
    case .number(let digits):
      guard JSONText.isNumber(digits) else { throw Problem("'\(digits)' is no JSON number") }
      return .number(digits)
    case .list(let list):
      var elements: [JSONValue] = []
      for element in list { elements.append(try json(element)) }
      return .array(elements)
    case .text, .encoded, .path, .url, .time:
      guard let text = String(validating: try bytes(value), as: UTF8.self) else {
        throw Problem("it is not UTF-8 text; write 'base64' before it")
      }
      return .string(text)
    }
  }

  // MARK: Filters

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  static func replace(_ bytes: [UInt8], _ from: [UInt8], _ to: [UInt8]) -> [UInt8] {
    guard let first = from.first else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: from) {
        result += to
        index += from.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func truncate(_ text: String, _ arguments: [Placeholder.Argument]) -> String {
    let length = Int(arguments[0].text) ?? 0
    guard text.count > length else { return text }
    let ending = arguments.count > 1 ? arguments[1].text : ""
    return text.prefix(max(0, length - ending.count)) + ending
  }

  private static func match(_ text: String, _ arguments: [Placeholder.Argument]) throws(Problem) -> String? {
    do {
      guard let match = try BoundedRegex(arguments[0].text).firstMatch(in: text) else { return nil }
      guard arguments.count > 1 else { return match.text }
      if case .number(let digits) = arguments[1].value { return match.group(Int(digits) ?? 0) }
      return match.group(named: arguments[1].text)
    } catch {
      throw Problem(error.message)
    }
  }

  private static func html(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case UInt8(ascii: "'"): result += "&#39;".utf8
      default: result.append(byte)
      }
    }
    return result
  }

  private static func date(_ value: TemplateValue, _ arguments: [Placeholder.Argument]) throws(Problem) -> [UInt8] {
    let seconds: Int
    if case .time(let time) = value {
      seconds = time
    } else if let number = Int(String(decoding: try bytes(value).prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)) {
      seconds = number
    } else {
      throw Problem("it is no number of seconds")
    }
    let isLocal = arguments.first?.value == .word("local")
    let format = arguments.last.flatMap { $0.isString ? $0.text : nil } ?? "%Y-%m-%d"
    return CalendarTime.format(seconds, format, isLocal: isLocal)
  }

  private static func basename(_ value: TemplateValue, _ bytes: [UInt8]) -> [UInt8] {
    switch value {
    case .path(let path): return path.name
    case .url:
      guard let parts = URLParts(bytes) else { return bytes }
      return parts.path.isEmpty ? [] : FilePath(bytes: Array(parts.path)).name
    default: return FilePath(bytes: bytes).name
    }
  }

  private static func join(_ value: TemplateValue, separator: String) throws(Problem) -> [UInt8] {
    let elements: [TemplateValue]
    switch value {
    case .list(let list): elements = list
    case .json(.array(let array)): elements = array.map { .json($0) }
    default: elements = [value]
    }
    var joined: [UInt8] = []
    for (index, element) in elements.enumerated() {
      if index > 0 { joined += separator.utf8 }
      joined += try bytes(element)
    }
    return joined
  }
}
