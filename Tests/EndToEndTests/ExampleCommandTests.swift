import Foundation
import TestSupport
import Testing

@Suite("sharerouter test")
struct ExampleCommandTests {
  private static let paste = """
    category: share
    accepts: [text, {kind: file, mime: text/*}]
    inputs: {expires: {prompt: Keep it for, choices: [1d, 1w], default: 1d}}
    http:
      method: POST
      url: https://paste.example/api
      headers: {Authorization: "Bearer {{ secret.PASTE_TOKEN }}"}
      json: {content: "{{ item.text }}", expires: "{{ input.expires }}", title: "{{ subject? }}"}
    returns:
      - url: "{{ response.json.data.link }}"
      - {url: "{{ response.json.data.delete? }}", name: deletion}

    """

  /// Runs the examples of one activity.
  private func run(_ definition: String, _ examples: String, _ arguments: [String] = []) -> (CommandRun, Sandbox) {
    let sandbox = Sandbox()
    sandbox.define("com.example.note", "title: Note\n" + definition + "examples:\n" + examples)
    let path = "../config/sharerouter/activities.d/com.example.note.yaml"
    return (sandbox.run(["test", path] + arguments), sandbox)
  }

  private func expectHolds(
    _ definition: String, _ examples: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (run, sandbox) = run(definition, examples)
    let count = examples.split(separator: "\n").count { $0.hasPrefix("- ") }
    expectRun(
      run, errors: "\(count) example\(count == 1 ? "" : "s") of 1 file: all hold\n", sourceLocation: sourceLocation)
    #expect(sandbox.remainingFiles == [], sourceLocation: sourceLocation)
  }

  /// Expects these findings and no others, each as `MESSAGE (MARKED TEXT: LABEL)`.
  private func expectFindings(
    _ definition: String, _ examples: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (run, _) = run(definition, examples, ["--json"])
    #expect(run.status == 1, "\(run.text)", sourceLocation: sourceLocation)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let results = try #require(document["examples"] as? [[String: Any]])
    let findings = results.flatMap { $0["diagnostics"] as? [[String: Any]] ?? [] }
    let text = Array(("type: com.example.note\ntitle: Note\n" + definition + "examples:\n" + examples).utf8)
    let actual = findings.map { finding in
      let range = finding["range"] as? [String: [String: Int]]
      let place = (range?["start"]?["offset"] ?? 0)..<(range?["end"]?["offset"] ?? 0)
      return "\(finding["message"] as? String ?? "") (\(String(decoding: text[place], as: UTF8.self)))"
    }
    expectText(actual.joined(separator: "\n"), expected.joined(separator: "\n"), sourceLocation: sourceLocation)
  }

  // MARK: Requests

  @Test("a request, its answer and what is returned, without a network; a secret is there")
  func request() {
    expectHolds(
      ExampleCommandTests.paste,
      """
      - send: {text: "C# & C++"}
        inputs: {expires: 1w}
        response: {status: 201, json: {data: {link: "https://paste.example/1"}}}
        expect:
          request:
            method: POST
            url: https://paste.example/api
            headers: {authorization: Bearer example-PASTE_TOKEN, content-type: application/json}
            json: {expires: 1w, content: "C# & C++"}
          returns: {url: "https://paste.example/1"}
      - send: {text: a}
        subject: Grüße
        secrets: {PASTE_TOKEN: another}
        response: {json: {data: {link: "https://p.example/1", delete: "https://p.example/d"}}}
        expect:
          request: {headers: {Authorization: Bearer another}, json: {content: a, expires: 1d, title: Grüße}}
          returns: [{url: "https://p.example/1"}, {url: "https://p.example/d", name: deletion}]
      - send: {text: a}
        response: {status: 422, json: {error: full}}
        expect: {error: answered 422}
      - send: {text: a}
        secrets: {}
        expect: {offered: false, reason: secret}
      - send: {image: a.png}
        expect: {offered: false, reason: mime}
      - send: {file: a.txt, mime: text/markdown}
        expect: {offered: true}

      """)
  }

  @Test("each part of a request that differs is told at its place")
  func differences() throws {
    try expectFindings(
      ExampleCommandTests.paste,
      """
      - send: {text: a}
        response: {json: {data: {link: "https://p.example/1"}}}
        expect:
          request:
            method: PUT
            url: https://paste.example/
            query: {a: b}
            headers: {X-None: c}
            json: {content: b, expires: [1d], more: 1}
          returns: [{url: "https://p.example/2"}, {text: more}]
      - send: {text: a}
        response: {json: {data: {link: "https://p.example/1"}}}
        expect: {request: {form: {a: b}}, returns: {url: "https://p.example/1", name: link}}

      """,
      [
        "the method differs (PUT)", "the URL differs (https://paste.example/)", "there is no parameter 'a' (b)",
        "the header 'X-None' differs (c)", "'content' differs (b)", "'expires' differs ([1d])",
        "the body has no member 'more' (1)", "the returned url differs (\"https://p.example/2\")",
        "one item was returned, not 2 ({text: more})", "the body is of another form ({a: b})",
        "another item is returned ({url: \"https://p.example/1\", name: link})",
      ])
  }

  @Test("a response too many and a request too many are failures")
  func answers() throws {
    let steps = """
      category: share
      accepts: text
      steps:
        - {id: one, http: {method: GET, url: "https://a.example/{{ item.text }}"}}
        - {id: two, http: {method: GET, url: "https://a.example/{{ response.json.next }}"}}

      """
    try expectFindings(
      steps,
      """
      - send: {text: a}
        response: [{json: {next: b}}, {}, {status: 404}]
        expect: {requests: [{url: "https://a.example/a"}, {url: "https://a.example/b"}]}
      - send: {text: a}
        response: {json: {next: b}}
        expect: {request: {url: "https://a.example/a"}}
      - send: {text: a}
        response: [{status: 500}]
        expect: {requests: [{method: GET}, {method: GET}]}

      """,
      [
        "a response is not used: 2 requests were sent ({status: 404})",
        "there is no response for request 2 ({json: {next: b}})",
        "one more request is sent ({url: \"https://a.example/a\"})",
        "the activity fails: step 'one': a.example answered 500 (expect)",
        "one request was sent, not 2 ({method: GET})",
      ])
  }

  @Test("redirects, tries and polling take one response each, and no time")
  func repeated() {
    expectHolds(
      """
      category: share
      accepts: text
      http:
        method: PUT
        url: "https://a.example/{{ item.text }}"
        retry: 2
        timeout: 1h
      returns: {text: "{{ response.text }}"}

      """,
      """
      - send: {text: a}
        response: [{status: 503, headers: {Retry-After: "3000"}}, {status: 500}, {text: "done\\n"}]
        expect: {requests: [{method: PUT}, {method: PUT}, {method: PUT}], returns: {text: done}}
      - send: {text: a}
        response: [{status: 303, headers: {Location: /b}}, {text: there}]
        expect: {requests: [{method: PUT}, {method: GET, url: "https://a.example/b"}], returns: {text: there}}

      """)
  }

  @Test("all bodies: form, multipart, text, file; a picture is made up where no text can say it")
  func bodies() {
    expectHolds(
      """
      category: share
      accepts: {kind: image}
      steps:
        - id: form
          http: {method: POST, url: "https://a.example/", query: {q: "{{ item.stem }} & more"}, form: {b: ["1", "{{ item.name }}"], a: "+ä"}}
        - id: parts
          http: {method: POST, url: "https://a.example/", multipart: {file: "{{ item.path }}", words: "{{ item.stem }}"}}
        - {id: text, http: {method: POST, url: "https://a.example/", text: "<{{ item.stem }}>"}}
        - {id: upload, http: {method: PUT, url: "https://a.example/", upload: "{{ item.path }}", success: {type: image/*}}}
      returns: {image: "{{ response.file }}", filename: "{{ item.stem }}-2.png"}
      into: "{{ dirs.pictures }}"

      """,
      """
      - send: {image: album/my cat.jpg}
        response: [{}, {}, {}, {headers: {Content-Type: image/png}}]
        expect:
          requests:
            - {query: {q: my cat & more}, form: {a: +ä, b: ["1", my cat.jpg]}}
            - {multipart: {words: my cat, file: my cat.jpg}}
            - {text: <my cat>}
            - {upload: /example/album/my cat.jpg, headers: {Content-Type: image/jpeg}}
          returns: {image: /example/home/Pictures/my cat-2.png, filename: my cat-2.png}
      - send: {image: a.png}
        response: [{}, {}, {}, {headers: {Content-Type: image/png}, text: no picture}]
        expect: {error: its content is text/plain}

      """)
  }

  // MARK: Programs

  @Test("argument lists, scripts, input and environment of programs that are never run")
  func programs() {
    expectHolds(
      """
      category: action
      accepts: file
      steps:
        - id: list
          shell: {argv: [no-such-program, -o, "{{ work }}/{{ item.name }}", --, "{{ item.path }}"], stdin: {file: "{{ item.path }}"}}
        - id: script
          shell:
            script: |
              printf '%s\\n' {{ item.stem }} "{{ item.path }}" >{{ work }}/out
            stdin: "{{ stdout }}"
            env: {PLACE: "{{ env.PLACE? }}"}
      returns: [{file: "{{ work }}/out", filename: "{{ item.stem }}.txt"}, {text: "{{ exit }}"}]

      """,
      """
      - send: {file: notes.txt}
        env: {PLACE: here}
        run: [{stdout: "words\\n"}, {}]
        expect:
          argv: [no-such-program, -o, /example/work/notes.txt, --, /example/notes.txt]
          script: |
            printf '%s\\n' "${sr1}" "${sr2}" >"${sr3}"/out
          stdin: [/example/notes.txt, words]
          env: {PLACE: here, sr1: notes, sr2: /example/notes.txt, HOME: /example/home, SHAREROUTER_DEPTH: "1"}
          returns: [{file: notes.txt}, {text: "0"}]
      - send: [{file: /srv/a b.txt}, {file: c.txt}]
        expect:
          argv:
            - [no-such-program, -o, /example/work/a b.txt, --, /srv/a b.txt]
            - [no-such-program, -o, /example/work-2/c.txt, --, /example/c.txt]
          returns: [{file: a b.txt}, {text: "0"}, {file: c.txt}, {text: "0"}]
      - send: {file: a.txt}
        run: {exit: 7}
        expect: {error: "'no-such-program' failed with exit status 7"}

      """)
  }

  @Test("what programs get otherwise is told at its place")
  func programDifferences() throws {
    try expectFindings(
      """
      category: action
      accepts: text
      shell: {argv: [cat, -n, "{{ item.kind }}"], stdin: "{{ item.text }}", env: {A: b}}

      """,
      """
      - send: {text: "one\\ntwo\\n"}
        run: [{}, {stdout: never}]
        expect: {argv: [cat, -m, text], stdin: "one\\n2\\n", env: {A: c}}
      - send: {text: a}
        expect: {argv: [[cat, -n, text, more], [cat]], script: "true"}
      - send: {text: a}
        expect: {argv: [cat], error: nothing}

      """,
      [
        "a run is not used: one program was run ({stdout: never})", "the arguments differ from the second on (-m)",
        "the standard input differs (\"one\\n2\\n\")", "the variable 'A' of the program's environment differs (c)",
        "the arguments differ from the fourth on (more)", "one program was run without a script, not 2 ([cat])",
        "there is no first script (\"true\")", "the activity succeeds (nothing)",
        "the arguments differ from the second on ([cat])",
      ])
  }

  @Test("a URL that is opened")
  func opened() {
    expectHolds(
      "category: action\naccepts: text\nopen: \"https://search.example/?q={{ item.text }}\"\n",
      "- {send: {text: a & b}, expect: {open: \"https://search.example/?q=a%20%26%20b\"}}\n")
  }

  @Test("an input that is refused is a failure, and so is a value that has no place")
  func refusals() {
    expectHolds(
      """
      category: action
      accepts: text
      inputs: {copies: {prompt: Copies, type: number, min: 1}, paper: {prompt: Paper, type: file, optional: true}}
      shell: [lp, "{{ input.copies }}", [-f, "{{ input.paper? }}"], "{{ item.text }}"]

      """,
      """
      - {send: {text: a}, inputs: {copies: "0"}, expect: {error: below the least value}}
      - {send: {text: a}, expect: {error: has no value}}
      - {send: {text: -rf}, inputs: {copies: "1"}, expect: {error: may take for an option}}
      - {send: {text: a}, inputs: {copies: "1", paper: a4.pdf}, expect: {argv: [lp, "1", -f, /example/a4.pdf, a]}}

      """)
  }

  // MARK: The command

  @Test("the rendering shows the place and both sides")
  func rendering() {
    let (run, sandbox) = run(
      "category: action\naccepts: text\nshell: [cat, -n, \"{{ item.kind }}\"]\n",
      "- {send: {text: a}, expect: {argv: [cat, -m, text]}}\n- {send: {file: a.txt}, expect: {argv: [cat]}}\n")
    expectRun(
      run, status: 1,
      output: """
        error[unmet-expectation]: the arguments differ from the second on
          --> ../config/sharerouter/activities.d/com.example.note.yaml:7:42
           |
         7 | - {send: {text: a}, expect: {argv: [cat, -m, text]}}
           |                                          ^^ got “-n”
           |
           = note: expected [“cat”, “-m”, “text”]
                        got [“cat”, “-n”, “text”]

        error[unmet-expectation]: the activity is not offered: a file is none of the accepted kinds 'text'
          --> ../config/sharerouter/activities.d/com.example.note.yaml:8:25
           |
         8 | - {send: {file: a.txt}, expect: {argv: [cat]}}
           |                         ^^^^^^ not offered (reason: kind)

        """,
      errors: "2 examples of 1 file: 2 failed\n", in: sandbox)
  }

  @Test("without PATH all that would be loaded is tried; a broken definition is an error, a missing path wrong usage")
  func scope() {
    let sandbox = Sandbox()
    sandbox.define(
      "com.example.good",
      "category: action\naccepts: text\nshell: [cat, '{{ item.kind }}']\nexamples: {send: {text: a}, expect: {argv: [cat, text]}}\n"
    )
    sandbox.define("com.example.none", "category: action\naccepts: text\nshell: [cat, '{{ item.kind }}']\n")
    let all = sandbox.run(["test"])
    #expect(all.status == 0)
    #expect(all.errorText.contains("all hold"))
    sandbox.define("com.example.bad", "category: action\naccepts: txt\nshell: [cat, '{{ item.kind }}']\n")
    let broken = sandbox.run(["test", "../config/sharerouter"])
    #expect(broken.status == 1)
    #expect(broken.text.contains("error[invalid-value]"))
    #expect(
      broken.errorText == "1 example of 3 files: all hold, 1 error in the definitions, 1 definition without any\n")
    expectRun(
      sandbox.run(["test", "nowhere"]), status: 2, errors: "sharerouter: there is no file or folder 'nowhere'\n")
  }
}
