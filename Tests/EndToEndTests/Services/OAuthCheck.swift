import Foundation
import TestSupport

extension StrictRequest {
  /// An OAuth 1.0 signature by HMAC-SHA1 (RFC 5849, 3.4), computed by openssl: of the method, the URL, the header's own
  /// parameters, and the form where the body is one.
  func requireOAuth(
    server: Int, consumer: (key: String, secret: String), token: (key: String, secret: String)
  ) throws {
    guard let header = request.header("Authorization"), header.hasPrefix("OAuth ") else {
      throw Objection("no OAuth header")
    }
    var parameters: [String: String] = [:]
    for pair in header.dropFirst("OAuth ".count).split(separator: ",") {
      let parts = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[1].first == "\"", parts[1].last == "\"", parts[1].count > 2,
        let value = parts[1].dropFirst().dropLast().removingPercentEncoding, parameters[String(parts[0])] == nil
      else { throw Objection("OAuth parameter \(pair)") }
      parameters[String(parts[0])] = value
    }
    let known = [
      "oauth_consumer_key": consumer.key, "oauth_token": token.key, "oauth_signature_method": "HMAC-SHA1",
      "oauth_version": "1.0",
    ]
    for (name, value) in known where parameters[name] != value {
      throw Objection("\(name) is \(parameters[name] ?? "missing")")
    }
    let signature = parameters.removeValue(forKey: "oauth_signature")
    guard Set(parameters.keys) == Set(known.keys).union(["oauth_nonce", "oauth_timestamp"]),
      let time = Int(parameters["oauth_timestamp"] ?? ""), abs(time - Int(Date().timeIntervalSince1970)) < 300
    else { throw Objection("OAuth parameters \(parameters)") }
    if request.header("Content-Type") == "application/x-www-form-urlencoded" {
      parameters.merge(try StrictRequest.fields(request.bodyText)) { _, new in new }
    }
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(
        withAllowedCharacters: CharacterSet(
          charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")) ?? ""
    }
    let pairs = parameters.map { encoded($0) + "=" + encoded($1) }.sorted().joined(separator: "&")
    let base = [request.method, "http://127.0.0.1:\(server)\(request.targetText)", pairs].map(encoded)
    let key = encoded(consumer.secret) + "&" + encoded(token.secret)
    let run = CommandRun.run(
      ["openssl", "dgst", "-sha1", "-mac", "HMAC", "-macopt", "key:" + key, "-binary"].map { Array($0.utf8) },
      input: Array(base.joined(separator: "&").utf8))
    guard run.status == 0, Data(run.output).base64EncodedString() == signature else {
      throw Objection("the signature is \(signature ?? "missing"), not that of \(base.joined(separator: "&"))")
    }
  }
}
