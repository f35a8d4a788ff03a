public import SourceDiagnostics

extension YAMLNode {
  /// A scalar's text with the way back to the bytes it was written in; nil for collections.
  ///
  /// The map is worked out anew from the file's bytes and held against the text that libyaml made of them. Should the
  /// two ever differ, the text corresponds to the scalar as a whole.
  public func sourceText(in file: SourceFile) -> SourceText? {
    guard let scalar else { return nil }
    return ScalarSourceMapper.sourceText(of: scalar, at: range, in: file)
      ?? SourceText(
        text: scalar.text, file: file,
        map: .pieces([.init(text: 0..<scalar.text.utf8.count, file: range)]))
  }
}
