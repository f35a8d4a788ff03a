private let argument = "argument"
private let quoted = "argument/doubleQuotes"
private let unknown = "-unknown"

/// Scripts in which every placeholder may stand.
let acceptedCases: [PlaceCase] = [
  // Words after the command word.
  PlaceCase("cat {{ x }}", argument),
  PlaceCase("cat a{{ x }}b", argument),
  PlaceCase("cat -- {{ x }} {{ y }}", argument, argument),
  PlaceCase("cat \"a {{ x }} b\"", quoted),
  PlaceCase("cat \"a\\\"{{ x }}\\\\\"", quoted),
  PlaceCase("cat 'a'{{ x }}\"b\"", argument),
  PlaceCase("/bin/cat {{ x }}; cat {{ y }} && cat {{ z }} || cat {{ w }}", argument, argument, argument, argument),
  PlaceCase("cat {{ x }} |\n cat &\ncat {{ y }}", argument, argument),
  PlaceCase("cat \\\n  {{ x }}", argument),
  PlaceCase("echo a$(cat {{ x }})", argument),
  PlaceCase("echo \"a$(cat \"{{ x }}\")\"", quoted),
  PlaceCase("echo \"$(case a in a) cat {{ x }};; esac)\"", argument),
  PlaceCase("cat $v{{ x }}\"$v{{ y }}\"", argument, quoted),
  PlaceCase("cat $#{{ x }} $?{{ y }} $$ {{ z }}", argument, argument, argument),
  PlaceCase("(cat {{ x }}); { cat {{ y }}; }", argument, argument),
  PlaceCase(
    "if cat {{ x }}; then cat {{ y }}; elif cat {{ z }}\nthen :; else cat {{ w }}; fi", argument, argument, argument,
    argument),
  PlaceCase("while cat {{ x }}; do cat {{ y }}; break; done", argument, argument),
  PlaceCase("until cat {{ x }}\ndo\n cat {{ y }}; break\ndone", argument, argument),
  PlaceCase("f() { cat {{ x }}; }; f", argument),
  PlaceCase("f() (cat {{ x }})\nf {{ y }}", argument, argument),
  PlaceCase("! cat {{ x }}", argument),
  PlaceCase("cat <(cat {{ x }})", argument, in: [.bash]),
  PlaceCase("time cat {{ x }}", argument),
  PlaceCase("function f { cat {{ x }}; }; f", argument, in: [.bash]),
  PlaceCase("cat it\\'s {{ x }} # it's", argument),
  PlaceCase("# it's \"\ncat {{ x }}", argument),
  PlaceCase("cat a#b {{ x }}", argument),
  // Lists, cases, tests.
  PlaceCase("for i in a {{ x }} \"{{ y }}\"; do cat \"$i\"; done", "loopList", "loopList/doubleQuotes"),
  PlaceCase("for i\ndo cat {{ x }}; done", argument),
  PlaceCase("case {{ x }} in a) cat {{ y }};; (b|c) : ;; *) cat {{ z }}\nesac", "caseWord", argument, argument),
  PlaceCase("case a in {{ x }}|\"{{ y }}\"*) : ;; esac", "casePattern", "casePattern/doubleQuotes"),
  PlaceCase("[ {{ x }} = a ] && test -n {{ y }} -a b", "testOperand", "testOperand"),
  PlaceCase("[ {{ x }} -eq 1 ] || [ -e {{ y }} ]", "testOperand", "testOperand"),
  PlaceCase(
    "[[ {{ x }} == a* && -n {{ y }} || ! ( a < {{ z }} ) ]]", "testOperand", "testOperand", "testOperand", in: [.bash]),
  PlaceCase("[[ a =~ ^({{ x }}|b c)$ ]]; [[ {{ y }} ]]", "testOperand", "testOperand", in: [.bash]),
  // Assignments.
  PlaceCase("v={{ x }}; cat \"$v\"", "assignment"),
  PlaceCase("v=a\"{{ x }}\" w={{ y }} cat", "assignment/doubleQuotes", "assignment"),
  PlaceCase("export V={{ x }}; readonly W=\"{{ y }}\"", "assignment", "assignment/doubleQuotes"),
  PlaceCase("f() { local v={{ x }}; cat \"$v\"; }; f", "assignment"),
  PlaceCase(
    "declare -x v={{ x }}; declare -a w=({{ y }} a); typeset -r u={{ z }}", "assignment", "assignment", "assignment",
    in: [.bash]),
  PlaceCase(
    "a=({{ x }} b \"{{ y }}\"\n# c\n{{ z }}); a+=({{ w }}); cat \"${a[@]}\"", "assignment", "assignment/doubleQuotes",
    "assignment", "assignment", in: [.bash]),
  PlaceCase("a[1]={{ x }}; v+={{ y }}; cat \"${a[1]}\"", "assignment", "assignment", in: [.bash]),
  PlaceCase("v=$(cat {{ x }}); cat \"$v\"", argument),
  PlaceCase("set -- a {{ x }}; cat \"$@\"", argument),
  // Expansions.
  PlaceCase("cat ${v:-{{ x }}} ${v:+a\"{{ y }}\"}", argument, quoted),
  PlaceCase("cat ${v:-$(cat {{ x }})} \"${v:-a}{{ y }}\" ${#v} \"${v%.*}{{ z }}\"", argument, quoted, quoted),
  PlaceCase("cat \"${v:-don}\" $((1 + {{ x }} * 2)) \"$(( {{ y }} ))\"", "number", "number"),
  PlaceCase("n={{ x }}; cat $((n / 1024)) {{ y }}", "number", argument),
  PlaceCase(
    "(( {{ x }} > 3 )) && [[ {{ y }} -gt 2 ]]; for ((i = 0; i < {{ z }}; i++)); do :; done", "number", "number",
    "number", in: [.bash]),
  PlaceCase("n=$(wc -c < {{ x }}); cat $((n / 1024))", "redirectionTarget"),
  PlaceCase("n={{ x }}; [[ n -gt 3 ]]", "number", in: [.bash]),
  // Redirections.
  PlaceCase("cat > {{ x }} 2>>{{ y }} < {{ z }}", "redirectionTarget", "redirectionTarget", "redirectionTarget"),
  PlaceCase("{ cat; } >| out-{{ x }} 2>&1", "redirectionTarget"),
  PlaceCase("cat &> {{ x }} {fd}<{{ y }}", "redirectionTarget", "redirectionTarget", in: [.bash]),
  // Here-documents.
  PlaceCase(
    "cat <<E\na {{ x }} \"{{ y }}\" it's\nE\ncat {{ z }}", "hereDocument/hereDocument", "hereDocument/hereDocument",
    argument),
  PlaceCase(
    "cat <<-E <<F {{ x }}\n\t{{ y }}\n\tE\n{{ z }}\nF", argument, "hereDocument/hereDocument",
    "hereDocument/hereDocument"),
  PlaceCase("cat <<E\n$(cat {{ x }}) `date` $v ${v:-a} \\$ {{ y }}\nE", argument, "hereDocument/hereDocument"),
  PlaceCase("v=$(cat <<E\n{{ x }}\nE\n); cat \"$v\" {{ y }}", "hereDocument/hereDocument", argument),
  PlaceCase("while read -r l; do cat \"$l\"; done <<E\n{{ x }}\nE", "hereDocument/hereDocument"),
  PlaceCase("cat <<< {{ x }}", "hereDocument", in: [.bash]),
  PlaceCase("cat <<'E'\n$( ` \" '\nE\ncat {{ x }}", argument),
  PlaceCase("cat {{ x }} # {{ y }}", argument, "comment"),
  // Arguments after code, and commands behind wrappers.
  PlaceCase("sh -c '… \"$1\"' _ {{ x }}", argument),
  PlaceCase("bash -euo pipefail -c 'cat \"$1\"' _ {{ x }}; python3 -c 'pass' {{ y }}", argument, argument),
  PlaceCase("jq --arg v {{ x }} -r '.[$v]' {{ y }}", argument, argument),
  PlaceCase("awk -v v={{ x }} -F : '{ print v }' {{ y }}", argument, argument),
  PlaceCase("V={{ x }} awk 'BEGIN { print ENVIRON[\"V\"] }'", "assignment"),
  PlaceCase("sed -i -e s/a/b/ -- {{ x }}; sed -n 's/[a-z]/b/p' {{ y }}", argument, argument),
  PlaceCase(
    "sudo -u root -- cat {{ x }}; env A={{ y }} cat {{ z }}; timeout -k 1 5 cat {{ w }}", argument, argument, argument,
    argument),
  PlaceCase("nice -n 5 nohup env -i cat {{ x }}; exec cat {{ y }}", argument, argument),
  PlaceCase("printf '%s' {{ x }} | cat | xargs -0 rm --", argument),
  PlaceCase("printf '%s' {{ x }} | ssh host 'cat > file'; ssh {{ y }} true", argument, argument),
  PlaceCase(
    "printf %s {{ x }} | python3 script.py; find {{ y }} -exec sh -c 'cat \"$1\"' _ {} \\;", argument, argument),
  PlaceCase(
    "docker exec -i c cat {{ x }}; flatpak-spawn --host cat {{ y }}; command -v {{ z }}", argument, argument, argument),
  PlaceCase("read -r -p {{ x }} v; printf -v v '%s' a", argument),
  PlaceCase("curl -d {{ x }} -- {{ y }}; echo {{ z }}", argument, argument, argument),
]

/// Scripts with placeholders that must be refused.
let refusedCases: [PlaceCase] = [
  // Quotes.
  PlaceCase("cat 'a {{ x }}'", "-singleQuotes"),
  PlaceCase("cat $'{{ x }}'", "-dollarQuotes"),
  PlaceCase("cat $\"{{ x }}\"", "-dollarQuotes"),
  PlaceCase("cat `cat {{ x }}`; cat \"`cat \\`cat {{ y }}\\``\"", "-backticks", "-backticks"),
  PlaceCase(
    "cat <<'E'\n{{ x }}\nE\ncat <<\\E\n{{ y }}\nE\ncat <<\"E\"\n{{ z }}\nE", "-quotedHereDocument",
    "-quotedHereDocument", "-quotedHereDocument"),
  PlaceCase("cat <<{{ x }}\na\n", "-hereDocumentDelimiter"),
  PlaceCase("cat <<\"{{ x }}\"\n{{ y }}\n", "-hereDocumentDelimiter", unknown),
  PlaceCase("cat \\{{ x }} \"\\{{ y }}\"", "-afterBackslash", "-afterBackslash"),
  PlaceCase("cat ${{ x }} \"${{ y }}\" $$${{ z }}", "-afterDollar", "-afterDollar", "-afterDollar"),
  PlaceCase("cat <<E\n\\{{ x }} ${{ y }}\nE", "-afterBackslash", "-afterDollar"),
  // Command words and names.
  PlaceCase("{{ x }} a; b | {{ y }} & \"{{ z }}\"", "-commandName", "-commandName", "-commandName"),
  PlaceCase("a{{ x }}", "-commandName"),
  PlaceCase(
    "$({{ x }}); ({{ y }}); { {{ z }}; }; ! {{ w }}", "-commandName", "-commandName", "-commandName", "-commandName"),
  PlaceCase("if {{ x }}; then {{ y }}; fi; A=1 {{ z }}", "-commandName", "-commandName", "-commandName"),
  PlaceCase("$(cat {{ x }}) a; $v {{ y }}", "-commandName", "-commandName"),
  PlaceCase(
    "exec {{ x }}; command {{ y }}; env A=1 {{ z }}; sudo -u a {{ w }}", "-commandName exec", "-commandName command",
    "-commandName env", "-commandName sudo"),
  PlaceCase(
    "doas {{ x }}; nohup {{ y }}; xargs -0 {{ z }}; timeout 5 {{ w }}", "-commandName doas", "-commandName nohup",
    "-commandName xargs", "-commandName timeout"),
  PlaceCase(
    "setsid {{ x }}; nice -n 3 {{ y }}; sudo -- env {{ z }}; builtin {{ w }}", "-commandName setsid",
    "-commandName nice", "-commandName env", "-commandName builtin"),
  PlaceCase("time {{ x }}", "-commandName", in: [.bash]),
  PlaceCase("time {{ x }}", "-commandName time", in: [.sh]),
  PlaceCase("{{ x }}() { :; }; {{ y }}=1", "-commandName", "-commandName"),
  PlaceCase("v={{ x }}; $v a", "-commandName"),
  PlaceCase("set -- {{ x }}; \"$@\"", "-commandName"),
  // Builtins.
  PlaceCase(
    "eval {{ x }}; . {{ y }}; trap \"{{ z }}\" EXIT", "-evaluatedOperand eval", "-evaluatedOperand .",
    "-evaluatedOperand trap"),
  PlaceCase("alias a={{ x }}", "-evaluatedOperand alias"),
  PlaceCase("source {{ x }}; let {{ y }}", "-evaluatedOperand source", "-evaluatedOperand let"),
  PlaceCase(
    "eval \"$(cat {{ x }})\"; command eval {{ y }}; builtin eval {{ z }}", "-evaluatedOperand eval",
    "-evaluatedOperand eval", "-evaluatedOperand eval"),
  PlaceCase(". <(cat {{ x }})", "-evaluatedOperand .", in: [.bash]),
  PlaceCase(
    "export {{ x }}; readonly {{ y }}=1; unset {{ z }}; read {{ w }}", "-variableName export", "-variableName readonly",
    "-variableName unset", "-variableName read"),
  PlaceCase(
    "declare {{ x }}; typeset {{ y }}; printf -v {{ z }} a; getopts {{ w }} v", "-variableName declare",
    "-variableName typeset", "-variableName printf -v", "-variableName getopts"),
  PlaceCase(
    "mapfile {{ x }}; wait -p {{ y }}; test -v {{ z }}; f() { local {{ w }}; }", "-variableName mapfile",
    "-variableName wait", "-variableName test -v", "-variableName local"),
  PlaceCase(
    "declare -i a={{ x }}; declare -a b={{ y }}; declare -n c={{ z }}; declare d+={{ w }}", "-evaluatedOperand declare",
    "-evaluatedOperand declare", "-evaluatedOperand declare", "-evaluatedOperand declare", in: [.bash]),
  PlaceCase(
    "declare -a a; declare a={{ x }}; b=(1); export b={{ y }}", "-evaluatedOperand declare",
    "-evaluatedOperand declare", in: [.bash]),
  PlaceCase("declare -i n; n={{ x }}; declare -n r; r={{ y }}", "number", "-variableName r", in: [.bash]),
  PlaceCase("[ {{ x }} {{ y }} ]; [ ! -v {{ z }} ]", "testOperand", "-variableName test -v", "-variableName test -v"),
  PlaceCase("for {{ x }} in a; do :; done", "-variableName"),
  PlaceCase(
    "set {{ x }}; hash -p {{ y }} a; compgen -W {{ z }}", "-evaluatedOperand set", "-evaluatedOperand hash",
    "-evaluatedOperand compgen"),
  // Expansions and arithmetic.
  PlaceCase(
    "cat ${v-{{ x }}} \"${v:-{{ y }}}\" ${v#{{ z }}} ${{{ w }}}", "-parameterExpansion", "-parameterExpansion",
    "-parameterExpansion", "-parameterExpansion"),
  PlaceCase(
    "cat ${v:={{ x }}} ${v:?{{ y }}} ${v/{{ z }}/a} ${v:{{ w }}}", "-parameterExpansion", "-parameterExpansion",
    "-parameterExpansion", "-parameterExpansion"),
  PlaceCase("cat <<E\n${v:-{{ x }}}\nE", "-parameterExpansion"),
  PlaceCase(
    "a[{{ x }}]=1; cat ${a[{{ y }}]}; b=([{{ z }}]=1)", "-subscriptIndex", "-subscriptIndex", "-subscriptIndex",
    in: [.bash]),
  PlaceCase("a[1 + {{ x }}]=1; declare c[{{ y }}]=1", "-subscriptIndex", "-subscriptIndex", in: [.bash]),
  PlaceCase("cat $(( $(cat {{ x }}) )) \"$(( {{ y }} ))\"", "number", "number"),
  PlaceCase("n=$(cat < {{ x }}); cat $((n)); n=$(wc -c {{ y }})", "number", "number"),
  PlaceCase("[[ -v {{ x }} ]]; [[ a -eq {{ y }} ]]", "-variableName -v", "number", in: [.bash]),
  PlaceCase(
    "v={{ x }}; cat ${!v}; w={{ y }}; cat ${w@P}", "-evaluatedOperand ${!v}", "-evaluatedOperand @P", in: [.bash]),
  // Assignments to names that decide what runs.
  PlaceCase(
    "PATH={{ x }}; IFS={{ y }}; export PS4={{ z }}; LD_PRELOAD={{ w }} cat", "-dangerousAssignment PATH",
    "-dangerousAssignment IFS", "-dangerousAssignment PS4", "-dangerousAssignment LD_PRELOAD"),
  PlaceCase(
    "ENV={{ x }} cat; BASH_ENV={{ y }}; env PATH={{ z }} cat; PROMPT_COMMAND={{ w }}", "-dangerousAssignment ENV",
    "-dangerousAssignment BASH_ENV", "-dangerousAssignment PATH", "-dangerousAssignment PROMPT_COMMAND"),
  PlaceCase(
    "for PATH in {{ x }}; do :; done; v={{ y }}; PATH=$v:$PATH", "-dangerousAssignment PATH",
    "-dangerousAssignment PATH"),
  PlaceCase("read -r PATH <<E\n{{ x }}\nE\nOPTIND={{ y }}", "-dangerousAssignment PATH", "-dangerousAssignment OPTIND"),
  // Descriptors.
  PlaceCase("cat >&{{ x }} 2<& {{ y }}", "-descriptor", "-descriptor"),
  // Code for others.
  PlaceCase(
    "sh -c {{ x }}; bash -lc \"a {{ y }}\"; sudo sh -c \"{{ z }}\"; sh -c -e {{ w }}", "-interpreterCode sh",
    "-interpreterCode bash", "-interpreterCode sh", "-interpreterCode sh"),
  PlaceCase(
    "python3.11 -c\"{{ x }}\"; perl -lne {{ y }}; node --eval={{ z }}; php -r {{ w }}", "-interpreterCode python3.11",
    "-interpreterCode perl", "-interpreterCode node", "-interpreterCode php"),
  PlaceCase(
    "su a -c {{ x }}; fish -c {{ y }}; sh {{ z }}; ruby -e {{ w }}", "-interpreterCode su", "-interpreterCode fish",
    "-interpreterCode sh", "-interpreterCode ruby"),
  PlaceCase(
    "awk \"{{ x }}\"; sed -e {{ y }}; jq -r {{ z }}; yq -i {{ w }}", "-interpreterCode awk", "-interpreterCode sed",
    "-interpreterCode jq", "-interpreterCode yq"),
  PlaceCase(
    "sqlite3 a.db {{ x }}; psql -c {{ y }}; mysql -e {{ z }}; ssh host ls {{ w }}", "-interpreterCode sqlite3",
    "-interpreterCode psql", "-interpreterCode mysql", "-interpreterCode ssh"),
  PlaceCase(
    "watch {{ x }}; parallel a {{ y }}; tmux new {{ z }}; make A={{ w }}", "-interpreterCode watch",
    "-interpreterCode parallel", "-interpreterCode tmux", "-interpreterCode make"),
  PlaceCase(
    "env -S {{ x }}; vim -c {{ y }}; ffmpeg -i a -vf {{ z }} b; at {{ w }}", "-interpreterCode env",
    "-interpreterCode vim", "-interpreterCode ffmpeg", "-interpreterCode at"),
  PlaceCase(
    "docker exec c sh -c {{ x }}; flatpak-spawn --host sh -c {{ y }}; systemd-run sh -c {{ z }}", "-interpreterCode sh",
    "-interpreterCode sh", "-interpreterCode sh"),
  PlaceCase(
    "printf %s {{ x }} | sh; cat {{ y }} | sudo bash -s a; cat {{ z }} | tee a | sh | cat", "-interpreterCode sh",
    "-interpreterCode bash", "-interpreterCode sh"),
  PlaceCase(
    "{ cat {{ x }}; } | env bash; while cat {{ y }}; do :; done | sh; cat {{ z }} | { cat; sh; }",
    "-interpreterCode bash", "-interpreterCode sh", "-interpreterCode sh"),
  PlaceCase(
    "python3 - <<E\n{{ x }}\nE\nsh <<E\n{{ y }}\nE\nsh < {{ z }}", "-interpreterCode python3", "-interpreterCode sh",
    "-interpreterCode sh"),
  PlaceCase("cat <<E | sh\n{{ x }}\nE\ncat <<E |\n{{ y }}\nE\nsh", "-interpreterCode sh", "-interpreterCode sh"),
  PlaceCase(
    "bash <<< {{ x }}; bash <(cat {{ y }}); { sh; } <<< {{ z }}", "-interpreterCode bash", "-interpreterCode bash",
    "-interpreterCode sh", in: [.bash]),
  PlaceCase(
    "f() { sh; }; cat {{ x }} | f; g() { eval \"$1\"; }; g {{ y }}", "-interpreterCode sh", "-evaluatedOperand eval"),
  PlaceCase(
    "v={{ x }}; w=a$v; eval \"$w\"; u={{ y }}; sh -c \"$u\"; ssh host \"$u\"", "-evaluatedOperand eval",
    "-interpreterCode sh"),
  PlaceCase(
    "cat {{ x }} | while read -r l; do eval \"$l\"; done; cat {{ y }} | xargs sh -c", "-evaluatedOperand eval",
    "-interpreterCode sh"),
  PlaceCase(
    "cat {{ x }} | xargs -I{} sh -c 'rm {}'; find {{ y }} -exec sh -c 'rm {}' \\;", "-interpreterCode sh",
    "-interpreterCode find"),
  PlaceCase(
    "cat {{ x }} | . /dev/stdin; cat {{ y }} | sh -c \"$(cat)\"; cat {{ z }} | sh -c 'sh'", "-interpreterCode .",
    "-interpreterCode sh", "-interpreterCode sh"),
  PlaceCase(
    "vim {{ x }}; \"$SHELL\" -c {{ y }}; git -c a.b={{ z }} log", "-interpreterCode vim", "-interpreterCode -c",
    "-interpreterCode git"),
  // What cannot be followed.
  PlaceCase("cat {{ w }}\ncat 'a {{ x }}", argument, "-singleQuotes"),
  PlaceCase("cat {{ w }}\ncat \"a {{ x }}", argument, unknown),
  PlaceCase("cat {{ w }}\ncat $(case a in a) cat {{ x }}", argument, unknown),
  PlaceCase("cat {{ x }} $(( (1) )", unknown),
  PlaceCase("cat <<E\n{{ x }}\n", unknown),
  PlaceCase("[[ a == {{ x }} ]]", unknown, in: [.sh]),
  PlaceCase("(( {{ x }} ))", unknown, in: [.sh]),
  PlaceCase("cat <({{ x }})", unknown, in: [.sh]),
  PlaceCase("a=({{ x }})", unknown, in: [.sh]),
  PlaceCase("cat <<< {{ x }}", unknown, in: [.sh]),
  PlaceCase("cat &> {{ x }}", unknown, in: [.sh]),
  PlaceCase("cat {{ x }} |& cat", unknown, in: [.sh]),
  PlaceCase("a[{{ x }}]=1", unknown, in: [.sh]),
  PlaceCase("function f { cat {{ x }}; }", unknown, in: [.sh]),
  PlaceCase("cat @(a|{{ x }})", unknown),
  PlaceCase("cat {{ x }} )", unknown),
  PlaceCase("alias a=eval\na {{ x }}", unknown),
  PlaceCase("cat $[{{ x }}]", unknown, in: [.bash]),
]
