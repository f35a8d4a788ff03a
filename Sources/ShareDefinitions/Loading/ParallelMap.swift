import Glibc
import Synchronization

/// Work for several threads: each takes the next batch until none is left.
private final class ParallelWork<Input: Sendable, Output: Sendable>: Sendable {
  let inputs: [Input]
  let batchSize: Int
  let transform: @Sendable (ArraySlice<Input>) -> [Output]
  let next = Atomic<Int>(0)
  let finished = Mutex<[(start: Int, outputs: [Output])]>([])

  init(_ inputs: [Input], batchSize: Int, _ transform: @escaping @Sendable (ArraySlice<Input>) -> [Output]) {
    self.inputs = inputs
    self.batchSize = batchSize
    self.transform = transform
  }

  func run() {
    while true {
      let start = next.wrappingAdd(batchSize, ordering: .relaxed).oldValue
      guard start < inputs.count else { return }
      let outputs = transform(inputs[start..<min(start + batchSize, inputs.count)])
      finished.withLock { $0.append((start, outputs)) }
    }
  }
}

/// Transforms batches of the inputs on all processors and hands the outputs, one for each input, over in the order of
/// their inputs.
///
/// Threads, not tasks: `main` is synchronous, and what runs here blocks on files.
func parallelMap<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], _ transform: @escaping @Sendable (ArraySlice<Input>) -> [Output],
  collect: (consuming Output) -> Void
) {
  let batchSize = 32
  let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  let threadCount = min(processors, 8, (inputs.count + batchSize - 1) / batchSize)
  let work = ParallelWork(inputs, batchSize: batchSize, transform)
  var threads: [pthread_t] = []
  for _ in 1..<max(threadCount, 1) {
    if let thread = startThread({ work.run() }) { threads.append(thread) }
  }
  work.run()
  for thread in threads { pthread_join(thread, nil) }
  var batches = work.finished.withLock { finished in
    defer { finished = [] }
    return finished
  }
  batches.sort { $0.start < $1.start }
  for index in batches.indices {
    // Taken off the end, an output moves out of its array; copying a definition costs as much as checking it does.
    batches[index].outputs.reverse()
    while let output = batches[index].outputs.popLast() { collect(output) }
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
