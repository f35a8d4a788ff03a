import Foundation
import ShareModel
import TestSupport
import Testing

@testable import ShareActions

@Suite("signatures")
struct SignatureTests {
  // MARK: OAuth 1.0

  @Test("the signature base string is that of RFC 5849, 3.4.1.1")
  func baseString() throws {
    // The RFC's request: method, URL, form body and the parameters of its Authorization header, among them no version.
    var request = HTTPRequest(method: "POST", url: bytes("http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"))
    request.body = .bytes(bytes("c2&a3=2+q"))
    request.bodyType = "application/x-www-form-urlencoded"
    let signature = OAuth1Signature(
      OAuth1Credentials(
        consumerKey: bytes("9djdj82h48djs9d2"), consumerSecret: bytes("j49sk3j29djd"), token: bytes("kkk9d7dh3k39sjv7"),
        tokenSecret: bytes("dh893hdasih9")), timestamp: 137_131_201, nonce: "7d8f3e4a")
    // As the RFC prints it, but for the optional oauth_version that is sent here.
    let expected =
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26"
      + "c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26"
      + "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7%26oauth_version%3D1.0"
    #expect(text(signature.baseString(for: request, try HTTPURL(request.url))) == expected)
  }

  @Test("the signature is that of Twitter's published example")
  func publishedSignature() throws {
    var request = HTTPRequest(
      method: "POST", url: bytes("https://api.twitter.com/1.1/statuses/update.json?include_entities=true"))
    request.body = .bytes(bytes("status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21"))
    request.bodyType = "application/x-www-form-urlencoded"
    let signature = OAuth1Signature(
      OAuth1Credentials(
        consumerKey: bytes("xvz1evFS4wEEPTGEFPHBog"),
        consumerSecret: bytes("kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"),
        token: bytes("370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"),
        tokenSecret: bytes("LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE")), timestamp: 1_318_622_958,
      nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg")
    #expect(text(try signature.signature(for: request, try HTTPURL(request.url))) == "hCtSmYh+iHYCEqBWrE7C7hYmtUk=")
    let header = try signature.header(for: request, try HTTPURL(request.url))
    #expect(header.hasPrefix("OAuth oauth_consumer_key=\"xvz1evFS4wEEPTGEFPHBog\", "))
    #expect(header.hasSuffix("oauth_signature=\"hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D\""))
  }

  @Test("two signatures of one second have two nonces")
  func nonces() {
    let credentials = OAuth1Credentials(consumerKey: [], consumerSecret: [])
    let nonces = Set((0..<100).map { _ in OAuth1Signature(credentials, timestamp: 0).nonce })
    #expect(nonces.count == 100)
  }

  // MARK: AWS

  private static let example = AWSCredentials(
    accessKey: bytes("AKIDEXAMPLE"), secretKey: bytes("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
    region: bytes("us-east-1"), service: bytes("iam"))

  private func authorization(_ request: HTTPRequest, _ credentials: AWSCredentials, _ time: Int) throws -> String {
    let headers = try AWSSignature(credentials, time: time).headers(for: request, try HTTPURL(request.url))
    return try #require(headers.last { $0.name == "Authorization" }.map { text($0.value) })
  }

  @Test("the signature is that of AWS's published example")
  func publishedAWSSignature() throws {
    var request = get("https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08")
    request.headers = [.init("Content-Type", bytes("application/x-www-form-urlencoded; charset=utf-8"))]
    #expect(
      try authorization(request, SignatureTests.example, 1_440_938_160)
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
        + "SignedHeaders=content-type;host;x-amz-date, "
        + "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7")
  }

  @Test("the signature is that of S3's published example for a part of an object")
  func publishedS3Signature() throws {
    var request = get("https://examplebucket.s3.amazonaws.com/test.txt")
    request.headers = [.init("Range", bytes("bytes=0-9"))]
    let credentials = AWSCredentials(
      accessKey: bytes("AKIAIOSFODNN7EXAMPLE"), secretKey: bytes("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
      region: bytes("us-east-1"), service: bytes("s3"))
    #expect(
      try authorization(request, credentials, 1_369_353_600)
        .hasSuffix("Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"))
  }

  private static let hasBotocore = CommandRun.run(["python3", "-c", "import botocore"].map(bytes)).status == 0

  @Test(
    "signatures are those of botocore", .enabled(if: hasBotocore, "botocore is not installed"),
    arguments: [
      ("s3", "GET", "https://b.s3.eu-central-1.amazonaws.com/a%20b/%C3%BC%2B.png?b=2&a=1&a=%20x&c", ""),
      ("s3", "PUT", "https://b.s3.eu-central-1.amazonaws.com/a/../b//c", "body"),
      ("execute-api", "POST", "https://api.example.com/a%20b/c%2Fd?x=1%2B1&x=%C3%A9", "{\"a\": 1}"),
      ("sqs", "POST", "https://queue.example.com:8443/1/q", "Action=Send&Message=a%20b"),
    ])
  func botocore(service: String, method: String, url: String, body: String) throws {
    var request = HTTPRequest(method: method, url: bytes(url))
    if !body.isEmpty {
      request.body = .bytes(bytes(body))
      request.headers = [.init("Content-Type", bytes("text/plain"))]
    }
    let credentials = AWSCredentials(
      accessKey: bytes("AKID"), secretKey: bytes("secret/key+x"), sessionToken: bytes("session=="),
      region: bytes("eu-central-1"), service: bytes(service))
    let mine = try authorization(request, credentials, 1_700_000_000)
    let script = """
      import sys, datetime, botocore.auth, botocore.awsrequest, botocore.credentials
      class Frozen(datetime.datetime):
        @classmethod
        def utcnow(cls): return datetime.datetime(2023, 11, 14, 22, 13, 20)
        @classmethod
        def now(cls, tz=None): return datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=tz)
      service, method, url, body = sys.argv[1:]
      for name in ("get_current_datetime",):
        if hasattr(botocore.auth, name): setattr(botocore.auth, name, lambda remove_tzinfo=True: Frozen.utcnow())
      botocore.auth.datetime.datetime = Frozen if hasattr(botocore.auth, "datetime") else None
      credentials = botocore.credentials.Credentials("AKID", "secret/key+x", "session==")
      kind = botocore.auth.S3SigV4Auth if service == "s3" else botocore.auth.SigV4Auth
      headers = {"Content-Type": "text/plain"} if body else {}
      request = botocore.awsrequest.AWSRequest(method=method, url=url, data=body.encode() or None, headers=headers)
      request.context["payload_signing_enabled"] = True
      kind(credentials, service, "eu-central-1").add_auth(request)
      print(request.headers["Authorization"], end="")
      """
    let run = CommandRun.run(["python3", "-W", "ignore", "-c", script, service, method, url, body].map(bytes))
    #expect(run.status == 0, "\(run.errorText)")
    #expect(mine == run.text)
  }

  @Test("a file that is streamed is not hashed, and says so")
  func unsignedPayload() throws {
    let request = HTTPRequest(method: "PUT", url: bytes("https://b.example/x"), body: .file(FilePath("/dev/null")))
    var credentials = SignatureTests.example
    credentials.service = bytes("s3")
    let headers = try AWSSignature(credentials, time: 0).headers(for: request, try HTTPURL(request.url))
    #expect(headers.first { $0.name == "X-Amz-Content-Sha256" }.map { text($0.value) } == "UNSIGNED-PAYLOAD")
    #expect(headers.first { $0.name == "X-Amz-Date" }.map { text($0.value) } == "19700101T000000Z")
  }

  // MARK: Parts

  @Test("moments are those of the C library", arguments: [0, 951_782_399, 951_782_400, 1_700_000_000, 4_107_542_400])
  func moments(seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let moment = CivilTime(seconds: seconds)
    #expect(moment.year == Int(parts.tm_year) + 1900)
    #expect(moment.month == Int(parts.tm_mon) + 1)
    #expect(moment.day == Int(parts.tm_mday))
    #expect([moment.hour, moment.minute, moment.second] == [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Int.init))
    #expect(moment.seconds == seconds)
  }
}
