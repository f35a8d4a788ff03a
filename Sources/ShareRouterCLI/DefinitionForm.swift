/// What a new definition does: each form is a text that is valid, holds its own example and teaches by its comments.
enum DefinitionForm: String, CaseIterable {
  case shell
  case http
  case open

  /// The definition's text; its title is made of the type's last part.
  func text(for type: String) -> String {
    let head = """
      type: \(type)
      title: \(DefinitionForm.title(for: type))

      """
    return head + body
  }

  /// What the form is for, in the help of its option.
  var summary: String {
    switch self {
    case .shell: "an activity that runs a shell script (the default)"
    case .http: "an activity that sends a request"
    case .open: "an activity that opens a URL"
    }
  }

  private var body: String {
    switch self {
    case .shell:
      #"""
      category: action   # 'share' stands above 'action' on the sheet
      description: Prints the text
      accepts:           # text, url, image, file; more in a map: {kind: file, mime: [image/png], max: 4, max-size: 10 MB}
        - text
      shell:
        # Placeholders are quoted for you: write them bare or inside "…", never inside '…'.
        # 'item.' runs the script once per item, 'items.' once for all of them.
        script: |
          printf '%s\n' "{{ item.text }}"
      examples:          # 'sharerouter test' tries them and runs nothing; values reach the script as sr1, sr2, …
        - send: {text: "it's $HOME"}
          expect:
            script: |
              printf '%s\n' "${sr1}"
            env: {sr1: "it's $HOME"}

      """#
    case .http:
      #"""
      category: share    # 'share' stands above 'action' on the sheet
      description: Posts the text and gives back its link
      accepts:           # text, url, image, file; more in a map: {kind: image, mime: [image/png], max: 4, max-size: 10 MB}
        - text
      http:
        method: POST
        url: https://example.com/api/notes
        # The activity is offered once there is the secret: the first line of secrets.d/API_TOKEN beside config.yaml, a file
        # that only you may read (mode 0600), or the variable SHAREROUTER_SECRET_API_TOKEN.
        auth: {bearer: "{{ secret.API_TOKEN }}"}
        # One of json, form, multipart, text and upload (a file). Values are encoded for you. '?' leaves out what is missing.
        json: {content: "{{ item.text }}", title: "{{ subject? }}"}
        error: "{{ response.json.message? }}"   # what the server says when it refuses
      returns:           # what is printed, and goes on to other activities
        - url: "{{ response.json.link }}"
      examples:          # 'sharerouter test' tries them without a network
        - send: {text: "C# & C++"}
          response: {status: 201, json: {link: "https://example.com/notes/1"}}
          expect:
            request: {method: POST, json: {content: "C# & C++"}}
            returns: [{url: "https://example.com/notes/1"}]
        - send: {text: again}
          response: {status: 409, json: {message: there already}}
          expect: {error: there already}

      """#
    case .open:
      #"""
      category: action   # 'share' stands above 'action' on the sheet
      description: Looks the text up
      accepts:           # text, url, image, file; more in a map: {kind: text, matches: "^[0-9]+$", max: 1, max-size: 1 kB}
        - text
      # Values are encoded for you. Any scheme of the desktop's programs: https, mailto, tel, …
      open: "https://example.com/search?q={{ item.text }}"
      examples:          # 'sharerouter test' tries them and opens nothing
        - send: {text: "C# & C++"}
          expect: {open: "https://example.com/search?q=C%23%20%26%20C%2B%2B"}

      """#
    }
  }

  /// `com.example.wordCount` is titled "Word count".
  static func title(for type: String) -> String {
    let last = type.split(separator: ".").last.map(String.init) ?? type
    var words = ""
    for character in last {
      if character == "-" || character == "_" {
        words += " "
      } else if character.isUppercase, let before = words.last, before.isLowercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
    }
    let title = words.prefix(1).uppercased() + words.dropFirst()
    // A title that YAML would not take as plain text is quoted.
    return title.allSatisfy { $0.isLetter || $0 == " " } ? title : "\"\(title)\""
  }
}
