import ShellSyntax
import Testing

@Suite("Code among arguments")
struct InterpreterTableTests {
  /// Words separated by blanks; `@` is a value, `~` stands for a blank.
  private func words(_ command: String) -> [ArgvWord] {
    command.split(separator: " ").map { word in
      var pieces: [ArgvWord.Piece] = []
      for part in word.split(separator: "@", omittingEmptySubsequences: false).enumerated() {
        if part.offset > 0 { pieces.append(.value) }
        let text = part.element.map { $0 == "~" ? " " : String($0) }.joined()
        if !text.isEmpty { pieces.append(.literal(Array(text.utf8))) }
      }
      return ArgvWord(pieces: pieces)
    }
  }

  @Test(
    "words that are code hold no value",
    arguments: [
      "sh -c @", "bash -lc a@", "bash -o pipefail -ec @", "sh @", "sh -c -e @", "/usr/bin/env bash -c @", "dash -c @",
      "zsh -c @",
      "ksh -c @", "fish --command=@", "su a -c @", "su -c @ a", "su a -- -c @", "python3.11 -c @", "python -uc@",
      "python3 @",
      "python3 -m @", "perl -e @", "perl -pe@", "perl -M@ a", "ruby -ne @", "ruby -r @ a", "node -e @", "node --eval=@",
      "nodejs -p @", "php -r @", "php -d @ a", "lua5.3 -e @", "Rscript -e @", "Rscript @", "awk @ a", "gawk -e @",
      "mawk -f @",
      "awk -F : @", "awk --assign a=b @", "sed @", "sed -n -e @", "sed -i.bak @ a", "sed --expression=@", "jq @",
      "jq -r @ a",
      "jq --arg a b @", "jq -f @", "jq --unknown a @", "yq @", "yq eval @", "yq -i @ a", "sqlite3 a.db @",
      "sqlite3 -cmd @ a.db",
      "psql -c @", "psql --command=@", "psql -f @", "mysql -e @", "mariadb --execute=@", "ssh host @",
      "ssh -p 22 host a @",
      "ssh -o @ host", "ssh -oProxyCommand=@ host", "watch @", "watch -n 1 ls @", "parallel @", "tmux new-window @",
      "at @",
      "make A=@", "make @", "make -f @", "env -S @", "env --split-string=@", "vim -c @", "vim +@", "vim @",
      "nvim --cmd @",
      "vim.tiny -c @", "ffmpeg -i a -vf @ b", "ffmpeg -filter:v @", "ffmpeg -filter_complex @", "script -c @",
      "script -qec @ a",
      "find . -exec sh -c @ ;", "find @ -exec sh -c a{} ;", "xargs sh -c @", "xargs -n 1 python3 -c @",
      "sudo -u a sh -c @",
      "doas sh -c @", "nohup sh -c @", "time sh -c @", "setsid -w sh -c @", "nice -n 5 sh -c @", "timeout 5 sh -c @",
      "timeout -k 1 -s INT 5 sh -c @", "docker exec -it c sh -c @", "docker exec -e A=b c sh -c @",
      "docker run --rm i sh -c @",
      "docker compose exec s sh -c @", "podman exec c sh -c @", "flatpak-spawn --host sh -c @",
      "systemd-run --user sh -c @",
      "busybox sh -c @", "chroot / sh -c @", "stdbuf -oL sh -c @", "ionice -c 3 sh -c @", "unshare -r sh -c @",
      "flock a sh -c @",
      "git -c a=@ log", "rsync -e @ a b", "tar --to-command=@", "xterm -e @", "socat - @", "less +@",
      "env A=b sudo -- nice sh -c @",
      "sh -@ a", "sudo --unknown sh -c @",
      // Behind programs that the table does not know.
      "kubectl exec pod -- sh -c @", "some-wrapper -x python3 -c @", "uv run python -c @", "valgrind -q sh -c @",
      // Letters joined, options cut short, options without a dash.
      "rsync -avze @ a b", "tar -xzI @ -f a", "tar cIf @ a b", "tar --to-com @ a", "tar --use-comp=@ a",
      "sh -oc errexit @", "sh -c - @", "perl -pe a @", "perl -lne a -- @", "perl -e while(<>){print} @",
      "git clone --upload-pack=@ a", "git rebase --exec @", "git submodule foreach @", "git bisect run sh -c @",
      "git grep -O@ a", "git @", "curl -K @ a", "wget --use-askpass=@ a", "fzf --preview=@", "rg --pre @ a",
      "sort --compress-program @ a", "split --filter=@ a", "yt-dlp --exec @ a", "fd a -x @", "mail -S @ a",
      "strace -o @ cat", "systemd-run -p @ cat", "adb shell input text @", "swaymsg exec @", "cmd.exe /c @",
      "sshpass -p a ssh -o @ b", "taskset -c 0 sh -c @", "flock a -c @", "sg a -c @", "blender --python-expr @",
    ])
  func code(_ command: String) {
    let words = words(command)
    let due = words.indices.filter { !words[$0].isLiteral }
    #expect(InterpreterTable.codePositions(words).map(\.index) == due)
  }

  @Test(
    "words that are data hold any value",
    arguments: [
      "cat @", "sh -c a _ @", "bash -lc a @ @", "sh a.sh @", "python3 -c a @", "python3 a.py @", "python3 -m a @",
      "perl -e a -- @",
      "perl -le a @", "ruby a.rb @", "node -e a -- @", "node a.js @", "php -r a -- @", "lua a.lua @", "awk -v a=@ b @",
      "awk a @",
      "awk -f a.awk @", "sed -e a @", "sed a @", "sed -n -E a -- @", "jq --arg v @ a", "jq -r a @",
      "jq --argjson v @ --arg w @ a b",
      "sqlite3 @", "psql -v a=@ -c b", "mysql -u @ -e a", "ssh @", "ssh -i @ host", "ssh host a", "env A=@ cat @",
      "env -u A cat @",
      "vim -- @", "vim -c a -- @", "ffmpeg -i @ @", "find @ -exec sh -c a _ {} ;", "find . -name @", "xargs -0 cat @",
      "sudo cat @",
      "sudo -u @ cat", "timeout @ cat", "nice -n @ cat @", "docker exec -it c cat @", "docker build @",
      "flatpak-spawn --host cat @",
      "flatpak run a.b.c @", "systemd-run --user --unit=@ cat @", "curl @", "git commit -m @", "tar -cf @ @",
      "xdg-open @", "busybox cat @",
      "rsync -a @ b:", "yq .a @", "Rscript a.R @", "rsync -avz --exclude=@ -- @ b:", "git commit --message=@",
      "git --no-pager log --format=@", "git clone -- @", "curl -H @ -o @ -F a=@ b", "tar czf @ -- @", "tar xf @ -C @",
      "flock @ cat @", "emacsclient -n -- @", "kubectl exec p -- cat @", "fzf --query=@", "yt-dlp -o @ -- @",
      "mail -s @ a", "adb push @ a", "perl -e print~shift @",
    ])
  func data(_ command: String) { #expect(InterpreterTable.codePositions(words(command)) == []) }

  @Test(
    "the command of a wrapper is literal",
    arguments: [
      "sudo @", "env @", "env A=b @", "nohup @", "xargs @", "xargs -0 @", "timeout 5 @", "nice @", "time @", "setsid @",
      "doas @",
      "exec @", "command @", "builtin @", "docker exec c @", "flatpak-spawn --host @", "systemd-run @",
      "sudo env nice @", "sudo -u a @",
      "busybox @", "flatpak run @", "sudo --unknown a @",
    ])
  func wrapped(_ command: String) {
    let words = words(command)
    #expect(InterpreterTable.codePositions(words).map(\.index) == [words.count - 1])
    #expect(InterpreterTable.codePositions(words).map(\.kind) == [.commandWord])
  }

  @Test("a wrapper's assignment to a name that decides what runs is told")
  func assignments() {
    #expect(
      InterpreterTable.codePositions(words("env PATH=@ sudo LD_PRELOAD=@ A=@ cat")) == [
        CodePosition(index: 1, program: "env", kind: .dangerousAssignment("PATH")),
        CodePosition(index: 3, program: "sudo", kind: .dangerousAssignment("LD_PRELOAD")),
      ])
  }

  @Test(
    "standard input is code for an interpreter without a script",
    arguments: [
      "sh", "sh -", "sh -s a", "bash -eu", "sudo bash", "env sh", "sh /dev/stdin", "python3", "python3 -", "perl",
      "node", "php", "lua",
      "psql a", "mysql a", "sqlite3 a.db", "ssh host", "ssh host sh", "ssh host bash~-s", "docker exec -i c sh",
      "xargs sh -c", "xargs env",
      "xargs -I{} sh -c a~{}", "xargs -0i sh -c a~{}", "xargs -0I % sh -c a~%", "xargs --replace sh -c a~{}",
      "xargs sudo", "at now", "sh -c sh", "sh -c eval~$(cat)", "crontab -", "dc", "su a",
      "busybox sh", "psql -f -", "sed -f -", "awk -f /dev/stdin", "make -f -", "kubectl exec -i p -- sh", "sg a",
    ])
  func standardInputIsCode(_ command: String) {
    #expect(InterpreterTable.readsCodeFromStandardInput(words(command)) != nil)
  }

  @Test(
    "standard input is data otherwise",
    arguments: [
      "cat", "sh a.sh", "sh -c cat", "python3 a.py", "python3 -c a", "jq .", "awk a", "sed a", "ssh host cat~>~a",
      "sudo cat", "xargs -0 rm",
      "xargs -I{} cat {}", "psql -c a", "sqlite3 a.db a", "docker exec -i c cat", "node a.js", "xargs sh -c a _",
      "tee a",
    ])
  func standardInputIsData(_ command: String) {
    #expect(InterpreterTable.readsCodeFromStandardInput(words(command)) == nil)
  }

  @Test("an unknown number of words before it makes a word code")
  func lists() {
    var words = words("awk @ a @")
    words[1] = ArgvWord(pieces: [.value])
    words[1].isRepeated = true
    #expect(InterpreterTable.codePositions(words).map(\.index) == [1, 3])
  }

  @Test("the safer form is shown for each name of a program")
  func saferForms() {
    for name in ["sh", "/bin/bash", "python3.11", "jq", "gawk", "sed", "perl5.36"] {
      #expect(InterpreterTable.saferForm(for: name)?.contains("{{ x }}") == true, "\(name)")
    }
    #expect(InterpreterTable.saferForm(for: "cat") == nil)
  }
}
