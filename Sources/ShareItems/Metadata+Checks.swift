import DesktopTypes
public import ShareModel

extension Metadata {
  /// Makes metadata of bytes as they came, with everything that is wrong with them; nil when anything is.
  ///
  /// All of it is UTF-8 without NUL; a subject and each recipient are one line (they become headers of mails), and a
  /// recipient is not empty.
  public static func checked(
    subject: [UInt8]? = nil, message: [UInt8]? = nil, recipients: [[UInt8]] = []
  ) -> (metadata: Metadata?, errors: [ItemError]) {
    var errors: [ItemError] = []
    if let subject { errors += problem(of: subject, .invalidSubject, "the subject", isLine: true) }
    if let message { errors += problem(of: message, .invalidMessage, "the message", isLine: false) }
    for recipient in recipients {
      if recipient.isEmpty {
        errors.append(.invalidMetadata(.invalidRecipient, "a recipient", "is empty"))
      } else {
        errors += problem(
          of: recipient, .invalidRecipient, "the recipient '\(ItemError.shown(recipient))'", isLine: true)
      }
    }
    guard errors.isEmpty else { return (nil, errors) }
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return (Metadata(subject: subject.map(text), message: message.map(text), recipients: recipients.map(text)), [])
  }

  private static func problem(
    of bytes: [UInt8], _ code: ItemError.Code, _ what: String, isLine: Bool
  ) -> [ItemError] {
    if let offset = UTF8Check.firstInvalidOffset(in: bytes) {
      return [.invalidMetadata(code, what, "is not UTF-8 at byte \(offset + 1)")]
    }
    if let offset = bytes.firstIndex(of: 0) {
      return [.invalidMetadata(code, what, "holds a NUL at byte \(offset + 1)")]
    }
    guard isLine, String(decoding: bytes, as: UTF8.self).contains(where: \.isNewline) else { return [] }
    let help = code == .invalidSubject ? "put the rest into the message" : "give each recipient by itself"
    return [.invalidMetadata(code, what, "is more than one line", help: help)]
  }
}
