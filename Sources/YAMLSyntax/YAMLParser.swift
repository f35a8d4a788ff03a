public import SourceDiagnostics

/// Reads one YAML document with libyaml and keeps where everything stood.
public enum YAMLParser {
  /// Parses the file's bytes. Mistakes are added to `findings`; nil when the document cannot be used at all.
  ///
  /// A syntax error with one sure remedy (a value that lacks its quotes) is mended in memory, so that the document and
  /// the mistakes after it are still found in the same run; all ranges are those of the file as it is.
  public static func parse(_ file: SourceFile, into findings: inout [Diagnostic]) -> YAMLDocument? {
    guard file.bytes.count <= YAMLLimits.fileSize else {
      findings.append(YAMLDiagnostics.fileTooLarge(file))
      return nil
    }
    // libyaml would read it, with marks that fit no byte of the file.
    if file.bytes.starts(with: [0xFF, 0xFE]) || file.bytes.starts(with: [0xFE, 0xFF]) {
      findings.append(YAMLDiagnostics.encodingUTF16(SourceLocation(file: file, range: 0..<2)))
      return nil
    }
    if let directive = excessiveTagDirective(in: file) {
      findings.append(YAMLDiagnostics.tooManyDirectives(directive))
      return nil
    }
    var builder = YAMLTreeBuilder(file: file)
    do {
      let (root, isUsable) = try builder.build()
      findings += builder.findings
      return isUsable ? YAMLDocument(file: file, root: root) : nil
    } catch {
      switch error {
      case .refused(let finding):
        findings += builder.findings
        findings.append(finding)
        return nil
      case .syntax(let failure):
        return recover(from: failure, MendedSource(file), builder.findings, into: &findings)
      }
    }
  }

  /// Reports the failure; when it can be mended for sure, goes on with the mended bytes.
  private static func recover(
    from firstFailure: YAMLFailure, _ firstSource: MendedSource, _ earlier: [Diagnostic],
    into findings: inout [Diagnostic]
  ) -> YAMLDocument? {
    var source = firstSource
    var finding = SyntaxErrorAnalysis(source.file, firstFailure).finding()
    // What was found before the failure; each round finds it again.
    var others = earlier
    defer { findings += others }
    let rounds = min(YAMLLimits.mendedErrors, YAMLLimits.mendedBytes / max(1, source.file.bytes.count))
    for _ in 0..<rounds {
      guard let edits = finding.helps.first(where: \.isCertain)?.edits, let mended = source.applying(edits) else {
        break
      }
      var builder = YAMLTreeBuilder(file: mended.file)
      do {
        let (root, isUsable) = try builder.build()
        findings.append(source.original(finding))
        others = builder.findings.map(mended.original)
        return isUsable ? YAMLDocument(file: source.originalFile, root: root.map(mended.original)) : nil
      } catch {
        switch error {
        case .refused(let refusal):
          findings.append(source.original(finding))
          others = builder.findings.map(mended.original) + [mended.original(refusal)]
          return nil
        case .syntax(let failure):
          let next = SyntaxErrorAnalysis(mended.file, failure).finding()
          let place = next.primary.location.range.lowerBound
          let isNext =
            mended.isPast(failure.offset) && mended.isPast(place)
            || (next.lacksQuotes && finding.lacksQuotes && mended.isBeside(failure.offset) && mended.isBeside(place))
          guard isNext else {
            // The remedy does not help, or not alone: say it without promising anything.
            findings.append(source.original(finding.withoutCertainty))
            return nil
          }
          findings.append(source.original(finding))
          others = builder.findings.map(mended.original)
          finding = next
          source = mended
        }
      }
    }
    findings.append(source.original(finding.withoutCertainty))
    return nil
  }

  private static func excessiveTagDirective(in file: SourceFile) -> SourceLocation? {
    var count = 0
    for (index, start) in file.lineStarts.enumerated()
    where start < file.bytes.count && file.bytes[start] == UInt8(ascii: "%") {
      count += 1
      if count > YAMLLimits.tagDirectives {
        return SourceLocation(file: file, range: file.lineRange(index + 1))
      }
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate var lacksQuotes: Bool { code == "unquoted-special" || code == "unquoted-template" }

  fileprivate var withoutCertainty: Diagnostic {
    var copy = self
    for index in copy.helps.indices { copy.helps[index].isCertain = false }
    return copy
  }
}
