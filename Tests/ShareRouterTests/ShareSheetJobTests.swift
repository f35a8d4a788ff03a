import Glibc
import ShareJobs
import ShareRouter
import TestSupport
import Testing

@Suite("a share sheet and activities that go on in the background")
struct ShareSheetJobTests {
  private let machine = Machine()

  init() {
    machine.define(
      "com.example.job",
      #"""
      accepts: [text, file]
      background: true
      inputs: {end: {prompt: End}}
      shell:
        script: |
          cat {{ item.file }} >>"$HOME"/done
          printf '%s|%s' {{ subject? }} {{ input.end }} >>"$HOME"/done
      returns: {text: "{{ item.kind }}"}

      """#)
  }

  private var folder: FilePath { FilePath(machine.path + "/.local/state/sharerouter") }

  private var done: String? { machine.directory.read("done").map { String(decoding: $0, as: UTF8.self) } }

  @Test("it is stored as a job, which ends the sheet at once, and is performed with all that was said")
  func accepted() async throws {
    let lock = try #require(try WorkerLock(folder))
    let sheet = machine.sheet(["hello "])
    sheet.subject = "About"
    let completions = Completions()
    completions.attach(to: sheet)
    let outcome = await sheet.perform("com.example.job", inputs: ["end": "!"])
    #expect(outcome.status == .completed && outcome.evidence == .queued && outcome.job == 1, "\(outcome)")
    #expect(completions.calls.count == 1 && completions.calls.first?.completed == true)
    #expect(completions.calls.first?.returnedItems == nil && completions.calls.first?.error == nil)
    #expect(done == nil)
    sheet.dismiss()
    try machine.work(try JobStore(folder: folder), lock)
    lock.release()
    #expect(done == "hello About|!")
    #expect(try JobStore(folder: folder).job(1)?.state == .completed)
  }

  @Test("data of a pipe is kept for it, which is gone with the sheet")
  func pipe() async throws {
    let lock = try #require(try WorkerLock(folder))
    let path = machine.path + "/pipe"
    mkfifo(path, 0o600)
    let writer = try RunningCommand.start(["sh", "-c", "printf '\\0data' >\"$0\"", path].map { Array($0.utf8) }).get()
    var sheet: ShareSheet? = machine.sheet([ActivityItem.file(path)])
    #expect(await sheet?.perform("com.example.job", inputs: ["end": "."]).job == 1)
    #expect(writer.wait().status == 0)
    sheet = nil
    try machine.work(try JobStore(folder: folder), lock)
    #expect(done == "\0data|.")
  }

  @Test("without anybody who could perform it nothing is stored")
  func noWorker() async {
    // What the activity needs is there.
    machine.directory.write("bin/.keep", "")
    for name in ["sh", "cat"] { #expect(symlink("/bin/" + name, machine.path + "/bin/" + name) == 0) }
    let path = machine.path + "/bin"
    let process = machine.process(["PATH": path])
    let sheet = ShareSheet(activityItems: ["x"], process: process)
    let outcome = await sheet.perform("com.example.job", inputs: ["end": "!"])
    #expect(outcome.status == .failed && outcome.error?.code == "no-worker", "\(outcome)")
    #expect(outcome.error?.message.hasSuffix("neither beside this program nor in PATH '\(path)'") == true)
    #expect(!JobStore.exists(in: folder))
  }

  @Test("the program that is found in the PATH performs it")
  func program() async throws {
    machine.directory.write("bin/.keep", "")
    #expect(symlink(CommandRun.program, machine.path + "/bin/sharerouter") == 0)
    let process = machine.process(["PATH": machine.path + "/bin:/usr/local/bin:/usr/bin:/bin"])
    let sheet = ShareSheet(activityItems: ["x"], process: process)
    let outcome = await sheet.perform("com.example.job", inputs: ["end": "!"])
    #expect(outcome.job == 1, "\(outcome)")
    let store = try JobStore(folder: folder)
    #expect(waitUntil { (try? store.job(1))?.state.isFinal == true && !WorkerLock.isHeld(folder) })
    #expect(try store.job(1)?.state == .completed)
    #expect(done == "x|!")
  }

  @Test("one that was cancelled before is not stored; one that no job can do says why")
  func refused() async throws {
    let lock = try #require(try WorkerLock(folder))
    let sheet = machine.sheet(["x"])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await sheet.perform("com.example.job", inputs: ["end": "!"])
    }
    task.cancel()
    #expect(await task.value.status == .cancelled)
    machine.define(
      "com.example.asks",
      "accepts: text\nbackground: true\ninputs: {pin: {prompt: PIN, type: secret}}\nshell: {argv: [cat, \"{{ item.file }}\"], stdin: \"{{ input.pin }}\"}\n"
    )
    let outcome = await machine.sheet(["x"]).perform("com.example.asks", inputs: ["pin": "1234"])
    #expect(outcome.error?.code == "not-for-jobs")
    #expect(outcome.error?.message.hasSuffix("or take 'background' out of 'com.example.asks'") == true, "\(outcome)")
    #expect(!JobStore.exists(in: folder))
    lock.release()
  }
}
