public import ShareModel

/// What holds for every request of a machine or person: proxies and the certificates to trust.
public struct HTTPSettings: Sendable, Equatable {
  /// Used where the environment names none.
  public var proxy: String?
  /// A file with certificates in PEM format to trust, beside those of the system's folder of certificates.
  public var certificateFile: FilePath?
  private var environment: [String: String] = [:]

  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, and `CURL_CA_BUNDLE` and `SSL_CERT_FILE`, as curl
  /// does.
  public init(environment: ProcessEnvironment, proxy: String? = nil, certificateFile: FilePath? = nil) {
    self.proxy = proxy
    self.certificateFile = certificateFile
    for name in HTTPSettings.names {
      guard let value = environment.text(name), !value.isEmpty else { continue }
      self.environment[name] = value
    }
  }

  /// `HTTP_PROXY` in capitals is not read: in a CGI program it is a header of somebody else's request.
  private static let names = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE",
    "SSL_CERT_FILE",
  ]

  /// The proxy for a URL of the scheme; empty for none.
  func proxy(for scheme: String) -> String {
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return first(own + ["all_proxy", "ALL_PROXY"]) ?? proxy ?? ""
  }

  /// The hosts that are reached without a proxy.
  var withoutProxy: String { first(["no_proxy", "NO_PROXY"]) ?? "" }

  var trustedCertificates: String? {
    certificateFile.map(\.displayText) ?? first(["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
  }

  private func first(_ names: [String]) -> String? { names.lazy.compactMap { environment[$0] }.first }
}
