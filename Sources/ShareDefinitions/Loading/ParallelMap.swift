import Glibc
import Synchronization

/// Work for several threads: each takes the next chunk until none is left.
private final class ParallelWork<Input: Sendable, Output: Sendable>: Sendable {
  let inputs: [Input]
  let chunkSize: Int
  let transform: @Sendable (Input) -> Output
  let next = Atomic<Int>(0)
  let finished = Mutex<[(start: Int, outputs: [Output])]>([])

  init(_ inputs: [Input], chunkSize: Int, _ transform: @escaping @Sendable (Input) -> Output) {
    self.inputs = inputs
    self.chunkSize = chunkSize
    self.transform = transform
  }

  func run() {
    while true {
      let start = next.wrappingAdd(chunkSize, ordering: .relaxed).oldValue
      guard start < inputs.count else { return }
      let outputs = inputs[start..<min(start + chunkSize, inputs.count)].map(transform)
      finished.withLock { $0.append((start, outputs)) }
    }
  }
}

/// Transforms the inputs on all processors and hands the outputs over in the order of their inputs.
///
/// Threads, not tasks: `main` is synchronous, and what runs here blocks on files.
func parallelMap<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], _ transform: @escaping @Sendable (Input) -> Output, collect: (consuming Output) -> Void
) {
  let chunkSize = 16
  let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  let threadCount = min(processors, 8, (inputs.count + chunkSize - 1) / chunkSize)
  guard threadCount > 1 else {
    for input in inputs { collect(transform(input)) }
    return
  }
  let work = ParallelWork(inputs, chunkSize: chunkSize, transform)
  var threads: [pthread_t] = []
  for _ in 1..<threadCount {
    if let thread = startThread({ work.run() }) { threads.append(thread) }
  }
  work.run()
  for thread in threads { pthread_join(thread, nil) }
  var chunks = work.finished.withLock { finished in
    defer { finished = [] }
    return finished
  }
  chunks.sort { $0.start < $1.start }
  for index in chunks.indices {
    // Taken off the end, an output moves out of its array; copying a definition costs as much as checking it does.
    chunks[index].outputs.reverse()
    while let output = chunks[index].outputs.popLast() { collect(output) }
  }
}

/// What a thread is started with.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Nil when the system has no thread left: the caller's own thread then does all of the work.
private func startThread(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
  var thread = pthread_t()
  let body = unsafe Unmanaged.passRetained(ThreadBody(run))
  let result = unsafe pthread_create(
    &thread, nil,
    { context in
      unsafe Unmanaged<ThreadBody>.fromOpaque(context!).takeRetainedValue().run()
      return nil
    }, body.toOpaque())
  guard result == 0 else {
    unsafe body.release()
    return nil
  }
  return thread
}
