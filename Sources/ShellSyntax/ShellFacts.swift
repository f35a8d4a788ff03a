/// What the parser has met so far, in the order of the script, and what follows from it at the end.
///
/// Placeholders and references to variables are numbered as they are met, so that a part of the script is three ranges
/// of numbers, and saying "all in here is code" costs nothing until the end.
struct ShellFacts {
  struct Mark {
    var places: Int
    var references: Int
    var documents: Int
  }

  struct Region {
    var places: Range<Int>
    var references: Range<Int>
    /// Here-documents begun in the part; their bodies may come later.
    var documents: Range<Int>

    /// The same part as far as placeholders go.
    var withoutReferences: Region {
      Region(places: places, references: references.lowerBound..<references.lowerBound, documents: documents)
    }
  }

  enum Danger: Equatable {
    /// Evaluated as arithmetic.
    case number
    case refused(ShellPlace.Refusal)
  }

  struct Call {
    var name: String
    /// The name of the positional parameters around the call.
    var positional: String
    var operands: Region
    var input: Region
  }

  /// A part whose values end in numbers: what is in it does no harm as one.
  struct Shield {
    var region: Region
    /// What was noted within the part itself, which it does not cover.
    var sinks: Range<Int>
    var bindings: Range<Int>
  }

  struct Binding {
    var name: String
    var region: Region
  }

  var places: [ShellPlace] = []
  /// The serial number of the word that a place is directly in; -1 where the place stands by itself.
  var owners: [Int] = []
  var references: [String] = []
  /// For each here-document, what its body holds; nil until the body was read.
  var documents: [Region?] = []
  var sinks: [(region: Region, danger: Danger)] = []
  var bindings: [Binding] = []
  var shields: [Shield] = []
  /// Commands with a literal name, in order.
  var calls: [Call] = []
  var programs: [String] = []
  var functions: Set<String> = []
  /// How many standard inputs have a name of their own, and those of them into which anything may be written.
  var inputs = 0
  var openInputs: [String] = []
  /// Names in the literal value of a variable, which arithmetic would evaluate in turn.
  var literals: [Binding] = []
  /// How files are written whose contents are known to come from the script.
  var files: Set<String> = []
  var integerNames: Set<String> = []
  var referenceNames: Set<String> = []
  var arrayNames: Set<String> = []
  /// Names assigned by `declare` and its like, which expand a value in parentheses when the name is an array.
  var declared: [Binding] = []

  var mark: Mark { Mark(places: places.count, references: references.count, documents: documents.count) }

  func region(since mark: Mark) -> Region { region(from: mark, to: self.mark) }

  func region(from start: Mark, to end: Mark) -> Region {
    Region(
      places: start.places..<end.places, references: start.references..<end.references,
      documents: start.documents..<end.documents)
  }

  func beginShield() -> (mark: Mark, sinks: Int, bindings: Int) { (mark, sinks.count, bindings.count) }

  mutating func endShield(_ start: (mark: Mark, sinks: Int, bindings: Int)) {
    let region = region(since: start.mark)
    guard !region.places.isEmpty || !region.references.isEmpty else { return }
    shields.append(
      Shield(region: region, sinks: start.sinks..<sinks.count, bindings: start.bindings..<bindings.count))
  }

  mutating func sink(_ region: Region, _ danger: Danger) {
    guard !region.places.isEmpty || !region.references.isEmpty || !region.documents.isEmpty else { return }
    sinks.append((region, danger))
  }

  mutating func refuse(_ region: Region, _ problem: ShellPlace.Problem, _ subject: String = "") {
    sink(region, .refused(.init(problem, subject: subject)))
  }

  /// Notes that the variable gets a value made of what the region holds.
  mutating func bind(_ name: String, _ region: Region) {
    guard !region.places.isEmpty || !region.references.isEmpty || !region.documents.isEmpty else { return }
    if ShellNames.isDangerousVariable(name) { refuse(region, .dangerousAssignment, name) }
    bindings.append(Binding(name: name, region: region))
  }
}

extension ShellFacts {
  /// The name under which all positional parameters are known.
  static let positional = "@"
  /// The name under which whatever is read by another descriptor than the standard input is known.
  static let descriptors = "<&"

  /// The name of what a function's standard input holds.
  static func input(ofFunction name: String) -> String { "<" + name + "()" }

  /// Follows values through variables to the places where these are used, and refuses what would become code there.
  mutating func resolve() {
    guard !places.isEmpty else { return }
    bindCalls()
    addAttributes()
    for name in openInputs { bind(name, region(from: Mark(places: 0, references: 0, documents: 0), to: mark)) }
    guard !sinks.isEmpty else { return }
    var byName: [String: [Int]] = [:]
    if !bindings.isEmpty {
      for (index, binding) in bindings.enumerated() { byName[binding.name, default: []].append(index) }
    }
    var literalsByName: [String: [Int]] = [:]
    for (index, binding) in literals.enumerated() { literalsByName[binding.name, default: []].append(index) }
    let shielded = Shielded(self)
    let direct = sinks.count
    /// The bindings that led to the sinks after the direct ones; -1 where it was a literal.
    var origins: [Int] = []
    var reached: [String: [Danger]] = [:]
    var next = 0
    while next < sinks.count {
      let (region, danger) = sinks[next]
      let origin = next < direct ? nil : origins[next - direct]
      let covers = { (shield: Shield) in
        danger == .number && shield.region.isWithin(region)
          && (origin.map { !shield.bindings.contains($0) } ?? !shield.sinks.contains(next))
      }
      defer { next += 1 }
      for part in parts(of: region) {
        for index in part.places where !(shielded.shield(ofPlace: index).map(covers) ?? false) {
          apply(danger, toPlace: index)
        }
        guard !byName.isEmpty || !literalsByName.isEmpty else { continue }
        for index in part.references where !(shielded.shield(ofReference: index).map(covers) ?? false) {
          let name = references[index]
          let evaluated = danger == .number ? literalsByName[name] ?? [] : []
          let bound = byName[name] ?? []
          guard !bound.isEmpty || !evaluated.isEmpty else { continue }
          // Two kinds of danger at most are followed for a name: arithmetic, which numbers survive, and the first other.
          var known = reached[name, default: []]
          let isCovered = known.contains { $0 == danger || $0 != .number }
          guard !isCovered else { continue }
          known.append(danger)
          reached[name] = known
          for binding in bound { sinks.append((bindings[binding].region, danger)) }
          for binding in evaluated { sinks.append((literals[binding].region, danger)) }
          origins += bound
          origins += evaluated.map { _ in -1 }
        }
      }
    }
  }

  /// The region itself and the bodies of the here-documents begun in it.
  private func parts(of region: Region) -> [Region] {
    region.documents.isEmpty ? [region] : [region] + documents[region.documents].compactMap { $0 }
  }

  private mutating func apply(_ danger: Danger, toPlace index: Int) {
    switch (places[index], danger) {
    case (.refused, _), (.comment, _), (.number, .number): break
    case (.word(let word), .number):
      // `wc -c < file` prints a number, whatever the file is called.
      if word.role == .redirectionTarget, word.command == "wc" { break }
      places[index] = .number
    case (_, .refused(let refusal)): places[index] = .refused(refusal)
    }
  }

  private mutating func bindCalls() {
    guard !functions.isEmpty else { return }
    for call in calls where functions.contains(call.name) {
      bind(call.positional, call.operands)
      bind(Self.input(ofFunction: call.name), call.input)
    }
  }

  private mutating func addAttributes() {
    for binding in declared where arrayNames.contains(binding.name) {
      refuse(binding.region, .evaluatedOperand, "declare")
    }
    guard !integerNames.isEmpty || !referenceNames.isEmpty else { return }
    for binding in bindings {
      if referenceNames.contains(binding.name) { refuse(binding.region, .variableName, binding.name) }
      if integerNames.contains(binding.name) { sink(binding.region, .number) }
    }
  }
}

extension ShellFacts.Region {
  func isWithin(_ other: Self) -> Bool {
    other.places.lowerBound <= places.lowerBound && places.upperBound <= other.places.upperBound
      && other.references.lowerBound <= references.lowerBound && references.upperBound <= other.references.upperBound
  }
}

/// Which shield, the outermost one, each place and reference is behind.
private struct Shielded {
  private let shields: [ShellFacts.Shield]
  private var places: [Int] = []
  private var references: [Int] = []

  init(_ facts: ShellFacts) {
    shields = facts.shields
    guard !shields.isEmpty else { return }
    places = [Int](repeating: -1, count: facts.places.count)
    references = [Int](repeating: -1, count: facts.references.count)
    // An outer one ends after those within it.
    for (index, shield) in shields.enumerated() {
      for place in shield.region.places { places[place] = index }
      for reference in shield.region.references { references[reference] = index }
    }
  }

  func shield(ofPlace index: Int) -> ShellFacts.Shield? {
    places.isEmpty || places[index] < 0 ? nil : shields[places[index]]
  }

  func shield(ofReference index: Int) -> ShellFacts.Shield? {
    references.isEmpty || references[index] < 0 ? nil : shields[references[index]]
  }
}
