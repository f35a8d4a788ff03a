import Foundation
import TestSupport
import Testing

/// A mail server on loopback, of one test, that keeps what it is given (Python's aiosmtpd).
final class MailSink {
  struct Mail: Decodable {
    struct Attachment: Decodable, Equatable {
      var name: String
      var type: String
      /// In Base64.
      var content: String
    }

    var recipients: [String]
    var to: String
    var cc: String
    var subject: String
    var body: String
    var attachments: [Attachment]
  }

  let port: Int
  private let server: RunningCommand

  private static let program = #"""
    import asyncio, base64, email, email.policy, json, sys
    from aiosmtpd.smtp import SMTP

    class Handler:
        async def handle_DATA(self, server, session, envelope):
            message = email.message_from_bytes(envelope.content, policy=email.policy.default)
            body = message.get_body(("plain",))
            print(json.dumps({
                "recipients": envelope.rcpt_tos, "to": str(message["To"] or ""), "cc": str(message["Cc"] or ""),
                "subject": str(message["Subject"] or ""), "body": body.get_content() if body else "",
                "attachments": [{
                    "name": part.get_filename(), "type": part.get_content_type(),
                    "content": base64.b64encode(part.get_payload(decode=True)).decode(),
                } for part in message.iter_attachments()],
            }), flush=True)
            return "250 OK"

    async def main():
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(Handler(), enable_SMTPUTF8=True), "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())
    """#

  /// Whether there is a Python that has the server.
  static let isInstalled =
    CommandRun.run(["python3", "-c", "import aiosmtpd"].map { Array($0.utf8) }).status == 0

  init() throws {
    server = try RunningCommand.start(["python3", "-c", MailSink.program].map { Array($0.utf8) }).get()
    let server = server
    waitUntil(limit: 60) { server.output.last == 0x0A || !server.isRunning }
    let line = String(decoding: server.output, as: UTF8.self).split(separator: "\n").first.flatMap { Int($0) }
    port = try #require(line, "\(String(decoding: server.errors, as: UTF8.self))")
  }

  /// The mails that came, in order.
  func mails() throws -> [Mail] {
    try server.output.split(separator: 0x0A).dropFirst().map {
      try JSONDecoder().decode(Mail.self, from: Data($0))
    }
  }

  deinit { server.stop() }
}
