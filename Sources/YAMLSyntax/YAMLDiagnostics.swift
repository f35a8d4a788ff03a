import SourceDiagnostics

/// The wording of what is wrong with a file as YAML: whole files, keys, anchors and limits.
enum YAMLDiagnostics {
  // MARK: - The whole file

  static func fileTooLarge(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      .error, "file-too-large", "the file has \(file.bytes.count) bytes, more than \(YAMLLimits.fileSize)",
      at: .init(SourceLocation(file: file, range: 0..<0), "too large"),
      helps: [.init("a definition holds at most 1 MiB; is this another kind of file?")])
  }

  static func tooManyDirectives(_ location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "yaml-syntax", "more than \(YAMLLimits.tagDirectives) lines begin with '%'",
      at: .init(location, "one too many"),
      helps: [.init("remove the directives: a definition needs none")])
  }

  static func severalDocuments(_ location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "several-documents", "the file holds more than one YAML document",
      at: .init(location, "the second document begins here"),
      helps: [.init("put each document into a file of its own, or remove this line")])
  }

  static func outOfMemory(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      .error, "yaml-syntax", "there was not enough memory to read the file",
      at: .init(SourceLocation(file: file, range: 0..<0), "not read"), helps: [.init("free some memory and try again")])
  }

  static func encodingUTF16(_ location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "yaml-encoding", "the file is UTF-16, not UTF-8", at: .init(location, "UTF-16"),
      helps: [.init("save the file as UTF-8")])
  }

  static func encodingInvalid(_ byte: UInt8?, _ location: SourceLocation) -> Diagnostic {
    let name = byte.map { "the byte 0x\(hexadecimal(UInt32($0), width: 2))" } ?? "the end of the file"
    return Diagnostic(
      .error, "yaml-encoding", "the file is not valid UTF-8", at: .init(location, "\(name) is out of place here"),
      helps: [.init("save the file as UTF-8")])
  }

  static func controlCharacter(_ scalar: Unicode.Scalar, _ location: SourceLocation) -> Diagnostic {
    let code = hexadecimal(scalar.value, width: 4)
    let escape = scalar.value <= 0xFF ? "\\x\(hexadecimal(scalar.value, width: 2))" : "\\u\(code)"
    return Diagnostic(
      .error, "yaml-encoding", "the character U+\(code) cannot stand in a YAML file",
      at: .init(location, "U+\(code)"),
      helps: [.init("remove it, or write it as \(escape) inside double quotes")])
  }

  private static func hexadecimal(_ value: UInt32, width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: - Keys, anchors and limits

  static func duplicateKey(_ key: String, second: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-key", "the key '\(key)' stands twice in one mapping", at: .init(second, "second time"),
      related: [.init(first, "first time")],
      helps: [.init("remove one of them, or make one list of both values")])
  }

  static func unknownAlias(
    _ name: String, _ location: SourceLocation, suggestion: String?, hasAnchors: Bool
  ) -> Diagnostic {
    var helps: [Diagnostic.Help] = []
    if let suggestion {
      helps.append(.init("did you mean '*\(suggestion)'?", edits: [.init(location, replacement: "*\(suggestion)")]))
    } else {
      helps.append(
        .init("put it in quotes when this text is meant", edits: [.init(location, replacement: "'*\(name)'")]))
      if hasAnchors { helps.append(.init("an anchor '&\(name)' must stand before its first alias")) }
    }
    return Diagnostic(
      .error, "unknown-alias", "no anchor is named '\(name)'", at: .init(location, "unknown anchor"), helps: helps)
  }

  static func recursiveAlias(_ name: String, _ location: SourceLocation, anchored: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "recursive-alias", "the node anchored as '\(name)' contains itself",
      at: .init(location, "inside its own anchor"), related: [.init(anchored, "the anchored node begins here")],
      helps: [.init("an alias can only repeat a node that has ended before it")])
  }

  static func aliasExpansion(_ name: String, _ location: SourceLocation, anchored: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "alias-expansion", "the aliases up to '*\(name)' repeat too much",
      at: .init(location, "exceeds the limit"), related: [.init(anchored, "what it repeats")],
      helps: [
        .init(
          "all aliases of a file may repeat \(YAMLLimits.aliasedNodes) nodes and \(YAMLLimits.aliasedBytes) bytes of text"
        )
      ])
  }

  static func tooDeep(_ location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, "too-deep", "lists and mappings are nested more than \(YAMLLimits.depth) levels deep",
      at: .init(location, "one level too many"),
      helps: [.init("a definition needs less than ten; is a bracket open that was not meant?")])
  }
}
