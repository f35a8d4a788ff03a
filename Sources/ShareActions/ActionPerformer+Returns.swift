import ShareModel
import ShareTemplates

extension ActionPerformer {
  /// Renders what an activity gives back and brings files to their place.
  func collect(
    _ returns: [ReturnTemplate], _ values: TemplateValues, _ run: ActionPlan.Run, _ plan: ActionPlan
  ) throws(Outcome.Failure) -> [ReturnedItem] {
    var renderer = Renderer(values)
    var items: [ReturnedItem] = []
    let base = run.command?.request.workingDirectory ?? plan.currentFolder
    for template in returns {
      let rendered = try rendering { () throws(RenderError) in try renderer.returned(template, base: base) }
      for value in rendered {
        let item: Item
        switch value {
        case .path(var path):
          if let rehearsal = plan.rehearsal {
            do { path = try rehearsal.folder.given(path, as: template.kind) } catch { throw Outcome.Failure(error) }
          }
          var filename: [UInt8]?
          if let template = template.filename {
            filename = try rendering { () throws(RenderError) in try renderer.text(template) }
          }
          item = try file(path, template.kind, filename, run, plan)
        case .url(let bytes): item = .url(try text(bytes))
        default: item = .text(try text(value.bytes ?? []))
        }
        items.append(ReturnedItem(item: item, name: template.name))
      }
    }
    return items
  }

  /// The bytes of a text item: UTF-8 without NUL.
  private func text(_ bytes: [UInt8]) throws(Outcome.Failure) -> [UInt8] {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { throw .returnedNoText() }
    return bytes
  }

  private func file(
    _ path: FilePath, _ kind: ItemKind, _ filename: [UInt8]?, _ run: ActionPlan.Run, _ plan: ActionPlan
  ) throws(Outcome.Failure) -> Item {
    do {
      try ReturnedFileSaver.check(path)
    } catch {
      throw Outcome.Failure(error)
    }
    let (type, byContent) = plan.contentType(path)
    if kind == .image, !byContent.isImage { throw .returnedNoImage(path, byContent) }
    let isOwned = run.workFolder.holds(path)
    var final = path
    let original = run.values.items.first { $0.item.path == path }?.item.name ?? path.name
    if savesFiles {
      do {
        let saver = ReturnedFileSaver(folder: plan.outputFolder)
        final = try saver.save(path, as: filename ?? original, isOwned: isOwned)
      } catch {
        throw Outcome.Failure(error)
      }
    }
    return Item(
      kind: kind, content: .file(final), contentType: kind == .image && !type.isImage ? byContent : type,
      size: fileSize(final), name: savesFiles ? nil : filename,
      contentTypeByContent: byContent == type ? nil : byContent, isTemporary: !savesFiles && isOwned)
  }
}
