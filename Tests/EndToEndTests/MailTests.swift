import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Mail")
struct MailTests {
  private static let desktop = ["DISPLAY": ":9"]

  /// A sandbox whose mail programs are set up to send to the server.
  private static func sandbox(sendingTo sink: MailSink) -> (Sandbox, variables: [String: String]) {
    let sandbox = Sandbox()
    sandbox.directory.write(
      "home/.muttrc",
      """
      set smtp_url="smtp://127.0.0.1:\(sink.port)/"
      set ssl_starttls=no
      set ssl_force_tls=no
      set from="me@example.org"
      set copy=no
      set send_charset="us-ascii:utf-8"

      """)
    let settings = sandbox.directory.write(
      "home/.mailrc",
      "set v15-compat\nset mta=smtp://127.0.0.1:\(sink.port) smtp-auth=none from=me@example.org\nset nosave\n")
    return (sandbox, ["MAILRC": settings, "DEAD": sandbox.path + "/home/dead"])
  }

  /// Leaves the PATH without a program.
  private static func hide(_ names: String..., in sandbox: Sandbox) -> String {
    for folder in ["/usr/local/bin", "/usr/bin", "/bin"] {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where !names.contains(name) {
        symlink(folder + "/" + name, sandbox.path + "/bin/" + name)
      }
    }
    return sandbox.path + "/bin"
  }

  private static let text = "C# & C++ 50% 日本 🎉\nC:\\new\\\n~! touch marker\n.\nend"

  @Test(
    "without a desktop mutt or s-nail sends text, picture and file to real SMTP, all of it as it was",
    .enabled(if: MailSink.isInstalled && installed("mutt", "s-nail"), "mutt, s-nail and aiosmtpd are not installed"),
    arguments: ["mutt", "s-nail"])
  func sent(program: String) throws {
    let sink = try MailSink()
    let (sandbox, variables) = MailTests.sandbox(sendingTo: sink)
    let path = program == "mutt" ? nil : MailTests.hide("mutt", in: sandbox)
    sandbox.directory.write(Array("work/a\"b;c é.png".utf8), PrintTests.picture)
    sandbox.file("$(touch marker)~=x.txt", "a file")
    let run = sandbox.run(
      [
        "send", "--text", MailTests.text, "--url", "https://example.com/?a=1&b", "a\"b;c é.png",
        "$(touch marker)~=x.txt", "-a", "mail", "--subject", "Grüße & more", "--message", "For you:",
        "--to", "ada@example.org", "--to", "bob@example.org",
      ], environment: variables.merging(path.map { ["PATH": $0] } ?? [:]) { $1 })
    expectRun(run)
    let mails = try sink.mails()
    #expect(mails.count == 1)
    let mail = try #require(mails.first)
    #expect(mail.recipients == ["ada@example.org", "bob@example.org"])
    #expect(mail.subject == "Grüße & more")
    let body = mail.body.replacingOccurrences(of: "\r\n", with: "\n").trimmingCharacters(in: .newlines)
    expectText(body, "For you:\n\n" + MailTests.text + "\nhttps://example.com/?a=1&b")
    #expect(
      mail.attachments == [
        .init(name: "a\"b;c é.png", type: "image/png", content: Data(PrintTests.picture).base64EncodedString()),
        .init(name: "$(touch marker)~=x.txt", type: "text/plain", content: Data("a file".utf8).base64EncodedString()),
      ])
    #expect(!sandbox.directory.exists("work/marker"))
  }

  @Test(
    "a recipient is an address and nothing else, and a server that is not there is a failure",
    .enabled(if: installed("mutt", "s-nail"), "mutt and s-nail are not installed"), arguments: ["mutt", "s-nail"])
  func refused(program: String) throws {
    let sandbox = Sandbox()
    sandbox.directory.write(
      "home/.muttrc", "set smtp_url=\"smtp://127.0.0.1:1/\"\nset ssl_force_tls=no\nset copy=no\n")
    let settings = sandbox.directory.write(
      "home/.mailrc", "set v15-compat\nset mta=smtp://127.0.0.1:1 smtp-auth=none from=me@example.org\nset nosave\n")
    var variables = ["MAILRC": settings, "DEAD": sandbox.path + "/home/dead"]
    if program == "s-nail" { variables["PATH"] = MailTests.hide("mutt", in: sandbox) }
    for recipient in ["ada@example.org", "|touch marker", "/\(sandbox.work)/marker", "+marker"] {
      let run = sandbox.run(["send", "x", "-a", "mail", "-i", "to=\(recipient)"], environment: variables)
      #expect(run.status == 1, "\(recipient)")
      #expect(run.errorText.contains("'org.sharerouter.mail' failed"), "\(run.errorText)")
    }
    #expect(sandbox.run(["send", "x", "-a", "mail", "--to=-t"], environment: variables).status != 0)
    #expect(!sandbox.directory.exists("work/marker"))
  }

  /// What the real xdg-email makes of it, as the person's mail program gets it.
  private static func link(_ sandbox: Sandbox, _ arguments: [String], in folder: String? = nil) -> String? {
    sandbox.stub(
      "mailer",
      #"printf '%s' "$1" >'\#(sandbox.path)/link.part'; mv '\#(sandbox.path)/link.part' '\#(sandbox.path)/link'"#)
    let run = sandbox.run(
      ["send"] + arguments + ["-a", "mail"],
      environment: MailTests.desktop.merging(["MAILER": sandbox.path + "/bin/mailer"]) { $1 }, in: folder)
    expectRun(run)
    waitUntil { sandbox.directory.exists("link") }
    let link = sandbox.directory.read("link").map { String(decoding: $0, as: UTF8.self) }
    unlink(sandbox.path + "/link")
    return link
  }

  @Test(
    "the real xdg-email hands over subject, body, recipients and absolute attachments, with nothing lost",
    .enabled(if: installed("xdg-email"), "xdg-email is not installed"))
  func composer() {
    let sandbox = Sandbox()
    sandbox.file("a b.txt", "x")
    mkdir(sandbox.work + "/elsewhere", 0o755)
    #expect(
      MailTests.link(
        sandbox, ["line one\nline two\\n C#", "../a b.txt", "--subject", "two words + one", "--to", "a@example.org"],
        in: sandbox.work + "/elsewhere")
        == "mailto:?subject=two%20words%20%2B%20one&body=line%20one%0D%0Aline%20two%5Cn%20C%23"
        + "&attach=" + sandbox.work + "/a%20b.txt&to=a@example.org")
    #expect(
      MailTests.link(sandbox, ["x\r\ny", "--message", "see & read"])
        == "mailto:?subject=&body=see%20%26%20read%0D%0A%0D%0Ax%0D%0Ay")
  }

  @Test(
    "a mail link is the message: its recipients and fields are kept, and it is no text of another",
    .enabled(if: installed("xdg-email"), "xdg-email is not installed"))
  func mailLink() {
    let url = "mailto:a@example.org?subject=x%20y&cc=b@example.org"
    #expect(MailTests.link(Sandbox(), [url]) == url)
    let sandbox = Sandbox()
    sandbox.stub("mutt", "test -t 0 && printf 'composes: %s\\n' \"$2\"\n")
    #expect(sandbox.onTerminal("\"$sharerouter\" send '\(url)' -a mail").text.contains("composes: " + url))
  }

  @Test("a file that is not there is told before any mail program begins")
  func missingFile() {
    let sandbox = Sandbox()
    for program in ["xdg-email", "mutt", "s-nail"] { sandbox.recorder(program) }
    sandbox.file("here.txt", "x")
    for variables in [[:], MailTests.desktop] {
      let run = sandbox.run(
        ["send", "here.txt", "--file", "gone.txt", "-a", "mail", "--to", "a@example.org"], environment: variables)
      #expect(run.status == 2, "\(run.errorText)")
    }
    for program in ["xdg-email", "mutt", "s-nail"] { #expect(sandbox.arguments(of: program) == nil) }
  }
}
