// The activities that ship with the program and that programs are likely to name; others name theirs in the same way.

/// Those that UIKit has, by its names.
extension ActivityType {
  /// Puts a link to a web page on the desktop.
  public static let addToHomeScreen: ActivityType = "org.sharerouter.addToHomeScreen"
  /// Keeps links to be read later.
  public static let addToReadingList: ActivityType = "org.sharerouter.addToReadingList"
  /// Sends items to a device nearby, or to anyone with a code.
  public static let airDrop: ActivityType = "org.sharerouter.airDrop"
  /// Makes a picture the photo of a contact.
  public static let assignToContact: ActivityType = "org.sharerouter.assignToContact"
  /// Uploads a file and copies the link to it.
  public static let collaborationCopyLink: ActivityType = "org.sharerouter.collaborationCopyLink"
  /// Puts texts, a picture or files on the clipboard.
  public static let copyToPasteboard: ActivityType = "org.sharerouter.copyToPasteboard"
  /// Sends items by mail.
  public static let mail: ActivityType = "org.sharerouter.mail"
  /// Makes a PDF of pictures or of each document.
  public static let markupAsPDF: ActivityType = "org.sharerouter.markupAsPDF"
  /// Sends items to phone numbers.
  public static let message: ActivityType = "org.sharerouter.message"
  /// Opens e-books with the desktop's reader.
  public static let openInBooks: ActivityType = "org.sharerouter.openInBooks"
  /// Posts to Facebook.
  public static let postToFacebook: ActivityType = "org.sharerouter.postToFacebook"
  /// Uploads pictures to Flickr.
  public static let postToFlickr: ActivityType = "org.sharerouter.postToFlickr"
  /// Retired: the service was closed.
  public static let postToTencentWeibo: ActivityType = "org.sharerouter.postToTencentWeibo"
  /// Posts to X.
  public static let postToTwitter: ActivityType = "org.sharerouter.postToTwitter"
  /// Uploads videos to Vimeo.
  public static let postToVimeo: ActivityType = "org.sharerouter.postToVimeo"
  /// Posts to Weibo.
  public static let postToWeibo: ActivityType = "org.sharerouter.postToWeibo"
  /// Prints files.
  public static let print: ActivityType = "org.sharerouter.print"
  /// Saves pictures and videos among the person's own.
  public static let saveToCameraRoll: ActivityType = "org.sharerouter.saveToCameraRoll"
}

/// Those of the desktop.
extension ActivityType {
  /// Prints the checksum of each file.
  public static let checksum: ActivityType = "org.sharerouter.checksum"
  /// Opens URLs, files and folders with the desktop's default programs.
  public static let open: ActivityType = "org.sharerouter.open"
}
