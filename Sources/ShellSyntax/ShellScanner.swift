/// Tells where the placeholders of a shell script stand.
///
/// The scanner reads the script as `sh` (what dash and `bash --posix` agree on) or as bash does, and follows values
/// through the variables of the script. What it does not follow: values that reach the script's own `eval` through files,
/// through the output of commands started elsewhere, or through code in other files.
public enum ShellScanner {
  /// Scans a script; `script` holds the text of each placeholder at its range, and the ranges are in order.
  public static func scan(
    _ script: [UInt8], placeholders: [Range<Int>], interpreter: ShellInterpreter
  ) -> ShellScan {
    guard let text = opaque(script, placeholders) else {
      return ShellScan(places: placeholders.map { _ in .refused(.init(.unknown)) }, programs: [])
    }
    var parser = ShellParser(text: text, isBash: interpreter == .bash)
    let isComplete = parser.parseScript()
    parser.facts.resolve()
    var places = parser.facts.places
    if !isComplete {
      for index in places.indices where index >= parser.lineStart || places[index].setsVariable {
        if case .comment = places[index] { continue }
        if case .refused = places[index] { continue }
        places[index] = .refused(.init(.unknown))
      }
    }
    while places.count < placeholders.count { places.append(.refused(.init(.unknown))) }
    let functions = parser.facts.functions
    var seen: Set<String> = []
    let programs = parser.facts.programs.filter { !functions.contains($0) && seen.insert($0).inserted }
    return ShellScan(places: places, programs: programs)
  }

  /// The script with each placeholder as one NUL; nil when it holds a NUL of its own or the ranges do not fit.
  private static func opaque(_ script: [UInt8], _ placeholders: [Range<Int>]) -> [UInt8]? {
    if placeholders.isEmpty { return script.contains(0) ? nil : script }
    var text: [UInt8] = []
    text.reserveCapacity(script.count)
    var position = 0
    for range in placeholders {
      guard range.lowerBound >= position, !range.isEmpty, range.upperBound <= script.count else { return nil }
      text += script[position..<range.lowerBound]
      text.append(0)
      position = range.upperBound
    }
    text += script[position...]
    return text.count(where: { $0 == 0 }) == placeholders.count ? text : nil
  }
}

extension ShellPlace {
  /// Whether the value is kept in a variable, whose uses may lie where the scanner could not follow.
  fileprivate var setsVariable: Bool {
    guard case .word(let word) = self else { return false }
    return word.role == .assignment || word.role == .loopList || word.role == .hereDocument
  }
}
