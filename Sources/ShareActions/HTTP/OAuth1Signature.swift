import DesktopTypes
import ShareTemplates

/// The credentials of an OAuth 1.0 client and the user it acts for (RFC 5849).
public struct OAuth1Credentials: Sendable, Equatable {
  public var consumerKey: [UInt8]
  public var consumerSecret: [UInt8]
  public var token: [UInt8]?
  public var tokenSecret: [UInt8]?

  public init(consumerKey: [UInt8], consumerSecret: [UInt8], token: [UInt8]? = nil, tokenSecret: [UInt8]? = nil) {
    self.consumerKey = consumerKey
    self.consumerSecret = consumerSecret
    self.token = token
    self.tokenSecret = tokenSecret
  }
}

/// Signs a request with HMAC-SHA1 (RFC 5849, 3.4.2), the one method that every server of OAuth 1.0 has.
struct OAuth1Signature {
  let credentials: OAuth1Credentials
  let timestamp: Int
  /// Never the same for two requests of one second.
  let nonce: String

  init(_ credentials: OAuth1Credentials, timestamp: Int, nonce: String? = nil) {
    self.credentials = credentials
    self.timestamp = timestamp
    self.nonce =
      nonce ?? String(UInt64.random(in: 0...UInt64.max), radix: 36)
      + String(UInt32.random(in: 0...UInt32.max), radix: 36)
  }

  private typealias Field = (name: [UInt8], value: [UInt8])

  private var fields: [Field] {
    var fields: [Field] = [
      (Array("oauth_consumer_key".utf8), credentials.consumerKey),
      (Array("oauth_nonce".utf8), Array(nonce.utf8)),
      (Array("oauth_signature_method".utf8), Array("HMAC-SHA1".utf8)),
      (Array("oauth_timestamp".utf8), Array(String(timestamp).utf8)),
    ]
    if let token = credentials.token { fields.append((Array("oauth_token".utf8), token)) }
    fields.append((Array("oauth_version".utf8), Array("1.0".utf8)))
    return fields
  }

  /// What is signed (RFC 5849, 3.4.1): method, URL without its query, and all parameters sorted.
  func baseString(for request: HTTPRequest, _ url: HTTPURL) -> [UInt8] {
    let parameters = FormFields.sorted(fields + FormFields.decode(url.query ?? []) + request.formFields)
    let base = Array("\(url.origin.scheme)://\(url.authority)".utf8) + url.path
    let parts = [Array(request.method.utf8), PercentEncoding.encode(base), PercentEncoding.encode(parameters)]
    return Array(parts.joined(separator: [UInt8(ascii: "&")]))
  }

  func signature(for request: HTTPRequest, _ url: HTTPURL) throws(MissingLibrary) -> [UInt8] {
    let key =
      PercentEncoding.encode(credentials.consumerSecret) + [UInt8(ascii: "&")]
      + PercentEncoding.encode(credentials.tokenSecret ?? [])
    return base64(try Digest.hmacSHA1(baseString(for: request, url), key: key))
  }

  /// The value of the header Authorization (RFC 5849, 3.5.1).
  func header(for request: HTTPRequest, _ url: HTTPURL) throws(MissingLibrary) -> String {
    let signature = try signature(for: request, url)
    let pairs = (fields + [(Array("oauth_signature".utf8), signature)]).map { field in
      String(decoding: field.name, as: UTF8.self) + "=\""
        + String(decoding: PercentEncoding.encode(field.value), as: UTF8.self) + "\""
    }
    return "OAuth " + pairs.joined(separator: ", ")
  }
}
