"""One secret in every place that takes one; then whatever is written, shown or visible to others is searched for it."""

import base64
import binascii
import glob
import json
import os
import urllib.parse

import box as boxes
from box import LIMIT
from http_faults import serve
from suite import row

KEY = 'Tr0ub4d/or&3 "<ü>" \\x%2B+=;\''
# A bearer token has no blanks.
TOKEN = 't0k/en&"<Ü>"\\%41+=;\''
# What other programs are given: nothing that a shell or a URL would spoil.
PLAIN = "Tr0ub4dor-of-others"

PLACES = {
    "query": "{method: GET, url: '%s/q', query: {k: '{{ secret.KEY }}'}}",
    "URL": "{method: GET, url: '%s/{{ secret.KEY }}?x={{ secret.KEY }}'}",
    "header": "{method: GET, url: '%s/h', headers: {X-Key: '{{ secret.KEY }}'}}",
    "bearer": "{method: GET, url: '%s/b', auth: {bearer: '{{ secret.TOKEN }}'}}",
    "basic": "{method: GET, url: '%s/b', auth: {basic: {user: me, password: '{{ secret.KEY }}'}}}",
    "OAuth 1.0": "{method: POST, url: '%s/o', auth: {oauth1: {consumer-key: k, consumer-secret: '{{ secret.KEY }}', "
                 "token: '{{ secret.TOKEN }}', token-secret: '{{ secret.KEY }}'}}}",
    "AWS signature": "{method: PUT, url: '%s/s', auth: {aws-sigv4: {access-key: AKID, secret-key: '{{ secret.KEY }}', "
                     "session-token: '{{ secret.TOKEN }}', region: r, service: s3}}, text: x}",
    "form": "{method: POST, url: '%s/f', form: {k: '{{ secret.KEY }}'}}",
    "JSON": "{method: POST, url: '%s/j', json: {k: '{{ secret.KEY }}', l: ['{{ secret.TOKEN }}']}}",
    "multipart": "{method: POST, url: '%s/m', multipart: {k: '{{ secret.KEY }}'}}",
    "text": "{method: POST, url: '%s/t', text: '<{{ secret.KEY }}>'}",
    "Base64": "{method: POST, url: '%s/t', text: '{{ secret.KEY | base64 }}'}",
}


def forms(secret):
    """A secret as other places write it."""
    data = secret.encode()
    percent = urllib.parse.quote(secret, safe="")
    plain = json.dumps(secret, ensure_ascii=False)[1:-1]
    encoded = base64.b64encode(data).decode()
    return {
        "as it is": secret, "in capitals": secret.upper(), "in small letters": secret.lower(),
        "percent-encoded": percent, "percent-encoded in small letters": percent.lower(),
        "form-encoded": percent.replace("%20", "+"), "Base64": encoded,
        "Base64 for URLs": base64.urlsafe_b64encode(data).decode().rstrip("="), "JSON": plain,
        "JSON with escaped slashes": plain.replace("/", "\\/"), "ASCII JSON": json.dumps(secret)[1:-1],
        "HTML": secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;"),
        "hexadecimal": binascii.hexlify(data).decode(), "hexadecimal in capitals": binascii.hexlify(data).decode().upper(),
    }


def leaks(data, secrets=(KEY, TOKEN)):
    return sorted({name for secret in secrets for name, form in forms(secret).items() if form.encode() in data})


def command_lines():
    """The arguments of all processes, as anybody may read them."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            found.append(boxes.read(path))
        except OSError:
            continue
    return b"\n".join(found)


def written(t, *without):
    """All files of the row and their names, but for the secrets' own and the definitions."""
    found = []
    for parent, folders, names in os.walk(t.path):
        folders[:] = [name for name in folders if name not in ("secrets.d", "activities.d")]
        for name in names:
            path = os.path.join(parent, name)
            if path not in without and not path.endswith((".out", ".err")):
                found += [os.fsencode(path), boxes.read(path) if os.path.isfile(path) else b""]
    return b"\n".join(found)


def quiet(t, what, data):
    found = leaks(data)
    t.expect(not found, f"{what}: the secret is there {', '.join(found)}")


def keep(t):
    for name, value in (("KEY", KEY), ("TOKEN", TOKEN)):
        run = t.run(t.program, "secret", "set", name, input=(value + "\n").encode())
        t.expect(run.status == 0, "the secret is not kept")
        quiet(t, "secret set", run.output + run.errors)


def echo(http, status, seen):
    """Answers with the secrets that a definition uses in all their forms, and with the request; looks around first."""
    used = [value for name, value in (("secret.KEY", KEY), ("secret.TOKEN", TOKEN)) if name in http]

    def answer(connection, request, number):
        seen.append(command_lines())
        lines = [form for value in used for form in forms(value).values()]
        lines += [request.target, *request.headers.values()]
        connection.answer(status, " ".join(lines).encode() + b" " + request.body)
    return answer


def place(name, http):
    @row("Secrets", f"{name}: a secret in a request whose answer repeats it in 14 forms")
    def in_request(t):
        keep(t)
        seen = []
        servers = {status: serve(t, echo(http, status, seen)) for status in (200, 400)}
        bases = {status: server.url for status, server in servers.items()}
        bases[0] = "http://127.0.0.1:1"
        for status, base in bases.items():
            t.define(f"a{status}", "category: share\naccepts: text\nhttp: " + http.replace("%s", base) + "\nreturns:\n"
                     "  - text: '{{ response.text }}{{ item.kind }}'\n  - {text: '{{ response.url }}', name: address}\n")

        def send(status, *options):
            run = t.send("x", "-a", f"com.example.a{status}", *options)
            quiet(t, " ".join(["send", *options]), run.output + run.errors)
            return run
        for options in (["--dry-run"], ["--dry-run", "--json"]):
            t.expect(send(400, *options).text.count("***"), "the plan does not show where the secret goes")
        t.expect(not seen, "a plan sends something")
        # What is returned is meant to be printed; what we make of it is searched for.
        for options in ([], ["--json"]):
            for status in (400, 0):
                t.expect(send(status, *options).status == 1, "a failure is none")
        t.expect(send(200, "--json").status == 0, "it fails")
        t.expect(t.send("x", "-a", "com.example.a200", "--detach").status == 0, "no job")
        t.expect(t.send("x", "-a", "com.example.a400", "--detach").status == 0, "no job")
        job = t.run(t.program, "jobs", "wait", "1", "2", "--json")
        quiet(t, "jobs wait", job.output + job.errors)
        for words in (["jobs", "--all"], ["jobs", "show", "1"], ["jobs", "show", "2", "--json"], ["jobs", "log", "2"],
                      ["results"], ["results", "--json"], ["list", "x", "--all"], ["explain", "x"], ["validate"],
                      ["show", "com.example.a200"]):
            run = t.run(t.program, *words)
            quiet(t, " ".join(words), run.output + run.errors)
        quiet(t, "files", written(t))
        t.expect(len(seen) >= 5, "nothing was sent")
        for lines in seen:
            quiet(t, "/proc/*/cmdline", lines)
            t.expect(b"com.example.a" in lines or b"\0work" in lines, "the sender was not seen among the processes")
        if name not in ("OAuth 1.0", "AWS signature", "basic", "Base64"):
            request = servers[200].requests[0]
            arrived = request.target.encode() + b" " + json.dumps(request.headers).encode() + request.body
            arrived += " ".join(request.headers.values()).encode("latin-1")
            t.expect(leaks(arrived), "the secret did not arrive where it belongs")
        t.shows("in no output, plan, error, job, log, file or argument list", "0; 1")


for _name, _http in PLACES.items():
    place(_name, _http)

SCRIPT = """category: action
accepts: text
shell:
  script: |
    KEY=${{KEY-$(cat)}}
    printf '%s\\n' "$KEY" >&2
    printf '%s\\n' {{{{ item.text }}}}
    : >started
    while [ ! -e go ]; do sleep 0.05; done
    exit 3
  {}
"""


def program(name, key):
    @row("Secrets", f"a secret as a program's {name}, while it runs and after it has failed")
    def in_program(t):
        keep(t)
        t.define("a", SCRIPT.format(key))
        t.define("job", SCRIPT.format(key))
        for options in (["--dry-run"], ["--dry-run", "--json"]):
            run = t.send("x", "-a", "com.example.a", *options)
            t.expect("***" in run.text, "the plan does not show where the secret goes")
            quiet(t, "the plan", run.output + run.errors)
        process = t.start(t.program, "send", "x", "-a", "com.example.a", "--json")
        t.expect(t.wait_until(lambda: os.path.exists(t.work + "/started")), "it does not begin")
        lines = command_lines()
        t.expect(b"com.example.a" in lines, "the sender was not seen among the processes")
        quiet(t, "/proc/*/cmdline", lines)
        quiet(t, "files while it runs", written(t))
        t.file("go")
        run = t.ends(t.finish(process, LIMIT), 1, shown="in no output, plan, error, job, log, file or argument list")
        quiet(t, "send --json", run.output + run.errors)
        t.expect("***" in run.text, "what the program wrote is not shown at all")
        # A job's program runs in the home folder.
        for name in ("started", "go"):
            open(os.path.join(t.environment["HOME"], name), "wb").close()
        t.send("x", "-a", "com.example.job", "--detach")
        for words in (["jobs", "wait", "1", "--json"], ["jobs", "log", "1"], ["jobs", "show", "1", "--json"], ["results"]):
            run = t.run(t.program, *words)
            quiet(t, " ".join(words), run.output + run.errors)
        quiet(t, "files", written(t))


program("environment variable", "env: {KEY: '{{ secret.KEY }}'}")
program("standard input", "stdin: '{{ secret.KEY }}'")


@row("Secrets", "a secret in an argument, a script or a title")
def refused(t):
    keep(t)
    for number, text in enumerate([
            "accepts: text\nshell: [printf, '%s', '{{ item.text }}', '{{ secret.KEY }}']\n",
            "accepts: text\nshell: {script: 'printf %s {{ item.text }} {{ secret.KEY }}'}\n",
            "accepts: text\nreturns: {text: '{{ item.text }}{{ secret.KEY }}'}\n",
            "accepts: text\nopen: 'https://e.example/?q={{ item.text }}&k={{ secret.KEY }}'\n"]):
        t.define(f"a{number}", "category: action\n" + text)
        run = t.send("x", "-a", f"com.example.a{number}")
        t.ends(run, 3, "secret", shown="refused before anything runs")
        quiet(t, "the refusal", run.output + run.errors)

    def visible(t, *words, **options):
        """Whether others can read the secret in the arguments of a program that sends a request."""
        seen = []

        def answer(connection, request, number):
            seen.append(command_lines())
            connection.answer(200)
        server = serve(t, answer)
        run = t.run(*[word.replace("URL", server.url) for word in words], limit=LIMIT, **options)
        found = bool(seen) and PLAIN.encode() in seen[0]
        return f"{'in /proc/*/cmdline' if found else 'not to be seen'} (status {run.ending})"
    t.other("curl", lambda curl: "--header: " + visible(
        t, curl, "--silent", "--header", f"Authorization: Bearer {PLAIN}", "URL") + "; --header @file: " + visible(
        t, curl, "--silent", "--header", "@" + t.file("header", f"Authorization: Bearer {PLAIN}\n"), "URL"))

    def apprise_shows(apprise):
        base = "json" + "URL?+Authorization=Bearer%20" + PLAIN
        seen = []

        def answer(connection, request, number):
            seen.append(command_lines())
            connection.answer(200)
        server = serve(t, answer)
        address = base.replace("jsonURL", server.url.replace("http://", "json://"))

        def look(*words):
            seen.clear()
            run = t.run(apprise, "--body", "x", *words)
            return f"{'in /proc/*/cmdline' if seen and PLAIN.encode() in seen[0] else 'not to be seen'} (status {run.ending})"
        return "URL as argument: " + look(address) + "; in a file: " + look(
            "--config", t.file("apprise.txt", address + "\n"))
    t.other("apprise", apprise_shows)

    def just_shows(just):
        path = t.file("justfile", "key := env('KEY')\na:\n    sh -c 'cat /proc/$$/cmdline /proc/$PPID/cmdline' x {{ key }}\n")
        run = t.run(just, "--justfile", path, "a", environment={"KEY": PLAIN})
        return "in {{ }}: " + " and ".join(
            [word for word, data in (("in /proc/*/cmdline", run.output), ("echoed on stderr", run.errors))
             if PLAIN.encode() in data] or ["not to be seen"])
    t.other("just", just_shows)


@row("Secrets", "a file of secrets that others may read")
def readable_by_others(t):
    keep(t)
    path = os.path.join(t.path, "config", "sharerouter", "secrets.d", "KEY")
    t.expect(os.stat(path).st_mode & 0o777 == 0o600, "it is kept readable for others")
    os.chmod(path, 0o644)
    t.define("a", "category: action\naccepts: text\nshell: {script: 'printf %s {{ item.text }}', "
             "env: {KEY: '{{ secret.KEY }}'}}\n")
    run = t.send("x", "-a", "com.example.a")
    t.ends(run, 1, "chmod 600")
    quiet(t, "the refusal", run.output + run.errors)
