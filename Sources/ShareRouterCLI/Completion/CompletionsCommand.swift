internal import SourceDiagnostics

extension CommandSpecification {
  static let completions = CommandSpecification(
    name: "completions", operands: "bash|zsh|fish", summary: "Print the completions for a shell",
    details: """
      Scripts/install puts them where the shells look for them. Without installing:

        bash  source <(sharerouter completions bash)
        zsh   source <(sharerouter completions zsh)
        fish  sharerouter completions fish | source
      """,
    options: [], run: CompletionsCommand.run)
}

/// `sharerouter completions SHELL`. The scripts know nothing by themselves: they ask `sharerouter complete`.
enum CompletionsCommand {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func run(_ call: Invocation) -> ExitStatus {
    let name = call.arguments.operands.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard call.arguments.operands.count == 1, let shell = Shell(rawValue: name) else {
      let near = Suggestion.nearest(to: name, in: Shell.allCases.map(\.rawValue))
      call.console.error(
        name.isEmpty ? "'completions' takes a shell" : "there are no completions for '\(name)'",
        help: near.map { "did you mean '\($0)'?" } ?? "the shells are bash, zsh and fish")
      return .usage
    }
    return call.console.write(script(for: shell)) ? .done : .failed
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # Completions of sharerouter for bash.
    _sharerouter() {
      # bash takes words apart at '=': they are put together again, up to the cursor.
      local -a words=()
      local word index joins=
      for ((index = 1; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $joins && ${#words[@]} -gt 0 ]]; then
          words[${#words[@]} - 1]+=$word
          joins=
        elif [[ $word == = && ${#words[@]} -gt 0 && ${words[${#words[@]} - 1]} == --* ]]; then
          words[${#words[@]} - 1]+==
          joins=yes
        else
          words+=("$word")
        fi
      done
      local current=${words[${#words[@]} - 1]}
      local -a values=() titles=()
      local line value folders=
      compopt +o default +o filenames +o nospace
      while IFS= read -r line; do
        case $line in
          :files) compopt -o default ;;
          :folders) folders=yes ;;
          *)
            value=${line%%$'\t'*}
            # What stands before the '=' is not part of the word that is completed.
            if [[ $current == --*=* ]]; then value=${value#*=}; fi
            if [[ $value == *= ]]; then compopt -o nospace; fi
            values+=("$value")
            titles+=("${line#*$'\t'}")
            ;;
        esac
      done < <(sharerouter complete --quoted -- "${words[@]}" 2>/dev/null)
      COMPREPLY=("${values[@]}")
      # A list to look at says what is what; readline inserts only what all of its entries begin with.
      if [[ ${#values[@]} -gt 1 && ( $COMP_TYPE == 63 || $COMP_TYPE == 33 || $COMP_TYPE == 64 ) ]]; then
        for index in "${!values[@]}"; do
          if [[ ${titles[index]} ]]; then COMPREPLY[index]+="  (${titles[index]})"; fi
        done
      fi
      if [[ $folders ]]; then
        compopt -o filenames
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "${COMP_WORDS[COMP_CWORD]}")
      fi
    }
    complete -F _sharerouter sharerouter

    """#

  private static let zsh = #"""
    #compdef sharerouter
    # Completions of sharerouter for zsh.
    _sharerouter() {
      local -a lines described
      local line value files folders
      lines=("${(@f)$(sharerouter complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      for line in "${lines[@]}"; do
        case $line in
          '') ;;
          :files) files=yes ;;
          :folders) folders=yes ;;
          *)
            value=${line%%$'\t'*}
            described+=("${value//:/\:}:${line#*$'\t'}")
            ;;
        esac
      done
      local result=1
      if (( ${#described} )); then _describe -V sharerouter described && result=0; fi
      if [[ -n $files ]]; then _files && result=0; fi
      if [[ -n $folders ]]; then _files -/ && result=0; fi
      return result
    }
    # Sourced, it is registered; read by compinit, it is the function itself.
    if [[ $funcstack[1] == _sharerouter ]]; then _sharerouter "$@"; else compdef _sharerouter sharerouter; fi

    """#

  private static let fish = #"""
    # Completions of sharerouter for fish.
    function __sharerouter_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      for line in (sharerouter complete --quoted -- $words[2..] "$current" 2>/dev/null)
        switch $line
          case ':files'
            __fish_complete_path "$current"
          case ':folders'
            __fish_complete_directories "$current"
          case '*'
            printf '%s\n' $line
        end
      end
    end
    complete -c sharerouter -f -a '(__sharerouter_complete)'

    """#
}
