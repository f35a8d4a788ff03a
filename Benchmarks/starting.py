"""What starting and one send cost."""

import os

from bench import WORK


def rows(bench, program, tools, few, many, count):
    def send(folder, number):
        return [
            f"SHAREROUTER_ACTIVITIES={folder}", program, "send", "--text", "hello", "--activity",
            f"com.example.a{number}"]

    script = "printf '## %s\\n' 'Entry 1'; printf '%s\\n' \"$1\""
    bench.expect(send(few, 1), "hello")
    bench.expect(send(few, 3), "hello")
    bench.expect(send(many, 4), "hello")

    bench.ratio("`--version`", "an empty Swift program", 1.3, 200, [program, "--version"], [tools["empty"]])
    bench.difference(
        "send a text to a script", "`sh` with the script", 3, 200, send(few, 1),
        ["sh", "-eu", "-c", script, "sh", "hello"])
    bench.difference(
        "send a text to a program", "the program", 3, 200, send(few, 3),
        ["printf", "%s (%s)\\n%s\\n", "List 3", "plain", "hello"])
    bench.ratio(f"send with {count} definitions", "send with 10", 1.2, 200, send(many, 4), send(few, 4))

    if tools["peers"]:
        apprise, just = (os.path.join(tools["peers"], name) for name in ["apprise", "just"])
        recipes = os.path.join(WORK, "justfile")
        with open(recipes, "w", encoding="utf-8") as file:
            file.write("a1 text:\n    #!/bin/sh\n    " + script.replace('"$1"', "{{ quote(text) }}") + "\n")
        run = [just, "--justfile", recipes, "a1", "hello"]
        bench.expect(run, "hello")
        bench.ratio("send a text to a script", "`just` with the script", 0.7, 100, send(few, 1), run)
        bench.faster("`--version`", "`apprise --version`", 60, 10, [program, "--version"], [apprise, "--version"])
