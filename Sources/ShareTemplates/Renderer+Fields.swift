public import JSONSyntax
public import ShareModel
import SourceDiagnostics

/// A field of a query, a form or a request's headers.
public struct RenderedField: Sendable, Equatable {
  public var name: String
  public var value: [UInt8]
  /// Whether the value is only the mask of a secret.
  public var isMasked = false

  public init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }

  /// The fields as application/x-www-form-urlencoded, blanks as %20, which every reader of that format takes.
  public static func encoded(_ fields: [RenderedField]) -> [UInt8] {
    let pairs = fields.map { field in
      PercentEncoding.encode(Array(field.name.utf8)) + Array("=".utf8)
        + (field.isMasked ? field.value : PercentEncoding.encode(field.value))
    }
    return Array(pairs.joined(separator: "&".utf8))
  }
}

/// A part of a multipart body.
public struct RenderedPart: Sendable, Equatable {
  public enum Content: Sendable, Equatable {
    case bytes([UInt8])
    case file(FilePath)
  }

  public var name: String
  public var content: Content
  public var filename: [UInt8]?
  public var type: String?

  public init(name: String, content: Content, filename: [UInt8]? = nil, type: String? = nil) {
    self.name = name
    self.content = content
    self.filename = filename
    self.type = type
  }
}

extension Renderer {
  /// The fields of a query or form, values as they are; a list repeats its field, a missing optional one leaves it out.
  public mutating func fields(_ fields: [HTTPAction.Field]) throws(RenderError) -> [RenderedField] {
    try render(fields) { (renderer, template) throws(RenderError) in try renderer.text(template) }
  }

  /// Header fields; a value without control characters and without white space at its ends.
  public mutating func headers(_ fields: [HTTPAction.Field]) throws(RenderError) -> [RenderedField] {
    try render(fields) { (renderer, template) throws(RenderError) in try renderer.header(template) }
  }

  private mutating func render(
    _ fields: [HTTPAction.Field], _ value: (inout Renderer, Template) throws(RenderError) -> [UInt8]?
  ) throws(RenderError) -> [RenderedField] {
    var rendered: [RenderedField] = []
    for field in fields {
      for template in field.values {
        rendered += try repeated([template]) { (renderer) throws(RenderError) in
          guard let bytes = try value(&renderer, template) else { return nil }
          var result = RenderedField(name: field.name, value: bytes)
          result.isMasked = renderer.masksSecrets && bytes == Renderer.mask
          return result
        }
      }
    }
    return rendered
  }

  /// A header's value (RFC 9110, 5.5): UTF-8 goes as it is.
  public mutating func header(_ template: Template) throws(RenderError) -> [UInt8]? {
    guard let value = try text(template) else { return nil }
    let what: String
    if value.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      what = "a line break or control character"
    } else if value.first == 0x20 || value.last == 0x20 {
      what = "a blank at its beginning or end"
    } else {
      return value
    }
    let names = template.placeholders.map { "'\($0.name)'" }.joined(separator: ", ")
    throw RenderError(
      .invalidHeader,
      "a header's value\(names.isEmpty ? "" : " with \(names)") holds \(what), which no header can; write '| trim' or '| replace'",
      at: template.source.location)
  }

  /// The parts of a multipart body: a path that is a whole value attaches its file.
  public mutating func parts(_ fields: [MultipartField]) throws(RenderError) -> [RenderedPart] {
    var parts: [RenderedPart] = []
    for field in fields {
      let template: Template
      switch field.content {
      case .value(let value), .text(let value), .path(let value): template = value
      }
      let others = [field.filename, field.type].compactMap { $0 }
      parts += try repeated([template] + others) { (renderer) throws(RenderError) in
        try renderer.part(field, template)
      }
    }
    return parts
  }

  private mutating func part(_ field: MultipartField, _ template: Template) throws(RenderError) -> RenderedPart? {
    let content: RenderedPart.Content
    if case .path = field.content {
      guard let path = try path(template) else { return nil }
      content = .file(path)
    } else if case .value = field.content, let alone = template.lonePlaceholder,
      let value = try evaluate(alone, in: template.source), case .path(let path) = value.value
    {
      content = .file(path)
    } else {
      guard let text = try text(template) else { return nil }
      content = .bytes(text)
    }
    var part = RenderedPart(name: field.name, content: content)
    if let filename = field.filename { part.filename = try text(filename) }
    if let template = field.type, let type = try text(template) {
      let name = String(decoding: type, as: UTF8.self)
      guard ContentType.isValid(name), !type.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw RenderError(
          .invalidHeader, "\(RenderError.excerpt(type)) is no media type; it is written type/subtype",
          at: template.source.location)
      }
      part.type = name
    }
    return part
  }

  // MARK: JSON

  /// A JSON document. A lone placeholder keeps its type; a map or list all of whose placeholders were left out is left
  /// out itself, other than the outermost.
  public mutating func json(_ template: JSONTemplate) throws(RenderError) -> JSONValue {
    if let value = try value(template)?.json { return value }
    switch template {
    case .array: return .array([])
    case .object: return .object([])
    default: return .null
    }
  }

  private struct JSONResult {
    var json: JSONValue?
    /// Whether there are placeholders in it, and whether any of them has a value.
    var hasPlaceholders = false
    var hasValues = false
  }

  private mutating func value(_ template: JSONTemplate) throws(RenderError) -> JSONResult? {
    switch template {
    case .null: return JSONResult(json: .null)
    case .boolean(let flag): return JSONResult(json: .boolean(flag))
    case .number(let digits): return JSONResult(json: .number(digits))
    case .text(let template): return try value(template)
    case .array(let elements):
      var result = JSONResult()
      var values: [JSONValue] = []
      for element in elements {
        let rounds = try repeated(element.templatesOfOneElement) { (renderer) throws(RenderError) in
          try renderer.value(element)
        }
        if element.hasPlaceholders { result.hasPlaceholders = true }
        for round in rounds {
          if round.hasValues { result.hasValues = true }
          if let json = round.json { values.append(json) }
        }
      }
      result.json = result.hasPlaceholders && !result.hasValues ? nil : .array(values)
      return result
    case .object(let members):
      var result = JSONResult()
      var values: [JSONMember] = []
      for member in members {
        guard let value = try value(member.value) else { continue }
        if value.hasPlaceholders { result.hasPlaceholders = true }
        if value.hasValues { result.hasValues = true }
        if let json = value.json { values.append(JSONMember(member.name, json)) }
      }
      result.json = result.hasPlaceholders && !result.hasValues ? nil : .object(values)
      return result
    }
  }

  private mutating func value(_ template: Template) throws(RenderError) -> JSONResult {
    if let literal = template.literalText { return JSONResult(json: .string(literal)) }
    if let alone = template.lonePlaceholder {
      guard let evaluated = try evaluate(alone, in: template.source) else {
        return JSONResult(json: nil, hasPlaceholders: true)
      }
      do {
        return JSONResult(json: try FilterFunctions.json(evaluated.value), hasPlaceholders: true, hasValues: true)
      } catch {
        throw RenderError(
          .notText, "'\(alone.name)' cannot stand in JSON: \(error.message)", at: evaluated.location)
      }
    }
    guard let bytes = try text(template) else { return JSONResult(json: nil, hasPlaceholders: true) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let what = usedSecrets.isEmpty ? RenderError.excerpt(bytes) : "a text with a secret"
      throw RenderError(
        .notText, "\(what) is not UTF-8 and cannot stand in JSON; write '| base64'",
        at: template.source.location)
    }
    return JSONResult(json: .string(text), hasPlaceholders: true, hasValues: true)
  }
}

extension JSONTemplate {
  /// The templates whose lists repeat an element: not those of lists inside it, which repeat their own.
  fileprivate var templatesOfOneElement: [Template] {
    switch self {
    case .null, .boolean, .number, .array: []
    case .text(let template): [template]
    case .object(let members): members.flatMap(\.value.templatesOfOneElement)
    }
  }

  fileprivate var hasPlaceholders: Bool {
    switch self {
    case .null, .boolean, .number: false
    case .text(let template): template.literalText == nil
    case .array(let elements): elements.contains(where: \.hasPlaceholders)
    case .object(let members): members.contains(where: \.value.hasPlaceholders)
    }
  }
}
