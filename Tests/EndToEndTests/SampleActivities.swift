extension Sandbox {
  /// A sandbox with a few plain activities:
  /// - `com.example.echo` prints a text, `com.example.file` a path, each with a mark in front;
  /// - `com.example.ask` needs the input `name`, `com.example.sure` a confirmation;
  /// - `com.example.give` returns the text; `com.example.check` fails for the text `bad`, `com.example.move`
  ///   for a file of that name;
  /// - `org.example.echo` shares its short name with the first.
  static func withSamples() -> Sandbox {
    let sandbox = Sandbox()
    sandbox.define("com.example.echo", "category: action\naccepts: text\nshell: [echo, --, \"{{ item.text }}\"]\n")
    sandbox.define("org.example.echo", "category: action\naccepts: text\nshell: [echo, --, \"{{ item.text }}\"]\n")
    sandbox.define("com.example.file", "category: action\naccepts: file\nshell: [echo, \"{{ item.path }}\"]\n")
    sandbox.define(
      "com.example.ask",
      """
      category: action
      accepts: text
      inputs:
        name: {prompt: Your name}
        size: {prompt: Size, choices: [small, large], default: small}
        count: {prompt: Count, type: number, min: 1, max: 9, default: 1}
      shell: [echo, --, "{{ input.name }}", "{{ input.size }}", "{{ input.count }}", "{{ item.text }}"]
      """)
    sandbox.define(
      "com.example.sure",
      "category: action\naccepts: text\nconfirm: Really do it?\nshell: [echo, --, \"{{ item.text }}\"]\n")
    sandbox.define(
      "com.example.give",
      "category: action\naccepts: text\nshell: [printf, '%s', \"{{ item.text }}\"]\nreturns: {text: \"{{ stdout }}\"}\n"
    )
    sandbox.define(
      "com.example.check",
      #"""
      category: action
      accepts: text
      shell: {script: 'printf "%s\n" {{ item.text }}; echo oops >&2; case {{ item.text }} in *bad*) exit 3 ;; esac'}
      """#)
    sandbox.define(
      "com.example.move",
      """
      category: action
      accepts: file
      shell: {script: 'case {{ item.name }} in *bad*) exit 3 ;; esac'}
      """)
    return sandbox
  }
}
