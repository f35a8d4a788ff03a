import Foundation
import TestSupport
import Testing

/// Real outputs against the published schemas.
@Suite("JSON outputs are what their schemas say")
struct OutputSchemaTests {
  private static let isAvailable =
    CommandRun.run(["python3", "-c", "import jsonschema"].map { Array($0.utf8) }).status == 0

  /// Standard input: a list of [name, schema, document]. Standard output: what is wrong with each that is.
  private static let script = """
    import json, sys, jsonschema
    for name, schema, document in json.load(sys.stdin):
        with open(schema, encoding="utf-8") as file:
            content = json.load(file)
        jsonschema.Draft7Validator.check_schema(content)
        try:
            value = json.loads(document)
        except ValueError as error:
            print(name, "is not one JSON document:", error)
            continue
        for error in jsonschema.Draft7Validator(content).iter_errors(value):
            found = jsonschema.exceptions.best_match([error])
            print(name, "/".join(map(str, found.absolute_path)), found.message[:300])
    """

  private func complaints(_ documents: [(name: String, schema: String, text: String)]) throws -> String {
    let input = documents.map { [$0.name, Project.root + "/Schemas/\($0.schema).output.schema.json", $0.text] }
    let run = CommandRun.run(
      ["python3", "-W", "ignore", "-c", OutputSchemaTests.script].map { Array($0.utf8) },
      input: Array(try JSONSerialization.data(withJSONObject: input)))
    try #require(run.status == 0, "\(run.errorText)")
    return run.text
  }

  private static func sandbox() -> Sandbox {
    let sandbox = Sandbox.withSamples()
    sandbox.file("a b.txt", "text")
    sandbox.define(
      "com.example.steps",
      """
      category: share
      accepts: text
      steps:
        - {id: one, shell: [printf, '%s', "{{ item.text }}"]}
        - {id: two, when: {present: "{{ subject? }}"}, shell: [printf, '%s', "{{ subject }}"]}
        - {id: three, http: {method: POST, url: "http://127.0.0.1:1/", multipart: {a: "{{ steps.one.stdout }}"}}}
      """)
    sandbox.define(
      "com.example.parts",
      "category: share\naccepts: file\nhttp: {method: POST, url: \"http://127.0.0.1:1/\", multipart: {f: \"{{ item.path }}\", t: x}, retry: 1}\n"
    )
    sandbox.define(
      "com.example.all",
      """
      category: share
      accepts: text
      shell: [printf, '%s', "{{ item.text }}"]
      returns:
        - text: "{{ stdout }}"
        - {url: "https://x.example/{{ stdout }}", name: link}
      """)
    sandbox.define("com.example.broken", "category: share\naccepts: text\nshel: [cat]\n")
    sandbox.define(
      "com.example.asks", "category: share\naccepts: text\nconfirm: true\nshell: [cat, --, \"{{ item.file }}\"]\n")
    return sandbox
  }

  @Test(
    "every output of every kind of call", .enabled(if: isAvailable, "python3 with jsonschema is not there"))
  func outputs() throws {
    let sandbox = OutputSchemaTests.sandbox()
    let calls: [(String, [String], Int32)] = [
      ("send", ["send", "x", "-a", "all", "--json"], 0),
      ("send", ["send", "x", "y", "-a", "all", "--then", "give", "--json"], 0),
      ("send", ["send", "good", "bad", "-a", "check", "--json"], 1),
      ("send", ["send", "x", "-a", "all", "-a", "give", "--json"], 0),
      ("send", ["send", "a b.txt", "-a", "file", "--json"], 0),
      ("send", ["send", "x", "-a", "steps", "--json"], 1),
      ("send", ["send", "x", "-a", "all", "--json", "--detach"], 0),
      ("send", ["send", "x", "-a", "all", "-a", "give", "--json", "--detach"], 0),
      ("jobs", ["jobs", "--json"], 0), ("jobs", ["jobs", "wait", "1", "2", "3", "--json"], 0),
      ("jobs", ["jobs", "show", "1", "99", "--json"], 2), ("jobs", ["jobs", "show", "x", "--json"], 2),
      ("jobs", ["jobs", "log", "1", "--json"], 0), ("jobs", ["jobs", "log", "99", "--json"], 2),
      ("jobs", ["jobs", "retry", "1", "--json"], 1), ("jobs", ["jobs", "cancel", "99", "--json"], 2),
      ("jobs", ["jobs", "prune", "--json"], 0),
      ("send", ["send", "x", "-a", "steps", "--dry-run", "--json"], 0),
      ("send", ["send", "x", "-a", "all", "-a", "give", "--then", "give", "-n", "--json"], 0),
      ("send", ["send", "a b.txt", "-a", "parts", "-n", "--json"], 0),
      ("send", ["send", "--json"], 2), ("send", ["send", "x", "--json"], 2),
      ("send", ["send", "--bogus", "--json"], 2),
      ("send", ["send", "./absent.txt", "-a", "all", "--json"], 2), ("send", ["send", "x", "-a", "asks", "--json"], 2),
      ("send", ["send", "x", "-a", "broken", "--json"], 3), ("send", ["send", "x", "-a", "absent", "--json"], 4),
      ("send", ["send", "x", "-a", "file", "--json"], 4), ("send", ["send", "x", "-a", "absent", "-n", "--json"], 4),
      ("send", ["send", "x", "-a", "all", "--then", "absent", "--json"], 4),
      ("list", ["list", "--json"], 0), ("list", ["list", "a b.txt", "--all", "--json"], 0),
      ("list", ["list", "https://x.example", "--json"], 0), ("list", ["list", "./absent.txt", "--json"], 2),
      ("explain", ["explain", "x", "a b.txt", "--json"], 0), ("explain", ["explain", "--json"], 2),
      ("explain", ["explain", "x", "-a", "absent", "--json"], 4),
      ("validate", ["validate", "--format", "json"], 1),
      ("validate", ["validate", "--format", "json", "--as", "x"], 2),
      ("results", ["results", "--json"], 0), ("results", ["results", "-n", "x", "--json"], 2),
    ]
    var documents: [(name: String, schema: String, text: String)] = []
    for (schema, arguments, status) in calls {
      let run = sandbox.run(arguments)
      let name = arguments.joined(separator: " ")
      #expect(run.status == status, "\(name): \(run.errorText)")
      documents.append((name, schema, run.text))
    }
    #expect(try complaints(documents) == "")
    // A broken configuration is told as well.
    sandbox.configure("exclud: []\n")
    let broken = ["send", "list", "explain"].map { command in
      let run = sandbox.run([command, "x", "--json"] + (command == "send" ? ["-a", "all"] : []))
      #expect(run.status == 3)
      #expect(run.text.contains("\"code\": \"invalid-rules\""), "\(run.text)")
      return (name: command, schema: command, text: run.text)
    }
    #expect(try complaints(broken) == "")
  }

  @Test(
    "the schemas refuse what is not of their form", .enabled(if: isAvailable, "python3 with jsonschema is not there"))
  func strictness() throws {
    let wrong = [
      ("send", "[]"), ("send", "{}"), ("send", #"{"activities": [{}], "error": null}"#), ("list", #"{"items": []}"#),
      ("explain", #"{"items": [{"kind": "text", "mime": "text/plain"}], "activities": []}"#),
      ("validate", #"{"diagnostics": []}"#), ("results", #"{"results": [{"kind": "url"}]}"#),
    ]
    for (schema, text) in wrong {
      #expect(try complaints([(name: schema, schema: schema, text: text)]) != "", "\(schema) takes \(text)")
    }
  }

  @Test(
    "a refusal has a code of its own",
    arguments: [
      (["send", "x", "-a", "absent"], "unknown-activity"), (["send", "x", "-a", "file"], "not-offered"),
      (["send", "x", "-a", "asks"], "unconfirmed"), (["send", "x", "-a", "broken"], "invalid-definition"),
      (["send", "x", "-a", "all", "--input", "a=b"], "unknown-input"), (["send", "-a", "all"], "no-items"),
      (["send", "x", "-a", "echo"], "ambiguous-activity"), (["send", "x"], "wrong-usage"),
    ])
  func codes(arguments: [String], code: String) throws {
    let run = OutputSchemaTests.sandbox().run(arguments + ["--json"])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let error = try #require(document["error"] as? [String: Any])
    #expect(error["code"] as? String == code)
    // What is told to people is told to programs.
    let message = try #require(error["message"] as? String)
    #expect(!message.isEmpty && run.errorText.contains(message), "\(message)")
  }
}
