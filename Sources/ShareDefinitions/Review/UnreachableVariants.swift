import ShareModel
import ShellSyntax
import SourceDiagnostics
import YAMLSyntax

extension DefinitionReview {
  /// Variants that later ones are compared with: far more than anyone writes.
  private static let comparedVariants = 32

  /// `unreachable-variant`: a variant that is never chosen, as an earlier one always is, or as nothing that it is for is
  /// accepted.
  func checkVariants() {
    guard !activity.variants.isEmpty else { return }
    let accepted = acceptedKinds
    for (index, variant) in activity.variants.enumerated() {
      let reached = accepted.intersection(variant.taken)
      if reached.isEmpty {
        guard let node = variantNode(index) else { continue }
        report(
          .variantForNothing(
            kinds: variant.kinds.map(\.rawValue), at: location(node["for"] ?? node)))
        continue
      }
      let earlier = activity.variants.prefix(min(index, DefinitionReview.comparedVariants))
      guard let first = earlier.firstIndex(where: { $0.precedes(variant, for: reached) }),
        let node = variantNode(index),
        let other = variantNode(first)
      else { continue }
      report(.unreachableVariant(at: location(node), because: location(other)))
    }
  }

  private func variantNode(_ index: Int) -> YAMLNode? { root.value(of: "variants")?.elements.element(at: index) }
}

extension VariantRequirements {
  fileprivate var taken: ItemKinds {
    kinds.isEmpty ? [.text, .url, .image, .file] : ItemKinds(conformingTo: kinds)
  }

  /// Whether this one, standing first, is chosen whenever the other could be, for items of these kinds.
  fileprivate func precedes(_ other: VariantRequirements, for reached: ItemKinds) -> Bool {
    guard taken.isSuperset(of: reached) else { return false }
    guard condition.isEmpty || condition.map(\.withoutOrigin) == other.condition.map(\.withoutOrigin) else {
      return false
    }
    let mine = requirements
    let theirs = other.requirements
    // What every machine has decides nothing.
    return mine.programs.allSatisfy { theirs.programs.contains($0) || StandardPrograms.contains($0) }
      && mine.environment.allSatisfy(theirs.environment.contains)
      && mine.secrets.allSatisfy(theirs.secrets.contains) && (!mine.terminal || theirs.terminal)
  }
}

extension Rule {
  /// The rule as it compares with one that stands elsewhere.
  fileprivate var withoutOrigin: Rule {
    var rule = self
    rule.origin = RuleOrigin(layer: .definition)
    rule.not = not.map(\.withoutOrigin)
    return rule
  }
}
