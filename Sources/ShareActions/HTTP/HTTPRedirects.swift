/// Which redirects are followed, and what is sent then (RFC 9110, 15.4).
enum HTTPRedirects {
  static func isRedirect(_ status: Int, _ headers: [HTTPResponse.Header]) -> Bool {
    [301, 302, 303, 307, 308].contains(status) && headers.contains { $0.name.lowercased() == "location" }
  }

  /// The request that a response leads to; nil when it is the answer.
  static func next(
    after response: HTTPResponse, _ request: HTTPRequest, from url: HTTPURL, _ isAnswer: (Int) -> Bool
  ) throws(HTTPError) -> HTTPRequest? {
    guard isRedirect(response.status, response.headers), !isAnswer(response.status) else { return nil }
    func refusal(_ reason: HTTPRedirectRefusal.Reason, _ target: String) -> HTTPError {
      .redirect(
        HTTPRedirectRefusal(reason: reason, status: response.status, method: request.method, target: target))
    }
    let location = response.headers.last { $0.name.lowercased() == "location" }?.value ?? []
    guard let target = url.resolving(location) else {
      throw refusal(.invalid, String(decoding: location.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self))
    }
    if url.isEncrypted, !target.isEncrypted { throw refusal(.unencrypted, target.withoutQuery) }
    let isSameOrigin = target.origin == url.origin
    var next = request
    switch response.status {
    case 303: next = request.asGet
    case 301, 302:
      guard request.isSafe else { throw refusal(.changesMethod, target.withoutQuery) }
    default:
      guard request.isSafe || isSameOrigin else { throw refusal(.otherOrigin, target.withoutQuery) }
    }
    if !isSameOrigin { next = next.strippedForOtherOrigin }
    next.url = target.bytes
    return next
  }
}
