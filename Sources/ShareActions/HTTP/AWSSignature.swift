import DesktopTypes
import ShareTemplates

/// The credentials of an AWS signature, and what they are for.
public struct AWSCredentials: Sendable, Equatable {
  public var accessKey: [UInt8]
  public var secretKey: [UInt8]
  public var sessionToken: [UInt8]?
  public var region: [UInt8]
  public var service: [UInt8]

  public init(
    accessKey: [UInt8], secretKey: [UInt8], sessionToken: [UInt8]? = nil, region: [UInt8], service: [UInt8]
  ) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
    self.region = region
    self.service = service
  }
}

/// Signs a request with AWS Signature Version 4.
///
/// Written here as libcurl's own signs a streamed file as an empty body and does not sort the query.
struct AWSSignature {
  private static let algorithm = "AWS4-HMAC-SHA256"
  /// A body that is streamed is not read twice to be hashed; the service then relies on TLS.
  private static let unsignedPayload = "UNSIGNED-PAYLOAD"
  /// What libcurl or a proxy changes on the way.
  private static let unsignedHeaders = ["user-agent", "accept-encoding", "connection", "expect", "authorization"]

  let credentials: AWSCredentials
  private let date: String
  private let timestamp: String

  /// - Parameter time: Seconds since 1970.
  init(_ credentials: AWSCredentials, time: Int) {
    self.credentials = credentials
    let moment = CivilTime(seconds: time)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    date = digits(moment.year, 4) + digits(moment.month, 2) + digits(moment.day, 2)
    timestamp = date + "T" + digits(moment.hour, 2) + digits(moment.minute, 2) + digits(moment.second, 2) + "Z"
  }

  private var isS3: Bool { credentials.service == Array("s3".utf8) }

  /// Authorization and the `x-amz-` headers that it covers.
  func headers(for request: HTTPRequest, _ url: HTTPURL) throws(MissingLibrary) -> [HTTPRequest.Header] {
    let payload = try payloadHash(request.body)
    var added = [HTTPRequest.Header("X-Amz-Date", Array(timestamp.utf8))]
    // S3 reads the hash from the header; other services compute their own.
    if isS3 || payload == AWSSignature.unsignedPayload {
      added.append(HTTPRequest.Header("X-Amz-Content-Sha256", Array(payload.utf8)))
    }
    if let token = credentials.sessionToken { added.append(HTTPRequest.Header("X-Amz-Security-Token", token)) }
    let (names, canonical) = try canonicalRequest(request, url, added, payload)
    let scope = "\(date)/\(text(credentials.region))/\(text(credentials.service))/aws4_request"
    let toSign = [AWSSignature.algorithm, timestamp, scope, try Digest.sha256Hexadecimal(canonical)]
      .joined(separator: "\n")
    var key = Array("AWS4".utf8) + credentials.secretKey
    for part in [Array(date.utf8), credentials.region, credentials.service, Array("aws4_request".utf8)] {
      key = try Digest.hmacSHA256(part, key: key)
    }
    let signature = Digest.hexadecimal(try Digest.hmacSHA256(Array(toSign.utf8), key: key))
    let value =
      "\(AWSSignature.algorithm) Credential=\(text(credentials.accessKey))/\(scope), SignedHeaders=\(names), "
      + "Signature=\(signature)"
    return added + [HTTPRequest.Header("Authorization", Array(value.utf8))]
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func payloadHash(_ body: HTTPRequest.Body) throws(MissingLibrary) -> String {
    switch body {
    case .none: try Digest.sha256Hexadecimal([])
    case .bytes(let bytes): try Digest.sha256Hexadecimal(bytes)
    case .file, .parts: AWSSignature.unsignedPayload
    }
  }

  private func canonicalRequest(
    _ request: HTTPRequest, _ url: HTTPURL, _ added: [HTTPRequest.Header], _ payload: String
  ) throws(MissingLibrary) -> (names: String, bytes: [UInt8]) {
    var fields: [(name: String, value: [UInt8])] = [("host", Array(url.authority.utf8))]
    if request.header("Content-Type") == nil, let type = request.bodyType {
      fields.append(("content-type", Array(type.utf8)))
    }
    for header in request.headers + added {
      let name = header.name.lowercased()
      if AWSSignature.unsignedHeaders.contains(name) { continue }
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index].value += [UInt8(ascii: ",")] + collapsed(header.value)
      } else {
        fields.append((name, collapsed(header.value)))
      }
    }
    fields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let names = fields.map(\.name).joined(separator: ";")
    var bytes = Array((request.method + "\n").utf8) + canonicalPath(url.path) + [0x0A]
    bytes += FormFields.sorted(queryFields(url.query ?? [])) + [0x0A]
    for field in fields { bytes += Array((field.name + ":").utf8) + field.value + [0x0A] }
    bytes += Array("\n\(names)\n\(payload)".utf8)
    return (names, bytes)
  }

  /// S3 signs the path as it is sent; every other service what comes of encoding it once more.
  private func canonicalPath(_ path: [UInt8]) -> [UInt8] { isS3 ? path : PercentEncoding.encode(path, keeping: "/") }

  /// As S3 and the others read a query: `+` is itself.
  private func queryFields(_ query: [UInt8]) -> [(name: [UInt8], value: [UInt8])] {
    query.split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        ResponseName.percentDecoded(Array(pair[..<equals])),
        ResponseName.percentDecoded(Array(pair[equals...].dropFirst()))
      )
    }
  }

  /// Runs of blanks become one.
  private func collapsed(_ value: [UInt8]) -> [UInt8] {
    Array(value.split(separator: 0x20).joined(separator: [0x20]))
  }
}
