internal import SourceDiagnostics

/// The options and operands of a call, in the order in which they were given. Values are bytes: a file name need not
/// be UTF-8.
struct ParsedArguments: Sendable, Equatable {
  enum Element: Sendable, Equatable {
    case operand([UInt8])
    case option(String, value: [UInt8])
    case flag(String)
  }

  var elements: [Element] = []

  func has(_ name: String) -> Bool { elements.contains(.flag(name)) }

  var operands: [[UInt8]] {
    elements.compactMap { if case .operand(let value) = $0 { value } else { nil } }
  }

  /// The operands as text.
  var texts: [String] { operands.map { String(decoding: $0, as: UTF8.self) } }

  func values(_ name: String) -> [[UInt8]] {
    elements.compactMap { if case .option(name, let value) = $0 { value } else { nil } }
  }

  /// The last value of an option as text.
  func text(_ name: String) -> String? { values(name).last.map { String(decoding: $0, as: UTF8.self) } }

  func texts(_ name: String) -> [String] { values(name).map { String(decoding: $0, as: UTF8.self) } }
}

/// A call that the program does not understand.
struct UsageError: Error, Equatable {
  var message: String
  var help: String?
}

/// Splits the arguments of a command by its specification. Options may stand anywhere; `--` ends them; `-` and whatever
/// does not begin with `-` is an operand.
struct ArgumentParser {
  let options: [OptionSpecification]

  func parse(_ arguments: ArraySlice<[UInt8]>) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var index = arguments.startIndex
    var optionsEnded = false
    while index < arguments.endIndex {
      let argument = arguments[index]
      index += 1
      guard !optionsEnded, argument.count > 1, argument[0] == UInt8(ascii: "-") else {
        parsed.elements.append(.operand(argument))
        continue
      }
      if argument == Array("--".utf8) {
        optionsEnded = true
        continue
      }
      let option: OptionSpecification
      var value: [UInt8]?
      if argument[1] == UInt8(ascii: "-") {
        let equals = argument.firstIndex(of: UInt8(ascii: "="))
        let name = String(decoding: argument[2..<(equals ?? argument.count)], as: UTF8.self)
        value = equals.map { Array(argument[($0 + 1)...]) }
        guard let found = options.first(where: { $0.name == name }) else { throw unknown("--" + name, argument) }
        option = found
      } else {
        let letter = String(decoding: argument[1...1], as: UTF8.self)
        guard let found = options.first(where: { $0.short == letter }) else {
          throw unknown(String(decoding: argument, as: UTF8.self), argument)
        }
        option = found
        if argument.count > 2 {
          guard option.value != nil else { throw unknown(String(decoding: argument, as: UTF8.self), argument) }
          value = Array(argument[2...])
        }
      }
      guard let valueName = option.value else {
        if value != nil { throw UsageError(message: "the option '--\(option.name)' takes no value") }
        parsed.elements.append(.flag(option.name))
        continue
      }
      if value == nil, index < arguments.endIndex {
        value = arguments[index]
        index += 1
      }
      guard let value else { throw UsageError(message: "the option '--\(option.name)' needs a value: \(valueName)") }
      parsed.elements.append(.option(option.name, value: value))
    }
    return parsed
  }

  private func unknown(_ name: String, _ argument: [UInt8]) -> UsageError {
    let shown = TerminalText.escaped(name)
    if let near = Suggestion.nearest(to: String(name.drop { $0 == "-" }), in: options.map(\.name)) {
      return UsageError(message: "there is no option '\(shown)'", help: "did you mean '--\(near)'?")
    }
    // Two dashes and letters are hardly an item; the help is then left to the caller.
    let mayBeItem = !name.hasPrefix("--")
    return UsageError(
      message: "there is no option '\(shown)'",
      help: mayBeItem ? "write '--' before an item that begins with '-'" : nil)
  }
}
