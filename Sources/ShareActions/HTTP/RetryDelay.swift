import Glibc

/// How long is waited before a request is sent again.
enum RetryDelay {
  /// What is waited for at most where the definition gives no `timeout`, in seconds.
  static let budget = 60.0

  /// The server's wish (RFC 9110, 10.2.3) in seconds from `now`; nil when it has none that can be read.
  static func wish(_ response: HTTPResponse, now: Int) -> Double? {
    guard let text = response.header("Retry-After") else { return nil }
    if let seconds = Int(text) { return seconds >= 0 ? Double(seconds) : nil }
    return date(text).map { Double(max(0, $0 - now)) }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Seconds since 1970 of an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
  static func date(_ text: String) -> Int? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
      let year = Int(words[3]), (1970...9999).contains(year), let month = months.firstIndex(of: words[2])
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, clock.allSatisfy({ (0...60).contains($0) }) else { return nil }
    return CivilTime(year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
      .seconds
  }

  /// Without a wish: half a second, then twice as long each time, up to 8 seconds.
  static func pause(afterTry count: Int) -> Double { min(0.5 * Double(1 << min(count - 1, 8)), 8) }
}

extension Interruption? {
  /// Waits; false when it was interrupted meanwhile.
  func wait(seconds: Double) -> Bool {
    let until = MonotonicTime.now.seconds + seconds
    while true {
      let left = until - MonotonicTime.now.seconds
      guard left > 0 else { return true }
      if self?.isInterrupted == true { return false }
      var entry = pollfd(fd: self?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&entry, 1, Int32(min(left * 1000, 1e9).rounded(.up)))
    }
  }
}
