import ShareModel
import ShareRouting

extension RouterTests {
  static let excluded: [RoutingCase] = [
    .init(
      name: "its own id", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(exclusions: [.rule(.request) { $0.activities = ["com.example.share"] }]),
      expected: "excluded-request"),
    .init(
      name: "an id that only begins so", items: [pdf], activity: .taking(.kind(.file), type: "com.example.share2"),
      rules: .init(exclusions: [.rule(.request) { $0.activities = ["com.example.share"] }]), expected: "offered"),
    .init(
      name: "an id is not a part", items: [pdf], activity: .taking(.kind(.file), type: "com.example.share"),
      rules: .init(exclusions: [.rule(.request) { $0.activities = ["example"] }]), expected: "offered"),
    .init(
      name: "a pattern of ids", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(exclusions: [.rule(.config) { $0.activities = ["com.example.*"] }]), expected: "excluded-config"),
    .init(
      name: "the policy", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(exclusions: [.rule(.policy) { $0.activities = ["com.*"] }]), expected: "excluded-policy"),
    .init(
      name: "a category", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(exclusions: [.rule(.config) { $0.categories = [.share] }]), expected: "excluded-config"),
    .init(
      name: "another category", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(exclusions: [.rule(.config) { $0.categories = [.action] }]), expected: "offered"),
    .init(
      name: "only this", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(only: [.init(patterns: ["com.example.*"], origin: .init(layer: .request))]), expected: "offered"),
    .init(
      name: "only others", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(only: [.init(patterns: ["org.*", "com.example.shar"], origin: .init(layer: .request))]),
      expected: "not-only"),
    .init(
      name: "only others by policy", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(only: [.init(patterns: ["org.*"], origin: .init(layer: .policy))]), expected: "excluded-policy"),
    .init(
      name: "two lists of only must both hold", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(only: [
        .init(patterns: ["com.*"], origin: .init(layer: .config)),
        .init(patterns: ["org.*"], origin: .init(layer: .request)),
      ]), expected: "not-only"),
    .init(
      name: "only does not undo an exclusion", items: [pdf], activity: .taking(.kind(.file)),
      rules: .init(
        exclusions: [.rule(.policy) { $0.activities = ["com.example.share"] }],
        only: [.init(patterns: ["com.example.share"], origin: .init(layer: .request))]), expected: "excluded-policy"),
    .init(
      name: "a kind", items: [png], activity: .taking(.kind(.file)).excluding(.rule { $0.kinds = [.image] }),
      expected: "excluded-definition", mentions: "excluded: kind is 'image'"),
    .init(
      name: "a kind conforms", items: [png], activity: .taking(.kind(.file)).excluding(.rule { $0.kinds = [.file] }),
      expected: "excluded-definition", mentions: "excluded: kind 'image' is a 'file'"),
    .init(
      name: "another kind", items: [pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.kinds = [.image] }),
      expected: "offered"),
    .init(
      name: "a type with subclasses", items: [svg],
      activity: .taking(.kind(.file)).excluding(.rule { $0.types = ["text/*"] }), expected: "excluded-definition"),
    .init(
      name: "a name", items: [pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.names = ["report.*"] }),
      expected: "excluded-definition", mentions: "report.pdf"),
    .init(
      name: "a path", items: [pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.paths = ["/p/*"] }),
      expected: "excluded-definition"),
    .init(
      name: "another path", items: [pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.paths = ["/q/*"] }),
      expected: "offered"),
    .init(
      name: "a path rule and a text", items: [.words("/p/x")],
      activity: .taking(.kind(.text)).excluding(.rule { $0.paths = ["*"] }), expected: "offered"),
    .init(
      name: "a text", items: [.words("top SECRET plan")],
      activity: .taking(.kind(.text)).excluding(.rule { $0.texts = ["(?i)secret"] }), expected: "excluded-definition"),
    .init(
      name: "a text pattern does not see files", items: [pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.texts = ["."] }), expected: "offered"),
    .init(
      name: "a URL pattern does not see texts", items: [.words("https")],
      activity: .taking(.kind(.text)).excluding(.rule { $0.urls = ["https"] }), expected: "offered"),
    .init(
      name: "a URL", items: [.link("https://a.example/private/1")],
      activity: .taking(.kind(.url)).excluding(.rule { $0.urls = ["/private/"] }), expected: "excluded-definition"),
    .init(
      name: "a scheme", items: [.link("HTTP://a.example/")],
      activity: .taking(.kind(.url)).excluding(.rule { $0.schemes = ["http"] }), expected: "excluded-definition"),
    .init(
      name: "another scheme", items: [.link("https://a.example/")],
      activity: .taking(.kind(.url)).excluding(.rule { $0.schemes = ["http"] }), expected: "offered"),
    .init(
      name: "a size", items: [pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.minimumSize = 50 }),
      expected: "excluded-definition"),
    .init(
      name: "a smaller one", items: [pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.minimumSize = 150 }),
      expected: "offered"),
    .init(
      name: "many items", items: [pdf, pdf, pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.minimumCount = 3 }), expected: "excluded-definition"),
    .init(
      name: "few items", items: [pdf, pdf], activity: .taking(.kind(.file)).excluding(.rule { $0.minimumCount = 3 }),
      expected: "offered"),
    .init(
      name: "a variable that is set", items: [pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.environment = [.init(name: "DISPLAY", glob: nil)] }),
      expected: "excluded-definition"),
    .init(
      name: "a variable that is empty", items: [pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.environment = [.init(name: "EMPTY", glob: nil)] }),
      expected: "offered"),
    .init(
      name: "a variable's value", items: [pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.environment = [.init(name: "DISPLAY", glob: ":1*")] }),
      expected: "offered"),
    .init(
      name: "all keys together", items: [pdf],
      activity: .taking(.kind(.file)).excluding(
        .rule {
          $0.types = ["application/pdf"]
          $0.names = ["other.pdf"]
        }), expected: "offered"),
    .init(
      name: "all keys on one item", items: [pdf, .file("/p/other.txt", "text/plain")],
      activity: .taking(.kind(.file)).excluding(
        .rule {
          $0.types = ["application/pdf"]
          $0.names = ["other.txt"]
        }), expected: "offered"),
    .init(
      name: "any rule of a list", items: [pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.names = ["x"] }, .rule { $0.types = ["application/*"] }),
      expected: "excluded-definition"),
    .init(
      name: "not", items: [pdf],
      activity: .taking(.kind(.file)).excluding(.rule { $0.not = [.rule { $0.types = ["text/*"] }] }),
      expected: "excluded-definition"),
    .init(
      name: "not what it is", items: [svg],
      activity: .taking(.kind(.file)).excluding(.rule { $0.not = [.rule { $0.types = ["text/*"] }] }),
      expected: "offered"),
    .init(
      name: "not beside another key", items: [png],
      activity: .taking(.kind(.file)).excluding(
        .rule {
          $0.kinds = [.image]
          $0.not = [.rule { $0.names = ["photo.*"] }]
        }), expected: "offered"),
    .init(
      name: "one excluded URL among three",
      items: [.link("https://a.example"), .link("http://localhost/"), .link("https://b.example")],
      activity: .taking(.kind(.url)).excluding(.rule { $0.hosts = ["localhost"] }), expected: "excluded-definition"),
    .init(
      name: "one excluded URL among three is skipped",
      items: [.link("https://a.example"), .link("http://localhost/"), .link("https://b.example")],
      activity: .taking(.kind(.url), match: .any).excluding(.rule { $0.hosts = ["localhost"] }), expected: "offered",
      skipped: [1]),
    .init(
      name: "all of them excluded", items: [.link("http://localhost/"), .link("http://localhost/2")],
      activity: .taking(.kind(.url), match: .any).excluding(.rule { $0.hosts = ["localhost"] }),
      expected: "excluded-definition"),
    .init(
      name: "the author's reason", items: [.link("http://localhost/")],
      activity: .taking(.kind(.url)).excluding(
        .rule {
          $0.hosts = ["localhost"]
          $0.reason = LocalizedText("internal links stay inside")
        }), expected: "excluded-definition",
      mentions: "internal links stay inside (host 'localhost' matches 'localhost')"),
  ]
}
