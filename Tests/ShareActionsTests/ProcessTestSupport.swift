import Foundation
import Glibc
import Synchronization
import Testing

@testable import ShareActions

/// Runs the body on a thread of its own and ends the whole test run when it hangs, as nothing else could stop a blocking
/// call.
func guarded<Value: Sendable>(seconds: Double = 20, _ body: @escaping @Sendable () throws -> Value) throws -> Value {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let value = Result { try body() }
    result.withLock { $0 = value }
    done.signal()
  }
  guard done.wait(timeout: .now() + seconds) == .success else { fatalError("a process test hangs") }
  return try result.withLock { try $0!.get() }
}

let testEnvironment = ProcessEnvironment(["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// A request that captures both outputs and cannot last.
func capturing(_ arguments: [String], input: ProcessRequest.Input = .empty) -> ProcessRequest {
  ProcessRequest(
    arguments: arguments.map(bytes), environment: testEnvironment, standardInput: input,
    standardOutput: .head(limit: ProcessRequest.outputLimit),
    standardError: .tail(limit: ProcessRequest.errorTailLimit), timeout: 20)
}

func shell(_ script: String, input: ProcessRequest.Input = .empty) -> ProcessRequest {
  capturing(["sh", "-c", script], input: input)
}

func run(
  _ request: ProcessRequest, _ runner: ProcessRunner = ProcessRunner(terminationGrace: 0.5),
  interruption: Interruption? = nil
) throws -> ProcessResult {
  try guarded { try runner.run(request, interruption: interruption) }
}

/// What keeps a request from being started; nil when it was started.
func refusal(of request: ProcessRequest) throws -> ProcessError? {
  do {
    _ = try run(request)
    return nil
  } catch let error as ProcessError {
    return error
  }
}

/// The processes that are alive and have the argument. Tests use an argument that occurs nowhere else.
func processes(withArgument argument: String) -> [pid_t] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { pid_t($0) }.filter { identifier in
    guard let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") else { return false }
    return line.split(separator: 0).contains { $0.elementsEqual(argument.utf8) }
  }
}

/// A number of seconds for `sleep` that no other process has.
func uniqueSeconds(_ base: Int) -> String { "\(base).\(UInt32.random(in: 100_000_000...999_999_999))" }

/// Waits for something that other processes do, for as long as a slow machine may need.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<500 {
    if condition() { return true }
    usleep(20_000)
  }
  return condition()
}

/// Runs the body on several threads at once and gives back what each made.
func onThreads<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value, meanwhile: () -> Void = {}
) throws -> [Value] {
  let results = Mutex<[Int: Result<Value, any Error>]>([:])
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      let value = Result { try body(index) }
      results.withLock { $0[index] = value }
      group.leave()
    }
  }
  meanwhile()
  guard group.wait(timeout: .now() + 100) == .success else { fatalError("a process test hangs") }
  return try results.withLock { results in try (0..<count).map { try results[$0]!.get() } }
}
