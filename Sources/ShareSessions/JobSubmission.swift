internal import Glibc
internal import ShareActions
internal import ShareDefinitions
public import ShareJobs
public import ShareModel
internal import ShareRouting
internal import ShareTemplates
internal import SourceDiagnostics

/// Has activities performed as jobs: by another process, later if need be, and whatever becomes of this one.
public struct JobSubmission: Sendable {
  let session: ShareSession

  /// Why an activity cannot be performed as a job.
  public struct Refusal: Error, Sendable, Equatable {
    public var message: String
    public var help: String
  }

  public init(_ session: ShareSession) { self.session = session }

  /// The folder of the store.
  public static func folder(_ process: ProcessContext) -> FilePath {
    process.baseDirectory("XDG_STATE_HOME", ".local/state").appending("sharerouter")
  }

  /// Tells what is known to fail before it is accepted; nothing is run.
  public func check(_ chain: ActivityChain) throws(Outcome.Failure) {
    var surroundings = chain.surroundings
    surroundings.workingDirectory = session.process.home
    surroundings.hasTerminal = false
    _ = try ActionPlanner(surroundings).plan(chain.first.request, for: .description)
  }

  /// What has to be stored of an activity that was prepared, and of those that follow it.
  public func request(_ chain: ActivityChain, _ sharing: Sharing) throws(Refusal) -> JobRequest {
    let prepared = chain.first
    let definition = prepared.definition
    let variant = prepared.request.decision.variant
    let wayOut =
      chain.isBackground ? "take 'background' out of '\(definition.activity.type)'" : "send without --detach"
    try check(definition, variant: variant, wayOut, hasAnswer: { prepared.request.inputs[$0] != nil })
    for follower in chain.followers {
      try check(follower, variant: nil, wayOut) { name in chain.sharing.answers.contains { $0.name == name } }
    }
    let items = prepared.request.items.map { item in
      JobRequest.SharedFile(item, stamp: item.path.flatMap { FileStamp(of: $0) })
    }
    var request = JobRequest(
      activityType: definition.activity.type, definition: stored(definition), items: items, metadata: sharing.metadata,
      exclusions: sharing.exclusions,
      only: sharing.only.map { JobRequest.Only(patterns: $0.patterns, origin: $0.origin) },
      answers: prepared.request.inputs.entries.compactMap { entry in
        entry.value.bytes.map { .init(Array(entry.name.utf8), $0) }
      },
      environment: environment([definition] + chain.followers),
      folders: session.searchPath.directories.filter { $0.origin == .commandLine }.map(\.path))
    request.followers = chain.followers.map(stored)
    request.answersOfFollowers = chain.followers.flatMap { answers(for: $0, chain.sharing) }
    request.outputFolder = chain.surroundings.outputFolder
    return request
  }

  private func stored(_ definition: ActivityDefinition) -> JobRequest.Definition {
    JobRequest.Definition(path: definition.file.path, content: definition.file.bytes)
  }

  /// What was said for a follower's inputs; files are meant from the current folder.
  private func answers(for definition: ActivityDefinition, _ sharing: Sharing) -> [JobRequest.NamedBytes] {
    sharing.answers(for: definition).map { answer in
      let isFile = definition.action.inputs.contains { $0.name == answer.name && $0.type == .file }
      return .init(Array(answer.name.utf8), isFile ? session.process.absolute(answer.value).bytes : answer.value)
    }
  }

  private func check(
    _ definition: ActivityDefinition, variant: Int?, _ wayOut: String, hasAnswer: (String) -> Bool
  ) throws(Refusal) {
    let type = definition.activity.type
    guard !definition.action.terminal else {
      throw Refusal(message: "'\(type)' needs a terminal, which a job does not have", help: wayOut)
    }
    let asked = definition.action.inputs.first { $0.type == .secret && hasAnswer($0.name) }
    if let asked {
      throw Refusal(
        message: "the input '\(asked.name)' of '\(type)' is secret, and a job stores no secrets",
        help: "use a secret by its name, '{{ secret.NAME }}', or \(wayOut)")
    }
    let activity = definition.activity
    let secrets = activity.requirements.secrets + (variant.map { activity.variants[$0].requirements.secrets } ?? [])
    let fleeting = secrets.first { !session.secrets.lasts($0) }
    if let fleeting {
      throw Refusal(
        message: "the secret '\(fleeting)' is only in this process's environment, and a job stores no secrets",
        help: "put it into secrets.d, or \(wayOut)")
    }
  }

  /// What belongs to the person's session or to the call and is no secret by its nature. Everything else a job takes from
  /// its worker.
  private func environment(_ definitions: [ActivityDefinition]) -> [JobRequest.NamedBytes] {
    let requirements = definitions.flatMap { definition in
      [definition.activity.requirements] + definition.activity.variants.map(\.requirements)
    }
    let named = requirements.flatMap(\.environment).map { Array($0.utf8) }
    let entries = session.process.environment.entries
    return entries.filter { entry in
      JobSubmission.isOfSession(entry.name) || named.contains(entry.name)
    }.map { JobRequest.NamedBytes($0.name, $0.value) }
  }

  /// Whether a variable belongs to the person's session.
  static func isOfSession(_ name: [UInt8]) -> Bool {
    for variable in sessionVariables where variable.utf8.count == name.count {
      if name.elementsEqual(variable.utf8) { return true }
    }
    return sessionPrefixes.contains { name.starts(with: $0.utf8) }
  }

  private static let sessionVariables = [
    "HOME", "PATH", "LANG", "LANGUAGE", "TZ", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
    "SSH_AUTH_SOCK", "TMPDIR", "SHAREROUTER_ACTIVITIES", "SHAREROUTER_DEPTH", "http_proxy", "https_proxy", "all_proxy",
    "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE",
  ]
  private static let sessionPrefixes = ["LC_", "XDG_"]
}

extension SecretStore {
  /// Whether the secret can be had by a later process as well.
  func lasts(_ name: String) -> Bool {
    let variable = "SHAREROUTER_SECRET_" + name
    var later = process
    later.environment[variable] = nil
    return SecretStore(process: later, command: command).has(name) || process.bytes(variable) == nil
  }
}
