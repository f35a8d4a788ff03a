public import ShareTemplates

extension ActionBody {
  /// Whether doing it twice does the same as once, as far as its definition says. Of programs nobody knows, and a URL
  /// that is opened twice is seen twice.
  public var mayBeRepeated: Bool {
    switch self {
    case .none: true
    case .http(let action): action.mayBeRepeated
    case .steps(let steps): steps.allSatisfy(\.body.mayBeRepeated)
    case .shell, .open, .variants: false
    }
  }
}

extension HTTPAction {
  fileprivate var mayBeRepeated: Bool {
    let key = headers.first { $0.name.lowercased() == "idempotency-key" }
    // One with an optional value may be left out.
    let isSurelySent = key.map { $0.values.contains { !$0.placeholders.contains(where: \.isOptional) } } ?? false
    return HTTPRequest.isRepeatable(method, keyIsOwn: isSurelySent)
  }
}
