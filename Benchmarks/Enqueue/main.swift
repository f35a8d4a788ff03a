// Accepts many jobs, one after the other, as the program does: `EnqueueBenchmark FOLDER COUNT`.
import ShareJobs
import ShareModel

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]) else {
  fatalError("usage: EnqueueBenchmark FOLDER COUNT")
}
let store = try JobStore(folder: FilePath(arguments[1]))
let request = JobRequest(
  activityType: "com.example.a1",
  definition: .init(
    path: "/home/me/.config/sharerouter/activities.d/com.example.a1.yaml",
    content: [UInt8](repeating: 0x61, count: 600)), items: [.init(.text(Array("hello".utf8)))])
for _ in 0..<count { _ = try store.enqueue([request]) }
