import ShareDefinitions
import ShareModel
import ShareTemplates
import SourceDiagnostics
import Testing

@Suite("decoding activities")
struct ActivityDecoderTests {
  private static let input = "accepts: text\nshell: [cat, '{{ item.kind }}']\ninputs:\n  a: "

  static let mistakes: [FindingCase] = [
    FindingCase(
      "file-name",
      "type: ⟦com.example.other⟧\ntitle: Note\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase("missing-value", Definitions.head + "accepts: ⟦[]⟧\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase("covered-entry", Definitions.head + "accepts: [text, ⟦url⟧]\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "covered-entry",
      Definitions.head
        + "accepts: [{kind: file, mime: text/*}, ⟦{kind: file, mime: text/plain, max: 1}⟧]\nshell: [cat, '{{ item.kind }}']\n"
    ),
    FindingCase(
      "key-without-effect", Definitions.head + "accepts: {kind: url, ⟦name⟧: '*.a'}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "key-without-effect", Definitions.head + "accepts: {kind: file, ⟦matches⟧: a}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "crossed-bounds", Definitions.head + "accepts: {kind: file, min: ⟦2⟧, max: 1}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase(
      "crossed-bounds",
      Definitions.head + "accepts: {kind: file, min-size: ⟦2 KiB⟧, max-size: 2 kB}\nshell: [cat, '{{ item.kind }}']\n"),
    FindingCase("crossed-bounds", Definitions.shell("exclude: {min: ⟦3⟧, max: 2}\n")),
    FindingCase("missing-value", Definitions.head + "accepts: text\nshell: ⟦[]⟧\n"),
    FindingCase("missing-value", Definitions.head + "accepts: text\nshell: [⟦''⟧, a]\n"),
    FindingCase("missing-value", Definitions.head + "accepts: text\nshell: [cat, ⟦[]⟧]\n"),
    FindingCase("wrong-type", Definitions.head + "accepts: text\nshell: [⟦[cat, a]⟧]\n"),
    FindingCase("placeholder-in-program", Definitions.head + "accepts: text\nshell: [cat, ['⟦{{ item.text }}⟧', a]]\n"),
    FindingCase(
      "key-without-effect",
      Definitions.head + "accepts: text\nshell: {argv: [cat, '{{ item.kind }}'], ⟦interpreter⟧: bash}\n"),
    FindingCase("missing-key", Definitions.head + input + "{prompt: A, type: ⟦choice⟧}\n"),
    FindingCase("key-without-effect", Definitions.head + input + "{prompt: A, type: text, ⟦choices⟧: [a]}\n"),
    FindingCase("key-without-effect", Definitions.head + input + "{prompt: A, ⟦min⟧: 1}\n"),
    FindingCase("key-without-effect", Definitions.head + input + "{prompt: A, type: number, ⟦pattern⟧: a}\n"),
    FindingCase("crossed-bounds", Definitions.head + input + "{prompt: A, type: number, min: ⟦2.5⟧, max: -1}\n"),
    FindingCase("invalid-value", Definitions.head + input + "{prompt: A, choices: [1h, 1d], default: ⟦1w⟧}\n"),
    FindingCase("invalid-value", Definitions.head + input + "{prompt: A, type: number, default: ⟦two⟧}\n"),
    FindingCase("invalid-value", Definitions.head + input + "{prompt: A, type: number, max: 3, default: ⟦4⟧}\n"),
    FindingCase(
      "invalid-value", Definitions.head + input + "{prompt: A, type: boolean, default: ⟦on⟧}\n", remedy: "true"),
    FindingCase("secret-default", Definitions.head + input + "{prompt: A, type: secret, default: ⟦hunter2⟧}\n"),
    FindingCase("repeated-choice", Definitions.head + input + "{prompt: A, choices: [a, b, ⟦a⟧]}\n"),
    FindingCase("missing-value", Definitions.head + input + "{prompt: A, choices: ⟦[]⟧}\n"),
    FindingCase(
      "repeated-step",
      Definitions.head
        + "accepts: text\nsteps:\n- {id: a, shell: [cat, '{{ item.kind }}']}\n- {id: ⟦a⟧, shell: [cat, '{{ item.kind }}']}\n"
    ),
    FindingCase("missing-action", Definitions.head + "accepts: text\nsteps:\n- {⟦id⟧: a}\n"),
    FindingCase(
      "several-actions",
      Definitions.head + "accepts: text\nsteps:\n- {id: a, shell: [cat, '{{ item.kind }}'], ⟦open⟧: 'geo:1,2'}\n"),
    FindingCase("missing-value", Definitions.head + "accepts: text\nsteps: ⟦[]⟧\n"),
    FindingCase("missing-value", Definitions.head + "accepts: text\nvariants: ⟦[]⟧\n"),
    FindingCase(
      "unknown-key", Definitions.head + "accepts: text\nvariants:\n- {⟦fore⟧: text, shell: [cat, '{{ item.kind }}']}\n"),
    FindingCase("key-without-effect", Definitions.shell("returns: {text: a, ⟦filename⟧: b}\n")),
    FindingCase("conflicting-keys", Definitions.shell("returns: {text: a, ⟦url⟧: b}\n")),
    FindingCase("missing-key", Definitions.shell("returns: {⟦name⟧: a}\n")),
    FindingCase("invalid-value", Definitions.shell("then: ⟦com.example.note⟧\n")),
    FindingCase("key-without-effect", Definitions.http("  ⟦until⟧: {json: {done: true}}\n")),
    FindingCase(
      "empty-rule",
      Definitions.head
        + "accepts: text\nhttp: {method: GET, url: 'https://e.test/{{ item.kind }}', until: {json: ⟦{}⟧}}\n"),
    FindingCase(
      "empty-rule",
      Definitions.head
        + "accepts: text\nhttp: {method: GET, url: 'https://e.test/{{ item.kind }}', until: {⟦every⟧: 2s}}\n"),
    FindingCase("invalid-value", Definitions.http("  multipart: {a: {path: /etc/hostname, type: ⟦png⟧}}\n")),
    FindingCase(
      "body-without-meaning",
      Definitions.head + "accepts: text\nhttp: {method: GET, url: 'https://e.test/{{ item.kind }}', ⟦json⟧: {}}\n"),
    FindingCase("unknown-key", Definitions.shell("examples:\n- {send: {text: a}, expect: {⟦ofered⟧: false}}\n")),
    FindingCase(
      "invalid-value", Definitions.shell("examples:\n- {send: {text: a}, expect: {reason: ⟦colour⟧, offered: false}}\n")
    ),
    FindingCase("key-without-effect", Definitions.shell("examples:\n- {send: {text: a}, expect: {⟦reason⟧: kind}}\n")),
    FindingCase("missing-key", Definitions.shell("examples:\n- {send: {⟦mime⟧: text/plain}, expect: {argv: [cat]}}\n")),
    FindingCase("missing-value", Definitions.shell("examples:\n- {send: ⟦[]⟧, expect: {argv: [cat]}}\n")),
    FindingCase("empty-rule", Definitions.shell("examples:\n- {send: {text: a}, expect: ⟦{}⟧}\n")),
  ]

  @Test("each mistake is one finding at its place", arguments: mistakes)
  func mistake(_ example: FindingCase) {
    let marked = MarkedText(example.text)
    let (definition, findings) = Definitions.load(marked.text)
    expectFindings(findings, [example.code], at: marked)
    #expect((definition == nil) == (findings.first?.severity == .error))
    if let remedy = example.remedy {
      #expect(findings.first?.helps.first(where: \.isCertain)?.edits.first?.replacement == remedy)
    }
  }

  @Test("a broken 'accepts' does not hide the templates' mistakes, and adds none about kinds")
  func brokenAccepts() {
    let (_, findings) = Definitions.load(
      Definitions.head + "accepts: files\nshell: |\n  printf %s '{{ item.text }}' {{ item.url | uper }}\n")
    #expect(findings.map(\.code) == ["invalid-value", "unsafe-place", "unknown-filter"])
  }

  @Test("twelve independent mistakes are twelve findings")
  func twelve() {
    let marked = MarkedText(
      """
      type: ⟦note⟧
      title: ⟦''⟧
      category: ⟦shre⟧
      ⟦colour⟧: red
      accepts:
        - text
        - {kind: file, max-size: ⟦10⟧}
        - {kind: image, ⟦mx⟧: 2}
      background: ⟦yes⟧
      timeout: ⟦30⟧
      exclude: {host: ⟦https://example.com⟧}
      inputs:
        size: {⟦type⟧: number}
      http:
        method: POST
        url: 'https://example.com/{{ item.kind }}'
        headers: {⟦Host⟧: example.org}
      then: ⟦copy⟧

      """)
    let (definition, findings) = Definitions.load(marked.text)
    #expect(definition == nil)
    expectFindings(
      findings,
      [
        "invalid-type", "blank-text", "invalid-value", "unknown-key", "invalid-value", "unknown-key", "invalid-value",
        "invalid-value", "invalid-value", "missing-key", "reserved-header", "invalid-type",
      ], at: marked)
  }

  @Test("a whole definition is decoded with everything it says")
  func whole() throws {
    let (loaded, findings) = Definitions.load(
      """
      type: com.example.note
      title: {en: Note, de: Notiz}
      category: share
      description: Keeps a note
      icon: note
      accepts:
        - url
        - {kind: file, mime: [text/*], name: "*.txt", min: 1, max: 4, min-size: 1 B, max-size: 1.5 MiB}
      match: any
      exclude:
        - host: [localhost, "*.corp.example"]
          reason: internal
          not: {env: [HOME, {LANG: de*}]}
      inputs:
        expires: {prompt: Keep it for, choices: {1h: an hour, 1d: a day}, default: 1d}
        text: {prompt: Text, type: multiline, optional: true, pattern: "^.+$"}
      needs: jq
      confirm: Really?
      background: true
      launches: false
      timeout: 2m
      notify: never
      then: [com.example.copy]
      into: "{{ dirs.pictures }}"
      http:
        method: POST
        url: 'https://example.com/{{ item.kind }}'
        query: {tag: [a, b]}
        headers: {X-Note: "1"}
        auth: {basic: {user: me, password: "{{ secret.PASSWORD }}"}}
        json: {text: "{{ item.text }}", count: 1.10, none: null, yes: true, word: yes, quoted: "1", list: [~]}
        timeout: 500ms
        retry: 3
        success: {status: [200, 2xx], type: text/*, json: {ok: true}}
        error: "{{ response.json.error? }}"
      returns:
        - url: "{{ response.json.link }}"
        - {file: "{{ work }}/a", filename: a, name: extra}

      """)
    #expect(findings.map(summary) == [])
    let definition = try #require(loaded)
    let activity = definition.activity
    #expect(activity.title.resolved(for: ["de"]) == "Notiz")
    #expect(activity.match == .any)
    #expect(activity.accepts.map(\.kind) == [.url, .file])
    let entry = activity.accepts[1]
    #expect(entry.types == ["text/*"] && entry.names == ["*.txt"])
    #expect(entry.minimumCount == 1 && entry.maximumCount == 4)
    #expect(entry.minimumSize == 1 && entry.maximumSize == 1_572_864)
    #expect(entry.origin == RuleOrigin(layer: .definition, file: "activities.d/com.example.note.yaml", line: 8))
    let rule = try #require(activity.exclusions.first)
    #expect(rule.hosts == ["localhost", "*.corp.example"])
    #expect(rule.origin.line == 11)
    #expect(rule.not.first?.environment == [.init(name: "HOME", glob: nil), .init(name: "LANG", glob: "de*")])
    #expect(activity.requirements.programs == ["jq"])
    let action = definition.action
    #expect(action.inputs.map(\.name) == ["expires", "text"])
    #expect(action.inputs.map(\.type) == [.choice, .multiline])
    #expect(action.inputs[1].isOptional)
    #expect(action.timeout == 120 && action.isBackground && !action.launches && action.notify == .never)
    guard case .question(let question)? = action.confirm else {
      Issue.record("no question")
      return
    }
    #expect(question == LocalizedText("Really?"))
    #expect(action.returns?.map(\.name) == [nil, "extra"])
    guard case .http(let request) = action.body, case .json(.object(let members))? = request.body else {
      Issue.record("no JSON body")
      return
    }
    #expect(members.map(\.name) == ["text", "count", "none", "yes", "word", "quoted", "list"])
    let kinds = members.map { member in
      switch member.value {
      case .null: "null"
      case .boolean(let value): "\(value)"
      case .number(let digits): digits
      case .text(let template): "'\(template.source.text)'"
      case .array(let elements): "[\(elements.count)]"
      case .object: "{}"
      }
    }
    #expect(kinds == ["'{{ item.text }}'", "1.10", "null", "true", "'yes'", "'1'", "[1]"])
    #expect(request.timeout == 0.5 && request.retries == 3)
    #expect(request.success?.statuses == [.exact(200), .hundred(2)])
    #expect(request.query.first?.values.count == 2)
  }

  @Test(
    "what looks odd and is right stays silent",
    arguments: [
      "type: com.example.note\ntitle: no\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      "type: com.example.note\ntitle: 1.10\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      "type: com.example.note\ntitle: ~\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      "type: com.example.note\ntitle: 12:30\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      "type: com.example.note\ntitle: !!str 010\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      "\u{FEFF}type: com.example.note\ntitle: Note\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n",
      "type: com.example.note\r\ntitle: Note\r\ncategory: share\r\naccepts: text\r\nshell: [cat, '{{ item.kind }}']\r\n",
      "# a note\n---\ntype: com.example.note # its type\ntitle: Note\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n...\n",
      "{type: com.example.note, title: Note, category: share, accepts: [text], shell: [cat, '{{ item.kind }}']}",
      "type: com.example.note\ntitle: &t Note\ndescription: *t\ncategory: share\naccepts: [text]\nshell: [cat, *t, '{{ item.kind }}']\n",
      "type: com.example.note\ntitle: Note\ncategory: share\naccepts: &a [text]\nx-more: {any: [thing, *a]}\nshell: [cat, '{{ item.kind }}']\n",
      "type: com.example.note\ntitle: Old\ncategory: share\naccepts: text\nretired: {en: use another}\n",
      "type: com.example.note\ntitle: Save\ncategory: action\naccepts: image\nreturns: {image: '{{ item.path }}'}\n",
      Definitions.shell("confirm: true\n"), Definitions.shell("confirm: false\n"),
      Definitions.shell("exclude: {mime: 'text/*', text: 'a=b, c: d #e'}\n"),
      Definitions.shell("inputs: {on: {prompt: no, choices: [yes, no]}}\n"),
      Definitions.shell("returns: {text: '{{ stdout }}'}\n"),
      Definitions.head + "accepts: [url, text]\nshell: [cat, '{{ item.kind }}']\n",
      Definitions.head
        + "accepts: [{kind: file, mime: image/png}, {kind: file, mime: image/jpeg}]\nshell: [cat, '{{ item.kind }}']\n",
      Definitions.head
        + "accepts: [{kind: file, mime: image/pn}, {kind: file, mime: image/png}, {kind: file, mime: image/*}]\n"
        + "shell: [cat, '{{ item.kind }}']\n",
      Definitions.head + "accepts: [file, {kind: file, mime: inode/directory}]\nshell: [cat, '{{ item.kind }}']\n",
      Definitions.head
        + "accepts: [{kind: text, matches: '^(?<a>\\d+)[]x](?i:b)*?$'}]\nshell: [cat, '{{ item.kind }}']\n",
    ])
  func silent(text: String) {
    let (definition, findings) = Definitions.load(text)
    #expect(findings.map(summary) == [])
    #expect(definition != nil)
  }

  @Test("a text keeps what is written, whatever YAML would make of it")
  func sourceText() throws {
    for text in ["no", "on", "~", "1.10", "0123", "12:30", "123456789012345678901234567890", "'10.10'", "\"no\""] {
      let (definition, _) = Definitions.load(
        "type: com.example.note\ntitle: \(text)\ncategory: share\naccepts: text\nshell: [cat, '{{ item.kind }}']\n")
      let expected = text.filter { $0 != "'" && $0 != "\"" }
      #expect(definition?.activity.title == LocalizedText(expected))
    }
  }

  @Test("variants carry their conditions beside their actions")
  func variants() throws {
    let (loaded, findings) = Definitions.load(
      Definitions.head + """
        accepts: [text, image]
        variants:
          - {for: text, when: {env: WAYLAND_DISPLAY}, shell: {argv: [wl-copy], stdin: "{{ item.text }}"}}
          - {for: image, needs: xclip, steps: [{id: a, each: images, when: {present: "{{ subject? }}"}, shell: [xclip, '{{ item.kind }}']}]}

        """)
    #expect(findings.map(summary) == [])
    let definition = try #require(loaded)
    #expect(definition.activity.variants.map(\.kinds) == [[.text], [.image]])
    #expect(definition.activity.variants[0].condition.first?.environment.first?.name == "WAYLAND_DISPLAY")
    #expect(definition.activity.variants[1].requirements.programs.contains("xclip"))
    guard case .variants(let variants) = definition.action.body, case .steps(let steps) = variants[1].body else {
      Issue.record("no variants")
      return
    }
    #expect(steps.map(\.id) == ["a"] && steps[0].each == .images)
  }

  @Test("examples are decoded with the places of what they expect")
  func examples() throws {
    let (loaded, findings) = Definitions.load(
      Definitions.http(
        """
        inputs: {expires: {prompt: Keep it for, optional: true}}
        returns: {url: "{{ response.json.url }}"}
        examples:
          - send: [{text: "C# & C++"}, {file: a.txt, mime: text/plain, instead: {com.example.note: null}}]
            subject: A note
            recipients: [a@example.org]
            inputs: {expires: 1w}
            env: {HOME: /home/a}
            secrets: {TOKEN: abcdef}
            response: {status: 201, headers: {X-A: b}, json: {data: [1, "2", null]}}
            expect:
              request: {method: POST, json: {content: 1.10}, query: {a: [b, c]}}
              returns: [{url: "https://paste.example/1", name: link}]
          - send: {url: "http://localhost/x"}
            expect: {offered: false, reason: excluded-definition}

        """))
    #expect(findings.map(summary) == [])
    let examples = try #require(loaded).examples
    #expect(examples.count == 2)
    #expect(examples[0].items.map(\.value) == ["C# & C++", "a.txt"])
    #expect(examples[0].metadata == Metadata(subject: "A note", recipients: ["a@example.org"]))
    #expect(examples[0].responses?.first?.status == 201)
    #expect(
      examples[0].responses?.first?.body
        == .json(.object([.init("data", .array([.number("1"), .string("2"), .null]))])))
    #expect(examples[0].runs == nil)
    let request = try #require(examples[0].expectation.requests?.value.first)
    guard case .json(let json)? = request.body else {
      Issue.record("no JSON is expected")
      return
    }
    #expect(json.value == .object([.init("content", .number("1.10"))]))
    #expect(json.location.line == 19)
    #expect(examples[0].expectation.returns?.value.first?.name == "link")
    #expect(examples[1].expectation.isOffered?.value == false)
    #expect(examples[1].expectation.reason?.value == .excludedDefinition)
    guard case .leftOut? = examples[0].items[1].instead.first?.replacement else {
      Issue.record("the item is not left out")
      return
    }
  }
}
