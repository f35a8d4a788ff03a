"""Programs that do what programs do, and ways to be started."""

import os
import signal
import subprocess

import box as boxes
from others import PATIENCE, command, ending, hook, recipes
from suite import row

MEBIBYTE = 1 << 20


def script(text, **keys):
    """A definition that runs a script."""
    used = "" if "{{" in text else ": {{ item.kind }}\n"
    lines = "".join(f"    {line}\n" for line in (used + text.strip()).splitlines())
    more = "".join(f"{key}: {value}\n" for key, value in keys.items())
    return f"category: action\naccepts: [text, file]\n{more}shell:\n  script: |\n{lines}"


FLOOD = """
head -c 1048576 /dev/zero | tr '\\0' o &
head -c 1048576 /dev/zero | tr '\\0' e >&2
wait
"""


@row("Processes", "1 MiB to stdout and to stderr at once, passed on")
def both_passed_on(t):
    t.define("flood", script(FLOOD))
    run = t.send("x", "-a", "com.example.flood")
    t.ends(run, 0, shown="both arrive whole")
    t.expect(run.output == b"o" * MEBIBYTE and run.errors == b"e" * MEBIBYTE, "bytes are missing")

    def just(program):
        run = recipes(t, program, command(FLOOD))
        return f"{ending(run)}, {len(run.output):,} and {len(run.errors):,} bytes"
    t.other("just", just)


@row("Processes", "1 MiB to stdout and to stderr at once, captured")
def both_captured(t):
    t.define("flood", script(FLOOD, returns="{text: '{{ stdout }}'}"))
    run = t.send("x", "-a", "com.example.flood")
    t.ends(run, 0, shown="the whole of stdout is returned")
    t.expect(run.output == b"o" * MEBIBYTE + b"\n", "bytes are missing")

    def webhook(program):
        status, body = hook(t, program, FLOOD)
        return f"answers {status} with {len(body):,} bytes of both"
    t.other("webhook", webhook)


@row("Processes", "more output than the limit of 10 MiB, captured")
def too_much_output(t):
    t.define("flood", script("head -c 11534336 /dev/zero | tr '\\0' o", returns="{text: '{{ stdout }}'}"))
    run = t.send("x", "-a", "com.example.flood")
    t.ends(run, 1, "wrote more than 10 MiB")
    t.expect(run.output == b"", "a part is returned as if it were the whole")

    def webhook(program):
        status, body = hook(t, program, "head -c 11534336 /dev/zero")
        return f"answers {status} with {len(body):,} bytes, kept in memory"
    t.other("webhook", webhook)


@row("Processes", "a grandchild that holds the pipe for 300 s after its parent has ended")
def held_pipe(t):
    held = "sleep 300.25 &\necho done"
    t.define("held", script(held, returns="{text: '{{ stdout }}'}"))
    run = t.send("x", "-a", "com.example.held")
    t.ends(run, 0, shown="the result is there while the grandchild still runs, which is left alone")
    t.expect(run.output == b"done\n", "the output is not the program's")
    t.expect(t.processes(), "the grandchild does not run any more, so nothing was held")
    t.end_processes()

    def just(program):
        run = recipes(t, program, "x := `sleep 300.25 & echo done`\na:\n    @echo {{ x }}\n")
        return f"a backtick: {ending(run)}"
    t.other("just", just)
    t.other("webhook", lambda program: hook(t, program, held)[0])


@row("Processes", "a program that ignores TERM, with a child that does too, and a timeout")
def deaf(t):
    t.define("deaf", script("trap '' TERM\ntouch begun\n(sleep 300; touch late) &\nsleep 300\ntouch late", timeout="500ms"))
    t.ends(t.send("x", "-a", "com.example.deaf"), 5, "timed out")
    t.expect(os.path.exists(t.work + "/begun"), "it never began")
    t.expect(t.wait_until(lambda: not t.processes(), 20), "it lives on")
    t.expect(not os.path.exists(t.work + "/late"), "it went on")


@row("Processes", "a program that ends at once while 100 MiB are written to it")
def ends_early(t):
    for number in range(10):
        t.item(f"{number}.txt", b"text\n" * (10 * MEBIBYTE // 5))
    t.define("early", "category: action\naccepts: {kind: file, mime: text/plain}\n"
             "shell: {argv: [sh, -c, exit 3], stdin: '{{ items.text | join }}'}\n")
    t.ends(t.send(*(f"{number}.txt" for number in range(10)), "-a", "com.example.early"), 1, "exit status 3")
    t.define("some", "category: action\naccepts: {kind: file, mime: text/plain}\n"
             "shell: {argv: [head, -c, '5'], stdin: '{{ items.text | join }}'}\n")
    run = t.send(*(f"{number}.txt" for number in range(10)), "-a", "com.example.some")
    t.ends(run, 0, shown="one that reads the first line is a success")
    t.expect(run.output == b"text\n", "its output is missing")


WAIT = "trap '' HUP\ncp {{ item.file }} started\nsleep 300 &\nsleep 300\ntouch late"


@row("Processes", "INT, TERM or HUP while a program and its child run")
def stopped(t):
    t.define("wait", script(WAIT.replace("trap '' HUP\n", "")))
    t.item("a.txt")

    def stop(number, start, limit=boxes.LIMIT):
        process = start()
        t.expect(t.wait_until(lambda: os.path.exists(t.work + "/started") and len(t.processes()) >= 3), "nothing runs")
        os.kill(process.pid, number)
        run = t.finish(process, limit)
        alone = t.wait_until(lambda: not t.processes(), 5)
        os.remove(t.work + "/started")
        return run, alone

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        run, alone = stop(number, lambda: t.start(t.program, "send", "a.txt", "-a", "com.example.wait"))
        t.ends(run, 130, "cancelled")
        t.expect(alone, f"something lives on after {number.name}")
    t.expect(not os.path.exists(t.work + "/late"), "it went on")

    def just(program):
        path = t.file("justfile", command("touch started\nsleep 300 &\nsleep 300\ntouch late"))
        said = []
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            run, alone = stop(number, lambda: t.start(program, "--justfile", path, "a"), PATIENCE)
            said.append(f"{number.name}: {ending(run)}" + ("" if alone else ", processes live on"))
            t.end_processes()
        return "; ".join(said)
    t.other("just", just)


@row("Processes", "a program that is killed by a signal")
def killed(t):
    t.define("kill", script("echo before\nkill -9 $$"))
    run = t.ends(t.send("x", "-a", "com.example.kill"), 1, "SIGKILL")
    t.expect(run.output == b"before\n", "its output is missing")

    def just(program):
        run = recipes(t, program, command("kill -9 $$"))
        return f"{ending(run)}: {run.message}"
    t.other("just", just)
    t.other("webhook", lambda program: "answers " + hook(t, program, "kill -9 $$")[0])


@row("Processes", "200 sends at once, each in a folder of its own")
def crowd(t):
    t.define("where", script("pwd\ncat -- mine {{ item.path }}").replace("[text, file]", "file"))
    for number in range(200):
        t.file(f"{number}/mine", f"{number}\n")
        t.item(f"{number}/sent", f"sent {number}\n")

    def outputs(start):
        processes = [start(os.path.join(t.work, str(number))) for number in range(200)]
        return [t.finish(process) for process in processes]
    runs = outputs(lambda folder: t.start(t.program, "send", "sent", "-a", "com.example.where", cwd=folder))
    for number, run in enumerate(runs):
        t.ends(run, 0, shown="each sees its own folder and its own file")
        t.expect(run.text == f"{t.work}/{number}\n{number}\nsent {number}\n", f"folder {number}: {run.text}")

    def just(program):
        path = t.file("justfile", command("pwd\ncat mine sent"))
        runs = outputs(lambda folder: t.start(program, "--justfile", path, "--working-directory", folder, "a"))
        right = sum(run.text == f"{t.work}/{number}\n{number}\nsent {number}\n" for number, run in enumerate(runs))
        return f"{right} of 200 right"
    t.other("just", just)


@row("Processes", "open descriptors and a socket that the caller did not close")
def descriptors(t):
    t.define("list", script("ls /proc/$$/fd"))
    pipe = os.pipe()
    extra = {"pass_fds": pipe}
    run = t.send("x", "-a", "com.example.list", **extra)
    t.ends(run, 0, shown="the program has 0, 1 and 2 alone")
    t.expect(run.text.split() == ["0", "1", "2"], f"it has {run.text.split()}")

    def says(output):
        passed = sum(str(descriptor) in output.split() for descriptor in pipe)
        return f"{passed} of 2 are passed on"
    t.other("just", lambda program: says(recipes(t, program, "a:\n    @ls /proc/self/fd\n", **extra).text))
    t.other("webhook", lambda program: says(hook(
        t, program, "ls /proc/$$/fd", lambda *words: t.start(*words, **extra))[1].decode()))
    t.closing += [lambda: os.close(pipe[0]), lambda: os.close(pipe[1])]


@row("Processes", "PATH with a plain file, an empty entry, a relative and a missing folder before the right one")
def odd_path(t):
    t.define("run", "category: action\naccepts: text\nshell: [printf, '%s\\n', '{{ item.text }}']\n")
    t.define("none", "category: action\naccepts: text\nshell: [no-such-program, '{{ item.text }}']\n")
    os.mkdir(t.work + "/closed", 0o000)
    # A folder of the program's name and a file that cannot be executed are not the program.
    os.makedirs(t.work + "/folder/printf")
    t.file("plain/printf", "#!/bin/sh\necho wrong\n")
    path = ":".join(["/etc/hostname", "", "relative", "/nonexistent", t.work + "/closed", t.work + "/folder",
                     t.work + "/plain", "x" * 5000, "/usr/bin", "/bin"])
    run = t.send("x", "-a", "com.example.run", environment={"PATH": path})
    t.ends(run, 0, shown="found where it is")
    t.expect(run.output == b"x\n", "another program ran")
    t.ends(t.send("x", "-a", "com.example.none", environment={"PATH": "/usr/bin:/bin"}), 4, "no-such-program")
    text = "a:\n    @printf '%s\\n' x\n"
    t.other("just", lambda program: ending(recipes(t, program, text, environment={"PATH": path})))


@row("Processes", "an empty environment")
def empty_environment(t):
    t.define("run", "category: action\naccepts: text\nshell: [env, 'V={{ item.text }}']\n")
    run = t.send("x", "-a", "com.example.run", "--activities", t.definitions, replace={})
    t.ends(run, 0, shown="it runs")
    t.expect("V=x" in run.text, "the program did not run")
    t.other("just", lambda program: ending(recipes(t, program, "a:\n    @env\n", replace={})))


def closed(t, redirection, *commands):
    """Runs commands of sharerouter with a redirection of sh."""
    return [t.run("/bin/sh", "-c", f'exec "$@" {redirection}', "sh", t.program, *words) for words in commands]


def closing(name, redirection, result, printed):
    """A row for standard streams that are closed, of what takes results and of what runs a program."""
    @row("Processes", name)
    def closed_streams(t):
        t.item("a.txt", "a\n")
        t.define("give", "category: action\naccepts: file\nreturns: {text: '{{ item.name }}'}\n")
        t.define("print", "category: action\naccepts: file\nshell: [cat, '{{ item.path }}']\n")
        give, show, detach = closed(
            t, redirection, ["send", "a.txt", "-a", "com.example.give"], ["send", "a.txt", "-a", "com.example.print"],
            ["send", "a.txt", "-a", "com.example.print", "--detach"])
        t.ends(give, result, shown=None if result else "the result is printed")
        t.ends(show, printed, shown=None if printed else "the program's output is passed on")
        t.expect(result or (give.output == b"a.txt\n" and show.output == b"a\n"), "the results are not there")
        t.ends(detach, result, shown="a job is accepted all the same" if result else "a job is accepted")
        # What was opened in the place of a closed stream must not have been written into.
        jobs = t.run(t.program, "jobs", "wait", "1")
        t.ends(jobs, 0, shown="the job is done")
        kept = t.run(t.program, "results")
        t.expect("a.txt" in kept.text, "the result was not kept")

        def just(program):
            path = t.file("justfile", "a:\n    @cat a.txt\n")
            run = t.run("/bin/sh", "-c", f'exec "$@" {redirection}', "sh", program, "--justfile", path, "a", limit=20)
            return ending(run)
        t.other("just", just)


closing("stdin closed", "<&-", 0, 0)
closing("stdout closed", ">&-", 1, 1)
closing("stderr closed", "2>&-", 0, 0)
closing("all three closed", "<&- >&- 2>&-", 1, 1)
closing("a full disk as stdout", ">/dev/full", 1, 1)
closing("a full disk as stderr", "2>/dev/full", 0, 0)


@row("Processes", "a reader of stdout that closes early")
def early_reader(t):
    t.item("a.txt", b"a" * MEBIBYTE)
    t.define("give", "category: action\naccepts: {kind: file, mime: text/plain}\nreturns: {text: '{{ item.text }}'}\n")
    t.define("print", "category: action\naccepts: file\nshell: [cat, '{{ item.path }}']\n")

    def run(*words):
        ours, theirs = os.pipe()
        os.close(ours)
        process = t.start(*words, stdout=theirs)
        os.close(theirs)
        return t.finish(process)
    give = run(t.program, "send", "a.txt", "-a", "com.example.give")
    t.ends(give, 1, shown="it ends and says nothing; the result is kept")
    t.expect(give.errors == b"", "it complains of a reader that has enough")
    kept = t.run(t.program, "results").text
    t.expect("a" * 100 in kept, "the result is lost with its reader")
    t.ends(run(t.program, "send", "a.txt", "-a", "com.example.print"), 1, "SIGPIPE")

    def just(program):
        return ending(run(program, "--justfile", t.file("justfile", "a:\n    @cat a.txt\n"), "a"))
    t.other("just", just)


@row("Processes", "200 programs of one send, one after the other: zombies while the last one runs")
def no_zombie(t):
    t.define("count", script(
        "if [ {{ item.text }} = last ]; then\n  for stat in /proc/[0-9]*/stat; do\n"
        "    line=$(cat \"$stat\" 2>/dev/null) || continue\n    rest=${line##*) }\n"
        "    case $rest in\n      \"Z $PPID \"*) echo zombie ;;\n      ?\" $PPID \"*) echo child ;;\n    esac\n  done\nfi").replace("[text, file]", "text"))
    words = [word for number in range(199) for word in ("--text", str(number))]
    run = t.send(*words, "--text", "last", "-a", "com.example.count")
    t.ends(run, 0, shown="none")
    t.expect(run.text.split() == ["child"], f"the program has {run.text.split()}")


@row("Processes", "20 programs of background jobs: zombies of the worker that did them")
def no_zombie_of_worker(t):
    t.define("quick", script("true"))
    t.define("wait", script("touch started\nwhile [ ! -e go ]; do sleep 0.05; done"))
    for _ in range(20):
        t.send("x", "-a", "com.example.quick", "--detach")
    t.ends(t.run(t.program, "jobs", "wait", *map(str, range(1, 21))), 0, shown="none")
    t.send("x", "-a", "com.example.wait", "--detach", cwd=t.work)
    workers = [process for process in t.processes() if b"\0work\0" in boxes.read(f"/proc/{process}/cmdline")]
    t.expect(len(workers) == 1, f"there are {len(workers)} workers")
    states = boxes.children(workers[0])
    t.expect("Z" not in states.values(), "there are zombies")
    t.run(t.program, "jobs", "cancel", "21")


@row("Processes", "a program that goes on by itself, as a browser does")
def launched(t):
    t.define("launch", "category: action\naccepts: text\nlaunches: true\nshell: {script: 'sleep 300.5; : {{ item.text }}'}\n")
    run = t.send("x", "-a", "com.example.launch", "--json")
    t.ends(run, 0, '"evidence": "launched"', shown="it is not waited for, and goes on")
    t.expect(t.processes(), "it does not go on")
    t.end_processes()
    # Its folder is kept for it, for a day.
    subprocess.run(["rm", "-rf", os.path.join(t.path, "run", "sharerouter"), os.path.join(t.path, "tmp", "sharerouter")],
                   check=True)


@row("Processes", "16 descriptors and no more")
def few_descriptors(t):
    t.item("a.txt", "a\n")
    t.define("print", "category: action\naccepts: file\nshell: [cat, '{{ item.path }}']\n")
    t.define("give", script("cat {{ item.file }}", returns="{text: '{{ stdout }}'}"))
    for name in ("print", "give"):
        run = t.run("/bin/sh", "-c", 'ulimit -n 16; exec "$@"', "sh", t.program, "send", "a.txt", "-a", "com.example." + name)
        t.ends(run, 0, shown="they are enough")
        t.expect(run.output == b"a\n", "its output is missing")


@row("Processes", "a program that sends what it gets to itself")
def recursion(t):
    t.define("again", script('printf .\n"$sharerouter" send --text {{ item.text }} -a com.example.again').replace(
        "[text, file]", "text"))
    run = t.send("x", "-a", "com.example.again", environment={"sharerouter": t.program})
    t.ends(run, 1, "more than 8 deep", shown="it ends 8 deep")
    t.expect(run.output == b"........", f"it was {len(run.output)} deep")
