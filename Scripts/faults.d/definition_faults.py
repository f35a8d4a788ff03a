"""Definitions that are damaged, hostile or not the person's own, and a folder that changes while it is read."""

import json
import os
import socket
import threading

import box as boxes
from others import PATIENCE, ending
from suite import row

BASE = "title: {name}\ncategory: action\naccepts: text\nshell: [printf, '%s\\n', '{{{{ item.text }}}}']\n"
LIMIT_MEMORY = 64  # MiB


def text(name="x"):
    return f"type: com.example.{name}\n" + BASE.format(name=name)


def ladder():
    """Nine lists of nine aliases each of the list before: 387 million words when it is written out."""
    lines = ["x-a: &a [" + ", ".join(["ha"] * 9) + "]\n"]
    lines += [f"x-{own}: &{own} [" + ", ".join([f"*{other}"] * 9) + "]\n" for other, own in zip("abcdefgh", "bcdefghi")]
    return "".join(lines)


def put(t, content, name="x"):
    path = os.path.join(t.definitions, f"com.example.{name}.yaml")
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def definition(name, prepare, code, line=None, sends=3):
    """A row for a file that is refused with a code, or used where there is none; its neighbour is used all the same."""
    @row("Definitions", name)
    def judged(t):
        put(t, text("good"), "good")
        path = prepare(t)
        run = t.run(t.program, "validate", "--format", "json", memory=True, limit=30)
        t.expect(not run.hung, "validate never ends")
        findings = json.loads(run.output)["diagnostics"]
        shown = t.run(t.program, "validate", limit=30)
        if code:
            t.expect([finding["code"] for finding in findings] == [code], f"it finds {[f['code'] for f in findings]}")
            found = findings[0]
            if line:
                t.expect(found["range"]["start"]["line"] == line, f"it is found in line {found['range']['start']['line']}")
            t.ends(shown, 1, f"[{code}]", shown=found["message"] + (f", line {line}" if line else ""))
        else:
            t.expect(not findings, f"it finds {findings}")
            t.ends(shown, 0, shown="it is valid, and used")
        t.expect(run.memory < LIMIT_MEMORY, f"it took {run.memory:.0f} MiB")
        sent = t.send("it's here", "-a", "com.example.x", memory=True, limit=30)
        t.ends(sent, sends if code else 0, shown="not used" if code else t.outcomes[-1][0])
        t.expect(sent.memory < LIMIT_MEMORY, f"sending took {sent.memory:.0f} MiB")
        t.expect(code or sent.output == b"it's here\n", "it does something else")
        good = t.send("it's here", "-a", "com.example.good")
        t.expect(good.status == 0 and good.output == b"it's here\n" and not good.errors, "its neighbour is hurt")
        listed = t.run(t.program, "list", "x", "--only", "com.example.*").text
        t.expect("com.example.good" in listed, "its neighbour is not listed")

        for other, words in (("yamllint", ["-d", "relaxed"]), ("check-jsonschema", ["--schemafile", schema(t)])):
            t.other(other, lambda program, words=words: summary(t.run(program, *words, path, limit=PATIENCE)))


def schema(t):
    path = os.path.join(t.path, "schema.json")
    with open(path, "wb") as file:
        file.write(t.run(t.program, "schema").output)
    return path


def summary(run):
    said = run.text + run.error_text
    return ending(run) + (", a traceback" if "Traceback" in said else "")


def content(make, name="x"):
    return lambda t: put(t, make, name)


definition("nine lists of nine aliases each of the list before", content(ladder() + text() + "x-z: *i\n"), "alias-expansion")
definition("100,000 opening brackets", content(text() + "x-a: " + "[" * 100_000 + "\n"), "too-deep", 6)
definition("1,000 maps, each in the one before", content(
    text() + "x-a:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 1000))), "too-deep")
definition("a key of 100,000 letters", content(text() + "k" * 100_000 + ": 1\n"), "missing-colon", 6)
definition("a key of 100,000 letters, written with '?'", content(text() + "? " + "k" * 100_000 + "\n: 1\n"), "unknown-key", 6)
definition("a byte order mark", content(b"\xef\xbb\xbf" + text().encode()), None)
definition("CRLF at the end of each line", content(text().replace("\n", "\r\n")), None)
definition("CRLF, and a mistake in line 6", content((text() + "categry: x\n").replace("\n", "\r\n")), "unknown-key", 6)
definition("UTF-16 with a byte order mark", content(text().encode("utf-16")), "yaml-encoding", 1)
definition("UTF-16 without one", content(text().encode("utf-16-le")), "yaml-encoding", 1)
definition("Latin-1", content(text().encode() + b"description: caf\xe9\n"), "yaml-encoding", 6)
definition("a NUL byte in a text", content(text() + "description: a\0b\n"), "yaml-encoding", 6)
definition("4,096 NUL bytes and nothing else", content(b"\0" * 4096), "yaml-encoding", 1)
definition("nothing at all", content(b""), "empty-file")
definition("a text of nearly 1 MiB", content(text() + "description: '" + "a" * 1_048_000 + "'\n"), None)
definition("a text of 1 MiB, so that the file is longer", content(
    text() + "description: '" + "a" * 1_048_576 + "'\n"), "file-too-large")


def linked(mode):
    def prepare(t):
        path = t.file("target.yaml", text(), mode)
        link = os.path.join(t.definitions, "com.example.x.yaml")
        os.symlink(path, link)
        return link
    return prepare


def placed(make):
    def prepare(t):
        path = os.path.join(t.definitions, "com.example.x.yaml")
        make(t, path)
        return path
    return prepare


def writable(t, path):
    put(t, text())
    os.chmod(path, 0o666)


def listen(t, path):
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    t.closing.append(server.close)


definition("a link to a file elsewhere", linked(0o644), None)
definition("a link to a file that everyone may write", linked(0o666), "unsafe-permissions")
definition("a file that everyone may write", placed(writable), "unsafe-permissions")
definition("a link that leads nowhere", placed(lambda t, path: os.symlink("/nonexistent", path)), "unreadable-file")
definition("a link that leads to itself", placed(lambda t, path: os.symlink(path, path)), "unreadable-file")
definition("a link to /dev/zero", placed(lambda t, path: os.symlink("/dev/zero", path)), "unreadable-file")
definition("a FIFO without a writer", placed(lambda t, path: os.mkfifo(path)), "unreadable-file")
definition("a socket", placed(listen), "unreadable-file")


@row("Definitions", "a folder in which files appear, vanish and are replaced while it is read 60 times")
def changing_folder(t):
    for number in range(200):
        put(t, text(f"a{number}"), f"a{number}")
    over = threading.Event()

    def change():
        number = 0
        while not over.is_set():
            number += 1
            name = f"b{number % 50}"
            path = os.path.join(t.definitions, f"com.example.{name}.yaml")
            # Whole or not at all, as editors save.
            with open(os.path.join(t.definitions, ".new"), "w", encoding="utf-8") as file:
                file.write(text(name))
            os.replace(os.path.join(t.definitions, ".new"), path)
            if number % 3 == 0:
                os.remove(path)
    changers = [threading.Thread(target=change, daemon=True)]
    for changer in changers:
        changer.start()
    try:
        for _ in range(20):
            t.ends(t.run(t.program, "validate"), 0, shown="always valid; what stays is always there")
            listed = t.run(t.program, "list", "x", "--only", "com.example.a*")
            t.ends(listed, 0, shown=t.outcomes[0][0])
            t.expect(listed.text.count("\n") == 200, f"{listed.text.count(chr(10))} of 200 are listed")
            t.expect(not listed.errors, t.masked(listed.error_text))
            t.ends(t.send("x", "-a", "com.example.a7"), 0, shown=t.outcomes[0][0])
    finally:
        over.set()
        for changer in changers:
            changer.join()


@row("Definitions", "a definition that is replaced while its script runs")
def replaced(t):
    path = t.define("x", "category: action\naccepts: text\nshell:\n  script: |\n    touch started\n"
                    "    while [ ! -e go ]; do sleep 0.05; done\n    printf '%s\\n' {{ item.text }}\n")
    process = t.start(t.program, "send", "x", "-a", "com.example.x")
    t.expect(t.wait_until(lambda: os.path.exists(t.work + "/started")), "it does not begin")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text().replace("%s", "another"))
    t.file("go")
    run = t.finish(process)
    t.ends(run, 0, shown="what was checked is what runs to its end")
    t.expect(run.output == b"x\n", "another definition was mixed in")
    t.expect(boxes.read(path), "the file is gone")
