import ShareDefinitions
import ShareModel
import ShareTemplates
import SourceDiagnostics
import Testing

@Suite("config.yaml and policy.yaml")
struct ConfigLoaderTests {
  private func load(_ text: String) -> (Configuration?, [Diagnostic]) {
    ConfigLoader.loadConfiguration(SourceFile(path: "config.yaml", text: text))
  }

  @Test("a configuration is decoded with everything it says")
  func whole() throws {
    let (loaded, findings) = load(
      """
      exclude:
        - com.example.*
        - {activity: com.example.note, host: "*.corp.example", category: share}
      only: [org.sharerouter.*]
      order: [org.sharerouter.mail]
      then: {com.example.paste: org.sharerouter.copyToPasteboard}
      env: {EDITOR: vi}
      inputs: {com.example.paste: {expires: 1w}}
      secrets: [pass, show, "sharerouter/{{ name }}"]
      http: {proxy: "http://proxy.example:3128", ca-file: /etc/ca.pem}
      notify: never

      """)
    #expect(findings.map(summary) == [])
    let configuration = try #require(loaded)
    #expect(configuration.exclusions.map(\.activities) == [["com.example.*"], ["com.example.note"]])
    #expect(configuration.exclusions[0].origin == RuleOrigin(layer: .config, file: "config.yaml", line: 2))
    #expect(configuration.exclusions[1].hosts == ["*.corp.example"])
    #expect(configuration.only == ["org.sharerouter.*"])
    #expect(configuration.onlyOrigin?.line == 4)
    #expect(configuration.order == ["org.sharerouter.mail"])
    #expect(configuration.then.first?.next == ["org.sharerouter.copyToPasteboard"])
    #expect(configuration.environment == [.init(name: "EDITOR", value: "vi")])
    #expect(configuration.inputs.first?.values == [.init(name: "expires", value: "1w")])
    #expect(configuration.secretCommand.map(\.source.text) == ["pass", "show", "sharerouter/{{ name }}"])
    #expect(configuration.proxy == "http://proxy.example:3128")
    #expect(configuration.certificateFile == "/etc/ca.pem")
    #expect(configuration.notify == .never)
  }

  static let mistakes: [FindingCase] = [
    FindingCase("unknown-key", "⟦ordre⟧: [com.example.a]\n", remedy: "order"),
    FindingCase("invalid-value", "only: ⟦com example⟧\n"),
    FindingCase("invalid-type", "order: [⟦a⟧]\n"),
    FindingCase("invalid-type", "then: {⟦a⟧: com.example.b}\n"),
    FindingCase("wrong-type", "⟦- a⟧\n"),
    FindingCase("template-in-name", "secrets: [⟦\"{{ name }}\"⟧]\n"),
    FindingCase("unknown-value", "secrets: [pass, \"⟦{{ env.HOME }}⟧\"]\n"),
    FindingCase("unknown-key", "exclude: {not: {⟦mmie⟧: text/*}}\n", remedy: "mime"),
    FindingCase("empty-rule", "exclude: ⟦{}⟧\n"),
  ]

  @Test("each mistake is one finding at its place", arguments: mistakes)
  func mistake(_ example: FindingCase) {
    let marked = MarkedText(example.text)
    let (configuration, findings) = load(marked.text)
    #expect(configuration == nil)
    expectFindings(findings, [example.code], at: marked)
    #expect(findings.first?.helps.first(where: \.isCertain)?.edits.first?.replacement == example.remedy)
  }

  @Test("an empty file is an empty configuration", arguments: ["", "# nothing yet\n"])
  func empty(text: String) {
    let (configuration, findings) = load(text)
    #expect(configuration != nil)
    #expect(findings.isEmpty)
  }

  @Test("a policy has exclusions and 'only', and nothing else")
  func policy() throws {
    let (policy, findings) = ConfigLoader.loadPolicy(
      SourceFile(path: "/etc/sharerouter/policy.yaml", text: "exclude: [{category: share}]\nonly: org.sharerouter.*\n"))
    #expect(findings.map(summary) == [])
    #expect(policy?.exclusions.first?.origin.layer == .policy)
    let (broken, found) = ConfigLoader.loadPolicy(SourceFile(path: "policy.yaml", text: "order: [com.example.a]\n"))
    #expect(broken == nil)
    #expect(found.map(\.code) == ["unknown-key"])
  }
}
