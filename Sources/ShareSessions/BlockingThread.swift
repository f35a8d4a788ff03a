// Both declare the attributes of threads, and either may have been loaded first.
internal import CSystem
internal import Glibc

/// Runs work that blocks (reading definitions, waiting for programs) on a thread of its own: Swift's cooperative pool has
/// a thread per processor and must not wait for anything.
package enum BlockingThread {
  private final class Body: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Starts a thread that nobody waits for; the error number when there is none.
  @discardableResult
  package static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
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
