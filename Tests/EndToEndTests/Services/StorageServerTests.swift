import Foundation
import TestSupport
import Testing

/// A server written in Python, with modules that `Scripts/setup --tests` puts beside the build as Debian has not got them.
private struct PythonServer {
  private static let modules = Project.root + "/.build/python-modules"
  private let command: RunningCommand
  let url: String

  static func has(_ module: String) -> Bool {
    run("import \(module)", []).status == 0
  }

  /// Starts a script that prints its port when it listens.
  init(_ script: String, _ arguments: [String]) throws {
    command = try RunningCommand.start(PythonServer.command(script, arguments)).get()
    let command = command
    waitUntil(limit: 60) { command.output.last == 0x0A || !command.isRunning }
    url = "http://127.0.0.1:" + String(decoding: command.output.dropLast(), as: UTF8.self)
  }

  /// Runs a script to its end.
  static func run(_ script: String, _ arguments: [String]) -> CommandRun {
    CommandRun.run(command(script, arguments))
  }

  private static func command(_ script: String, _ arguments: [String]) -> [[UInt8]] {
    let script = "import sys; sys.path.insert(0, sys.argv.pop(1))\n" + script
    return (["python3", "-W", "ignore", "-c", script, modules] + arguments).map { Array($0.utf8) }
  }

  func stop() { _ = command.stop() }
}

extension Sandbox {
  /// Copies the link to the picture on a desktop whose clipboard keeps what it is given.
  func copyLink(_ environment: [String: String], secrets: [String: String]) -> CommandRun {
    recorder("xclip")
    return sendToService(
      "collaborationCopyLink", Sandbox.sentPicture, secrets: secrets,
      environment.merging(["DISPLAY": ":0", "WAYLAND_DISPLAY": ""]) { $1 })
  }
}

@Suite("Storage on servers that others wrote")
struct StorageServerTests {
  // MARK: WebDAV

  /// WsgiDAV on a folder of the sandbox, for one name and password.
  private static func webDAV(_ sandbox: Sandbox) throws -> PythonServer {
    let script = """
      import io, wsgiref.simple_server
      from wsgidav.wsgidav_app import WsgiDAVApp
      app = WsgiDAVApp({
        "provider_mapping": {"/": sys.argv[1]}, "verbose": 0, "logging": {"enable": False},
        "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
        "simple_dc": {"user_mapping": {"*": {"me": {"password": "päss:word"}}}},
      })
      # This server's input does not end with the body.
      def limited(environ, start):
        environ["wsgi.input"] = io.BytesIO(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        return app(environ, start)
      class Quiet(wsgiref.simple_server.WSGIRequestHandler):
        def log_message(self, *arguments): pass
      server = wsgiref.simple_server.make_server("127.0.0.1", 0, limited, handler_class=Quiet)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    mkdir(sandbox.path + "/dav", 0o700)
    return try PythonServer(script, [sandbox.path + "/dav"])
  }

  private static let hasWebDAV = PythonServer.has("wsgidav")

  @Test(
    "WebDAV: the server has the file byte for byte, keeps it, and a wrong password is refused",
    .enabled(if: hasWebDAV, "wsgidav is not installed"))
  func webDAV() throws {
    let sandbox = Sandbox()
    let server = try StorageServerTests.webDAV(sandbox)
    defer { server.stop() }
    let environment = ["WEBDAV_URL": server.url, "WEBDAV_USER": "me"]
    func send(_ password: String) -> CommandRun {
      sandbox.sendToService("uploadToWebDAV", Sandbox.sentPicture, secrets: ["WEBDAV_PASSWORD": password], environment)
    }
    expectRun(send("päss:word"), output: server.url + "/" + ServiceItems.encodedPictureName + "\n")
    #expect(sandbox.directory.read("dav/" + ServiceItems.pictureName) == SampleFiles.png)
    let second = send("päss:word")
    #expect(second.status == 1 && second.errorText.contains("answered 412"), "\(second.errorText)")
    let wrong = send("wrong-password")
    #expect(wrong.status == 1 && wrong.errorText.contains("answered 401"), "\(wrong.errorText)")
    #expect(!wrong.errorText.contains("wrong-password"))
  }

  @Test("the link to a file on a WebDAV server", .enabled(if: hasWebDAV, "wsgidav is not installed"))
  func linkToWebDAV() throws {
    let sandbox = Sandbox()
    let server = try StorageServerTests.webDAV(sandbox)
    defer { server.stop() }
    let run = sandbox.copyLink(
      ["WEBDAV_URL": server.url, "WEBDAV_USER": "me"], secrets: ["WEBDAV_PASSWORD": "päss:word"])
    try #require(run.status == 0, "\(run.errorText)")
    let name = try #require(run.text.dropLast().split(separator: "/").last?.removingPercentEncoding)
    #expect(name.hasSuffix("-" + ServiceItems.pictureName))
    #expect(sandbox.directory.read("dav/" + name) == SampleFiles.png)
  }

  // MARK: S3

  @Test(
    "S3: the bucket of another implementation has the file under its name, with its type, and keeps it",
    .enabled(if: PythonServer.has("moto.server"), "moto is not installed"))
  func s3() throws {
    let server = try PythonServer(
      """
      import logging, threading
      from moto.server import ThreadedMotoServer
      logging.getLogger("werkzeug").disabled = True
      server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
      server.start()
      print(server.get_host_and_port()[1], flush=True)
      threading.Event().wait()
      """, [])
    defer { server.stop() }
    func client(_ script: String) -> CommandRun {
      PythonServer.run(
        """
        import boto3
        s3 = boto3.client("s3", endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="AKID-of-test",
          aws_secret_access_key="secret/key+x")
        \(script)
        """, [server.url, ServiceItems.pictureName])
    }
    try #require(client("s3.create_bucket(Bucket='my-bucket')").status == 0)
    let sandbox = Sandbox()
    func send() -> CommandRun {
      sandbox.sendToService(
        "uploadToS3", Sandbox.sentPicture, secrets: ["S3_ACCESS_KEY": "AKID-of-test", "S3_SECRET_KEY": "secret/key+x"],
        ["S3_URL": server.url, "S3_BUCKET": "my-bucket"])
    }
    expectRun(send(), output: server.url + "/my-bucket/" + ServiceItems.encodedPictureName + "\n")
    let second = send()
    #expect(second.status == 1 && second.errorText.contains("answered 412"), "\(second.errorText)")
    let object = client(
      """
      object = s3.get_object(Bucket='my-bucket', Key=sys.argv[2])
      sys.stdout.buffer.write(object["ContentType"].encode() + b" " + object["Body"].read())
      """)
    #expect(object.output == Array("image/png ".utf8) + SampleFiles.png, "\(object.errorText)")
  }
}
