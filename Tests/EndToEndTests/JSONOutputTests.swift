import Foundation
import TestSupport
import Testing

@Suite("JSON on stdout")
struct JSONOutputTests {
  @Test("an outcome")
  func outcome() {
    let sandbox = Sandbox.withSamples()
    let run = sandbox.run(["send", "it's \"x\"\n", "-a", "give", "--json"])
    expectRun(
      withoutDurations(run),
      output: #"""
        {
          "activityType": "com.example.give",
          "completed": true,
          "status": "completed",
          "evidence": "exited",
          "returnedItems": [
            {
              "kind": "text",
              "name": null,
              "text": "it's \"x\"",
              "mime": "text/plain"
            }
          ],
          "skippedItems": [],
          "error": null,
          "exitStatus": 0,
          "httpStatus": null,
          "stdout": "it's \"x\"\n",
          "durationMs": N,
          "runs": [
            {
              "activityType": "com.example.give",
              "items": [
                0
              ],
              "completed": true,
              "status": "completed",
              "evidence": "exited",
              "returnedItems": [
                {
                  "kind": "text",
                  "name": null,
                  "text": "it's \"x\"",
                  "mime": "text/plain"
                }
              ],
              "skippedItems": [],
              "error": null,
              "exitStatus": 0,
              "httpStatus": null,
              "stdout": "it's \"x\"\n",
              "durationMs": N
            }
          ]
        }

        """#)
  }

  @Test("an outcome of which one of two runs failed")
  func partialFailure() {
    let sandbox = Sandbox.withSamples()
    let run = sandbox.run(["send", "good", "bad", "-a", "check", "--json"])
    expectRun(
      withoutDurations(run), status: 1,
      output: #"""
        {
          "activityType": "com.example.check",
          "completed": false,
          "status": "failed",
          "evidence": null,
          "returnedItems": null,
          "skippedItems": [],
          "error": {
            "code": "exit-status",
            "message": "1 of 2 runs did not succeed, the first because the script failed with exit status 3: oops"
          },
          "exitStatus": 3,
          "httpStatus": null,
          "stdout": "good\nbad\n",
          "durationMs": N,
          "runs": [
            {
              "activityType": "com.example.check",
              "items": [
                0
              ],
              "completed": true,
              "status": "completed",
              "evidence": "exited",
              "returnedItems": null,
              "skippedItems": [],
              "error": null,
              "exitStatus": 0,
              "httpStatus": null,
              "stdout": "good\n",
              "durationMs": N
            },
            {
              "activityType": "com.example.check",
              "items": [
                1
              ],
              "completed": false,
              "status": "failed",
              "evidence": null,
              "returnedItems": null,
              "skippedItems": [],
              "error": {
                "code": "exit-status",
                "message": "the script failed with exit status 3: oops"
              },
              "exitStatus": 3,
              "httpStatus": null,
              "stdout": "bad\n",
              "durationMs": N
            }
          ]
        }

        """#)
  }

  @Test("outcomes and refusals of several activities are one document")
  func severalActivities() throws {
    let sandbox = Sandbox.withSamples()
    let run = sandbox.run(["send", "bad", "-a", "give", "-a", "check", "-a", "com.example.echo", "--json"])
    #expect(run.status == 1)
    let document = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(document["activityType"] is NSNull)
    #expect(document["completed"] as? Bool == false)
    let runs = try #require(document["runs"] as? [[String: Any]])
    #expect(
      runs.map { $0["activityType"] as? String } == ["com.example.give", "com.example.check", "com.example.echo"])
    #expect(runs.map { $0["completed"] as? Bool } == [true, false, true])

    let refused = sandbox.run(
      ["send", "-", "-a", "com.example.echo", "-a", "org.example.echo", "--json"],
      input: [UInt8](repeating: 0x61, count: 200 << 10))
    #expect(refused.status == 1)
    let refusal = try #require(JSONSerialization.jsonObject(with: Data(refused.output)) as? [String: Any])
    #expect((refusal["error"] as? [String: Any])?["code"] as? String == "value-too-large")
  }

  @Test("a list")
  func list() {
    let sandbox = Sandbox.withSamples()
    sandbox.file("a b.txt", "text")
    let listed = sandbox.run(["list", "a b.txt", "--only", "com.example.*", "--json"])
    expectRun(
      listed,
      output: #"""
        {
          "items": [
            {
              "kind": "file",
              "path": "SANDBOX/work/a b.txt",
              "uri": "file://SANDBOX/work/a%20b.txt",
              "mime": "text/plain",
              "size": 4
            }
          ],
          "activities": [
            {
              "type": "com.example.file",
              "title": "com.example.file",
              "category": "action",
              "offered": true,
              "reasons": []
            },
            {
              "type": "com.example.move",
              "title": "com.example.move",
              "category": "action",
              "offered": true,
              "reasons": []
            }
          ]
        }

        """#, in: sandbox)
  }

  @Test("an explanation")
  func explanation() {
    let sandbox = Sandbox.withSamples()
    let run = sandbox.run(["explain", "https://example.com/?a=b", "--activity", "com.example.file", "--json"])
    expectRun(
      run,
      output: #"""
        {
          "items": [
            {
              "kind": "url",
              "url": "https://example.com/?a=b",
              "mime": "text/plain",
              "size": 24
            }
          ],
          "activities": [
            {
              "type": "com.example.file",
              "title": "com.example.file",
              "category": "action",
              "offered": false,
              "reasons": [
                {
                  "code": "kind",
                  "message": "a URL is none of the accepted kinds 'file'",
                  "file": "SANDBOX/config/sharerouter/activities.d/com.example.file.yaml",
                  "line": 4
                }
              ]
            }
          ]
        }

        """#, in: sandbox)
  }

  @Test("findings")
  func findings() {
    let sandbox = Sandbox()
    sandbox.file(
      "com.example.broken.yaml",
      "type: com.example.broken\ntitle: Ü\ncategry: action\naccepts: text\nshell: [true, \"{{ item.text }}\"]\n")
    let run = sandbox.run(["validate", "--format", "json", "com.example.broken.yaml"])
    expectRun(
      run, status: 1,
      output: #"""
        {
          "diagnostics": [
            {
              "code": "unknown-key",
              "severity": "error",
              "message": "an activity has no key 'categry'",
              "file": "com.example.broken.yaml",
              "range": {
                "start": {
                  "line": 3,
                  "column": 1,
                  "offset": 35
                },
                "end": {
                  "line": 3,
                  "column": 8,
                  "offset": 42
                }
              },
              "related": [],
              "helps": [
                {
                  "message": "did you mean 'category'?",
                  "edits": [
                    {
                      "file": "com.example.broken.yaml",
                      "range": {
                        "start": {
                          "line": 3,
                          "column": 1,
                          "offset": 35
                        },
                        "end": {
                          "line": 3,
                          "column": 8,
                          "offset": 42
                        }
                      },
                      "replacement": "category"
                    }
                  ]
                }
              ]
            }
          ],
          "summary": {
            "errors": 1,
            "warnings": 0,
            "files": 1
          }
        }

        """#)
  }
}
