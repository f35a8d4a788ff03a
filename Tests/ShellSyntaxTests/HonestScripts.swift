import Testing

/// A script as people write it, in which every value may stand where it does.
struct HonestScript: Sendable, CustomTestStringConvertible {
  var script: String
  /// What it writes when `{{ x }}` is `HonestScript.value`, where the programs that it calls are everywhere.
  var output: String?
  var isBash = false

  static let value = "it's $(date) \"a\" b"

  init(_ script: String, output: String? = nil, isBash: Bool = false) {
    self.script = script
    self.output = output
    self.isBash = isBash
  }

  var testDescription: String { script }
}

let honestScripts: [HonestScript] = [
  HonestScript("for f in {{ x }} b; do printf '%s\\n' \"$f\"; done", output: "V\nb\n"),
  HonestScript("mkdir -p \"$HOME/Shares\"\ncp -- {{ x }} \"$HOME/Shares/$(date +%Y-%m-%d)-\"{{ y }}"),
  HonestScript(
    "curl -fsS -H \"Content-Type: text/plain\" -H \"X-Title: \"{{ x }} --data-binary @- https://e.test <<EOF\n{{ y }}\nEOF"
  ),
  HonestScript("notify-send -a Sharing \"Shared\" -- {{ x }}; notify-send \"Got: {{ y }}\""),
  HonestScript(
    "out=$(mktemp -d)/out.mp4\nffmpeg -loglevel error -i {{ x }} -vf \"scale=1280:-2\" -c:v libx264 -crf 23 \"$out\"\necho \"$out\""
  ),
  HonestScript("ffmpeg -y -i {{ x }} -vn -acodec libmp3lame -q:a 2 \"${HOME}/Music/\"{{ y }}.mp3"),
  HonestScript("convert {{ x }} -resize 1600x1600\\> -strip -quality 85 {{ y }}/{{ z }}.jpg"),
  HonestScript(
    "for f in {{ x }}; do\n  b=$(basename -- \"$f\")\n  convert \"$f\" -thumbnail 400x400 \"{{ y }}/${b%.*}.webp\"\ndone"
  ),
  HonestScript(
    "cd \"$HOME/notes\"\nprintf '%s\\n' {{ x }} >> inbox.md\ngit add inbox.md\ngit commit -q -m \"Add: \"{{ y }}"),
  HonestScript(
    "git -C \"$HOME/notes\" commit --message={{ x }} || true; git --no-pager log --format=%h -n 1 -- {{ y }}"),
  HonestScript("rsync -avz --progress --exclude={{ y }} -e \"ssh -p 2222\" -- {{ x }} user@host:/srv/in/"),
  HonestScript("scp -q -- {{ x }} host:in/"),
  HonestScript(
    "jq -n --arg text {{ x }} '{content: $text}' | curl -fsS -H 'Content-Type: application/json' --data-binary @- https://e.test"
  ),
  HonestScript("printf '%s' {{ x }} | xclip -selection clipboard; printf '%s' {{ y }} | wl-copy"),
  HonestScript("printf '%s\\n' {{ x }} | mail -s \"Shared text\" me@example.org"),
  HonestScript("printf '%s' {{ x }} | wc -w | tr -d ' '", output: "4\n"),
  HonestScript("printf '%s\\n' {{ x }} a | sort | tee {{ y }}/sorted.txt"),
  HonestScript(
    "case {{ x }} in\n  jpg|jpeg) echo image ;;\n  it\\'s*) echo text ;;\n  *) echo other ;;\nesac", output: "text\n"),
  HonestScript(
    "case {{ x }} in\n  *.tar.gz) tar xzf {{ x }} -C {{ y }} ;;\n  *.zip) unzip -q -d {{ y }} -- {{ x }} ;;\nesac"),
  HonestScript("if [ -e {{ x }} ]; then\n  echo yes\nelse\n  echo no\nfi", output: "no\n"),
  HonestScript(
    "while IFS= read -r line; do\n  printf '> %s\\n' \"$line\"\ndone <<EOF\n{{ x }}\nEOF", output: "> V\n"),
  HonestScript("log() { printf '%s %s\\n' log \"$*\"; }\nlog \"sharing \"{{ x }}", output: "log sharing V\n"),
  HonestScript(
    "die() { printf '%s\\n' \"$1\" >&2; exit 1; }\ncommand -v cat >/dev/null 2>&1 || die \"cat is missing\"\n[ -n {{ x }} ] || die \"nothing: \"{{ x }}",
    output: ""),
  HonestScript("printf '%s' \" \"{{ x }} | sed -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//'", output: "V"),
  HonestScript("printf '%s\\n' {{ x }} | awk '{ n += NF } END { print n }'", output: "4\n"),
  HonestScript("T={{ x }} awk 'BEGIN { print ENVIRON[\"T\"] }'", output: "V\n"),
  HonestScript("gpg --batch --yes --encrypt --recipient me@example.org --output {{ x }}/{{ y }}.gpg -- {{ z }}"),
  HonestScript(
    "ssh host 'cat >> inbox.txt' <<EOF\n{{ x }}\nEOF\nprintf '%s' {{ y }} | ssh -o BatchMode=yes a@b 'cat > c'"),
  HonestScript(
    "tar czf {{ x }}/share.tar.gz -C \"$(dirname -- {{ y }})\" -- {{ z }}; tar -cJf {{ x }}/all.tar.xz -- {{ y }}"),
  HonestScript("zip -j -q {{ x }}/share.zip -- {{ y }}"),
  HonestScript("pandoc -s --metadata title={{ x }} -o {{ y }}/{{ z }}.pdf -- {{ w }}"),
  HonestScript("pandoc -f markdown -t html5 <<EOF\n{{ x }}\nEOF"),
  HonestScript("qrencode -o {{ x }}/qr.png -s 8 -- {{ y }}; printf '%s' {{ z }} | qrencode -t UTF8"),
  HonestScript("size=$(stat -c %s -- {{ x }})\nif [ \"$size\" -gt $((10 * 1024)) ]; then echo big; fi"),
  HonestScript("size=$(stat -c %s {{ x }})\necho \"$((size / 1024)) KiB\""),
  HonestScript("len=$(printf '%s' {{ x }} | wc -c)\necho \"$((len / 10 + 1)) pages\"", output: "2 pages\n"),
  HonestScript("n=0\nfor f in {{ x }} b; do\n  n=$((n + 1))\n  echo \"$n-$f\"\ndone", output: "1-V\n2-b\n"),
  HonestScript(
    "tmp=$(mktemp)\ntrap 'rm -f -- \"$tmp\"' EXIT\nprintf '%s' {{ x }} > \"$tmp\"\ncat \"$tmp\"", output: "V"),
  HonestScript(
    "url=$(curl -fsS -F \"file=@-;filename=a\" https://e.test <<EOF\n{{ x }}\nEOF\n)\nprintf '%s\\n' \"$url\""),
  HonestScript(
    "res=$(curl -fsS --data-urlencode url={{ x }} https://e.test) || exit 1\n[ -n \"$res\" ] && printf '%s' \"$res\""),
  HonestScript("yt-dlp -q --no-playlist -o \"$HOME/Videos/%(title)s.%(ext)s\" -- {{ x }}"),
  HonestScript("xdg-open \"https://e.test/?q=$(printf '%s' {{ x }} | jq -sRr @uri)\""),
  HonestScript("python3 -c 'import sys; print(sys.argv[1])' {{ x }}"),
  HonestScript("python3 - {{ x }} <<'PY'\nimport sys\nprint(sys.argv[1])\nPY"),
  HonestScript("find {{ x }} -type f -name '*.jpg' -exec cp -t {{ y }} -- {} +"),
  HonestScript("printf '%s\\0' {{ x }} | xargs -0 -n1 basename --", output: "V\n"),
  HonestScript(
    "printf '%s\\n' {{ x }} | while IFS= read -r f; do\n  [ -f \"$f\" ] || continue\n  size=$(stat -c %s -- \"$f\")\n  total=$((${total:-0} + size))\n  printf '%s: %s\\n' \"$f\" \"$total\"\ndone",
    output: ""),
  HonestScript("printf '%s' {{ x }} | sha256sum | cut -d' ' -f1"),
  HonestScript("name={{ x }}\nbase=${name%.*}\next=${name##*.}\ncp -- {{ y }} \"{{ z }}/${base}_copy.${ext}\""),
  HonestScript(
    "file=$(basename -- {{ x }})\ndest=\"$HOME/Archive/$(date +%Y)/$file\"\nmkdir -p -- \"$(dirname -- \"$dest\")\"\n[ -e \"$dest\" ] && dest=\"${dest%.*}-$(date +%s).${dest##*.}\"\nmv -n -- {{ x }} \"$dest\""
  ),
  HonestScript("lp -d office -o sides=two-sided-long-edge -- {{ x }}; espeak -v en -- {{ y }}"),
  HonestScript("{\n  echo \"---\"\n  printf '%s\\n' {{ x }}\n} | cat", output: "---\nV\n"),
  HonestScript("printf '%s' {{ x }} | tr '[:upper:]' '[:lower:]' | tr -cs '[:alnum:]' '-'", output: "it-s-date-a-b"),
  HonestScript(
    "slug=$(printf '%s' {{ x }} | tr -cd 'a-z ' | tr ' ' '-' | cut -c1-8)\nprintf '%s\\n' \"$slug\"",
    output: "its-date\n"),
  HonestScript("# don't\nprintf \"%s\\n\" \"{{ x }}\" # it's", output: "V\n"),
  HonestScript("libreoffice --headless --convert-to pdf --outdir {{ x }} -- {{ y }} >/dev/null"),
  HonestScript("docker run --rm -v {{ x }}:/data alpine sh -c 'ls /data'; kubectl exec -i p -- cat {{ y }}"),
  HonestScript("timeout 20 curl -sSfL -o {{ x }}/page.html -- {{ y }}; sudo -n cp -- {{ z }} /srv/"),
  HonestScript("flock \"$HOME/.lock\" sh -c 'printf \"%s\\n\" \"$1\" >> \"$HOME/log\"' _ {{ x }}"),
  HonestScript("sh -c 'for f in \"$@\"; do echo \"$f\"; done' _ {{ x }} b", output: "V\nb\n"),
  HonestScript("emacsclient -n -- {{ x }} || vim -- {{ y }}"),
  HonestScript("exec 3>\"{{ x }}/log\"\nprintf '%s\\n' {{ y }} >&3\nexec 3>&-\ncat \"{{ x }}/log\""),
  HonestScript("{ printf 'To: me@example.org\\n\\n'; printf '%s\\n' {{ x }}; } | sendmail -t"),
  HonestScript(
    "files=({{ x }} b)\nfor i in \"${!files[@]}\"; do echo \"$i ${files[$i]}\"; done", output: "0 V\n1 b\n",
    isBash: true),
  HonestScript(
    "args=(-n)\n[[ -n {{ x }} ]] && args+=(--title={{ x }})\nprintf '%s\\n' \"${args[@]}\"", output: "-n\n--title=V\n",
    isBash: true),
  HonestScript(
    "text={{ x }}\nif (( ${#text} > 4 )); then text=\"${text:0:4}...\"; fi\necho \"$text\"", output: "it's...\n",
    isBash: true),
  HonestScript("text={{ x }}\nprintf '%s\\n' \"${text//a/o}\"", output: "it's $(dote) \"o\" b\n", isBash: true),
  HonestScript("if [[ {{ x }} =~ ^https?:// ]]; then echo url; else echo text; fi", output: "text\n", isBash: true),
  HonestScript("mapfile -t lines <<< {{ x }}\necho \"${#lines[@]} ${lines[0]}\"", output: "1 V\n", isBash: true),
  HonestScript(
    "while read -r -d '' f; do printf '%s\\n' \"$f\"; done < <(printf '%s\\0' {{ x }} b)", output: "V\nb\n",
    isBash: true),
  HonestScript("IFS=, read -ra parts <<< {{ x }}\nprintf '%s\\n' \"${parts[@]}\"", output: "V\n", isBash: true),
  HonestScript("i=0; for f in {{ x }} b; do ((i++)) || true; echo \"$i $f\"; done", output: "1 V\n2 b\n", isBash: true),
  HonestScript("jq -Rn --arg t {{ x }} '$t' | tee >(cat >/dev/null)", isBash: true),
  HonestScript(
    "out=$(curl -sS -d @- https://e.test <<< {{ x }}) || true\n[[ ${out##*$'\\n'} == 2* ]] || { echo failed >&2; exit 1; }",
    isBash: true),
]
