internal import ShareModel
internal import SourceDiagnostics

extension Invocation {
  /// Prints what an activity gave back, named items on stderr; false when the results could not be written. What goes to
  /// stderr is told then, too.
  func write(_ returnedItems: [ReturnedItem]) -> Bool {
    let end: UInt8 = arguments.has("null") ? 0 : 0x0A
    var isWritten = true
    for returned in returnedItems {
      let bytes = returned.item.textBytes ?? returned.item.path?.bytes ?? []
      if let name = returned.name {
        console.message(TerminalText.escaped("\(name): " + String(decoding: bytes, as: UTF8.self)))
      } else if isWritten {
        isWritten = console.write(bytes + [end])
      }
    }
    return isWritten
  }
}
