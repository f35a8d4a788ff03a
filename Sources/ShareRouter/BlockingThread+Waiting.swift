internal import Glibc
internal import ShareSessions

extension BlockingThread {
  /// The system has no thread to give.
  struct Unavailable: Error {
    var message: String
  }

  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async -> Result<Value, Unavailable> {
    await withCheckedContinuation { continuation in
      let code = start { continuation.resume(returning: .success(work())) }
      if code != 0 {
        let reason = unsafe String(cString: strerror(code))
        continuation.resume(returning: .failure(Unavailable(message: "no thread can be started: \(reason)")))
      }
    }
  }
}
