// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]
/// Tests drive C interfaces and processes directly.
let testSettings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error)]

/// The layers, bottom first; data flows from the first to the last. `Tests/ArchitectureTests` holds this table against
/// the imports that the sources really make.
let layers: [(name: String, imports: [String])] = [
  ("SourceDiagnostics", ["CSystem"]),
  ("ShareModel", []),
  ("DesktopTypes", ["CGLib", "CPCRE"]),
  ("YAMLSyntax", ["CYAML", "SourceDiagnostics"]),
  ("JSONSyntax", ["CYAML", "SourceDiagnostics"]),
  ("ShellSyntax", []),
  ("ShareTemplates", ["SourceDiagnostics", "ShareModel", "ShellSyntax", "DesktopTypes", "JSONSyntax"]),
  (
    "ShareDefinitions",
    ["YAMLSyntax", "JSONSyntax", "ShellSyntax", "ShareTemplates", "ShareModel", "SourceDiagnostics"]
  ),
  ("ShareItems", ["ShareModel", "DesktopTypes"]),
  ("ShareRouting", ["ShareModel", "DesktopTypes"]),
  (
    "ShareActions",
    [
      "ShareTemplates", "ShareModel", "ShellSyntax", "JSONSyntax", "SourceDiagnostics", "DesktopTypes", "CCurl",
      "CSystem",
    ]
  ),
  ("ShareJobs", ["ShareModel", "JSONSyntax", "CSQLite"]),
  ("ShareSheetUI", ["ShareModel", "SourceDiagnostics", "CCurses", "CSystem"]),
  (
    "ShareSessions",
    [
      "ShareDefinitions", "ShareItems", "ShareRouting", "ShareActions", "ShareJobs", "ShareSheetUI", "ShareTemplates",
      "ShareModel", "SourceDiagnostics", "YAMLSyntax", "JSONSyntax", "DesktopTypes", "CSystem",
    ]
  ),
  (
    "ShareRouter",
    [
      "ShareSessions", "ShareDefinitions", "ShareItems", "ShareRouting", "ShareActions", "ShareJobs", "ShareTemplates",
      "ShareModel", "SourceDiagnostics",
    ]
  ),
  (
    "ShareRouterCLI",
    [
      "ShareSessions", "ShareDefinitions", "ShareItems", "ShareRouting", "ShareActions", "ShareJobs", "ShareSheetUI",
      "ShareTemplates", "ShareModel", "SourceDiagnostics", "JSONSyntax", "DesktopTypes", "CSystem",
    ]
  ),
]

/// What the tests of a layer share with the fuzzer.
let trials = ["ShellSyntax": ["ShellTrials"]]

/// Folders of files that tests read where they lie in the checkout.
let fixtures = ["ShareDefinitions": ["Goldens", "Mistakes", "Valid", "validate-by-schema.py"]]

func dependencies(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }

let package = Package(
  name: "sharerouter",
  products: [
    .executable(name: "sharerouter", targets: ["sharerouter"]),
    .library(name: "ShareRouter", targets: ["ShareRouter"]),
  ],
  targets: [
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CSystem"),
    .target(name: "CArguments"),
    .target(name: "CGLib"),
    .target(name: "CPCRE"),
    .target(name: "CCurl"),
    .target(name: "CSQLite"),
    .target(name: "CCurses"),
  ]
    + layers.map { layer in
      .target(name: layer.name, dependencies: dependencies(layer.imports), swiftSettings: settings)
    }
    + [
      .executableTarget(
        name: "sharerouter", dependencies: ["ShareRouterCLI", "CArguments"], swiftSettings: settings),
      .executableTarget(name: "ShareSheetExample", dependencies: ["ShareRouter"], swiftSettings: settings),
      .executableTarget(
        name: "EnqueueBenchmark", dependencies: ["ShareJobs", "ShareModel"], path: "Benchmarks/Enqueue",
        swiftSettings: settings),
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: testSettings),
      .target(
        name: "ShellTrials", dependencies: dependencies(["ShellSyntax", "TestSupport"]), path: "Tests/ShellTrials",
        swiftSettings: testSettings),
      .executableTarget(
        name: "Fuzz",
        dependencies: dependencies([
          "ShareDefinitions", "ShareTemplates", "ShareModel", "YAMLSyntax", "ShellSyntax", "SourceDiagnostics",
          "ShellTrials", "TestSupport",
        ]), path: "Tests/Fuzz", swiftSettings: testSettings),
    ]
    // What a session does is tested through the library's front door.
    + layers.filter { $0.name != "ShareSessions" }.map { layer in
      .testTarget(
        name: layer.name + "Tests",
        dependencies: dependencies([layer.name, "TestSupport"] + layer.imports + (trials[layer.name] ?? [])),
        exclude: fixtures[layer.name] ?? [], swiftSettings: testSettings)
    }
    + [
      .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: testSettings),
      .testTarget(
        name: "EndToEndTests", dependencies: ["TestSupport", "sharerouter"], exclude: ["Terminal/drive.py"],
        swiftSettings: testSettings),
    ],
  swiftLanguageModes: [.v6]
)
