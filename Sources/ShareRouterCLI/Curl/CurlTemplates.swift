internal import ShareModel

/// The texts of a curl command line on their way to templates: which of them become secrets, variables and the item.
///
/// A placeholder stands in a text between two characters that no text has, so that JSON and forms can be taken apart
/// around it.
struct CurlTemplates {
  private static let start: Character = "\u{F8F2}"
  private static let end: Character = "\u{F8F3}"

  /// The beginning of secrets' names, such as `GITHUB`.
  let secretPrefix: String
  private(set) var secrets: [(name: String, value: String)] = []
  private(set) var variables: [String] = []

  init(url: String, type: String) {
    secretPrefix = CurlTemplates.prefix(url: url, type: type)
  }

  static func placeholder(_ path: String) -> String { "\(start)\(path)\(end)" }

  // MARK: Secrets

  /// The text with a secret in place of it; a name that was given to a value is used again.
  mutating func secret(_ value: String, _ suffix: String) -> String {
    // What the author has put there, and nothing at all, stay.
    if value.isEmpty || value.contains("{{") || value.contains(CurlTemplates.start) { return value }
    if let known = secrets.first(where: { $0.value == value }) {
      return CurlTemplates.placeholder("secret." + known.name)
    }
    var name = secretPrefix + "_" + suffix
    if let variable = CurlTemplates.loneVariable(value) {
      name = variable.uppercased()
      if !CurlTemplates.isSecretName(name) { name = "SECRET_" + name }
    }
    var number = 2
    let base = name
    while secrets.contains(where: { $0.name == name }) {
      name = "\(base)_\(number)"
      number += 1
    }
    secrets.append((name, value))
    return CurlTemplates.placeholder("secret." + name)
  }

  /// What kind of secret a header, a field or a parameter of this name holds, as the end of the secret's name; nil for
  /// what may be read by everyone.
  static func secretSuffix(of name: String) -> String? {
    let name = name.lowercased().replacing("_", with: "-")
    if name == "authorization" || name == "proxy-authorization" { return "AUTHORIZATION" }
    if name.contains("cookie") { return "COOKIE" }
    if name.contains("password") || name.contains("passwd") || name == "pwd" || name == "pass" { return "PASSWORD" }
    if name.contains("secret") { return "SECRET" }
    if name.hasSuffix("token") || name.hasSuffix("-jwt") || name == "jwt" { return "TOKEN" }
    if name.contains("apikey") || name.contains("api-key") || name.contains("access-key") || name == "key"
      || name.hasSuffix("-key-id") || name == "appid" || name == "app-id" || name.hasSuffix("subscription-key")
      || name.hasSuffix("auth-key")
    {
      return "KEY"
    }
    if name == "sig" || name == "signature" || name == "auth" || name.hasSuffix("-auth") { return "SIGNATURE" }
    return nil
  }

  private static func isSecretName(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isLetter else { return false }
    return true
  }

  /// The name of the variable that is the whole text.
  private static func loneVariable(_ text: String) -> String? {
    guard text.first == ShellWords.variableStart, text.last == ShellWords.variableEnd,
      text.dropFirst().firstIndex(of: ShellWords.variableEnd) == text.index(before: text.endIndex)
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  private static func prefix(url: String, type: String) -> String {
    let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = afterScheme.prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
    let labels = host.split(separator: ".").map(String.init)
    var label = type.split(separator: ".").last.map(String.init) ?? type
    if labels.count > 1, !labels.allSatisfy({ $0.allSatisfy(\.isNumber) }), host.allSatisfy({ $0.isASCII }) {
      let second = labels[labels.count - 2]
      label =
        labels.count > 2 && ["co", "com", "org", "gov", "ac"].contains(second) ? labels[labels.count - 3] : second
    }
    let name = label.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return name.first?.isLetter == true ? name : "API"
  }

  // MARK: Writing

  /// The text as a template: variables of the shell become those of the environment, or secrets by their names; what
  /// looks like a placeholder and is none is written as text.
  mutating func template(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if character == CurlTemplates.start, let close = rest.firstIndex(of: CurlTemplates.end) {
        result += "{{ \(rest[rest.index(after: rest.startIndex)..<close]) }}"
        rest = rest[rest.index(after: close)...]
      } else if character == ShellWords.variableStart, let close = rest.firstIndex(of: ShellWords.variableEnd) {
        let name = String(rest[rest.index(after: rest.startIndex)..<close])
        result += template(ofVariable: name)
        rest = rest[rest.index(after: close)...]
      } else if rest.hasPrefix("{{") {
        let inner = rest.dropFirst(2)
        if let close = inner.firstRange(of: "}}"), CurlTemplates.isPlaceholder(inner[..<close.lowerBound]) {
          result += rest[..<close.upperBound]
          rest = rest[close.upperBound...]
        } else {
          result += "{{ \"{{\" }}"
          rest = inner
        }
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  private mutating func template(ofVariable name: String) -> String {
    guard CurlTemplates.secretSuffix(of: name) != nil else {
      if !variables.contains(name) { variables.append(name) }
      return "{{ env.\(name) }}"
    }
    let marked = secret("\(ShellWords.variableStart)\(name)\(ShellWords.variableEnd)", "TOKEN")
    return template(marked)
  }

  /// Whether the text between braces names one of our values: other tools' placeholders have no dot, or other roots.
  static func isPlaceholder(_ text: some StringProtocol) -> Bool {
    let path = String(text).trimmed.prefix { $0.isLetter || $0 == "." || $0 == "_" || $0.isNumber }
    let root = path.prefix { $0 != "." }
    let roots = ["item", "items", "texts", "urls", "images", "files", "input", "env", "secret", "dirs"]
    return (roots.contains(String(root)) && path.contains("."))
      || ["subject", "message", "recipients", "now"].contains(path)
  }

  /// Whether the text already says where what is shared goes.
  static func namesItem(_ text: String) -> Bool {
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      let path = String(rest.prefix { $0 != "}" }).trimmed
      if ["item.", "items.", "texts.", "urls.", "images.", "files."].contains(where: { path.hasPrefix($0) }) {
        return true
      }
    }
    return false
  }
}
