import ShareModel
import ShellSyntax
import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// Checks what a scalar says.
  mutating func check(_ scalar: YAMLScalar, as format: ScalarFormat, at node: YAMLNode, for key: CheckedKey) {
    let text = scalar.text
    switch format {
    case .text, .template:
      return
    case .boolean:
      if scalar.style == .plain, text == "true" || text == "false" { return }
    case .integer(let range):
      if let value = ScalarText.integer(text), range.contains(value) { return }
    case .number:
      if ScalarText.isJSONNumber(text) { return }
    case .size:
      if ScalarText.size(text) != nil { return }
    case .duration:
      if let seconds = ScalarText.duration(text), seconds > 0 { return }
    case .choice(let choice):
      for word in choice.words where word == text { return }
    case .activityType:
      if ActivityType.isValid(text) { return }
    case .activityPattern:
      if ScalarText.isActivityPattern(text) { return }
    case .mediaPattern:
      if ContentType.isValid(text, allowingWildcards: true) { return }
    case .glob:
      if PatternSyntax.globProblem(text) == nil { return }
    case .regularExpression:
      if regularExpressionProblem(text) == nil { return }
    case .host:
      if PatternSyntax.hostProblem(text) == nil { return }
    case .scheme:
      if ScalarText.isScheme(text) { return }
    case .language:
      if ScalarText.isLanguage(text) { return }
    case .environmentName:
      if ShellNames.isValidVariableName(text) { return }
    case .secretName:
      if ScalarText.isSecretName(text) { return }
    case .headerName:
      if ScalarText.isToken(text), !ScalarText.isReservedHeader(text) { return }
    case .method:
      if ScalarText.isToken(text) { return }
    case .status:
      if ScalarText.isStatus(text) { return }
    case .identifier:
      if ScalarText.isIdentifier(text) { return }
    case .query:
      if PatternSyntax.isQuery(text) { return }
    case .line, .name:
      if !ScalarText.isBlank(text), !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        if case .name = format, text[...].range(ofBytes: "{{") != nil {
          report(.templateInName(at: location(of: node), name: text))
        }
        return
      }
    }
    report(invalidValue(scalar, as: format, at: node, for: key))
  }

  /// Whether a misspelt word leaves no doubt what it meant, so that it may be replaced unseen: `zsh` is not `sh`.
  static func isSurely(_ word: String, _ meant: String) -> Bool {
    guard let first = word.utf8.first, let other = meant.utf8.first else { return false }
    return first | 0x20 == other | 0x20 && meant.utf8.count >= 4
  }

  func regularExpressionProblem(_ text: String) -> String? {
    PatternSyntax.regularExpressionProblem(text) ?? regularExpressionCheck?(text)
  }

  /// The finding about a scalar that does not say what it must.
  private func invalidValue(
    _ scalar: YAMLScalar, as format: ScalarFormat, at node: YAMLNode, for key: CheckedKey
  ) -> Diagnostic {
    let text = scalar.text
    let place = node.range.isEmpty ? location(key.range) : location(of: node)
    var value = InvalidValue(
      key: key.name, text: text, noun: format.noun, place: place,
      isReplaceable: !node.range.isEmpty && isOnOneLine(node))
    switch format {
    case .boolean:
      return .invalidBoolean(value, isQuoted: scalar.style != .plain)
    case .choice(let choice):
      value.allowed = choice.words
      value.meant = Suggestion.nearest(to: text, in: choice.words)
      value.isCertain = value.meant.map { DecodingContext.isSurely(text, $0) } ?? false
    case .activityType:
      return .invalidType(value)
    case .integer(let range):
      return .invalidInteger(value, range: range)
    case .glob:
      value.problem = PatternSyntax.globProblem(text)
      value.advice = "in a glob '*', '?' and '[…]' stand for characters; '[*]' is a '*' itself"
    case .regularExpression:
      value.problem = regularExpressionProblem(text)
      value.advice = "write '\\' before a character that means itself, such as '\\('"
    case .host:
      if let (problem, meant) = PatternSyntax.hostProblem(text) {
        value.problem = problem
        value.meant = meant
      }
      if value.meant == nil {
        value.advice = "write a host such as 'example.com', or '*.example.com' for its subdomains"
      }
    case .scheme:
      let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
      let meant = String(decoding: name, as: UTF8.self)
      if meant != text, ScalarText.isScheme(meant) {
        value.meant = meant
      } else {
        value.advice = "write a scheme alone, such as 'https' or 'mailto'"
      }
    case .headerName where ScalarText.isReservedHeader(text):
      return .reservedHeader(value)
    case .headerName:
      value.advice = "use letters, digits and '-', as in 'X-Request-Id'"
    case .method:
      value.advice = "write one word, such as 'POST'"
    case .line, .name:
      value.advice = "write one line of text that is not blank"
    case .size:
      value.advice = "write a number with one of the units B, kB, KiB, MB, MiB, GB, GiB, such as '10 MiB'"
    case .duration:
      value.advice = "write a number above zero with one of the units ms, s, m, h, such as '30s'"
    case .number:
      value.advice = "write a decimal number such as 2 or 0.5"
    case .mediaPattern:
      value.advice = "write a type and a subtype, such as 'image/png' or 'text/*'"
    case .status:
      value.advice = "write three digits such as 201, or a class such as 2xx"
    case .language:
      value.advice = "write a language tag such as 'en' or 'pt-BR'"
    case .environmentName:
      value.advice = "use letters, digits and '_', a letter or '_' first"
    case .secretName:
      value.advice = "use capital letters, digits and '_', a letter first"
    case .identifier:
      value.advice = "use letters, digits, '_' and '-'"
    case .query:
      value.advice = "write names and indexes such as 'data.items[0].id'"
    case .activityPattern:
      value.advice = "write a type such as 'com.example.paste', or a pattern such as 'com.example.*'"
    default: break
    }
    return .invalidValue(value)
  }
}

extension ScalarText {
  /// Whether the text is an activity type, or one with `*` and `?` in it.
  static func isActivityPattern(_ text: String) -> Bool {
    if ActivityType.isValid(text) { return true }
    var hasWildcard = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") {
        hasWildcard = true
      } else if !isLetter(byte), !isDigit(byte), !"._-".utf8.contains(byte) {
        return false
      }
    }
    return hasWildcard
  }

  static func isStatus(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == 3, let first = bytes.first, (0x31...0x35).contains(first) else { return false }
    return bytes.dropFirst().allSatisfy(isDigit) || bytes.dropFirst().elementsEqual("xx".utf8)
  }

  /// Header fields that say how the message is cut, which only the sender of it knows (RFC 9110, RFC 9112).
  static func isReservedHeader(_ text: String) -> Bool {
    switch text.utf8.count {
    case 4, 14, 17: break
    default: return false
    }
    let lower = String(decoding: text.utf8.map { isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    return lower == "host" || lower == "content-length" || lower == "transfer-encoding"
  }
}
