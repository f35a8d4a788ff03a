public import ShareModel
public import SourceDiagnostics

extension SearchPath {
  /// Loads every definition, on all processors.
  public func loadAll(regularExpressionCheck: RegularExpressionCheck? = nil) -> LoadedDefinitions {
    var (loaded, jobs) = jobs()
    let user = user
    loaded.definitions.reserveCapacity(jobs.count)
    let load = { @Sendable (jobs: ArraySlice<LoadingJob>) in
      LoadingJob.run(jobs, user, regularExpressionCheck) { LoadingResult(($0, $1)) }
    }
    parallelMap(jobs, load) { result in
      if !result.findings.isEmpty { loaded.findings += result.findings }
      result.moveDefinition(to: &loaded.definitions)
    }
    return loaded
  }

  /// Loads every definition for what the caller needs of its activity. Nothing else is kept: thousands of definitions
  /// would cost more memory, and the time to fill it, than reading them does.
  ///
  /// - Parameter value: Called on all processors; what it gives is all that is kept.
  public func loadActivities<Value: Sendable>(
    regularExpressionCheck: RegularExpressionCheck? = nil, value: @escaping @Sendable (Activity) -> Value
  ) -> (values: [Value], loaded: LoadedDefinitions) {
    var (loaded, jobs) = jobs()
    var values: [Value] = []
    values.reserveCapacity(jobs.count)
    let user = user
    let load = { @Sendable (jobs: ArraySlice<LoadingJob>) in
      LoadingJob.run(jobs, user, regularExpressionCheck) { (value: $0.map { value($0.activity) }, findings: $1) }
    }
    parallelMap(jobs, load) { result in
      if !result.findings.isEmpty { loaded.findings += result.findings }
      if let value = result.value { values.append(value) }
    }
    return (values, loaded)
  }

  /// Checks every definition thoroughly, for its findings and outline. No definition is kept.
  public func checkAll(regularExpressionCheck: RegularExpressionCheck? = nil) -> LoadedDefinitions {
    var (loaded, jobs) = jobs()
    let user = user
    loaded.outlines.reserveCapacity(jobs.count)
    let check = { @Sendable (jobs: ArraySlice<LoadingJob>) in
      LoadingJob.run(jobs, user, isThorough: true, regularExpressionCheck) { definition, findings in
        (outline: definition.map { ActivityOutline($0) }, findings: findings)
      }
    }
    parallelMap(jobs, check) { result in
      if !result.findings.isEmpty { loaded.findings += result.findings }
      if let outline = result.outline { loaded.outlines.append(outline) }
    }
    return loaded
  }

  /// What has to be done to load every definition, and what the names alone tell.
  private func jobs() -> (LoadedDefinitions, [LoadingJob]) {
    var loaded = LoadedDefinitions()
    var jobs: [LoadingJob] = []
    let listings = directories.map { $0.list(for: user) }
    // In one folder no type stands twice.
    let canRepeat = listings.count { !$0.names.isEmpty } > 1
    var nearest: [ActivityType: Int] = [:]
    for (directory, listing) in zip(directories, listings) {
      if !listing.findings.isEmpty {
        jobs.append(LoadingJob(directory: directory, content: .findings(listing.findings)))
      }
      for name in listing.names {
        if canRepeat, let type = DefinitionDirectory.type(ofName: name) {
          if let index = nearest[type] {
            loaded.overridden.append(
              LoadedDefinitions.Overridden(
                type: type, path: directory.path.appending(name), nearer: jobs[index].path ?? directory.path))
            continue
          }
          nearest[type] = jobs.count
        }
        jobs.append(LoadingJob(directory: directory, content: .file(name)))
        loaded.fileCount += 1
      }
    }
    return (loaded, jobs)
  }

  /// Loads the definition of one type from the first folder that has it; no other file is looked at.
  public func load(
    _ type: ActivityType, regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> DefinitionLookup {
    guard ActivityType.isValid(type.rawValue) else { return .missing }
    for directory in directories where directory.has(type) {
      var findings: [Diagnostic] = []
      if let ownership = try? FileReader.folderOwnership(directory.path),
        let finding = Trust.finding(about: directory.path, ownership: ownership, origin: directory.origin, user: user)
      {
        findings.append(finding)
        if finding.severity == .error { return .broken(findings) }
      }
      let (definition, own) = directory.load(
        name: Array((type.rawValue + ".yaml").utf8), for: user, regularExpressionCheck: regularExpressionCheck)
      // It may have been removed since it was looked for.
      if definition == nil, !directory.has(type) { continue }
      findings += own
      return definition.map { .found($0, findings) } ?? .broken(findings)
    }
    return .missing
  }

  /// The types that a full or short name stands for, read off the file names: `copyToPasteboard` is the last part, or
  /// the last parts, of a type. The nearest comes first; an exact name stands for itself alone.
  public func types(named name: String) -> [ActivityType] {
    var found: [ActivityType] = []
    let suffix = Array(("." + name).utf8)
    for directory in directories {
      for fileName in directory.list(for: user).names {
        guard let type = DefinitionDirectory.type(ofName: fileName) else { continue }
        if type.rawValue == name { return [type] }
        if type.rawValue.utf8.suffix(suffix.count).elementsEqual(suffix), !found.contains(type) { found.append(type) }
      }
    }
    return found
  }

  /// All types that have a file, nearest folder first, read off the file names.
  public func allTypes() -> [ActivityType] {
    var seen: Set<ActivityType> = []
    return directories.flatMap { $0.list(for: user).names }
      .compactMap(DefinitionDirectory.type(ofName:)).filter { seen.insert($0).inserted }
  }

  /// The person's configuration: an empty one without a file, nil when the file cannot be used.
  public func loadConfiguration(
    regularExpressionCheck: RegularExpressionCheck? = nil
  ) -> (Configuration?, [Diagnostic]) {
    guard let path = settingsFolder?.appending("config.yaml"), !FileReader.isAbsent(path) else {
      return (Configuration(), [])
    }
    return read(path) { ConfigLoader.loadConfiguration($0, regularExpressionCheck: regularExpressionCheck) }
  }

  /// The owner's policy: an empty one without a file, nil when the file cannot be used.
  public func loadPolicy(regularExpressionCheck: RegularExpressionCheck? = nil) -> (Configuration?, [Diagnostic]) {
    guard !FileReader.isAbsent(policyFile) else { return (Configuration(), []) }
    return read(policyFile) { ConfigLoader.loadPolicy($0, regularExpressionCheck: regularExpressionCheck) }
  }

  private func read(
    _ path: FilePath, _ decode: (SourceFile) -> (Configuration?, [Diagnostic])
  ) -> (Configuration?, [Diagnostic]) {
    let (file, findings) = TrustedFile.read(path, origin: .user, user: user)
    guard let file else { return (nil, findings) }
    let (configuration, own) = decode(file)
    return (configuration, findings + own)
  }
}

/// What came of one file.
private struct LoadingResult: Sendable {
  var definition: ActivityDefinition?
  var findings: [Diagnostic]

  init(_ result: (ActivityDefinition?, [Diagnostic])) { (definition, findings) = result }

  consuming func moveDefinition(to definitions: inout [ActivityDefinition]) {
    if let definition = definition.take() { definitions.append(definition) }
  }
}

/// One file to load, or what is known without loading any; together they keep the order of the findings.
private struct LoadingJob: Sendable {
  enum Content: Sendable {
    case file([UInt8])
    case findings([Diagnostic])
  }

  var directory: DefinitionDirectory
  var content: Content

  var path: FilePath? {
    if case .file(let name) = content { directory.path.appending(name) } else { nil }
  }

  /// Does several jobs. One step is done for all files before the next one is begun: each step runs through code that
  /// fills the processor's first cache, and would push that of the others out of it for every file.
  static func run<Output>(
    _ jobs: ArraySlice<LoadingJob>, _ user: UInt32, isThorough: Bool = false, _ check: RegularExpressionCheck?,
    _ output: (ActivityDefinition?, [Diagnostic]) -> Output
  ) -> [Output] {
    let files = jobs.map { $0.read(user) }
    var loadings = files.map { file, _ in file.map { DefinitionLoading($0, check) } }
    for index in loadings.indices { loadings[index]?.parse() }
    for index in loadings.indices { loadings[index]?.check() }
    return loadings.indices.map { index in
      let layer = jobs[jobs.startIndex + index].directory.layer
      guard let (definition, findings) = loadings[index]?.decode(layer: layer, isThorough: isThorough) else {
        return output(nil, files[index].findings)
      }
      return output(definition, files[index].findings + findings)
    }
  }

  private func read(_ user: UInt32) -> (file: SourceFile?, findings: [Diagnostic]) {
    switch content {
    case .file(let name):
      let path = directory.path.appending(name)
      let result = TrustedFile.read(path, origin: directory.origin, user: user)
      // Files come and go while a folder is read. One that is not there any more is no mistake.
      return result.0 == nil && FileReader.isAbsent(path) ? (nil, []) : result
    case .findings(let findings): return (nil, findings)
    }
  }
}
