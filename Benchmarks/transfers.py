"""What HTTP requests and large files cost."""

import os
import shutil
import subprocess

from bench import WORK

GIGABYTES = 2
DEFINITIONS = {
    "post": "http: {{method: POST, url: '{base}/post', json: {{text: '{{{{ item.text }}}}'}}}}",
    "put": "http: {{method: PUT, url: '{base}/put', upload: '{{{{ item.path }}}}'}}",
    "form": "http: {{method: POST, url: '{base}/form', multipart: {{file: {{path: '{{{{ item.path }}}}'}}}}}}",
    "stdin": "shell: {{argv: [cat], stdin: {{file: '{{{{ item.path }}}}'}}}}",
}


def rows(bench, program, tools):
    with subprocess.Popen([tools["sink"]], stdout=subprocess.PIPE) as sink:
        try:
            base = f"http://127.0.0.1:{int(sink.stdout.readline())}"
            small(bench, program, tools, base)
            large(bench, program, base)
        finally:
            sink.kill()


def write(name, base):
    folder = os.path.join(WORK, "transfers")
    os.makedirs(folder, exist_ok=True)
    kind = "text" if name == "post" else "file"
    with open(os.path.join(folder, f"com.example.{name}.yaml"), "w", encoding="utf-8") as file:
        file.write(
            f"type: com.example.{name}\ntitle: Measured\ncategory: share\naccepts: {kind}\n"
            + DEFINITIONS[name].format(base=base) + "\n")
    return [f"SHAREROUTER_ACTIVITIES={folder}"]


def small(bench, program, tools, base):
    send = [*write("post", base), program, "send", "--text", "hello", "--activity", "com.example.post"]
    bench.expect(send, "")
    bench.ratio(
        "POST a small JSON document", "`curl --json`", 1.05, 200, send,
        ["curl", "--silent", "--json", '{"text":"hello"}', f"{base}/post"])
    if tools["peers"]:
        apprise = os.path.join(tools["peers"], "apprise")
        other = [apprise, "-b", "hello", base.replace("http://", "json://") + "/post"]
        bench.expect(other, "")
        bench.faster("POST a small JSON document", "apprise to json://", 20, 10, send, other)


def large(bench, program, base):
    path = os.path.join(WORK, "large.bin")
    with open(path, "wb") as file:
        file.truncate(GIGABYTES << 30)

    def send(name):
        return [*write(name, base), program, "send", path, "--activity", f"com.example.{name}"]

    try:
        bench.rate(
            f"PUT {GIGABYTES} GiB", "`curl --upload-file`", 0.95, 5, send("put"),
            ["curl", "--silent", "--upload-file", path, f"{base}/put"], memory=24)
        bench.rate(
            f"POST {GIGABYTES} GiB as multipart", "`curl --form`", 0.95, 5, send("form"),
            ["curl", "--silent", "--form", f"file=@{path}", f"{base}/form"], memory=24)
        bench.rate(
            f"{GIGABYTES} GiB to the standard input of `cat`", "`cat`", 0.8, 5, send("stdin"), ["cat", path], memory=24)
    finally:
        os.remove(path)
