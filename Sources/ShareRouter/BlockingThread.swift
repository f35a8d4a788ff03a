// Both declare the attributes of threads, and either may have been loaded first.
internal import CSystem
internal import Glibc

/// Runs work that blocks (reading definitions, waiting for programs) on a thread of its own: Swift's cooperative pool has
/// a thread per processor and must not wait for anything.
enum BlockingThread {
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

  private final class Body: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Starts a thread that nobody waits for; the error number when there is none.
  private static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Regular expressions recurse; the default follows `ulimit -s`, which may be small.
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    let body = unsafe Unmanaged.passRetained(Body(work))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, &attributes,
      { pointer in
        unsafe Unmanaged<Body>.fromOpaque(pointer!).takeRetainedValue().work()
        return nil
      }, body.toOpaque())
    if code != 0 { unsafe body.release() }
    return code
  }
}
