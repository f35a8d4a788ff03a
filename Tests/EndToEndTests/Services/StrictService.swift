import Foundation
import Synchronization
import TestSupport
import Testing

/// What departs from a service's documentation.
struct Objection: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A server that follows the documentation of one service: what that does not describe is refused with a reason, which
/// the test sees too.
final class StrictService: Sendable {
  private final class Reasons: Sendable {
    let list = Mutex<[String]>([])
  }

  private let reasons: Reasons
  private let server: HTTPTestServer

  /// - Parameters:
  ///   - errors: How the service words what is wrong; `REASON` stands for the reason.
  init(
    errors: String = #"{"error":"REASON"}"#, status: Int = 400, type: String = "application/json",
    _ handler: @escaping @Sendable (StrictRequest) throws -> HTTPTestServer.Answer
  ) {
    let reasons = Reasons()
    self.reasons = reasons
    server = HTTPTestServer { request, number in
      do {
        guard request.faults.isEmpty else { throw Objection("grammar: \(request.faults)") }
        return try handler(StrictRequest(request, number: number))
      } catch {
        let reason = (error as? Objection)?.reason ?? "\(error)"
        reasons.list.withLock { $0.append("\(request.method) \(request.targetText): \(reason)") }
        let shown = reason.replacing("\"", with: "'")
        return .status(status, errors.replacing("REASON", with: shown), type: type)
      }
    }
  }

  var url: String { server.url }
  var port: Int { server.port }
  /// The requests in their order, without what follows `?`.
  var requests: [String] { server.requests.enumerated().map { StrictRequest($1, number: $0).line } }

  /// Expects that these requests came, in this order, and that none was refused.
  func expect(_ requests: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(reasons.list.withLock { $0 } == [], sourceLocation: sourceLocation)
    #expect(self.requests == requests, sourceLocation: sourceLocation)
  }
}

/// A request, and what a strict service asks of it.
struct StrictRequest: Sendable {
  let request: HTTPTestServer.Request
  let number: Int

  init(_ request: HTTPTestServer.Request, number: Int) {
    self.request = request
    self.number = number
  }

  /// Method and path.
  var line: String { request.method + " " + (request.targetText.split(separator: "?").first.map(String.init) ?? "") }

  var unknown: Objection { Objection("nothing is documented there") }

  func require(_ header: String, _ value: String?) throws {
    let found = request.header(header)
    guard found == value else {
      throw Objection("\(header) is '\(found ?? "missing")' and not '\(value ?? "missing")'")
    }
  }

  func requireBearer(_ token: String) throws { try require("Authorization", "Bearer " + token) }

  func requireBasic(_ user: String, _ password: String) throws {
    try require("Authorization", "Basic " + Data((user + ":" + password).utf8).base64EncodedString())
  }

  /// The whole query, decoded; nothing else may be in it.
  func requireQuery(_ fields: [String: String]) throws {
    let parts = request.targetText.split(separator: "?", maxSplits: 1)
    try compare(try StrictRequest.fields(parts.count == 2 ? String(parts[1]) : ""), fields, "query")
  }

  /// The whole form.
  func requireForm(_ fields: [String: String]) throws {
    try require("Content-Type", "application/x-www-form-urlencoded")
    try compare(try StrictRequest.fields(request.bodyText), fields, "form")
  }

  /// The whole JSON body; `true` is not 1.
  func requireJSON(_ expected: String) throws {
    try require("Content-Type", "application/json")
    let found = try StrictRequest.canonical(request.bodyText)
    let wanted = try StrictRequest.canonical(expected)
    guard found == wanted else { throw Objection("the body is \(found) and not \(wanted)") }
  }

  func requireBody(_ bytes: [UInt8], type: String) throws {
    try require("Content-Type", type)
    guard request.body == bytes else { throw Objection("the body has other bytes (\(request.body.count))") }
  }

  /// The whole multipart body, part by part.
  func requireParts(_ expected: [MultipartForm.Part]) throws {
    guard let form = MultipartForm(request.body, contentType: request.header("Content-Type") ?? "") else {
      throw Objection("no well-formed multipart body")
    }
    guard form.parts == expected else {
      throw Objection("the parts are \(StrictRequest.shown(form.parts)) and not \(StrictRequest.shown(expected))")
    }
  }

  private static func shown(_ parts: [MultipartForm.Part]) -> [String] {
    parts.map { part in
      let filename = part.filename.map { String(decoding: $0, as: UTF8.self) } ?? "-"
      return "\(String(decoding: part.name, as: UTF8.self)) \(filename) \(part.type ?? "-") \(part.text)"
    }
  }

  private func compare(_ found: [String: String], _ wanted: [String: String], _ what: String) throws {
    guard found == wanted else { throw Objection("the \(what) is \(found) and not \(wanted)") }
  }

  /// `name=value` pairs, as RFC 3986 encodes them; `+` stands for itself nowhere and is refused.
  static func fields(_ text: String) throws -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !pair.contains("+"), let name = parts[0].removingPercentEncoding,
        let value = parts[1].removingPercentEncoding, fields[name] == nil
      else { throw Objection("a field '\(pair)'") }
      fields[name] = value
    }
    return fields
  }

  private static func canonical(_ text: String) throws -> String {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}

extension MultipartForm.Part {
  static func field(_ name: String, _ text: String) -> Self {
    .init(name: Array(name.utf8), filename: nil, type: nil, content: Array(text.utf8))
  }

  /// The picture that the tests send.
  static func picture(_ name: String) -> Self {
    .init(
      name: Array(name.utf8), filename: Array(ServiceItems.pictureName.utf8), type: "image/png",
      content: SampleFiles.png)
  }
}

/// What every service is sent: a text and a file name full of characters that mean something somewhere.
enum ServiceItems {
  static let text = "C# & C++ 50% 日本 🎉"
  static let pictureName = "a\"b;c é.png"
  /// As it stands in a URL.
  static let encodedPictureName = "a%22b%3Bc%20%C3%A9.png"
  static let link = "https://example.com/?a=1&b=2"
}

extension Sandbox {
  /// Writes the picture and a text file into the working folder.
  func placeServiceItems() {
    directory.write(Array(("work/" + ServiceItems.pictureName).utf8), SampleFiles.png)
    file("notes.txt", ServiceItems.text)
  }

  /// Sends to an activity that ships, with secrets and environment as a person sets them.
  func sendToService(
    _ activity: String, _ items: [String], secrets: [String: String] = [:], _ environment: [String: String] = [:],
    more: [String] = []
  ) -> CommandRun {
    placeServiceItems()
    var variables = environment
    for (name, value) in secrets { variables["SHAREROUTER_SECRET_" + name] = value }
    return run(
      ["send", "--activities", Project.root + "/activities.d", "--activity", "org.sharerouter." + activity] + items
        + more, environment: variables)
  }

  static let sentText = ["--text", ServiceItems.text]
  static let sentLink = ["--url", ServiceItems.link]
  static let sentPicture = [ServiceItems.pictureName]
}
