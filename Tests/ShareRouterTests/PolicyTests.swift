import Glibc
import ShareDefinitions
import ShareModel
import ShareRouting
import TestSupport
import Testing

@Suite("the policy of the machine's owner")
struct PolicyTests {
  private let activity = Activity(
    type: "com.example.a", title: LocalizedText("A"), category: .action,
    accepts: [AcceptEntry(kind: .text, origin: RuleOrigin(layer: .definition))])

  private func decision(_ policy: String, _ rules: RoutingRules = RoutingRules()) throws -> RoutingDecision {
    let directory = TemporaryDirectory()
    directory.write("policy.yaml", policy)
    // The path is the machine's; no variable may lead elsewhere, so only here another one is given.
    let path = SearchPath(
      commandLine: [], environment: { _ in nil }, executable: nil, policyFile: FilePath(directory.path + "/policy.yaml")
    )
    let loaded = try #require(path.loadPolicy().0)
    var rules = rules
    rules.exclusions += loaded.exclusions
    if let only = loaded.only, let origin = loaded.onlyOrigin {
      rules.only.append(.init(patterns: only, origin: origin))
    }
    let surroundings = RoutingSurroundings(
      hasProgram: { _ in true }, environmentValue: { _ in nil }, hasSecret: { _ in true }, hasTerminal: false,
      languages: [])
    return Router(rules: rules, surroundings: surroundings).decision(
      for: activity, items: [.text(Array("hello".utf8))])
  }

  @Test(
    "its exclusions and its 'only' hold, with their place, and nothing undoes them",
    arguments: [
      ("exclude: com.example.*\n", 1), ("# the owner's\nonly: org.example.*\n", 2),
      ("exclude: {kind: text, text: hel}\n", 1),
    ])
  func holds(policy: String, line: Int) throws {
    let allowed = RoutingRules(only: [.init(patterns: ["com.example.a"], origin: RuleOrigin(layer: .request))])
    let reason = try #require(try decision(policy, allowed).reason)
    #expect(reason.code == .excludedPolicy)
    #expect(reason.file?.hasSuffix("/policy.yaml") == true && reason.line == line)
  }

  @Test("an empty one forbids nothing")
  func empty() throws { #expect(try decision("").isOffered) }

  @Test("the path of the policy is the same whatever the environment says")
  func fixedPath() {
    let path = SearchPath(commandLine: [], environment: { _ in Array("/tmp".utf8) }, executable: nil)
    #expect(path.policyFile == FilePath("/etc/sharerouter/policy.yaml"))
  }
}
