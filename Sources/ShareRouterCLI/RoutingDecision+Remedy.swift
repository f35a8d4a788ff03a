internal import ShareModel

extension RoutingDecision.Reason {
  /// What would make an activity offered: what the router knows, else who can change the rule.
  func remedy(for type: ActivityType) -> String? {
    if let remedy { return remedy }
    switch code {
    case .kind, .mime, .name, .matches, .size, .count:
      return file == nil ? nil : "share other items, or change 'accepts' in your own copy: sharerouter edit \(type)"
    case .excludedDefinition: return "change 'exclude' in your own copy: sharerouter edit \(type)"
    case .excludedConfig: return "take the rule out of your configuration"
    case .excludedRequest: return file == nil ? "leave out the --exclude" : "take the rule out of the request"
    case .excludedPolicy: return "only the owner of this machine can change its policy"
    case .notOnly: return file == nil ? "add it with another --only" : "add it to 'only'"
    case .program, .env, .secret, .terminal, .retired: return nil
    }
  }
}
