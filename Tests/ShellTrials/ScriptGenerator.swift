/// Makes scripts of parts that are each of some shell's grammar, the same ones for the same seed.
public struct ScriptGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next(_ bound: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }

  private mutating func pick(_ choices: [String]) -> String { choices[next(choices.count)] }

  public mutating func script(isBash: Bool) -> String {
    (0...next(3)).map { _ in command(isBash, 0) }.joined(separator: pick(["\n", "; ", "\n\n", " && ", " || "]))
  }

  private mutating func command(_ isBash: Bool, _ depth: Int) -> String {
    if depth > 2 { return "cat " + word(isBash, depth + 1) }
    switch next(isBash ? 27 : 23) {
    case 0: return "{ " + command(isBash, depth + 1) + "; }" + pick(["", "", " <<E\n{{ x }}\nE\n"])
    case 1: return "(" + command(isBash, depth + 1) + ")"
    case 2: return "if " + command(isBash, depth + 1) + "; then " + command(isBash, depth + 1) + "; fi"
    case 3:
      return "for v" + pick([" in " + word(isBash, depth + 1), ""]) + "; do " + command(isBash, depth + 1) + "; done"
    case 4:
      return "case " + word(isBash, depth + 1) + " in " + word(isBash, depth + 1) + ") " + command(isBash, depth + 1)
        + ";; esac"
    case 5: return "v=" + word(isBash, depth + 1)
    case 6: return "v=" + word(isBash, depth + 1) + " " + command(isBash, depth + 1)
    case 7: return command(isBash, depth + 1) + " | " + command(isBash, depth + 1)
    case 8:
      return pick(["cat", "cat", "cat", "read v", "{ cat | sh; }", "exec", "f"]) + " <<E\n"
        + pick(["{{ x }}", "$v", "a", "$(", "`", "\\"]) + word(isBash, depth + 1) + "\nE\n"
    case 9:
      return pick(["eval", ".", "trap", "sh -c", "sh", "export", "unset", "read", "set --", "exec", "command", "env"])
        + " " + word(isBash, depth + 1)
    case 10: return "cat " + pick([">", "<", ">>", "2>", ">&", "<&"]) + " " + word(isBash, depth + 1)
    case 11:
      return pick(["[", "[", "test"]) + " " + word(isBash, depth + 1) + pick([" = ", " -eq ", " ", " -o "])
        + word(isBash, depth + 1) + pick([" ]", " ]", ""])
    case 12: return "f() { " + command(isBash, depth + 1) + "; }; f " + word(isBash, depth + 1)
    case 13: return "printf " + pick(["%s ", "-v v ", "'%d' "]) + word(isBash, depth + 1)
    case 14:
      return pick(["export", "local", "declare", "declare -i", "declare -a", "readonly"]) + " v="
        + word(isBash, depth + 1)
    case 15:
      return "cat " + word(isBash, depth + 1)
        + pick([" # " + word(isBash, depth + 1), " > w; sh w", " | { read v; eval \"$v\"; }", " | { cat | sh; }"])
    case 16: return "xargs sh -c " + pick(["'cat' ", "'eval \"$0\"' ", "'$1' _ "]) + word(isBash, depth + 1)
    case 17:
      return "sh -c " + pick(["'cat \"$1\"' _ ", "'eval \"$1\"' _ ", "'$v' ", "'read v; $v' "])
        + word(isBash, depth + 1)
    case 18: return word(isBash, depth + 1) + " " + word(isBash, depth + 1)
    case 23:
      return "[[ " + word(isBash, depth + 1) + pick([" == ", " -eq ", " =~ ", " < "]) + word(isBash, depth + 1) + " ]]"
    case 24: return "a" + pick(["", "+"]) + "=(" + word(isBash, depth + 1) + " [" + word(isBash, depth + 1) + "]=b)"
    case 25: return "(( " + word(isBash, depth + 1) + " ))"
    case 26: return "cat <<< " + word(isBash, depth + 1)
    default: return "cat " + word(isBash, depth + 1) + " " + word(isBash, depth + 1)
    }
  }

  private mutating func word(_ isBash: Bool, _ depth: Int) -> String {
    var word = ""
    for _ in 0...next(2) {
      switch next(depth > 3 ? 12 : 20) {
      case 0, 1, 2: word += "{{ x }}"
      case 3: word += "\"a {{ x }}\""
      case 4: word += pick(["a", "/", "-", "=", "~", "*", "{a,b}", "[", "]", "#", "!", "\\ ", "''", "\"\""])
      case 5: word += "$v"
      case 6: word += "\"$v\""
      case 7: word += "'" + pick(["a", "\"", "$(", "\\", "{{ x }}"]) + "'"
      case 8: word += pick(["\\", "$", "`", "\"", "'", "${", "$(", ")", "}", "(", "<(", ";;"])
      case 9:
        word +=
          "${v" + pick([":-", ":+", "-", "#", "%", ":=", "/", ":", ""]) + pick(["{{ x }}", "a", "$v", "'b'", ""]) + "}"
      case 10: word += pick(["$1", "$@", "\"$@\"", "$#", "$?"])
      case 11: word += "\n"
      case 12, 13: word += "$(" + command(isBash, depth) + ")"
      case 14: word += "\"$(" + command(isBash, depth) + ")\""
      case 15: word += "$((" + pick(["{{ x }}", "v", "1 + 2", "$v"]) + "))"
      case 16: word += "`" + command(isBash, depth) + "`"
      case 17: word += "\"${v:-" + self.word(isBash, depth + 1) + "}\""
      case 18: word += isBash ? "<(" + command(isBash, depth) + ")" : "a"
      default: word += "${v:-" + self.word(isBash, depth + 1) + "}"
      }
    }
    return word.isEmpty ? "a" : word
  }
}
