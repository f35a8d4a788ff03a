import Foundation
import JSONSyntax
import ShareModel
import ShareTemplates
import ShellSyntax
import TestSupport
import Testing

/// Values that nobody would make up, and some that somebody would.
private let hostile: [[UInt8]] =
  [
    "", " ", "  ", "\n", "a\n", "a\n\n", "\na", "\t", "-", "--", "-n", "-e x", "a b", "'", "\"", "\\", "\\n", "\\\\",
    "$HOME", "${HOME}", "$(id)", "`id`", "$((1+1))", "!!", "*", "?", "[a]", "~", "~root", "{a,b}", "#x", "a#b", "a;b",
    "a|b", "a&b", "a>b", "<(id)", "%s", "%n", "EOF", "EOF\n", "\nEOF\n", "PATH[$(touch probe)0]", "x[$(id)]", "sr1",
    "${sr1}", "_sr", "${sr1", "\u{1B}[31m", "é日👨‍👩‍👧", "\r\n", "{{ item.text }}", "}}", "$'a'", "=", "a=b", "\u{FEFF}x",
  ].map { Array($0.utf8) }
  + [
    Array(1...255), [0x80], [0xFF, 0xFE], [0x01], [0x01, 0x01], [0x7F], Array(0x81...0x98), [0x41, 0x88, 0x42], [0xC3],
  ]
  + [[UInt8](repeating: 0x61, count: 100_000)]

private func naughty() throws -> [[UInt8]] {
  let path = try #require(Project.sharedData("naughty-strings.json"))
  let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  return strings.map { Array($0.utf8) }
}

private let shells = [("dash", "C.UTF-8"), ("bash", "C.UTF-8"), ("bash", "C")]

@Suite("every value arrives byte for byte")
struct RoundTripTests {
  private func inputs(_ values: [[UInt8]]) -> TemplateValues {
    var result = ShareTemplatesTests.values()
    for (index, value) in values.enumerated() { result.inputs["v\(index)"] = .text(value) }
    return result
  }

  /// Texts with NUL are refused by every place of the process; each refusal says so.
  private func withoutNUL(_ values: [[UInt8]]) -> [[UInt8]] { values.filter { !$0.contains(0) } }

  /// Runs one script with a copy of `body` for every value (`@` is its placeholder); what is written ends in NUL.
  private func expectRoundTrip(
    _ values: [[UInt8]], _ body: String, shell: String, locale: String
  ) throws {
    let interpreter: ShellInterpreter = shell == "bash" ? .bash : .sh
    let text = values.indices.map { index in
      body.split(separator: "@", omittingEmptySubsequences: false).joined(separator: "{{ input.v\(index) }}")
    }.joined(separator: "\n")
    var renderer = Renderer(inputs(values))
    let rendered = try renderer.script(try ShareTemplatesTests.script(text, interpreter))
    let output = try runScript(rendered, shell: shell, locale: locale)
    let pieces = output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
    #expect(pieces.count == values.count, "\(body) in \(shell)")
    for (value, piece) in zip(values, pieces) where value != piece {
      Issue.record("\(body) in \(shell) \(locale): \(value.prefix(60)) came as \(piece.prefix(60))")
    }
  }

  /// Places whose value is written as it is; each is one line of a script.
  static let places = [
    "printf '%s\\0' @", "printf '%s\\0' \"@\"", "printf 'x%s' \"\" >/dev/null; printf '%s\\0' @",
    "v=@; printf '%s\\0' \"$v\"", "v=\"@\"; printf '%s\\0' \"$v\"", "v=$(printf '%s.' @); printf '%s\\0' \"${v%.}\"",
    "v=\"$(printf '%s.' \"@\")\"; printf '%s\\0' \"${v%.}\"", "for f in @; do printf '%s\\0' \"$f\"; done",
    "case @ in @) printf '%s\\0' @;; esac", "case x@ in *) printf '%s\\0' @;; esac",
    "unset u; v=${u:-x@}; printf '%s\\0' \"${v#x}\"", "u=x; v=${u:+x@}; printf '%s\\0' \"${v#x}\"",
    "f() { printf '%s\\0' \"${1#x}\"; }; f x@",
    "if [ x@ = x@ ]; then printf '%s\\0' @; fi", "v=$(cat <<EOF\n@.\nEOF\n)\nprintf '%s\\0' \"${v%.}\"",
    "v=$(cat <<-EOF\n\t@.\n\tEOF\n)\nprintf '%s\\0' \"${v%.}\"", "printf '%s' @ | { cat; printf '\\0'; }",
    "( printf '%s\\0' @ )", "{ printf '%s\\0' @; }", "set -- @; printf '%s\\0' \"$1\"",
  ]

  @Test("in a script, in every safe place", arguments: places)
  func script(place: String) throws {
    for (shell, locale) in shells { try expectRoundTrip(hostile, place, shell: shell, locale: locale) }
  }

  @Test(
    "in bash's own places",
    arguments: [
      "a=(@ x); printf '%s\\0' \"${a[0]}\"", "[[ @ == @ ]] && printf '%s\\0' @",
      "v=$(cat <(printf '%s.' @)); printf '%s\\0' \"${v%.}\"",
      "v=$(cat <<<@.); printf '%s\\0' \"${v%.}\"", "printf -v w '%s' @; printf '%s\\0' \"$w\"",
    ])
  func bash(place: String) throws {
    for locale in ["C.UTF-8", "C"] { try expectRoundTrip(hostile, place, shell: "bash", locale: locale) }
  }

  @Test(
    "all naughty strings through the main places of a script",
    .enabled(if: Project.sharedData("naughty-strings.json") != nil, "the public strings are not beside the checkout"),
    arguments: [0, 1, 5, 14])
  func naughtyScript(place: Int) throws {
    let values = withoutNUL(try naughty())
    #expect(values.count > 500)
    for (shell, locale) in shells {
      try expectRoundTrip(values, RoundTripTests.places[place], shell: shell, locale: locale)
    }
  }

  @Test("a list in a script is one word per value", arguments: ["dash", "bash"])
  func list(shell: String) throws {
    var values = ShareTemplatesTests.values()
    values.items = hostile.map { TemplateValues.RunItem(item: .text($0)) }
    var renderer = Renderer(values)
    let rendered = try renderer.script(
      try ShareTemplatesTests.script("printf '%s\\0' {{ items.text }}", shell == "bash" ? .bash : .sh))
    let output = try runScript(rendered, shell: shell)
    #expect(output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) } == hostile)
  }

  private func all() throws -> [[UInt8]] {
    withoutNUL(hostile + (Project.sharedData("naughty-strings.json") != nil ? try naughty() : []))
  }

  @Test("as arguments of a program")
  func arguments() throws {
    let values = try all()
    var templates = try ["sh", "-c", "printf '%s\\0' \"$@\"", "_", "--"].map {
      ArgumentTemplate.single(try template($0))
    }
    for index in values.indices { templates.append(.single(try template("{{ input.v\(index) }}"))) }
    var renderer = Renderer(inputs(values))
    let output = try run(try renderer.arguments(templates))
    let pieces = output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
    #expect(pieces == [Array("--".utf8)] + values)
  }

  @Test("in the environment and on standard input")
  func environment() throws {
    let values = try all()
    var renderer = Renderer(inputs(values))
    var environment: [[UInt8]] = []
    for index in values.indices {
      let entry = ShellAction.EnvironmentEntry(name: "V\(index)", value: try template("{{ input.v\(index) }}"))
      environment.append(Array("V\(index)=".utf8) + (try #require(try renderer.environmentValue(entry))))
    }
    let output = try run([Array("cat".utf8), Array("/proc/self/environ".utf8)], environment: environment)
    let found = Set(output.split(separator: 0).map { Array($0) })
    for variable in environment { #expect(found.contains(variable)) }
    for value in values {
      var renderer = Renderer(inputs([value]))
      #expect(try renderer.text(try template("{{ input.v0 }}")) == value)
    }
    let joined = values.indices.map { "{{ input.v\($0) }}" }.joined(separator: "|")
    let text = try #require(try renderer.text(try template(joined)))
    #expect(try run([Array("cat".utf8)], input: text) == Array(values.joined(separator: "|".utf8)))
  }

  @Test("in JSON, forms and URLs")
  func data() throws {
    for value in try all() {
      var renderer = Renderer(inputs([value]))
      let lone = try template("{{ input.v0 }}")
      let field = RenderedField.encoded(try renderer.fields([.init(name: "a", values: [lone])]))
      #expect(field.starts(with: "a=".utf8))
      #expect(percentDecoded(Array(field.dropFirst(2))) == value)
      let url = try #require(
        try renderer.url(try template("https://e.test/x{{ input.v0 }}x?q={{ input.v0 }}#{{ input.v0 }}"), .request))
      #expect(url.allSatisfy { (0x21...0x7E).contains($0) })
      let parts = url.split { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      if !value.isEmpty {
        #expect(parts.count == 3)
        #expect(percentDecoded(Array(parts[1].dropFirst(2))) == value)
      }
      if String(validating: value, as: UTF8.self) != nil {
        let json = try renderer.json(.object([("a", .text(lone))]))
        let read = try JSONValue.parse(json.serializedBytes())
        #expect(read["a"] == .string(String(decoding: value, as: UTF8.self)))
      } else {
        #expect(throws: RenderError.self) { try renderer.json(.text(lone)) }
      }
    }
  }

  private func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count {
        result.append(UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16) ?? 0)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
