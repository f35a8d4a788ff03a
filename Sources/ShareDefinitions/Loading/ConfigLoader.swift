import ShareModel
import ShareTemplates
public import SourceDiagnostics
import YAMLSyntax

/// Reads the person's `config.yaml` and the owner's `policy.yaml`.
public enum ConfigLoader {
  /// Decodes a configuration; nil when there is any error. An empty file is an empty configuration.
  public static func loadConfiguration(
    _ file: SourceFile, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (Configuration?, [Diagnostic]) {
    load(file, as: .configuration, layer: .config, regularExpressionCheck)
  }

  /// Decodes a policy, which has `exclude` and `only`; nil when there is any error.
  public static func loadPolicy(
    _ file: SourceFile, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (Configuration?, [Diagnostic]) {
    load(file, as: .policy, layer: .policy, regularExpressionCheck)
  }

  private static func load(
    _ file: SourceFile, as object: SchemaObject, layer: RuleOrigin.Layer, _ check: RegularExpressionCheck?
  ) -> (Configuration?, [Diagnostic]) {
    var context = DecodingContext(file: file, layer: layer, regularExpressionCheck: check)
    guard let document = context.parse() else { return (nil, context.finish()) }
    var configuration: Configuration? = Configuration()
    if let root = document.root {
      configuration = context.configuration(root, as: object)
    }
    let findings = context.finish()
    return (findings.contains { $0.severity == .error } ? nil : configuration, findings)
  }
}

extension DecodingContext {
  fileprivate mutating func configuration(_ root: YAMLNode, as object: SchemaObject) -> Configuration? {
    guard let entries = root.entries else {
      report(.notAMapping(object.schema.noun, at: location(of: root)))
      return nil
    }
    check(root, as: .object(object), for: CheckedKey(name: "the file", range: root.range))
    var configuration = Configuration()
    for entry in entries {
      let value = entry.value
      switch entry.key.text {
      case "exclude": configuration.exclusions = rules(value)
      case "only":
        configuration.only = texts(value)
        configuration.onlyOrigin = origin(of: entry.key)
      case "order": configuration.order = activityTypes(value)
      case "then":
        for entry in uniqueEntries(value) where ActivityType.isValid(entry.name) {
          let (name, next) = (entry.name, entry.value)
          configuration.then.append((ActivityType(rawValue: name), activityTypes(next)))
        }
      case "env": configuration.environment = namedValues(value)
      case "inputs":
        for entry in uniqueEntries(value) where ActivityType.isValid(entry.name) {
          let (name, values) = (entry.name, entry.value)
          configuration.inputs.append((ActivityType(rawValue: name), namedValues(values)))
        }
      case "secrets": configuration.secretCommand = secretCommand(value)
      case "http":
        configuration.proxy = value["proxy"]?.text
        configuration.certificateFile = value["ca-file"]?.text
      case "notify": configuration.notify = value.text.flatMap(ActivityAction.Notify.init)
      case "ignore":
        configuration.ignored = value.elements.compactMap { element in
          (element.text ?? element["code"]?.text).map { .init(code: $0, activities: texts(element["activity"])) }
        }
      default: break
      }
    }
    return configuration
  }

  private func namedValues(_ node: YAMLNode) -> [Configuration.NamedValue] {
    uniqueEntries(node).compactMap { entry in
      entry.value.text.map { Configuration.NamedValue(name: entry.name, value: $0) }
    }
  }

  /// The program is literal, and the secret's name is all that a placeholder may stand for.
  private mutating func secretCommand(_ node: YAMLNode) -> [Template] {
    guard let arguments = arguments(node) else { return [] }
    var templates: [Template] = []
    for case .single(let template) in arguments where !template.isBroken {
      for placeholder in template.placeholders
      where placeholder.path != [.name("name")] || placeholder.isOptional || !placeholder.filters.isEmpty {
        report(.notTheSecretsName(at: template.source.location(of: placeholder.range)))
      }
      templates.append(template)
    }
    return templates
  }
}
