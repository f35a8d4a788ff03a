/// Tells where the placeholders of a shell script stand.
///
/// The scanner reads the script as `sh` (what dash and `bash --posix` agree on) or as bash does, and follows values
/// through the variables of the script, its functions, pipes and the files that it writes under one literal name. What it
/// does not follow: values that come back through the output of programs started elsewhere, through files written under
/// another name, or through code in other files.
public enum ShellScanner {
  /// Scans a script of literal text and values.
  ///
  /// Values may also come by environment variables of these names, and by the standard input.
  public static func scan(
    _ script: [ArgvWord.Piece], interpreter: ShellInterpreter, environment: [String] = [], hasInput: Bool = false
  ) -> ShellScan {
    var text: [UInt8] = []
    var count = 0
    for piece in script {
      switch piece {
      case .literal(let bytes): text += bytes
      case .value:
        count += 1
        text.append(ShellParser.placeholder)
      }
    }
    return scan(text, count, isBash: interpreter == .bash, environment, hasInput)
  }

  /// Scans the words of a command that no shell reads, for the code that they hand to shells. There is one place for
  /// each value among the words, in order.
  public static func scan(arguments: [ArgvWord], environment: [String] = [], hasInput: Bool = false) -> ShellScan {
    var text: [UInt8] = []
    var count = 0
    for word in arguments {
      text.append(UInt8(ascii: "'"))
      for piece in word.pieces {
        switch piece {
        case .literal(let bytes):
          for byte in bytes { text += byte == UInt8(ascii: "'") ? Array("'\\''".utf8) : [byte] }
        case .value:
          count += 1
          text += [UInt8(ascii: "'"), ShellParser.placeholder, UInt8(ascii: "'")]
        }
      }
      text += Array("' ".utf8)
    }
    return scan(text, count, isBash: false, environment, hasInput)
  }

  private static func scan(
    _ text: [UInt8], _ count: Int, isBash: Bool, _ environment: [String], _ hasInput: Bool
  ) -> ShellScan {
    let unknown = ShellPlace.refused(.init(.unknown))
    var scan = ShellScan(places: [], programs: [])
    // A NUL of its own looks like a value; no shell reads what holds one.
    guard text.count(where: { $0 == ShellParser.placeholder }) == count else {
      scan.places = [ShellPlace](repeating: unknown, count: count)
      scan.environment = environment.map { _ in unknown }
      scan.standardInput = hasInput ? unknown : nil
      return scan
    }
    var parser = ShellParser(text: text, isBash: isBash)
    parser.addOuterValues(environment, hasInput)
    let outer = parser.facts.places.count
    let isComplete = parser.parseScript()
    parser.facts.resolve()
    var places = parser.facts.places
    if !isComplete {
      for index in places.indices where index >= parser.lineStart || places[index].setsVariable {
        if case .comment = places[index] { continue }
        if case .refused = places[index] { continue }
        places[index] = unknown
      }
    }
    while places.count < outer + count { places.append(unknown) }
    scan.environment = Array(places[..<environment.count])
    scan.standardInput = hasInput ? places[environment.count] : nil
    scan.places = Array(places[outer...])
    let functions = parser.facts.functions
    var seen: Set<String> = []
    scan.programs = parser.facts.programs.filter { !functions.contains($0) && seen.insert($0).inserted }
    return scan
  }
}

extension ShellPlace {
  /// Whether the value is kept in a variable, whose uses may lie where the scanner could not follow.
  fileprivate var setsVariable: Bool {
    guard case .word(let word) = self else { return false }
    return word.role == .assignment || word.role == .loopList || word.role == .hereDocument
  }
}

extension ShellParser {
  /// Adds one place for each variable and for the standard input, as if the script began with assignments.
  fileprivate mutating func addOuterValues(_ environment: [String], _ hasInput: Bool) {
    for name in environment + (hasInput ? [input] : []) {
      let mark = facts.mark
      addPlace(.word(ShellWord(quoting: .bare, role: .assignment)))
      facts.bind(name, facts.region(since: mark))
    }
  }
}
