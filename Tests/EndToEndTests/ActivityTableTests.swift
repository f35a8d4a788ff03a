import Foundation
import TestSupport
import Testing

/// The activities of the share sheet that people know, and the items for which each is offered.
@Suite("The activities of the share sheet")
struct ActivityTableTests {
  /// An item of each kind, and files of the types that some activities single out.
  enum Sample: String, CaseIterable {
    case text, url, image, file, video, book, document

    static let files: Set<Sample> = [.file, .video, .book, .document]

    var argument: [String] {
      switch self {
      case .text: ["--text", "C# & C++ 50% 日本 🎉"]
      case .url: ["--url", "https://example.com/a.png"]
      default: [rawValue + suffix]
      }
    }

    private var suffix: String {
      switch self {
      case .image: ".png"
      case .video: ".mp4"
      case .book: ".epub"
      case .document: ".md"
      default: ".bin"
      }
    }

    func write(into sandbox: Sandbox) {
      let content: [UInt8] =
        switch self {
        case .image: PrintTests.picture
        case .video: [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("mp42isom".utf8)
        case .book: SampleFiles.zip(firstMember: "mimetype") + Array("application/epub+zip".utf8)
        case .document: Array("# Title\n".utf8)
        default: SampleFiles.binary
        }
      if self != .text, self != .url { sandbox.directory.write(Array("work/\(rawValue)\(suffix)".utf8), content) }
    }
  }

  private static let everything: Set<Sample> = Set([.text, .url, .image]).union(Sample.files)

  /// By the names of UIKit's types. Who takes files takes those of every type.
  private static let table: [(name: String, samples: Set<Sample>)] = [
    ("airDrop", everything), ("addToReadingList", [.url]), ("assignToContact", [.image]),
    ("copyToPasteboard", everything), ("print", Sample.files.union([.image])),
    ("saveToCameraRoll", [.url, .image, .video]), ("mail", everything), ("message", everything),
    ("postToFacebook", [.text, .url, .image]), ("postToTwitter", [.text, .url, .image]),
    ("postToWeibo", [.text, .url, .image]), ("postToFlickr", [.url, .image]), ("postToVimeo", [.url, .image, .video]),
    ("openInBooks", [.book]), ("markupAsPDF", [.image, .book, .document]), ("addToHomeScreen", [.url]),
    ("collaborationCopyLink", Sample.files.union([.image])),
  ]

  @Test("each is offered for exactly the items of its kinds, on a machine that has everything")
  func kinds() throws {
    let sandbox = Sandbox()
    for sample in Sample.allCases { sample.write(into: sandbox) }
    var variables: [String: String] = [:]
    var offered: [Sample: Set<String>] = [:]
    for sample in Sample.allCases {
      // Each round finds what one more requirement kept from being said.
      while true {
        let (types, missing) = try ActivityTableTests.list(sample, sandbox, variables)
        offered[sample] = types
        if missing.isEmpty { break }
        for (what, name) in missing {
          switch what {
          case "program": sandbox.stub(name, "")
          case "environment variable": variables[name] = "x"
          default: variables["SHAREROUTER_SECRET_" + name] = "x"
          }
        }
      }
    }
    for (name, samples) in ActivityTableTests.table {
      let type = "org.sharerouter." + name
      for sample in Sample.allCases {
        #expect(offered[sample]?.contains(type) == samples.contains(sample), "\(name) for \(sample)")
      }
    }
  }

  @Test("one whose service no longer exists says so, whatever is shared")
  func retired() throws {
    let sandbox = Sandbox()
    for sample in [Sample.text, .url, .image] {
      sample.write(into: sandbox)
      let run = sandbox.run(["send"] + sample.argument + ["-a", "postToTencentWeibo"])
      #expect(run.status == 4)
      #expect(run.errorText.contains("closed"), "\(run.errorText)")
    }
  }

  /// What is offered for an item, and what the reasons of the others say that is missing.
  private static func list(
    _ sample: Sample, _ sandbox: Sandbox, _ variables: [String: String]
  ) throws -> (types: Set<String>, missing: [(String, String)]) {
    let run = sandbox.run(["list", "--all", "--json"] + sample.argument, environment: variables)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any], "\(run.errorText)")
    let activities = document["activities"] as? [[String: Any]] ?? []
    var types: Set<String> = []
    var missing: [(String, String)] = []
    for activity in activities {
      if activity["offered"] as? Bool == true { types.insert(activity["type"] as? String ?? "") }
      for reason in activity["reasons"] as? [[String: Any]] ?? []
      where ["program", "env", "secret"].contains(reason["code"] as? String ?? "") {
        let message = reason["message"] as? String ?? ""
        for match in message.matches(of: #/(program|environment variable|secret) '([^']+)'/#) {
          missing.append((String(match.1), String(match.2)))
        }
      }
    }
    return (types, missing)
  }
}
