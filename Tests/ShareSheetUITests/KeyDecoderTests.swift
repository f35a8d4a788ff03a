import Testing

@testable import ShareSheetUI

@Suite("The keys of a terminal")
struct KeyDecoderTests {
  private func keys(_ bytes: [UInt8], isFinal: Bool = true) -> [Key] {
    var decoder = KeyDecoder()
    decoder.feed(bytes)
    var keys: [Key] = []
    while let key = decoder.next(isFinal: isFinal) { keys.append(key) }
    return keys
  }

  static let cases: [(String, [Key])] = [
    ("a é日🎉", [.text("a"), .text(" "), .text("é"), .text("日"), .text("🎉")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{1}\u{3}\u{1A}\u{0}\u{1C}", [.control("a"), .control("c"), .control("z")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}OD", [.up, .down, .right, .left]),
    (
      "\u{1B}[H\u{1B}[4~\u{1B}[1~\u{1B}OF\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z",
      [.home, .end, .home, .end, .delete, .pageUp, .pageDown, .backTab]
    ),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}\r", [.escape, .enter]),
    ("\u{1B}x\u{1B}3", [.alt("x"), .alt("3")]), ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
    // Sequences that mean nothing here are swallowed whole: function keys, mouse, focus, answers of the terminal.
    ("\u{1B}[11~\u{1B}OPx", [.text("x")]), ("\u{1B}[[Ax", [.text("x")]), ("\u{1B}[<0;3;4Mx", [.enter, .text("x")]),
    ("\u{1B}[?1;2cx\u{1B}[Ix", [.text("x"), .text("x")]),
    ("\u{1B}[200~a\rq\u{1B}[Ab\u{1B}[201~c", [.paste("a\nq\u{1B}[Ab"), .text("c")]),
  ]

  @Test("bytes become keys", arguments: cases)
  func decode(bytes: String, expected: [Key]) {
    #expect(keys(Array(bytes.utf8)) == expected)
  }

  @Test("however the bytes are cut, the keys are the same", arguments: cases)
  func pieces(bytes: String, expected: [Key]) {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for byte in bytes.utf8 {
      decoder.feed([byte])
      while let key = decoder.next(isFinal: false) { keys.append(key) }
    }
    while let key = decoder.next(isFinal: true) { keys.append(key) }
    #expect(keys == expected)
  }

  @Test("what is no UTF-8 is left out, and nothing after it is lost")
  func invalid() {
    #expect(keys([0xFF, 0x61, 0xC3, 0x62, 0xE6, 0x97, 0x63, 0x80]) == [.text("a"), .text("b"), .text("c")])
  }

  @Test("an escape waits for what may follow it")
  func waiting() {
    #expect(keys([0x1B], isFinal: false).isEmpty)
    #expect(keys(Array("\u{1B}[1;".utf8), isFinal: false).isEmpty)
    #expect(keys(Array("\u{1B}[200~x".utf8)).isEmpty)
  }

  @Test("the terminal's own sequences go before all others")
  func known() {
    var decoder = KeyDecoder()
    decoder.known = [(Array("\u{1B}[q".utf8), .up)]
    decoder.feed(Array("\u{1B}[qx".utf8))
    #expect(decoder.next(isFinal: false) == .up && decoder.next(isFinal: false) == .text("x"))
  }

  @Test("no bytes make it hang or fail", arguments: 0..<50)
  func random(seed: Int) {
    for _ in 0..<20 {
      let bytes = (0..<40).map { _ in
        [0x1B, 0x5B, 0x7E, 0x4F, 0x32, 0x30, UInt8.random(in: 0...255)].randomElement() ?? 0
      }
      #expect(keys(bytes).count <= bytes.count)
    }
  }
}
