public import SourceDiagnostics

/// Reads one YAML document with libyaml and keeps where everything stood.
public enum YAMLParser {
  /// Parses the file's bytes. Mistakes are added to `findings`; nil when the document cannot be used at all.
  public static func parse(_ file: SourceFile, into findings: inout [Diagnostic]) -> YAMLDocument? {
    nil
  }
}

extension YAMLNode {
  /// A scalar's text with the way back to the bytes it was written in; nil for collections.
  public func sourceText(in file: SourceFile) -> SourceText? {
    nil
  }
}
