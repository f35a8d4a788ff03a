internal import Glibc
public import ShareActions
internal import ShareDefinitions
internal import ShareItems
internal import ShareModel
internal import ShareRouting
internal import ShareTemplates

extension ShareSession {
  /// What actions read from outside of their definitions.
  public func actionSurroundings(capturesOutput: Bool) -> Surroundings {
    let process = process
    var surroundings = Surroundings(
      environment: process.environment, home: process.home, now: { time(nil) },
      contentType: { path in
        var classifier = ItemClassifier(
          surroundings: .init(
            currentDirectory: process.currentDirectory, homeDirectory: process.home, spoolDirectory: { nil }))
        guard let item = try? classifier.classify(ItemArgument(path.bytes, form: .file)) else {
          return (.unknown, .unknown)
        }
        return (item.contentType, item.contentTypeByContent ?? item.contentType)
      })
    for entry in configuration.environment { surroundings.configuredEnvironment[entry.name] = Array(entry.value.utf8) }
    surroundings.httpProxy = configuration.proxy
    surroundings.certificateFile = configuration.certificateFile.map { process.absolute(Array($0.utf8)) }
    let router = router(hasTerminal: surroundings.hasTerminal)
    surroundings.rulesHold = { router.holds($0, for: $1, items: $2) }
    surroundings.workingDirectory = process.currentDirectory
    surroundings.languages = process.languages
    surroundings.hasTerminal = process.hasTerminal
    surroundings.capturesOutput = capturesOutput
    let secrets = secrets
    surroundings.secret = { name throws(TemplateValues.Problem) in
      do throws(SecretStore.Failure) { return try secrets.value(name) } catch {
        throw TemplateValues.Problem(error.message)
      }
    }
    return surroundings
  }
}
