"""The programs that people use today, put through the same rows. None is a dependency; one that is absent is not tried."""

import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "Benchmarks"))
import peers  # noqa: E402
from suite import say  # noqa: E402

FOLDER = os.path.join(ROOT, "Benchmarks", ".work")
# How long another program is waited for, in seconds, before it counts as hanging.
PATIENCE = 10


class Others:
    """Where each of them is; None for one that is not there."""

    def __init__(self):
        os.makedirs(FOLDER, exist_ok=True)
        folder = peers.install(os.path.join(FOLDER, "peers"))
        self.programs = {
            name: os.path.join(folder, name) if folder else None
            for name in ("apprise", "just", "yamllint", "check-jsonschema")}
        self.programs["curl"] = shutil.which("curl")
        self.programs["webhook"] = shutil.which("webhook") or webhook()

    def versions(self):
        said = []
        for name, option in [("apprise", "--version"), ("curl", "--version"), ("just", "--version"),
                             ("webhook", "-version"), ("yamllint", "--version"), ("check-jsonschema", "--version")]:
            if self.programs[name]:
                run = subprocess.run([self.programs[name], option], capture_output=True, text=True, check=False)
                word = next((word for word in run.stdout.split() if word.strip("v,")[:1].isdigit()), "?")
                said.append(f"{name} {word.strip('v,')}")
        return ", ".join(said)


def webhook():
    """Debian's package, unpacked into the private folder."""
    folder = os.path.join(FOLDER, "webhook")
    program = os.path.join(folder, "usr", "bin", "webhook")
    if os.path.exists(program):
        return program
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    try:
        subprocess.run(["apt-get", "download", "webhook"], cwd=folder, check=True, capture_output=True)
        package = next(name for name in os.listdir(folder) if name.endswith(".deb"))
        subprocess.run(["dpkg", "-x", package, "."], cwd=folder, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError, StopIteration) as error:
        say(f"webhook cannot be had, and is not compared: {error}")
        return None
    return program


def ending(run):
    return f"still busy after {PATIENCE} s" if run.hung else f"status {run.ending}"


def recipes(trial, just, text, *arguments, **options):
    """Runs the recipe `a` of a justfile."""
    path = trial.file("justfile", text)
    trial.sources.pop(path, None)
    return trial.run(just, "--justfile", path, "a", *arguments, limit=PATIENCE, **options)


def command(run):
    """The recipe `a` whose body is a script of sh."""
    return "set positional-arguments\na *text:\n    #!/bin/sh\n" + "".join(
        f"    {line}\n" for line in run.strip().splitlines())


def hook(trial, webhook, script, start=None, **hook_options):
    """Asks webhook to run a script, and gives the status of its answer and the answer's body."""
    path = trial.file("hook.sh", "#!/bin/sh\n" + script, 0o755)
    hooks = trial.file("hooks.json", json.dumps([{
        "id": "a", "execute-command": path, "include-command-output-in-response": True,
        "include-command-output-in-response-on-error": True, "command-working-directory": trial.work, **hook_options}]))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = (start or trial.start)(webhook, "-hooks", hooks, "-ip", "127.0.0.1", "-port", str(port))
    try:
        url = f"http://127.0.0.1:{port}/hooks/a"
        if not trial.wait_until(lambda: accepts(port), PATIENCE):
            raise OSError("it does not listen")
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return str(answer.status), answer.read()
        except urllib.error.HTTPError as error:
            return str(error.code), error.read()
        except TimeoutError:
            return f"no answer after {PATIENCE} s", b""
    finally:
        process.kill()
        process.wait()


def accepts(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
