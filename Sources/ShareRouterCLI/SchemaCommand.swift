internal import ShareDefinitions

extension CommandSpecification {
  static let schema = CommandSpecification(
    name: "schema", operands: "[activity|config|policy|request]",
    summary: "Print the JSON Schema of definitions, or of another file",
    details: "Editors with yaml-language-server check and complete keys with it (draft-07).", options: [],
    run: SchemaCommand.run)
}

/// `sharerouter schema`.
enum SchemaCommand {
  static func run(_ call: Invocation) -> ExitStatus {
    let name = call.arguments.operands.first.map { String(decoding: $0, as: UTF8.self) } ?? "activity"
    guard call.arguments.operands.count <= 1, let document = SchemaWriter.Document(rawValue: name) else {
      let names = SchemaWriter.Document.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      call.console.error("there is no schema '\(name)'", help: "the schemas are \(names)")
      return .usage
    }
    return call.console.write(SchemaWriter.schema(of: document)) ? .done : .failed
  }
}
