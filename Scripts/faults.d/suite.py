"""The rows of the fault suite: how they are registered, tried and shown."""

import os
import sys
import time
import traceback

import box as boxes

SECTIONS = {
    "Processes": ["just", "webhook"],
    "HTTP": ["curl", "apprise"],
    "Files": ["curl", "apprise", "just"],
    "Definitions": ["yamllint", "check-jsonschema"],
    "Secrets": ["curl", "apprise", "just"],
}
ROWS = []


class Wrong(Exception):
    """What a row expects is not so."""


def row(section, name):
    """Registers a function that tries one thing; it is given a `Trial`."""
    def register(function):
        ROWS.append((section, name, function))
        return function
    return register


class Trial(boxes.Box):
    """One row: a box, what is expected of it, and what came of it."""

    def __init__(self, program, others):
        super().__init__(program)
        self.others = others
        self.trials = []
        self.cells = {}
        self.expected_files = {}
        self.outcomes = []

    def expect(self, condition, what):
        if not condition:
            raise Wrong(what)

    def ends(self, run, status, words="", shown=None):
        """The run has a status and says some words; it becomes the row's outcome, or one of several."""
        if run.hung:
            raise Wrong("it never ends")
        if run.status != status or words not in run.error_text + run.text:
            said = (run.error_text or run.text)[-600:]
            raise Wrong(f"status {run.ending} instead of {status} with the words '{words}': {self.masked(said)}")
        self.shows(shown or run.message or ("done" if status == 0 else "it cannot say anything"), run.ending)
        return run

    def shows(self, outcome, status):
        if (outcome, status) not in self.outcomes:
            self.outcomes.append((outcome, status))

    def saves(self, name, content):
        """A file is to lie in a folder for results, with exactly this content."""
        self.expected_files[name] = content

    def other(self, name, trial):
        """Has another program put through the same when the row is over. What it does is shown and never judged."""
        self.trials.append((name, trial))

    def try_others(self):
        for name, trial in self.trials:
            program = self.others.programs[name]
            if not program:
                self.cells[name] = "not installed"
                continue
            try:
                self.cells[name] = self.masked(trial(program))
            except Exception as error:  # noqa: BLE001 whatever it is, it is not ours
                self.cells[name] = f"cannot be tried: {error}"
            self.end_processes()

    def kept(self):
        """Looks after everything that may not be lost or left, and says what was looked at."""
        words = []
        for path, content in self.sources.items():
            if not os.path.exists(path):
                raise Wrong(f"the item {path!r} is gone")
            if boxes.read(path) != content:
                raise Wrong(f"the item {path!r} is not what it was")
        if self.sources:
            words.append("the item is as before" if len(self.sources) == 1 else f"{len(self.sources):,} items as before")
        saved = self.saved()
        if set(saved) != set(self.expected_files):
            raise Wrong(f"saved are {sorted(saved)} instead of {sorted(self.expected_files)}")
        for name, content in self.expected_files.items():
            if boxes.read(saved[name]) != content:
                raise Wrong(f"the saved file {name!r} is not whole")
        words.append("no half file" if not saved else "saved whole")
        if not self.wait_until(lambda: not self.processes(), 20):
            raise Wrong(f"processes are left: {[self.command(process) for process in self.processes()]}")
        boxes.reap()
        words.append("no process")
        if self.left():
            raise Wrong(f"files are left: {self.left()}")
        return ", ".join(words)

    @staticmethod
    def command(process):
        try:
            return boxes.read(f"/proc/{process}/cmdline").replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return str(process)


class Line:
    """A row as the table shows it."""

    def __init__(self, section, name):
        self.section, self.name = section, name
        self.outcome, self.status, self.kept, self.fault = "", "", "", None
        self.cells = {}


def run(program, others, only, say):
    """Tries all rows whose section or name has the word."""
    lines = []
    for section, name, function in ROWS:
        if only and only.lower() not in f"{section}: {name}".lower():
            continue
        line = Line(section, name)
        trial = Trial(program, others)
        beginning = time.monotonic()
        try:
            function(trial)
            if not trial.outcomes:
                raise Wrong("it says nothing of its outcome")
            line.kept = trial.kept()
            if others:
                trial.try_others()
        except Wrong as wrong:
            line.fault = str(wrong)
        except Exception:  # noqa: BLE001 a row that breaks off is a row that fails
            line.fault = traceback.format_exc()
        finally:
            trial.close()
        line.outcome = "; ".join(shown for shown, _ in trial.outcomes)
        line.status = "; ".join(ending for _, ending in trial.outcomes)
        line.cells = trial.cells
        lines.append(line)
        say(f"{'FAILS' if line.fault else 'holds'} {time.monotonic() - beginning:5.1f} s  {section}: {name}")
        if line.fault:
            say("      " + line.fault.replace("\n", "\n      "))
    return lines


def cell(text):
    """A text as a cell of a table in Markdown, which shows it as it is."""
    text = "".join(letter if letter.isprintable() else "�" for letter in text)
    if len(text) > 200:
        text = text[:199] + "…"
    for letter in "\\`*_<|[":
        text = text.replace(letter, "\\" + letter)
    return text or "–"


def table(lines, others):
    parts = []
    for section, names in SECTIONS.items():
        rows = [line for line in lines if line.section == section]
        if not rows:
            continue
        names = [name for name in names if others and any(name in line.cells for line in rows)]
        heads = ["tried", "outcome", "status", "nothing lost", *names]
        text = [f"## {section}\n", "| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
        for line in rows:
            values = [line.name, line.outcome, line.status, line.kept, *(line.cells.get(name, "") for name in names)]
            if line.fault:
                values[1] = f"FAILS: {line.fault.splitlines()[-1]}"
            text.append("| " + " | ".join(cell(value) for value in values) + " |")
        parts.append("\n".join(text))
    return "\n\n".join(parts)


INTRODUCTION = """# Faults

`Scripts/faults --write` puts the program through what programs, servers, files and definitions do when they misbehave, with
real programs, real files and servers on the loopback interface, and writes this page. A row fails when the outcome or the
exit status is not the one that is expected, or when something was lost or left:

- an item that is not what it was;
- a half file among the results, or one that is not expected there;
- a process that still runs, or a file among the temporary ones.

*Status* has one number for each outcome; [commands.md](commands.md#sharerouter) says what they mean. In the last columns
other programs are put through the same as far as they can be, and nobody judges that: curl sends the same request or file,
apprise its notification to `json://`, just runs the same script from a justfile, webhook runs it for a request, yamllint and
check-jsonschema check the same file. What they have no word for, such as a time limit, is left open (–).

"""


def page(lines, others):
    """All that is in Documentation/faults.md."""
    fails = sum(bool(line.fault) for line in lines)
    end = f"{len(lines)} rows, {fails or 'none'} of which fail{'s' if fails == 1 else ''}."
    if others:
        end += f" Compared with {others.versions()}."
    return INTRODUCTION + table(lines, others) + f"\n\n{end}\n"


def say(text):
    print(text, file=sys.stderr, flush=True)
