public import ShareModel

// The activities that ship with the program; others name theirs in the same way.
extension ActivityType {
  /// Prints the checksum of each file.
  public static let checksum: ActivityType = "org.sharerouter.checksum"
  /// Puts texts on the clipboard.
  public static let copyToPasteboard: ActivityType = "org.sharerouter.copyToPasteboard"
  /// Opens URLs, files and folders with the desktop's default programs.
  public static let open: ActivityType = "org.sharerouter.open"
  /// Prints files.
  public static let print: ActivityType = "org.sharerouter.print"
}
