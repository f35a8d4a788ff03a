import SourceDiagnostics
import YAMLSyntax

extension DecodingContext {
  /// Checks the keys of a mapping against its schema, and then their values.
  mutating func check(_ entries: YAMLMapping, of node: YAMLNode, as schema: ObjectSchema, for key: CheckedKey) {
    var seen: UInt64 = 0
    // Keys that a misspelt one probably meant: they are not reported as missing.
    var meant: UInt64 = 0
    var isComplete = true
    for position in entries.indices {
      let keyNode = entries.key(at: position)
      guard let name = keyNode.scalar else {
        report(.keyIsNoText(at: location(of: keyNode)))
        isComplete = false
        continue
      }
      guard let index = schema.index(of: name.text) else {
        if schema.ignoresExtensions, name.text.utf8.starts(with: "x-".utf8) { continue }
        if isMergeKey(name) {
          report(.mergeKey(at: location(keyNode.range)))
          isComplete = false
        } else {
          meant |= reportUnknownKey(name.text, at: keyNode, among: entries, of: schema)
        }
        continue
      }
      let bit: UInt64 = 1 << UInt64(index)
      // The second of two equal keys was reported when the file was parsed.
      if seen & bit != 0 { continue }
      seen |= bit
      check(
        entries.value(at: position), as: schema.keys[index].value,
        for: CheckedKey(name: schema.names[index], range: keyNode.range))
    }
    guard isComplete else { return }
    let present = seen | meant
    let place =
      entries.first.map { location($0.key.range) } ?? (node.range.isEmpty ? location(key.range) : location(of: node))
    if schema.substance != 0, present & schema.substance == 0,
      !entries.contains(where: { $0.key.text.map { schema.index(of: $0) == nil } ?? true })
    {
      return report(.emptyRule(schema.noun, at: place))
    }
    var missing: [String] = []
    if present & schema.required != schema.required {
      for index in schema.keys.indices where schema.required & ~present & (1 << UInt64(index)) != 0 {
        missing.append(schema.names[index])
      }
    }
    for index in schema.exclusions.indices {
      let mask = schema.exclusions[index].mask
      let count = (seen & mask).nonzeroBitCount
      let isOptional = present & schema.exclusions[index].unlessMask != 0
      // What follows is seldom, and copying all that an exclusion holds is not free.
      guard count > 1 || (count == 1) == isOptional else { continue }
      let exclusion = schema.exclusions[index]
      if count > 1 {
        reportConflict(entries, among: exclusion, of: schema)
      } else if count == 1, let never = exclusion.never {
        reportForbidden(entries, by: never, among: exclusion)
      } else if count == 0, exclusion.isRequired, meant & mask == 0 {
        report(
          exclusion.isAction
            ? .missingAction(schema.noun, ways: exclusion.keys, at: place)
            : .missingChoice(schema.noun, keys: exclusion.keys, at: place))
      }
    }
    if !missing.isEmpty { report(.missingKeys(schema.noun, keys: missing, at: place)) }
  }

  /// Reports an unknown key and returns the bit of the key that it probably meant.
  private mutating func reportUnknownKey(
    _ name: String, at node: YAMLNode, among entries: YAMLMapping, of schema: ObjectSchema
  ) -> UInt64 {
    if isFull { return 0 }
    var suggestion = Suggestion.nearest(to: name, in: schema.names)
    let isCertain = suggestion.map { DecodingContext.isSurely(name, $0) } ?? false
    if suggestion == nil {
      suggestion = schema.keys.first { $0.synonyms.contains(name) }?.name
    }
    // Renaming a key to one that is there already would only make another mistake.
    let canBeRenamed = isOnOneLine(node) && suggestion.map { entries.value(of: $0) == nil } ?? false
    report(
      .unknownKey(
        name, in: schema.noun, known: schema.names, suggestion: suggestion, isCertain: isCertain && canBeRenamed,
        edits: canBeRenamed, at: location(of: node)))
    guard let suggestion, let index = schema.index(of: suggestion) else { return 0 }
    return 1 << UInt64(index)
  }

  /// Reports an action beside the key that says that there is none.
  private mutating func reportForbidden(
    _ entries: YAMLMapping, by never: String, among exclusion: ObjectSchema.Exclusion
  ) {
    guard let excluding = entries.first(where: { $0.key.text == never }),
      let entry = entries.first(where: { exclusion.keys.contains($0.key.text ?? "") }), let name = entry.key.text
    else { return }
    report(.neverPerformed(name, at: location(entry.key.range), because: never, location(excluding.key.range)))
  }

  private mutating func reportConflict(
    _ entries: YAMLMapping, among exclusion: ObjectSchema.Exclusion, of schema: ObjectSchema
  ) {
    var found: [(name: String, location: SourceLocation)] = []
    for entry in entries {
      guard let name = entry.key.text, exclusion.keys.contains(name), !found.contains(where: { $0.name == name })
      else { continue }
      found.append((name, location(entry.key.range)))
    }
    report(
      exclusion.isAction
        ? .severalActions(schema.noun, found: found, allowsSteps: exclusion.keys.contains("steps"))
        : .conflictingKeys(schema.noun, found: found))
  }
}
