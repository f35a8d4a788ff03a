import Glibc
import ShareRouter

/// A share sheet in forty lines: shows what can be done with some texts, and does what was chosen.
///
///     swift run ShareSheetExample ':) hello'                             what is offered
///     swift run ShareSheetExample ':) hello' com.example.mustachify      and that one performed
@main
struct ShareSheetExample {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let text = arguments.first else {
      print("Usage: ShareSheetExample TEXT [TYPE]")
      exit(2)
    }
    let sheet = ShareSheet(activityItems: [text], applicationActivities: [Mustachify()])
    sheet.subject = "From the example"
    sheet.excludedActivityTypes = [.print]
    sheet.completionHandler = { type, completed, returnedItems, error in
      guard let type else { return print("nothing was chosen") }
      for returned in returnedItems ?? [] {
        print(String(decoding: returned.item.textBytes ?? [], as: UTF8.self))
      }
      print(completed ? "\(type) is done" : "\(type) is not done: \(error.map { "\($0)" } ?? "it was cancelled")")
    }
    do {
      for activity in try await sheet.activities {
        print("\(activity.type)\t\(activity.category)\t\(activity.title)")
      }
    } catch {
      print(error.message)
      exit(1)
    }
    guard let choice = arguments.dropFirst().first else { return sheet.dismiss() }
    let outcome = await sheet.perform(ActivityType(rawValue: choice))
    exit(outcome.status == .completed ? 0 : 1)
  }
}
