public import ShareModel
public import SourceDiagnostics

extension ConfigLoader {
  /// Reads and checks a configuration that was named for this call, wherever it lies.
  public static func loadConfiguration(
    path: FilePath, user: UInt32, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (Configuration?, [Diagnostic]) {
    let (file, findings) = TrustedFile.read(path, origin: .commandLine, user: user)
    guard let file else { return (nil, findings) }
    let (configuration, own) = loadConfiguration(file, regularExpressionCheck: regularExpressionCheck)
    return (configuration, findings + own)
  }

  /// Reads and checks a policy that was named for this call, wherever it lies.
  public static func loadPolicy(
    path: FilePath, user: UInt32, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (Configuration?, [Diagnostic]) {
    let (file, findings) = TrustedFile.read(path, origin: .commandLine, user: user)
    guard let file else { return (nil, findings) }
    let (configuration, own) = loadPolicy(file, regularExpressionCheck: regularExpressionCheck)
    return (configuration, findings + own)
  }
}
