import SourceDiagnostics
import YAMLSyntax

/// What is being checked, for messages: the key, and where it stands.
struct CheckedKey {
  var name: String
  var range: Range<Int>
}

/// The structural check: a node against the schema table.
extension DecodingContext {
  mutating func check(_ node: YAMLNode, as schema: ValueSchema, for key: CheckedKey) {
    if node.hasProperties {
      if let alias = node.alias { aliases.append((node.range, alias)) }
      if let tag = node.tag, !checkTag(tag, of: node), node.text != nil { return }
    }
    if node.isNothing, let anchor = anchorRange(of: node, after: key) {
      return report(.anchorWithoutValue(key, at: location(anchor), quoted: "'\(sourceText(anchor))'"))
    }
    if node.isMapping, isUnquotedTemplate(node) {
      report(.unquotedTemplate(at: location(node.range), text: sourceText(node.range)))
      return
    }
    checkContent(node, as: schema, for: key)
  }

  /// The check of a node whose alias and tag have been dealt with.
  private mutating func checkContent(_ node: YAMLNode, as schema: ValueSchema, for key: CheckedKey) {
    switch schema {
    case .scalar(let format):
      guard let scalar = node.scalar else {
        return report(
          .wrongType(key, expected: format.noun, form: format.form, found: node.shape, at: location(of: node)))
      }
      check(scalar, as: format, at: node, for: key)
    case .localizedText:
      checkLocalizedText(node, for: key)
    case .list(let element):
      if node.isNothing {
        return report(
          .wrongType(key, expected: schema.noun, form: schema.form, found: .nothing, at: location(key.range)))
      }
      guard node.isSequence else { return checkContent(node, as: element, for: key) }
      let nodes = node.elements
      for index in nodes.indices { check(nodes[index], as: element, for: key) }
    case .filled(let list):
      checkContent(node, as: list, for: key)
    case .map(let format, let value):
      guard let entries = node.entries else {
        return report(
          .wrongType(key, expected: schema.noun, form: schema.form, found: node.shape, at: place(of: node, key)))
      }
      checkMap(entries, keys: format, values: value)
    case .object(let object):
      guard let entries = node.entries else {
        return report(
          .wrongType(key, expected: object.schema.noun, form: schema.form, found: node.shape, at: place(of: node, key)))
      }
      check(entries, of: node, as: object.schema, for: key)
    case .shapes(let scalar, let sequence, let mapping):
      guard let chosen = node.isMapping ? mapping : node.isSequence ? sequence : scalar else {
        return report(
          .wrongType(key, expected: schema.noun, form: schema.form, found: node.shape, at: place(of: node, key)))
      }
      checkContent(node, as: chosen, for: key)
    case .keyed(let name, let first, let second):
      checkContent(node, as: node[name] == nil ? second : first, for: key)
    case .nullable(let value):
      if let scalar = node.scalar, scalar.style == .plain, scalar.text == "null" { return }
      checkContent(node, as: value, for: key)
    case .json:
      checkJSON(node)
    }
  }

  private func place(of node: YAMLNode, _ key: CheckedKey) -> SourceLocation {
    node.isNothing ? location(key.range) : location(of: node)
  }

  func sourceText(_ range: Range<Int>) -> String {
    String(decoding: file.bytes[range.clamped(to: file.bytes.indices)], as: UTF8.self)
  }

  /// `{{ x }}` without quotes is a flow mapping whose only key is a flow mapping.
  private func isUnquotedTemplate(_ node: YAMLNode) -> Bool {
    guard let entries = node.entries, entries.count == 1, entries.key(at: 0).isMapping, entries.value(at: 0).isNothing
    else { return false }
    let bytes = file.bytes[node.range.clamped(to: file.bytes.indices)]
    return bytes.starts(with: [0x7B, 0x7B]) && bytes.suffix(2) == [0x7D, 0x7D]
  }

  /// Reports a tag that is none of YAML's own for the shape of the node; whether it is one.
  private mutating func checkTag(_ tag: String, of node: YAMLNode) -> Bool {
    switch (node.content, tag) {
    case (_, "!"), (.scalar, "tag:yaml.org,2002:str"), (.sequence, "tag:yaml.org,2002:seq"),
      (.mapping, "tag:yaml.org,2002:map"):
      return true
    default: break
    }
    let range = tagRange(of: node)
    var quoting: Diagnostic.Edit?
    if let range, case .scalar(let scalar) = node.content, scalar.style == .plain, !tag.utf8.starts(with: "tag:".utf8) {
      let whole = range.lowerBound..<max(range.upperBound, node.isNothing ? 0 : node.range.upperBound)
      let text = sourceText(whole)
      if !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x27 }) {
        quoting = Diagnostic.Edit(location(whole), replacement: "'\(text)'")
      }
    }
    report(.unknownTag(at: location(range ?? firstLine(of: node.range)), quoting: quoting))
    return false
  }

  /// The anchor that stands alone where a value is due, as of `title: &co`: on the line of the key, with nothing after.
  private func anchorRange(of node: YAMLNode, after key: CheckedKey) -> Range<Int>? {
    let bytes = file.bytes
    var end = min(key.range.upperBound, bytes.count)
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    let line = key.range.upperBound..<max(end, key.range.upperBound)
    guard let start = bytes[line].firstIndex(of: UInt8(ascii: "&")) else { return nil }
    let isAlone = bytes[line.lowerBound..<start].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ":") }
    guard isAlone else { return nil }
    let stop = bytes[start..<line.upperBound].firstIndex { " \t,]}".utf8.contains($0) } ?? line.upperBound
    let isRest = bytes[stop..<line.upperBound].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isRest && stop > start + 1 ? start..<stop : nil
  }

  /// Where a node's tag is written: in front of it, on its line or the one before, perhaps with an anchor between.
  private func tagRange(of node: YAMLNode) -> Range<Int>? {
    let bytes = file.bytes
    var index = min(node.range.lowerBound, bytes.count - 1)
    let limit = max(0, index - 512)
    while index >= limit {
      let startsWord = index == 0 || " \t\n\r[{,".utf8.contains(bytes[index - 1])
      if bytes[index] == UInt8(ascii: "!"), startsWord {
        let end = bytes[index...].firstIndex { " \t\n\r,[]{}".utf8.contains($0) } ?? bytes.count
        return index..<end
      }
      index -= 1
    }
    return nil
  }

  private mutating func checkMap(_ entries: YAMLMapping, keys: ScalarFormat, values: ValueSchema) {
    for index in entries.indices {
      let keyNode = entries.key(at: index)
      guard let name = keyNode.scalar else {
        report(.keyIsNoText(at: location(of: keyNode)))
        continue
      }
      let range = keyNode.range
      if isMergeKey(name) {
        report(.mergeKey(at: location(range)))
        continue
      }
      let key = CheckedKey(name: name.text, range: range)
      if name.text.utf8.contains(UInt8(ascii: "{")), name.text[...].range(ofBytes: "{{") != nil {
        report(.templateInName(at: location(range), name: name.text))
      } else {
        check(name, as: keys, at: keyNode, for: key)
      }
      check(entries.value(at: index), as: values, for: key)
    }
  }

  func isMergeKey(_ key: YAMLScalar) -> Bool { key.style == .plain && key.text == "<<" }

  private mutating func checkLocalizedText(_ node: YAMLNode, for key: CheckedKey) {
    switch node.content {
    case .scalar(let scalar):
      if ScalarText.isBlank(scalar.text) { report(.blankText(key, at: place(of: node, key))) }
    case .sequence:
      report(
        .wrongType(
          key, expected: ValueSchema.localizedText.noun, form: ValueSchema.localizedText.form, found: node.shape,
          at: location(of: node)))
    case .mapping(let entries):
      if entries.isEmpty { return report(.blankText(key, at: location(of: node))) }
      for entry in entries {
        guard case .scalar(let language) = entry.key.content else {
          report(.keyIsNoText(at: location(of: entry.key)))
          continue
        }
        if isMergeKey(language) {
          report(.mergeKey(at: location(entry.key.range)))
          continue
        }
        check(language, as: .language, at: entry.key, for: key)
        let inner = CheckedKey(name: language.text, range: entry.key.range)
        if let alias = entry.value.alias { aliases.append((entry.value.range, alias)) }
        if case .scalar(let scalar) = entry.value.content {
          if ScalarText.isBlank(scalar.text) { report(.blankText(inner, at: place(of: entry.value, inner))) }
        } else {
          report(
            .wrongType(
              inner, expected: "a text", form: ScalarFormat.text.form, found: entry.value.shape,
              at: location(of: entry.value)))
        }
      }
    }
  }

  private mutating func checkJSON(_ node: YAMLNode) {
    switch node.content {
    case .scalar: break
    case .sequence(let nodes):
      for node in nodes { check(node, as: .json, for: CheckedKey(name: "json", range: node.range)) }
    case .mapping(let entries):
      checkMap(entries, keys: .text, values: .json)
    }
  }
}

/// How a node looks, for messages.
enum NodeShape {
  case nothing, text, list, mapping
}

extension YAMLNode {
  var shape: NodeShape {
    if isMapping { .mapping } else if isSequence { .list } else { isNothing ? .nothing : .text }
  }
}
