import DesktopTypes

/// What the arguments of a filter must be, beyond their number.
enum FilterArguments {
  struct Mistake {
    var argument: Placeholder.Argument
    /// What is due, such as "a number from 1".
    var problem: String
  }

  static func firstMistake(in call: Placeholder.FilterCall, _ filter: FilterDefinition.Name) -> Mistake? {
    let arguments = call.arguments
    switch filter {
    case .truncate:
      if case .number(let digits) = arguments[0].value, let length = Int(digits), length >= 1 { return nil }
      return Mistake(argument: arguments[0], problem: "the length is a number from 1")
    case .date:
      if arguments.count == 2, arguments[0].value != .word("local") {
        return Mistake(argument: arguments[0], problem: "only 'local' may stand before the format")
      }
      if let last = arguments.last, arguments.count == 2 || last.value != .word("local"), !last.isString {
        return Mistake(argument: last, problem: "the format is a text in quotes, such as '%Y-%m-%d'")
      }
      return nil
    case .match:
      guard arguments[0].isString else {
        return Mistake(argument: arguments[0], problem: "the regular expression stands in quotes")
      }
      return matchMistake(arguments)
    case .replace where arguments[0].text.isEmpty:
      return Mistake(argument: arguments[0], problem: "the text to replace must not be empty")
    default:
      return nil
    }
  }

  private static func matchMistake(_ arguments: [Placeholder.Argument]) -> Mistake? {
    let regex: BoundedRegex
    do {
      regex = try BoundedRegex(arguments[0].text)
    } catch .missingLibrary {
      // Whether it is right cannot be told without the library; rendering reports its absence.
      return nil
    } catch {
      return Mistake(argument: arguments[0], problem: "invalid regular expression: " + error.message)
    }
    guard arguments.count == 2 else { return nil }
    switch arguments[1].value {
    case .number(let digits):
      if let group = Int(digits), (0...regex.groupCount).contains(group) { return nil }
    case .word(let name), .string(let name):
      if regex.groupNames.contains(where: { $0.name == name }) { return nil }
    }
    return Mistake(argument: arguments[1], problem: "the regular expression has no group '\(arguments[1].text)'")
  }
}

extension Placeholder.Argument {
  /// The argument's text, however it was written.
  var text: String {
    switch value {
    case .word(let text), .number(let text), .string(let text): text
    }
  }

  var isString: Bool {
    if case .string = value { true } else { false }
  }
}
