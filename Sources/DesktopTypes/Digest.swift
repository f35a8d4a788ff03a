import CGLib

/// Hashes of bytes and keyed hashes (FIPS 180-4, RFC 2104), by GLib.
public enum Digest {
  /// The 32 bytes of SHA-256.
  public static func sha256(_ bytes: [UInt8]) throws(MissingLibrary) -> [UInt8] {
    try hash(bytes, type: sr_checksum_sha256, length: 32)
  }

  /// SHA-256 as 64 lower-case hexadecimal digits.
  public static func sha256Hexadecimal(_ bytes: [UInt8]) throws(MissingLibrary) -> String {
    hexadecimal(try sha256(bytes))
  }

  /// HMAC with SHA-256.
  public static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) throws(MissingLibrary) -> [UInt8] {
    try hmac(bytes, key: key, type: sr_checksum_sha256, length: 32)
  }

  /// HMAC with SHA-1, which OAuth 1.0 signs with (RFC 5849, 3.4.2); for nothing new.
  public static func hmacSHA1(_ bytes: [UInt8], key: [UInt8]) throws(MissingLibrary) -> [UInt8] {
    try hmac(bytes, key: key, type: sr_checksum_sha1, length: 20)
  }

  /// Two lower-case digits per byte.
  public static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  private static func hash(
    _ bytes: [UInt8], type: Int, length: Int
  ) throws(MissingLibrary) -> [UInt8] {
    let glib = try GLib.require(for: "hashes are")
    guard let checksum = unsafe glib.checksum_new(UInt32(type)) else {
      preconditionFailure("GLib knows SHA-1 and SHA-256")
    }
    defer { unsafe glib.checksum_free(checksum) }
    unsafe bytes.withUnsafeBufferPointer { unsafe glib.checksum_update(checksum, $0.baseAddress, $0.count) }
    var digest = [UInt8](repeating: 0, count: length)
    var size = length
    unsafe glib.checksum_get_digest(checksum, &digest, &size)
    return digest
  }

  private static func hmac(
    _ bytes: [UInt8], key: [UInt8], type: Int, length: Int
  ) throws(MissingLibrary) -> [UInt8] {
    let glib = try GLib.require(for: "keyed hashes are")
    let hmac = unsafe key.withUnsafeBufferPointer { unsafe glib.hmac_new(UInt32(type), $0.baseAddress, $0.count) }
    guard let hmac = unsafe hmac else { preconditionFailure("GLib knows SHA-1 and SHA-256") }
    defer { unsafe glib.hmac_unref(hmac) }
    unsafe bytes.withUnsafeBufferPointer { unsafe glib.hmac_update(hmac, $0.baseAddress, $0.count) }
    var digest = [UInt8](repeating: 0, count: length)
    var size = length
    unsafe glib.hmac_get_digest(hmac, &digest, &size)
    return digest
  }
}
