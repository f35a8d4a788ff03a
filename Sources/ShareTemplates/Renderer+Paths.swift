public import ShareModel
import SourceDiagnostics

extension Renderer {
  /// A path: a value at its beginning is absolute, one elsewhere a single name. A literal beginning that is relative
  /// is taken from `base`. Nil when the whole path is an optional value that is missing.
  public mutating func path(_ template: Template, base: FilePath? = nil) throws(RenderError) -> FilePath? {
    var result: [UInt8] = []
    for (index, part) in template.parts.enumerated() {
      switch part {
      case .literal(let text): result += text.utf8
      case .placeholder(let placeholder):
        guard let value = try evaluate(placeholder, in: template.source) else {
          if template.parts.count == 1 { return nil }
          throw RenderError(
            .missingValue, "'\(placeholder.name)' has no value in a path; give it a 'default'",
            at: template.source.location(of: placeholder.range))
        }
        let bytes = try bytes(of: value)
        let problem: String? =
          if bytes.contains(0) {
            "with a NUL byte, which no path holds"
          } else if index == 0 {
            bytes.first == UInt8(ascii: "/") ? nil : "not an absolute path"
          } else if bytes.isEmpty || bytes.contains(UInt8(ascii: "/")) || bytes == Array(".".utf8)
            || bytes == Array("..".utf8)
          {
            "not a single name, which alone may stand inside a path; write '| basename' or '| replace: \"/\", \"-\"'"
          } else {
            nil
          }
        if let problem {
          throw RenderError(
            .invalidPath, "'\(placeholder.name)' is \(excerpt(value)), \(problem)", at: value.location)
        }
        result += bytes
      }
    }
    if result.first != UInt8(ascii: "/") {
      guard let base else {
        throw RenderError(
          .invalidPath, "\(RenderError.excerpt(result)) is not an absolute path", at: template.source.location)
      }
      return base.appending(result)
    }
    return FilePath(bytes: result)
  }

  /// What an activity gives back, checked as its kind demands; a list gives several. Empty when it is optional and
  /// missing.
  public mutating func returned(_ template: ReturnTemplate, base: FilePath? = nil) throws(RenderError)
    -> [TemplateValue]
  {
    try repeated([template.value]) { (renderer) throws(RenderError) in
      switch template.kind {
      case .url: try renderer.url(template.value, .returned).map { .url($0) }
      case .text: try renderer.text(template.value).map { .text($0) }
      case .image, .file: try renderer.path(template.value, base: base).map { .path($0) }
      }
    }
  }
}
