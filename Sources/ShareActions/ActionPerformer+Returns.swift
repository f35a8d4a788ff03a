public import ShareModel
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
          if let rehearsal = plan.surroundings.rehearsal {
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
    let (type, byContent) = plan.surroundings.contentType(path)
    if kind == .image, !byContent.isImage { throw .returnedNoImage(path, byContent) }
    let isOwned = run.workFolder.holds(path)
    let name = filename ?? run.values.items.first { $0.item.path == path }?.item.name ?? path.name
    let item = Item(
      kind: kind, content: .file(path), contentType: kind == .image && !type.isImage ? byContent : type,
      size: fileSize(path), name: name == path.name ? nil : name,
      contentTypeByContent: byContent == type ? nil : byContent, isTemporary: isOwned)
    guard savesFiles else { return item }
    do throws(Outcome.Failure) { return try plan.saved(item) } catch {
      guard isOwned else { throw error }
      run.workFolder.keep()
      throw .leftBehind(error, path)
    }
  }
}

extension ActionPlan {
  /// Brings a returned file to where the person finds it; one that was made for the run is moved there, any other
  /// copied.
  public func saved(_ item: Item) throws(Outcome.Failure) -> Item {
    guard let path = item.path else { return item }
    do throws(ReturnedFileSaver.Failure) {
      let saver = ReturnedFileSaver(folder: outputFolder)
      var result = item
      result.content = .file(try saver.save(path, as: item.name ?? path.name, isOwned: item.isTemporary))
      result.name = nil
      result.isTemporary = false
      return result
    } catch {
      throw Outcome.Failure(error)
    }
  }
}
