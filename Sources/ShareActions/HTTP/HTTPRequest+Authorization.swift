import DesktopTypes
import ShareTemplates

extension HTTPRequest {
  /// The headers that say who sends the request to this URL; signatures are of this moment.
  func authorization(for url: HTTPURL, now: Int) throws(HTTPError) -> [Header] {
    do throws(MissingLibrary) {
      switch authentication {
      case nil: return []
      case .header(let value): return [Header("Authorization", value)]
      case .oauth1(let credentials):
        let signature = OAuth1Signature(credentials, timestamp: now)
        return [Header("Authorization", Array(try signature.header(for: self, url).utf8))]
      case .awsSigV4(let credentials): return try AWSSignature(credentials, time: now).headers(for: self, url)
      }
    } catch {
      throw .otherLibraryMissing(error.message)
    }
  }

  /// The fields of a form, as its reader decodes them; empty for any other body.
  var formFields: [(name: [UInt8], value: [UInt8])] {
    guard case .bytes(let bytes) = body, header("Content-Type") == nil,
      bodyType == "application/x-www-form-urlencoded"
    else { return [] }
    return FormFields.decode(bytes)
  }
}

/// application/x-www-form-urlencoded, as queries and forms are read.
public enum FormFields {
  public static func decode(_ bytes: [UInt8]) -> [(name: [UInt8], value: [UInt8])] {
    bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (text(pair[..<equals]), text(pair[equals...].dropFirst()))
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    ResponseName.percentDecoded(bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
  }

  /// Pairs encoded as RFC 3986 says, sorted by name and value, as both kinds of signatures want them.
  static func sorted(_ fields: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
    let pairs = fields.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
    let ordered = pairs.sorted { left, right in
      left.0 == right.0 ? left.1.lexicographicallyPrecedes(right.1) : left.0.lexicographicallyPrecedes(right.0)
    }
    return Array(ordered.map { $0.0 + [UInt8(ascii: "=")] + $0.1 }.joined(separator: [UInt8(ascii: "&")]))
  }
}

/// Base64 with padding (RFC 4648, 4).
func base64(_ bytes: [UInt8]) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
    for position in 0..<4 {
      result.append(
        position <= group.count ? alphabet[Int(bits >> (18 - 6 * UInt32(position)) & 63)] : UInt8(ascii: "="))
    }
  }
  return result
}
