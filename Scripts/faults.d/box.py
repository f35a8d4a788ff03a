"""A home, folders of configuration and a working folder of one row's own, and what runs in them."""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

# A guard against hanging for ever, in seconds; nothing that works comes near it.
LIMIT = 120

# Prints the status and the largest resident size of a command in KiB. A small process of its own, as the size that the
# kernel tells begins with that of the process that forked.
MEASURE = """
import os, sys
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status) & 255)
"""


def adopt_orphans():
    """Makes this process the parent of what its descendants leave behind, so that it is seen."""
    ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def stat_of(process):
    """The state and the parent of a process; None when it is gone."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            fields = file.read().rpartition(b") ")[2].split()
    except OSError:
        return None
    return fields[0].decode(), int(fields[1])


def children(parent):
    """The processes that a process has started and not waited for, each with its state."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            stat = stat_of(name)
            if stat and stat[1] == parent:
                found[int(name)] = stat[0]
    return found


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Run:
    """What came of a command. The status is that of a shell: 128 and the signal's number where one ended it."""

    def __init__(self, box, status, output, errors, memory=None):
        self.box, self.output, self.errors, self.memory = box, output, errors, memory
        self.hung = status is None
        self.signal = -status if status is not None and status < 0 else None
        self.status = status if status is None or status >= 0 else 128 - status

    @property
    def text(self):
        return self.output.decode(errors="backslashreplace")

    @property
    def error_text(self):
        return self.errors.decode(errors="backslashreplace")

    @property
    def ending(self):
        if self.hung:
            return "never ends"
        return f"{self.status} ({signal.Signals(self.signal).name})" if self.signal else str(self.status)

    @property
    def message(self):
        """The last thing that was said on stderr, without what differs from run to run."""
        lines = [line for line in self.error_text.splitlines() if line.strip()]
        own = [line[13:] for line in lines if line.startswith("sharerouter: ")]
        found = [line for line in lines if re.match(r"(error|warning)\[", line)]
        text = self.box.masked((own or found or lines or [""])[-1])
        return re.sub(r"^'com\.example\.\w+' (failed|timed out|was cancelled)", r"\1", text)

    @property
    def first_line(self):
        """How what another program says begins."""
        return self.box.masked(next((line for line in self.error_text.splitlines() if line.strip()), ""))


class Box:
    def __init__(self, program):
        self.program = program
        self.path = tempfile.mkdtemp(prefix="sharerouter-faults-")
        self.work = os.path.join(self.path, "work")
        for name in ("home", "config", "state", "cache", "data", "etc", "run", "tmp", "bin", "work"):
            os.mkdir(os.path.join(self.path, name), 0o700)
        self.environment = {
            "PATH": os.path.join(self.path, "bin") + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "HOME": os.path.join(self.path, "home"), "XDG_CONFIG_DIRS": os.path.join(self.path, "etc"),
            "XDG_CONFIG_HOME": os.path.join(self.path, "config"), "XDG_STATE_HOME": os.path.join(self.path, "state"),
            "XDG_CACHE_HOME": os.path.join(self.path, "cache"), "XDG_DATA_HOME": os.path.join(self.path, "data"),
            "XDG_RUNTIME_DIR": os.path.join(self.path, "run"), "TMPDIR": os.path.join(self.path, "tmp"),
            "no_proxy": "*", "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.definitions = os.path.join(self.path, "config", "sharerouter", "activities.d")
        os.makedirs(self.definitions, 0o700)
        self.sources = {}
        self.runs = 0
        self.closing = []

    # Files

    def define(self, name, text, folder=None):
        """Writes the definition com.example.NAME; without a title its name is the title."""
        body = text if isinstance(text, bytes) else text.encode()
        if b"title:" not in body:
            body = f"title: {name}\n".encode() + body
        path = os.path.join(folder or self.definitions, f"com.example.{name}.yaml")
        with open(path, "wb") as file:
            file.write(f"type: com.example.{name}\n".encode() + body)
        return path

    def file(self, name, content=b"", mode=0o644):
        """Writes a file of the working folder that is no item."""
        path = os.path.join(os.fsencode(self.work), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        os.chmod(path, mode)
        return path if isinstance(name, bytes) else os.fsdecode(path)

    def item(self, name, content=b"content\n", mode=0o644):
        """Writes a file that is sent, and has to be afterwards as it was before."""
        path = self.file(name, content, mode)
        self.sources[path] = content if isinstance(content, bytes) else content.encode()
        return path

    # Running

    def run(self, *arguments, environment=None, replace=None, cwd=None, limit=LIMIT, memory=False, **options):
        """Runs a command to its end. Its output goes to files, which nobody can hold back."""
        measured = os.path.join(self.path, "memory")
        if memory:
            arguments = (sys.executable, "-I", "-S", "-c", MEASURE, measured) + arguments
        process = self.start(*arguments, environment=environment, replace=replace, cwd=cwd, **options)
        run = self.finish(process, limit)
        if memory and not run.hung:
            run.memory = int(read(measured)) / 1024
        return run

    def send(self, *arguments, **options):
        return self.run(self.program, "send", *arguments, **options)

    def start(self, *arguments, environment=None, replace=None, cwd=None, input=None, stdout=None, stderr=None, **options):
        self.runs += 1
        variables = replace if replace is not None else {**self.environment, **(environment or {})}
        names = [os.path.join(self.path, f"{self.runs}.{name}") for name in ("out", "err")]
        files = [open(name, "wb") for name in names]
        process = subprocess.Popen(
            arguments, env=variables, cwd=cwd or self.work, start_new_session=True,
            stdin=subprocess.PIPE if input is not None else options.pop("stdin", subprocess.DEVNULL),
            stdout=files[0] if stdout is None else stdout, stderr=files[1] if stderr is None else stderr, **options)
        for file in files:
            file.close()
        process.names = names
        process.writer = None
        if input is not None:
            process.writer = threading.Thread(target=self.write, args=(process.stdin, input), daemon=True)
            process.writer.start()
        return process

    @staticmethod
    def write(pipe, data):
        try:
            pipe.write(data)
            pipe.close()
        except BrokenPipeError:
            pass

    def finish(self, process, limit=LIMIT):
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if process.writer:
            process.writer.join()
        return Run(self, status, *(read(name) for name in process.names))

    def jobs(self):
        """What the store of background jobs holds, as its file lies there."""
        return os.path.join(self.path, "state", "sharerouter", "jobs.sqlite")

    # Looking

    def processes(self):
        """What runs with this home, but for what this script runs itself."""
        mark = b"HOME=" + os.fsencode(self.environment["HOME"])
        found = []
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and int(name) != os.getpid():
                    if mark in read(f"/proc/{name}/environ").split(b"\0") and stat_of(name)[0] != "Z":
                        found.append(int(name))
            except (OSError, TypeError):
                continue
        # What has lost its environment on the way is ours by descent.
        return found + [child for child, state in children(os.getpid()).items() if state != "Z" and child not in found]

    def saved(self):
        """The files below the folders for results, by their names there."""
        found = {}
        for folder in (os.path.join(self.path, "home", "Downloads"), os.path.join(self.work, "out")):
            for parent, _, names in os.walk(folder):
                for name in names:
                    path = os.path.join(parent, name)
                    found[os.path.relpath(path, folder)] = path
        return found

    def left(self):
        """Files in the folders for temporary ones, but for the program's own folders."""
        found = []
        for name in ("run", "tmp"):
            top = os.path.join(self.path, name)
            for parent, folders, names in os.walk(top):
                if parent != top:
                    found += [os.path.join(parent, name) for name in folders + names]
        return found

    def masked(self, text):
        text = text.replace(self.work + "/", "").replace(self.path, "BOX")
        text = re.sub(r" \(BOX/config/[^)]*\)", "", text)
        text = re.sub(r"(\w)\1{59,}", r"\1\1\1…", text)
        text = re.sub(r"work-\w{6}", "work-…", re.sub(r" port \d+ after \d+ ms", "", text))
        return re.sub(r"(127\.0\.0\.1|localhost):\d+", r"\1", text)

    def wait_until(self, condition, limit=LIMIT):
        deadline = time.monotonic() + limit
        while not condition():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def end_processes(self):
        for process in self.processes():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.wait_until(lambda: not self.processes(), 20)
        reap()

    def close(self):
        for action in reversed(self.closing):
            action()
        self.end_processes()
        # What has no permissions is removed as well.
        shutil.rmtree(os.fsencode(self.path), ignore_errors=True)


def reap():
    """Waits for orphans that have ended."""
    for child, state in children(os.getpid()).items():
        if state == "Z":
            try:
                os.waitpid(child, os.WNOHANG)
            except ChildProcessError:
                pass
