import ShareModel
import ShareRouting
import Testing

let png = Item.file("/p/photo.png", "image/png")
let svg = Item.file("/p/drawing.svg", "image/svg+xml")
let pdf = Item.file("/p/report.pdf", "application/pdf")
private let archive = Item.file("/p/a.tar.gz", "application/gzip")

@Suite("the router")
struct RouterTests {
  static let accepting: [RoutingCase] = [
    .init(name: "no items", items: [], activity: .taking(.kind(.text)), expected: "count"),
    .init(name: "a text", items: [.words("hello")], activity: .taking(.kind(.text)), expected: "offered"),
    .init(
      name: "a URL is a text", items: [.link("https://a.example")], activity: .taking(.kind(.text)), expected: "offered"
    ),
    .init(name: "a text is no URL", items: [.words("hello")], activity: .taking(.kind(.url)), expected: "kind"),
    .init(name: "an image is a file", items: [png], activity: .taking(.kind(.file)), expected: "offered"),
    .init(name: "a file is no image", items: [pdf], activity: .taking(.kind(.image)), expected: "kind"),
    .init(
      name: "a text is no file", items: [.words("x")], activity: .taking(.kind(.file)), expected: "kind",
      mentions: "a text"),
    .init(name: "a folder is not a file to take", items: [.folder], activity: .taking(.kind(.file)), expected: "mime"),
    .init(
      name: "a folder by any type", items: [.folder], activity: .taking(.kind(.file) { $0.types = ["*/*"] }),
      expected: "mime"),
    .init(
      name: "a folder that is named", items: [.folder],
      activity: .taking(.kind(.file) { $0.types = ["inode/directory"] }), expected: "offered"),
    .init(
      name: "a type", items: [pdf], activity: .taking(.kind(.file) { $0.types = ["application/pdf"] }),
      expected: "offered"),
    .init(
      name: "another type", items: [pdf], activity: .taking(.kind(.file) { $0.types = ["image/*"] }), expected: "mime",
      mentions: "application/pdf"),
    .init(
      name: "a wildcard", items: [png], activity: .taking(.kind(.file) { $0.types = ["image/*"] }), expected: "offered"),
    .init(
      name: "upper case", items: [.file("/p/a.PNG", "IMAGE/PNG")],
      activity: .taking(.kind(.file) { $0.types = ["image/png"] }), expected: "offered"),
    .init(
      name: "upper case in the rule", items: [png], activity: .taking(.kind(.file) { $0.types = ["IMAGE/*"] }),
      expected: "offered"),
    .init(
      name: "parameters in the item", items: [.file("/p/a.txt", "text/plain; charset=\"UTF-8\"")],
      activity: .taking(.kind(.file) { $0.types = ["text/plain; charset=utf-8"] }), expected: "offered"),
    .init(
      name: "SVG is text by its parents", items: [svg], activity: .taking(.kind(.file) { $0.types = ["text/plain"] }),
      expected: "offered"),
    .init(
      name: "SVG is XML", items: [svg], activity: .taking(.kind(.image) { $0.types = ["application/xml"] }),
      expected: "offered"),
    .init(
      name: "PNG is no text", items: [png], activity: .taking(.kind(.file) { $0.types = ["text/*"] }), expected: "mime"),
    .init(
      name: "a name", items: [archive], activity: .taking(.kind(.file) { $0.names = ["*.gz"] }), expected: "offered"),
    .init(
      name: "a name with two suffixes", items: [archive], activity: .taking(.kind(.file) { $0.names = ["*.tar.gz"] }),
      expected: "offered"),
    .init(
      name: "a name is not its folder", items: [archive], activity: .taking(.kind(.file) { $0.names = ["/p/*"] }),
      expected: "name", mentions: "a.tar.gz"),
    .init(
      name: "one of two names", items: [pdf], activity: .taking(.kind(.file) { $0.names = ["*.txt", "*.pdf"] }),
      expected: "offered"),
    .init(
      name: "a pattern", items: [.words("PROJ-12: fix")],
      activity: .taking(.kind(.text) { $0.patterns = ["[A-Z]+-[0-9]+"] }), expected: "offered"),
    .init(
      name: "a pattern that is not there", items: [.words("fix")],
      activity: .taking(.kind(.text) { $0.patterns = ["[A-Z]+-[0-9]+"] }), expected: "matches"),
    .init(
      name: "a pattern with an anchor", items: [.words("see PROJ-12")],
      activity: .taking(.kind(.text) { $0.patterns = ["^PROJ"] }), expected: "matches"),
    .init(
      name: "too small", items: [pdf], activity: .taking(.kind(.file) { $0.minimumSize = 101 }), expected: "size",
      mentions: "100 bytes"),
    .init(
      name: "just large enough", items: [pdf], activity: .taking(.kind(.file) { $0.minimumSize = 100 }),
      expected: "offered"),
    .init(name: "too large", items: [pdf], activity: .taking(.kind(.file) { $0.maximumSize = 99 }), expected: "size"),
    .init(
      name: "just small enough", items: [pdf], activity: .taking(.kind(.file) { $0.maximumSize = 100 }),
      expected: "offered"),
    .init(
      name: "a size in texts", items: [.words("12345")], activity: .taking(.kind(.text) { $0.maximumSize = 4 }),
      expected: "size"),
    .init(
      name: "too many", items: [png, png], activity: .taking(.kind(.image) { $0.maximumCount = 1 }), expected: "count"),
    .init(
      name: "as many as allowed", items: [png, png], activity: .taking(.kind(.image) { $0.maximumCount = 2 }),
      expected: "offered"),
    .init(
      name: "too few", items: [png], activity: .taking(.kind(.image) { $0.minimumCount = 2 }), expected: "count",
      mentions: "1 item, but at least 2"),
    .init(
      name: "an entry that must be there", items: [.words("x")],
      activity: .taking(.kind(.text), .kind(.image) { $0.minimumCount = 1 }), expected: "count"),
    .init(
      name: "text and pictures", items: [.words("x"), png, png],
      activity: .taking(.kind(.text) { $0.maximumCount = 1 }, .kind(.image) { $0.maximumCount = 4 }),
      expected: "offered"),
    .init(
      name: "text and a document", items: [.words("x"), pdf], activity: .taking(.kind(.text), .kind(.image)),
      expected: "kind"),
    .init(
      name: "counts are per entry", items: [png, pdf],
      activity: .taking(.kind(.image) { $0.maximumCount = 1 }, .kind(.file) { $0.maximumCount = 1 }),
      expected: "offered"),
    .init(
      name: "the first entry that takes it", items: [png, png],
      activity: .taking(
        .kind(.file) {
          $0.types = ["image/png"]
          $0.maximumCount = 1
        }, .kind(.image)), expected: "count"),
    .init(
      name: "any skips what is not accepted", items: [.words("x"), png, pdf],
      activity: .taking(.kind(.image), match: .any), expected: "offered", skipped: [0, 2]),
    .init(
      name: "any needs one", items: [.words("x"), pdf], activity: .taking(.kind(.image), match: .any), expected: "kind"),
    .init(
      name: "any still counts", items: [png, png, pdf],
      activity: .taking(.kind(.image) { $0.maximumCount = 1 }, match: .any), expected: "count"),
    .init(
      name: "the closest entry gives the reason", items: [pdf],
      activity: .taking(
        .kind(.text),
        .kind(.file) {
          $0.types = ["application/pdf"]
          $0.maximumSize = 10
        }, .kind(.file) { $0.types = ["image/png"] }), expected: "size"),
  ]

  static let availableRows: [RoutingCase] = [
    .init(
      name: "a program that is there", items: [pdf], activity: .taking(.kind(.file)).needing(.init(programs: ["lp"])),
      expected: "offered"),
    .init(
      name: "a program that is missing", items: [pdf],
      activity: .taking(.kind(.file)).needing(.init(programs: ["lp", "nope"])), expected: "program", mentions: "'nope'"),
    .init(
      name: "a variable", items: [pdf], activity: .taking(.kind(.file)).needing(.init(environment: ["DISPLAY"])),
      expected: "offered"),
    .init(
      name: "a variable that is unset", items: [pdf],
      activity: .taking(.kind(.file)).needing(.init(environment: ["NOPE"])), expected: "env"),
    .init(
      name: "a secret", items: [pdf], activity: .taking(.kind(.file)).needing(.init(secrets: ["TOKEN"])),
      expected: "offered"),
    .init(
      name: "a secret that is missing", items: [pdf],
      activity: .taking(.kind(.file)).needing(.init(secrets: ["OTHER"])), expected: "secret", mentions: "OTHER"),
    .init(
      name: "no terminal", items: [pdf], activity: .taking(.kind(.file)).needing(.init(terminal: true)),
      expected: "terminal"),
    .init(
      name: "kind before program", items: [pdf], activity: .taking(.kind(.text)).needing(.init(programs: ["nope"])),
      expected: "kind"),
    .init(
      name: "retired", items: [pdf],
      activity: {
        var activity = Activity.taking(.kind(.file))
        activity.retired = LocalizedText("gone since 2020")
        return activity
      }(), expected: "retired", mentions: "2020"),
  ]

  static let hostRows: [(url: String, pattern: String, holds: Bool)] = [
    ("https://example.com/", "example.com", true),
    ("https://EXAMPLE.com/", "example.com", true),
    ("https://example.com/", "Example.COM", true),
    ("https://example.com./", "example.com", true),
    ("https://example.com:8443/", "example.com", true),
    ("https://user:pw@example.com/", "example.com", true),
    ("https://example.com@evil.test/", "example.com", false),
    ("https://foo.example.com/", "example.com", false),
    ("https://foo.example.com/", "*.example.com", true),
    ("https://a.b.example.com/", "*.example.com", true),
    ("https://example.com/", "*.example.com", false),
    ("https://badexample.com/", "*.example.com", false),
    ("https://badexample.com/", "example.com", false),
    ("https://example.com.evil.test/", "example.com", false),
    ("https://other.test/example.com/a", "example.com", false),
    ("https://other.test/?u=example.com", "*example.com*", false),
    ("https://bücher.example/", "xn--bcher-kva.example", true),
    ("https://xn--bcher-kva.example/", "bücher.example", true),
    ("http://[::1]:80/", "[::1]", true),
    ("mailto:me@example.com", "example.com", false),
  ]

  @Test("accepts", arguments: accepting)
  func accepts(_ row: RoutingCase) { check(row) }

  @Test("availability", arguments: availableRows)
  func availability(_ row: RoutingCase) { check(row) }

  @Test("exclusions", arguments: excluded)
  func exclusions(_ row: RoutingCase) { check(row) }

  @Test("hosts", arguments: hostRows)
  func hosts(url: String, pattern: String, holds: Bool) {
    let activity = Activity.taking(.kind(.url)).excluding(.rule { $0.hosts = [pattern] })
    let decision = Router(rules: RoutingRules(), surroundings: .plain).decision(for: activity, items: [.link(url)])
    #expect(decision.isOffered != holds, "\(url) against \(pattern)")
  }

  private func check(_ row: RoutingCase) {
    let decision = Router(rules: row.rules, surroundings: row.surroundings).decision(
      for: row.activity, items: row.items)
    #expect(decision.reason?.code.rawValue ?? "offered" == row.expected, "\(String(describing: decision.reason))")
    #expect(decision.skipped.map(\.index) == row.skipped)
    if !row.mentions.isEmpty {
      let message = decision.reason?.message ?? ""
      #expect(message.contains(row.mentions), "\(message)")
    }
    if decision.isOffered {
      #expect(decision.entries.count == row.items.count)
    } else {
      #expect(decision.entries.isEmpty)
    }
  }

  @Test("the first variant that covers the items and is available is taken")
  func variants() {
    func variant(_ kinds: [ItemKind], _ program: String) -> VariantRequirements {
      VariantRequirements(
        kinds: kinds, condition: [], requirements: Requirements(programs: [program]),
        origin: RuleOrigin(layer: .definition, file: "v.yaml", line: 3))
    }
    var activity = Activity.taking(.kind(.file), .kind(.text))
    activity.variants = [variant([.text], "cat"), variant([.file], "nope"), variant([.file], "lp")]
    let router = Router(rules: RoutingRules(), surroundings: .plain)
    #expect(router.decision(for: activity, items: [pdf]).variant == 2)
    #expect(router.decision(for: activity, items: [png, pdf]).variant == 2)
    #expect(router.decision(for: activity, items: [.words("x")]).variant == 0)
    #expect(router.decision(for: activity, items: [.words("x"), pdf]).reason?.code == .kind)
    activity.variants = [variant([], "nope"), variant([], "nope2")]
    let reason = router.decision(for: activity, items: [pdf]).reason
    #expect(reason?.code == .program)
    #expect(
      reason?.message
        == "no variant works here: the program 'nope' is not installed; the program 'nope2' is not installed")
  }

  @Test("a variant's condition must hold for every item")
  func conditions() {
    var activity = Activity.taking(.kind(.file))
    activity.variants = [
      VariantRequirements(
        kinds: [], condition: [.rule { $0.types = ["image/*"] }], requirements: Requirements(),
        origin: RuleOrigin(layer: .definition)),
      VariantRequirements(
        kinds: [], condition: [], requirements: Requirements(), origin: RuleOrigin(layer: .definition)),
    ]
    let router = Router(rules: RoutingRules(), surroundings: .plain)
    #expect(router.decision(for: activity, items: [png, svg]).variant == 0)
    #expect(router.decision(for: activity, items: [png, pdf]).variant == 1)
  }

  @Test("captures of a pattern travel with the decision")
  func captures() {
    let activity = Activity.taking(.kind(.text) { $0.patterns = ["(?<project>[A-Z]+)-[0-9]+"] })
    let decision = Router(rules: RoutingRules(), surroundings: .plain)
      .decision(for: activity, items: [.words("see PROJ-12 now")])
    #expect(decision.captures == [Captures(match: "PROJ-12", named: ["project": "PROJ"])])
  }

  @Test("a pattern that would run for ever is a reported refusal")
  func boundedPattern() {
    let activity = Activity.taking(.kind(.text)).excluding(.rule { $0.texts = ["^(a+)+$"] })
    let text = String(repeating: "a", count: 40) + "!"
    let decision = Router(rules: RoutingRules(), surroundings: .plain).decision(for: activity, items: [.words(text)])
    #expect(decision.reason?.code == .excludedDefinition)
    #expect(decision.reason?.message.contains("could not be tried") == true)
  }

  @Test("the sheet's order is pinned, share above action, nearer folder, title, type")
  func order() {
    func activity(_ type: ActivityType, _ title: String, _ category: ActivityCategory, _ layer: Int) -> Activity {
      Activity(type: type, title: LocalizedText(title), category: category, accepts: [.kind(.text)], layer: layer)
    }
    let activities = [
      activity("a.far", "Alpha", .share, 1), activity("a.act", "Aaa", .action, 0),
      activity("a.near", "Zeta", .share, 0),
      activity("a.same2", "Same", .share, 1), activity("a.same1", "Same", .share, 1),
      activity("a.pin", "Pin", .action, 2),
    ]
    let router = Router(rules: RoutingRules(order: ["a.pin"]), surroundings: .plain)
    let expected: [ActivityType] = ["a.pin", "a.near", "a.far", "a.same1", "a.same2", "a.act"]
    #expect(router.inSheetOrder(activities).map(\.type) == expected)
    #expect(router.inSheetOrder(activities.reversed()).map(\.type) == expected)
  }

  @Test("patterns that match nothing known are told")
  func unmatchedPatterns() {
    let rules = RoutingRules(exclusions: [
      .rule(.request) { $0.activities = ["com.exmaple.share", "com.*"] }
    ])
    let router = Router(rules: rules, surroundings: .plain)
    #expect(router.patternsWithoutActivity(among: ["com.example.share"]).map(\.pattern) == ["com.exmaple.share"])
  }

  @Test("before there are items, only what surely keeps an activity out is told")
  func withoutItems() {
    let router = Router(
      rules: RoutingRules(exclusions: [
        .rule(.config) { $0.activities = ["com.out.*"] },
        .rule(.config) {
          $0.activities = ["com.in.*"]
          $0.kinds = [.text]
        },
        .rule(.config) {
          $0.activities = ["com.in.*"]
          $0.minimumCount = 2
        },
        .rule(.config) {
          $0.activities = ["com.in.*"]
          $0.not = [.rule(.config) { $0.schemes = ["https"] }]
        },
      ]), surroundings: .plain)
    let text = AcceptEntry.kind(.text)
    func code(_ activity: Activity, _ kinds: [ItemKind]?) -> RoutingDecision.ReasonCode? {
      router.obstacle(of: activity, kinds: kinds)?.code
    }
    #expect(code(.taking(text, type: "com.in.a"), [.text, .url]) == nil)
    #expect(code(.taking(text, type: "com.out.a"), nil) == .excludedConfig)
    #expect(router.exclusionOfAnyItems(of: .taking(text, type: "com.out.a"))?.code == .excludedConfig)
    #expect(router.exclusionOfAnyItems(of: .taking(text, type: "com.in.a")) == nil)
    #expect(code(.taking(text), [.text, .image]) == .kind)
    #expect(code(.taking(text, match: .any), [.text, .image]) == nil)
    #expect(code(.taking(text, match: .any), [.file, .image]) == .kind)
    #expect(code(.taking(.kind(.url)), [.text]) == .kind)
    #expect(code(.taking(.kind(.file)), [.image]) == nil)
    var activity = Activity.taking(text)
    activity.requirements.programs = ["absent"]
    #expect(code(activity, nil) == .program)
    activity.requirements.programs = ["cat"]
    // One variant that may be taken is enough; what depends on items may hold.
    func variant(_ change: (inout Rule) -> Void, _ program: String) -> VariantRequirements {
      VariantRequirements(
        kinds: [.image], condition: [.rule(.definition, change)],
        requirements: Requirements(programs: [program]), origin: RuleOrigin(layer: .definition))
    }
    activity.variants = [variant({ $0.environment = [.init(name: "DISPLAY", glob: nil)] }, "absent")]
    #expect(code(activity, nil) == .program)
    activity.variants = [variant({ $0.environment = [.init(name: "WAYLAND_DISPLAY", glob: nil)] }, "cat")]
    #expect(code(activity, nil) == .env)
    activity.variants.append(variant({ $0.environment = [.init(name: "DISPLAY", glob: nil)] }, "cat"))
    #expect(code(activity, nil) == nil)
    activity.variants = [variant({ $0.types = ["image/png"] }, "cat")]
    #expect(code(activity, nil) == nil)
    activity.retired = LocalizedText("over")
    #expect(code(activity, nil) == .retired)
  }
}
