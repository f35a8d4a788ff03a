"""Files with odd names, files that change, and what is no file."""

import os
import re
import socket
import threading
import urllib.parse

import box as boxes
from http_faults import apprise, curl, serve
from others import command, ending, recipes
from servers import Server
from suite import row

MEBIBYTE = 1 << 20
# Every byte that a name may have, each in a name of its own.
NAMES = [bytes([97, byte, 98]) for byte in range(1, 256) if byte != ord("/")]
LONGEST = [b"a" * 251 + b".txt", ("語" * 83).encode() + b".txtx"[:6], b"\xff" * 255]
PUT = "category: share\naccepts: file\nhttp: {{method: PUT, url: '{}', upload: '{{{{ item.path }}}}'}}\n"
FORM = "category: share\naccepts: file\nhttp: {{method: POST, url: '{}', multipart: {{f: {{path: '{{{{ {}.path }}}}'}}}}}}\n"
PATHS = "category: action\naccepts: file\nshell: [printf, '%s\\0', '{{ items.path }}']\n"
COPY = "category: action\naccepts: file\nreturns: {file: '{{ item.path }}'}\n"


def ok(connection, request, number):
    connection.answer(200)


def sent_names(request):
    """The file names of a form, as a server reads them that knows what browsers send."""
    found = re.findall(rb'Content-Disposition: form-data; name="f"; filename="([^"]*)"', request.body)
    return [name.replace(b"%22", b'"').replace(b"%0A", b"\n").replace(b"%0D", b"\r") for name in found]


def make(t, names):
    """Files whose content is their name."""
    for name in names:
        t.item(name, name)


def arguments_row(name, names, just=True):
    @row("Files", name + ": as arguments")
    def as_arguments(t):
        make(t, names)
        t.define("paths", PATHS)
        run = t.send("-a", "com.example.paths", "--", *names)
        t.ends(run, 0, shown="each arrives byte for byte")
        t.expect(run.output == b"".join(os.fsencode(t.work) + b"/" + name + b"\0" for name in names), "bytes are wrong")

        def told(program):
            text = "set positional-arguments\na name:\n    @cat -- \"$1\"\n"
            runs = [recipes(t, program, text, b"./" + name) for name in names]
            return f"{sum(run.output == name for run, name in zip(runs, names))} of {len(names)} right"
        if just:
            t.other("just", told)


def form_row(name, names):
    @row("Files", name + ": in one form")
    def in_form(t):
        make(t, names)
        server = serve(t, ok)
        t.define("form", FORM.format(server.url, "items"))
        t.ends(t.send("-a", "com.example.form", "--", *names), 0, shown="names and contents arrive")
        t.expect(len(server.requests) == 1, f"{len(server.requests)} requests")
        found = sent_names(server.requests[0])
        t.expect(found == names, f"other names arrived: {sorted(set(names) - set(found))}")
        # What a part holds is its name, so each name is there twice.
        t.expect(all(b"\r\n\r\n" + name + b"\r\n--" in server.requests[0].body for name in names), "contents are missing")
        server.requests.clear()

        def told(program):
            right = 0
            for name in names:
                curl(t, program, server.url, "--form", b"f=@" + name)
                right += bool(server.requests) and sent_names(server.requests[-1]) == [name]
                server.requests.clear()
            return f"--form f=@NAME: {right} of {len(names)} right"
        t.other("curl", told)


for _what, _names in [("254 names, with every byte but / and NUL", NAMES),
                      ("names of 255 bytes: ASCII, CJK, no UTF-8", LONGEST)]:
    arguments_row(_what, _names)
    form_row(_what, _names)


@row("Files", "254 names, with every byte but / and NUL: in URLs")
def in_urls(t):
    make(t, NAMES)
    server = serve(t, ok)
    t.define("put", PUT.format(server.url + "/{{ item.name }}"))
    t.ends(t.send("-a", "com.example.put", "--", *NAMES), 0, shown="each is encoded, and stands for its bytes")
    found = [urllib.parse.unquote_to_bytes(request.target)[1:] for request in server.requests]
    t.expect(found == NAMES, f"other names arrived: {sorted(set(NAMES) - set(found))}")
    t.expect([request.body for request in server.requests] == NAMES, "contents are wrong")
    server.requests.clear()

    def told(program):
        for name in NAMES:
            curl(t, program, server.url + "/", "--globoff", "--upload-file", name)
        found = [urllib.parse.unquote_to_bytes(request.target)[1:] for request in server.requests]
        return f"--upload-file NAME: {len(set(found) & set(NAMES))} of {len(NAMES)} right"
    t.other("curl", told)


def saved_row(name, names):
    @row("Files", name + ": as returned files")
    def as_results(t):
        make(t, names)
        t.define("copy", COPY)
        t.ends(t.send("-a", "com.example.copy", "--", *names), 0, shown="each is saved once, under a harmless name")
        saved = t.saved()
        for file, path in saved.items():
            # Bytes that are no UTF-8 are nobody's control characters, and stay.
            printable = all(letter.isprintable() or 0xDC80 <= ord(letter) <= 0xDCFF for letter in file)
            t.expect(printable and len(os.fsencode(file)) <= 255, f"{file!r} is not harmless")
            t.saves(file, boxes.read(path))
        t.expect(sorted(t.expected_files.values()) == sorted(names), "contents are missing")


saved_row("254 names, with every byte but / and NUL", NAMES)
saved_row("names of 255 bytes: ASCII, CJK, no UTF-8", LONGEST)


def changing(name, change, words, status, arrives):
    """A row for a file of 32 MiB that changes while it is sent, by PUT and in a form."""
    @row("Files", name)
    def changes(t):
        content = os.urandom(MEBIBYTE) * 32
        path = os.path.join(t.work, "big.bin")

        def answer(connection, request, number):
            # The head is here, the body is on its way, and more than the buffers hold of it is still to be read.
            change(path)
            try:
                Server.read_body(connection.client, request)
            finally:
                if request.whole:
                    connection.answer(200)
        server = serve(t, answer, head_only=True)
        t.define("put", PUT.format(server.url))
        t.define("form", FORM.format(server.url, "item"))
        for kind in ("put", "form"):
            t.file("big.bin", content)
            run = t.send("big.bin", "-a", "com.example." + kind)
            t.ends(run, status, words, shown=None if status else "what was there when it began arrives whole")
            t.expect(len(server.requests) == 1, f"it was sent {len(server.requests)} times")
            if arrives:
                t.expect(server.requests[0].whole and content in server.requests[0].body, "it did not arrive")
            server.requests.clear()

        def told(program):
            t.file("big.bin", content)
            run = curl(t, program, server.url, "--upload-file", "big.bin", limit=30)
            return ending(run) + (", the first size arrives" if server.requests and server.requests[0].whole else "")
        t.other("curl", told)

        def attached(program):
            t.file("big.bin", content)
            server.requests.clear()
            run = apprise(t, program, server.url, "", attach="big.bin")
            return ending(run) + (", arrives whole" if server.requests and server.requests[0].whole else "")
        t.other("apprise", attached)


def append(path):
    with open(path, "ab") as file:
        file.write(b"more" * MEBIBYTE)


def replace(path):
    with open(path + ".new", "wb") as file:
        file.write(b"new")
    os.rename(path + ".new", path)


changing("a file that grows while it is sent", append, "", 0, True)
changing("a file that shrinks while it is sent", lambda path: os.truncate(path, 1000), "", 1, False)
changing("a file that vanishes while it is sent", os.remove, "", 0, True)
changing("a file that is replaced while it is sent", replace, "", 0, True)


@row("Files", "a file that vanishes before its turn")
def vanishes(t):
    server = serve(t, ok)
    t.file("a.txt", "a")
    t.item("b.txt", "b")
    for kind, action in [("put", f"{{id: b, http: {{method: PUT, url: '{server.url}', upload: '{{{{ item.path }}}}'}}}}"),
                         ("cat", "{id: b, shell: {argv: [cat], stdin: {file: '{{ item.path }}'}}}")]:
        t.file("a.txt", "a")
        t.define(kind, "category: action\naccepts: file\nsteps:\n"
                 "  - {id: a, shell: [rm, -f, a.txt, '{{ item.name | prepend: \"no-\" }}']}\n  - " + action + "\n")
        run = t.send("a.txt", "b.txt", "-a", "com.example." + kind)
        t.ends(run, 1, "No such file", shown="it fails, by an upload and as standard input; the other item is done")
        if kind == "cat":
            t.expect(run.output == b"b", "the other one is missing")
    t.expect([request.body for request in server.requests] == [b"b"], "the other one is missing")


@row("Files", "a file that changes before its background job is done")
def changes_before_job(t):
    t.define("wait", "category: action\naccepts: text\nshell: {script: 'while [ ! -e \"$GO\" ]; do sleep 0.05; done; : {{ item.text }}', "
             "env: {GO: '{{ env.GO }}'}}\n")
    t.define("cat", "category: action\naccepts: file\nshell: [cat, '{{ item.path }}']\n")
    t.file("a.txt", "a")
    go = {"GO": t.work + "/go"}
    for _ in range(4):
        # As many as a worker does at once.
        t.ends(t.send("x", "-a", "com.example.wait", "--detach", environment=go), 0, shown="the job is accepted")
    t.send("a.txt", "-a", "com.example.cat", "--detach")
    t.file("a.txt", "changed")
    t.file("go")
    t.ends(t.run(t.program, "jobs", "wait", "5"), 1, "changed")


def without_rights(t, *words):
    """Runs a command without root's right to read everything."""
    change = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] if os.geteuid() == 0 else []
    return t.run(*change, *words)


@row("Files", "a file that may not be read")
def unreadable(t):
    server = serve(t, ok)
    t.define("put", PUT.format(server.url))
    t.item("a.txt", "a", mode=0o000)
    if without_rights(t, "true").status:
        t.shows("skipped: root cannot give up its rights here", "–")
        return
    t.ends(without_rights(t, t.program, "send", "a.txt", "-a", "com.example.put"), 2, "Permission denied")
    t.expect(not server.requests, "something was sent")
    t.other("curl", lambda program: ending(without_rights(
        t, program, "--silent", "--upload-file", "a.txt", server.url)) + f", {len(server.requests)} requests")
    t.other("just", lambda program: ending(without_rights(
        t, program, "--justfile", t.file("justfile", "a:\n    @cat a.txt\n"), "a")))


def no_file(name, prepare, status, words):
    """A row for what is no regular file."""
    @row("Files", name)
    def refused(t):
        server = serve(t, ok)
        t.define("put", PUT.format(server.url))
        path = prepare(t)
        run = t.send(path, "-a", "com.example.put", limit=30)
        t.ends(run, status, words)
        t.expect(not server.requests, "something was sent")

        def told(program):
            server.requests.clear()
            run = curl(t, program, server.url + "/x", "--max-time", "3", "--upload-file", path)
            if run.status == 28:
                return "sends it until --max-time is over"
            return ending(run) + (f", {server.requests[0].received:,} bytes sent" if server.requests else "")
        t.other("curl", told)


def made(make_it):
    def prepare(t):
        path = os.path.join(t.work, "odd")
        make_it(t, path)
        return path
    return prepare


def listen(t, path):
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    t.closing.append(server.close)


no_file("a folder", made(lambda t, path: os.mkdir(path)), 4, "a folder")
no_file("a socket", made(listen), 2, "a socket")
no_file("a device that never ends", lambda t: "/dev/zero", 2, "a device")
no_file("a link that leads to itself", made(lambda t, path: os.symlink("odd", path)), 2, "symbolic links")
no_file("a link that leads nowhere", made(lambda t, path: os.symlink("none", path)), 2, "does not exist")
no_file("a name of 256 bytes", lambda t: "./" + "a" * 256, 2, "no such file")


@row("Files", "a FIFO")
def fifo(t):
    path = os.path.join(t.work, "fifo")
    os.mkfifo(path)
    content = os.urandom(MEBIBYTE)
    server = serve(t, ok)
    t.define("put", PUT.format(server.url))
    t.define("cat", "category: action\naccepts: file\nshell: [cat, '{{ item.path }}', '{{ item.path }}']\n")

    def write():
        with open(path, "wb") as file:
            file.write(content)
    for kind in ("put", "cat"):
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        run = t.send("fifo", "-a", "com.example." + kind)
        writer.join()
        t.ends(run, 0, shown="read once and kept: all of it arrives, and can be read twice")
        t.expect(kind == "put" or run.output == content * 2, "it did not arrive")
    t.expect(server.requests[0].body == content, "it did not arrive")
    server.requests.clear()

    def told(program):
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        run = curl(t, program, server.url + "/x", "--max-time", "3", "--upload-file", "fifo")
        return f"{ending(run)}, {'all' if server.requests and server.requests[0].body == content else 'not all'} arrives"
    t.other("curl", told)


@row("Files", "a file that has bytes and says that its size is 0 (of /proc)")
def size_zero(t):
    server = serve(t, ok)
    t.define("put", PUT.format(server.url))
    t.define("form", FORM.format(server.url, "item"))
    t.define("cat", "category: action\naccepts: file\nshell: {argv: [cat], stdin: {file: '{{ item.path }}'}}\n")
    content = boxes.read("/proc/version")
    run = t.send("/proc/version", "-a", "com.example.cat")
    t.expect(run.output == content, "a program does not get it")
    for kind in ("put", "form"):
        run = t.send("/proc/version", "-a", "com.example." + kind)
        t.expect(run.status != 0 or content in server.requests[-1].body, f"{kind}: an empty file is sent in its place")
        t.ends(run, run.status, shown="what it holds is sent" if run.status == 0 else None)
    server.requests.clear()

    def told(program):
        run = curl(t, program, server.url + "/x", "--upload-file", "/proc/version")
        return f"{ending(run)}, {len(server.requests[-1].body)} of {len(content)} bytes sent"
    t.other("curl", told)


@row("Files", "files of one name from three folders")
def same_names(t):
    server = serve(t, ok)
    folders = ["one", "two", "three"]
    for folder in folders:
        t.item(f"{folder}/same.txt", folder)
    words = [f"{folder}/same.txt" for folder in folders]
    t.define("form", FORM.format(server.url, "items"))
    t.ends(t.send(*words, "-a", "com.example.form"), 0, shown="each is sent with its own content")
    body = server.requests[0].body
    t.expect([body.find(b"\r\n\r\n" + folder.encode() + b"\r\n") > 0 for folder in folders] == [True] * 3, "one is missing")
    t.define("copy", COPY)
    t.ends(t.send(*words, "-a", "com.example.copy"), 0, shown="each is saved, and none over another")
    for name, folder in zip(("same.txt", "same-2.txt", "same-3.txt"), folders):
        t.saves(name, folder.encode())


@row("Files", "5,000 files in one send, of which 1,024 may be open at once")
def many(t):
    names = [f"{number:04}.txt" for number in range(5000)]
    for name in names:
        t.item(name, name)
    server = serve(t, ok)
    t.define("paths", PATHS)
    t.define("form", FORM.format(server.url, "items"))

    def limited(*words, **options):
        return t.run("/bin/sh", "-c", 'ulimit -n 1024; exec "$@"', "sh", *words, **options)
    run = limited(t.program, "send", "-a", "com.example.paths", *names)
    t.ends(run, 0, shown="all arrive, as arguments and in one form")
    t.expect(run.text.count("\0") == 5000, "some are missing")
    t.ends(limited(t.program, "send", "-a", "com.example.form", *names), 0, shown=t.outcomes[0][0])
    t.expect(sent_names(server.requests[0]) == [name.encode() for name in names], "some are missing")
    server.requests.clear()

    def told(program):
        words = [word for name in names for word in ("--form", f"f=@{name}")]
        run = limited(program, "--silent", "--show-error", *words, server.url)
        return f"{ending(run)}, {len(sent_names(server.requests[0])) if server.requests else 0:,} sent"
    t.other("curl", told)
    t.other("just", lambda program: f"{recipes(t, program, command('echo $#'), *names).text.strip()} arguments")


@row("Files", "5,000 files whose paths are more than all arguments may be")
def too_many(t):
    names = ["d" * 100 + f"/{number}" for number in range(5000)]
    for name in names:
        t.item(name)
    t.define("paths", PATHS)
    # They cannot be arguments of sharerouter either. A quarter of the stack is what arguments may be.
    t.file("request.json", '{"items": [' + ", ".join(f'{{"file": "{name}"}}' for name in names) + "]}")
    words = [t.program, "send", "--request", "request.json", "-a", "com.example.paths"]
    run = t.run("/bin/sh", "-c", 'ulimit -s 1024; exec "$@"', "sh", *words)
    t.ends(run, 1, "arguments")
    t.expect(run.output == b"", "a part was passed on")
    run = t.run(*words)
    t.ends(run, 0, shown="with more room all are passed on")
    t.expect(run.text.count("\0") == 5000, "some are missing")
