import Glibc
import ShareRouter
import Synchronization
import TestSupport
import Testing

@Suite("the end of a share sheet", .timeLimit(.minutes(2)))
struct ShareSheetLifecycleTests {
  @Test("a completed activity is told with what it gives back")
  func completed() async {
    let completions = Completions()
    var own = RecordingActivity("com.example.own")
    own.action = { _ in [ReturnedItem(item: .text(Array("back".utf8)))] }
    let sheet = Machine().sheet(["hello"], [own])
    completions.attach(to: sheet)
    let outcome = await sheet.perform("com.example.own")
    #expect(outcome.returnedItems?.map(\.item.textBytes) == [Array("back".utf8)])
    #expect(completions.calls.count == 1)
    #expect(completions.calls[0].type == "com.example.own" && completions.calls[0].completed)
    #expect(completions.calls[0].returnedItems == outcome.returnedItems)
    #expect(completions.calls[0].error == nil)
  }

  @Test("an activity that returns nothing is told with nil, one that returns no item with none")
  func returningNothing() async {
    for returned: [ReturnedItem]? in [nil, []] {
      let completions = Completions()
      var own = RecordingActivity("com.example.own")
      own.action = { _ in returned }
      let sheet = Machine().sheet(["hello"], [own])
      completions.attach(to: sheet)
      await sheet.perform("com.example.own")
      #expect(completions.calls.map(\.returnedItems) == [returned])
    }
  }

  @Test("what an activity throws reaches the handler as it is")
  func throwing() async {
    let completions = Completions()
    var own = RecordingActivity("com.example.own")
    own.action = { _ in throw RecordingActivity.Broken() }
    let sheet = Machine().sheet(["hello"], [own])
    completions.attach(to: sheet)
    #expect(await sheet.perform("com.example.own").error?.code == "activity-failed")
    #expect(completions.calls.count == 1)
    #expect(completions.calls[0].type == "com.example.own" && !completions.calls[0].completed)
    #expect(completions.calls[0].error as? RecordingActivity.Broken == RecordingActivity.Broken())
  }

  @Test("a program that fails is told with its failure")
  func failing() async {
    let machine = Machine()
    machine.define("com.example.fails", "accepts: text\nshell: {script: 'exit 3'}\n")
    let completions = Completions()
    let sheet = machine.sheet(["hello"])
    completions.attach(to: sheet)
    #expect(await sheet.perform("com.example.fails").exitStatus == 3)
    #expect(completions.calls.count == 1)
    #expect((completions.calls[0].error as? Outcome.Failure)?.code == "exit-status")
  }

  @Test("a dismissed sheet is told with no type, once, and performs nothing any more")
  func dismissed() async {
    let completions = Completions()
    let own = RecordingActivity("com.example.own")
    let sheet = Machine().sheet(["hello"], [own])
    completions.attach(to: sheet)
    sheet.dismiss()
    sheet.dismiss()
    #expect(await sheet.perform("com.example.own").error?.code == "sheet-is-over")
    #expect(own.record.all.isEmpty)
    #expect(completions.calls.count == 1)
    #expect(completions.calls[0].type == nil && !completions.calls[0].completed)
    #expect(completions.calls[0].returnedItems == nil && completions.calls[0].error == nil)
  }

  @Test("a sheet that is let go counts as dismissed; one that was used does not")
  func released() async {
    let completions = Completions()
    do {
      let sheet = Machine().sheet(["hello"])
      completions.attach(to: sheet)
    }
    #expect(completions.calls.map(\.type) == [nil])
    do {
      let sheet = Machine().sheet(["hello"], [RecordingActivity("com.example.own")])
      completions.attach(to: sheet)
      await sheet.perform("com.example.own")
    }
    #expect(completions.calls.map(\.type) == [nil, "com.example.own"])
  }

  @Test("a sheet performs one activity")
  func twice() async {
    let completions = Completions()
    let own = RecordingActivity("com.example.own")
    let sheet = Machine().sheet(["hello"], [own])
    completions.attach(to: sheet)
    #expect(await sheet.perform("com.example.own").status == .completed)
    #expect(await sheet.perform("com.example.own").error?.code == "sheet-is-over")
    sheet.dismiss()
    #expect(own.record.count("perform") == 1)
    #expect(completions.calls.count == 1)
  }

  @Test("a handler may use the sheet that calls it")
  func reentrant() async {
    let sheet = Machine().sheet(["hello"])
    let calls = Atomic<Int>(0)
    sheet.completionHandler = { [weak sheet] _, _, _, _ in
      sheet?.dismiss()
      sheet?.subject = "again"
      calls.wrappingAdd(1, ordering: .relaxed)
    }
    sheet.dismiss()
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  // MARK: Cancelling

  @Test("cancelling the task, or dismissing the sheet, ends a program; no error is told", arguments: [true, false])
  func cancelledProgram(byTask: Bool) async {
    let machine = Machine()
    machine.define(
      "com.example.waits",
      """
      accepts: text
      shell:
        script: |
          : "{{ item.text }}"
          echo $$ >"$TMPDIR/pid"
          exec sleep 600

      """)
    let completions = Completions()
    let file = machine.path + "/pid"
    let sheet = machine.sheet(["hello"])
    completions.attach(to: sheet)
    let task = Task { await sheet.perform("com.example.waits") }
    for _ in 0..<5000 where readFile(file)?.last != 0x0A { try? await Task.sleep(for: .milliseconds(2)) }
    if byTask { task.cancel() } else { sheet.dismiss() }
    let outcome = await task.value
    #expect(outcome.status == .cancelled)
    #expect(completions.calls.count == 1)
    #expect(completions.calls[0].type == "com.example.waits" && !completions.calls[0].completed)
    #expect(completions.calls[0].error == nil)
    let process = pid_t(String(decoding: (readFile(file) ?? []).dropLast(), as: UTF8.self)) ?? 0
    #expect(process > 1 && kill(process, 0) != 0)
  }

  @Test("cancelling the task, or dismissing the sheet, cancels an activity in Swift", arguments: [true, false])
  func cancelledActivity(byTask: Bool) async {
    let completions = Completions()
    var own = RecordingActivity("com.example.own")
    own.action = { _ in
      try await Task.sleep(for: .seconds(600))
      return nil
    }
    let sheet = Machine().sheet(["hello"], [own])
    completions.attach(to: sheet)
    let task = Task { await sheet.perform("com.example.own") }
    while own.record.count("perform") == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    if byTask { task.cancel() } else { sheet.dismiss() }
    #expect(await task.value.status == .cancelled)
    #expect(completions.calls.map(\.type) == ["com.example.own"])
    #expect(completions.calls[0].error == nil)
  }

  @Test("a task that is cancelled already performs nothing")
  func cancelledBefore() async {
    let machine = Machine()
    machine.define("com.example.touch", "accepts: text\nshell: [touch, --, \"{{ item.text }}\"]\n")
    let own = RecordingActivity("com.example.own")
    for type: ActivityType in ["com.example.touch", "com.example.own"] {
      let completions = Completions()
      let sheet = machine.sheet([.text(machine.path + "/touched")], [own])
      completions.attach(to: sheet)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await sheet.perform(type)
      }
      #expect(await task.value.status == .cancelled)
      #expect(completions.calls.count == 1)
    }
    #expect(own.record.count("prepare") == 0)
    #expect(!machine.directory.exists("touched"))
  }

  @Test("dismissing, choosing and finishing at the same time make one outcome")
  func race() async {
    let machine = Machine()
    for round in 0..<300 {
      let completions = Completions()
      let own = RecordingActivity("com.example.own")
      let sheet = machine.sheet(["hello"], [own])
      completions.attach(to: sheet)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { sheet.dismiss() }
        group.addTask { await sheet.perform("com.example.own") }
        group.addTask { await sheet.perform("com.example.own") }
        if round % 2 == 0 { group.addTask { sheet.dismiss() } }
      }
      #expect(completions.calls.count == 1)
      #expect(own.record.count("perform") <= 1)
      #expect(
        completions.calls.first.map { $0.type == nil || !$0.completed || own.record.count("perform") == 1 } == true)
    }
  }

  @Test("an exit that races with the timeout makes one outcome")
  func timeout() async {
    let machine = Machine()
    machine.define("com.example.races", "accepts: text\ntimeout: 50ms\nshell: [sleep, '0.05']\n")
    for _ in 0..<20 {
      let completions = Completions()
      let sheet = machine.sheet(["hello"])
      completions.attach(to: sheet)
      let outcome = await sheet.perform("com.example.races")
      #expect(outcome.status == .completed || outcome.status == .timedOut)
      #expect(completions.calls.map(\.completed) == [outcome.status == .completed])
    }
  }

  @Test("programs that are waited for leave the cooperative pool to others")
  func pool() async {
    let machine = Machine()
    machine.define(
      "com.example.waits",
      """
      accepts: text
      timeout: 60s
      shell:
        script: |
          while [ ! -e "{{ item.text }}" ]; do sleep 0.02; done

      """)
    let gate = machine.path + "/open"
    let count = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 2 + 2
    await withTaskGroup(of: Outcome.Status.self) { group in
      for _ in 0..<count {
        group.addTask { await machine.sheet([.text(gate)]).perform("com.example.waits").status }
      }
      // With the pool blocked nobody would open the gate, and all of them would time out.
      group.addTask {
        try? await Task.sleep(for: .milliseconds(100))
        machine.directory.write("open", "")
        return .completed
      }
      for await status in group { #expect(status == .completed) }
    }
  }
}
