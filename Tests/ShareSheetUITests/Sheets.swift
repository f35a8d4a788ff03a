import ShareModel

@testable import ShareSheetUI

/// Contents to test with.
enum Sheets {
  static func row(
    _ type: String, _ label: String, _ section: SheetRow.Section = .share, _ detail: String? = nil
  ) -> SheetRow {
    SheetRow(type: ActivityType(rawValue: type), label: label, section: section, detail: detail)
  }

  static let mixed = SheetContent(
    items: [.init(label: "photo.png", details: ["image/png", "12 kB"])],
    rows: [
      row("a.mail", "Mail", .share, "Sends by mail"), row("a.notes", "日本語のメモ", .share, "Writes it down"),
      row("a.copy", "Copy", .action, "To the clipboard"), row("a.qr", "QR code", .action),
      row("a.print", "🎉 Print", .action, "On paper"),
    ],
    hidden: [
      .init(type: "a.hidden", title: "Hidden", reason: "kind: a text is none of the accepted kinds 'image'"),
      .init(type: "b.hidden", title: "Other", reason: "program: not there"),
    ])

  static func many(_ count: Int) -> SheetContent {
    SheetContent(
      items: [.init(label: "x", details: [])],
      rows: (0..<count).map {
        row("com.example.activity\($0)", "Activity number \($0)", $0 < count / 2 ? .share : .action)
      },
      hidden: [])
  }
}
