/// The request that a curl command line describes, in texts that may hold variables of the shell (`ShellWords`).
struct CurlRequest: Equatable {
  enum Body: Equatable {
    /// What `-d` and its like put together.
    case data(String)
    /// A file sent as it is: by `-T`, `--data-binary @FILE` or `-d @FILE`.
    case file(String)
    case parts([Part])
  }

  struct Part: Equatable {
    enum Content: Equatable {
      case text(String)
      case file(String)
    }

    var name: String
    var content: Content
    var type: String?
    var filename: String?
  }

  struct Header: Equatable {
    var name: String
    var value: String
  }

  var method = "GET"
  var url = ""
  var headers: [Header] = []
  var body: Body?
  /// The type that curl gives the body by itself; nil where it gives none.
  var bodyType: String?
  /// Parameters that are added to the URL's query.
  var query: [String] = []
  /// `USER`, or `USER:PASSWORD`.
  var user: String?
  /// The signature's provider, region and service (`--aws-sigv4`).
  var awsSignature: String?
  /// As `-m` has it, in seconds.
  var timeout: String?
  var retries: String?
  /// Whether the answer is kept in a file.
  var savesAnswer = false
  /// What was left out, for the person.
  var notes: [String] = []
}
