"""Measures commands in turn and keeps a table of what came of it."""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORK = os.path.join(HERE, ".work")


def say(text):
    print(text, file=sys.stderr, flush=True)


def clean_environment(home):
    """The person's own, without what configures sharerouter and its peers."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "SHAREROUTER_", "APPRISE_"))}
    environment["HOME"] = home
    environment["no_proxy"] = "*"
    return environment


class Bench:
    """A row is a measure and its comparison: both run in turn in the same loop, and the medians are compared."""

    def __init__(self, measure, environment, quick):
        self.measure = measure
        self.environment = environment
        self.quick = quick
        self.rows = []
        self.missed = 0

    def ratio(self, name, other_name, goal, rounds, one, other, memory=None):
        """The measure takes at most `goal` times as long as the comparison, and at most `memory` MiB."""
        self._add(name, other_name, rounds, one, other, lambda a, b: a / b, goal, "{:.2f}x", "≤ {:.2f}x", memory)

    def difference(self, name, other_name, goal, rounds, one, other):
        """The measure takes at most `goal` milliseconds more than the comparison."""
        self._add(name, other_name, rounds, one, other, lambda a, b: a - b, goal, "{:+.2f} ms", "≤ {:+.0f} ms")

    def faster(self, name, other_name, goal, rounds, one, other):
        """The measure is at least `goal` times as fast as the comparison."""
        self._add(
            name, other_name, rounds, one, other, lambda a, b: b / a, goal, "{:.3g} times as fast", "≥ {:g} times",
            at_least=True)

    def rate(self, name, other_name, goal, rounds, one, other, memory=None):
        """The measure reaches at least the share `goal` of the comparison's rate, in at most `memory` MiB."""
        self._add(
            name, other_name, rounds, one, other, lambda a, b: b / a, goal, "{:.2f} of the rate", "≥ {:.2f}", memory,
            at_least=True)

    def _add(
            self, name, other_name, rounds, one, other, compare, goal, value_format, goal_format, memory=None,
            at_least=False):
        rounds = max(rounds // 10, 2) if self.quick else rounds
        say(f"{name}, {rounds} rounds")
        (a, processor, size), (b, other_processor, other_size) = self.times(rounds, one, other)
        # What is shown is what is judged.
        value = round(compare(a, b), 2)
        reached = value >= goal if at_least else value <= goal
        goal_text = goal_format.format(goal)
        if memory is not None:
            reached = reached and size <= memory
            goal_text += f", ≤ {memory} MiB"
        self.missed += not reached
        self.rows.append([
            name, f"{a:.2f} ms", other_name, f"{b:.2f} ms", value_format.format(value), goal_text,
            "yes" if reached else "**no**", f"{processor:.1f} / {other_processor:.1f} ms",
            f"{size:.0f} / {other_size:.0f} MiB",
        ])

    def add_times(self, name, time, other_name, other_time, result, goal, reached):
        """A row whose times, in milliseconds, were taken elsewhere."""
        self.missed += not reached
        self.rows.append([
            name, f"{time:.2f} ms", other_name, f"{other_time:.2f} ms", result, goal, "yes" if reached else "**no**", "–",
            "–",
        ])

    def times(self, rounds, *commands):
        """Of several commands: median wall and processor times in milliseconds, largest size in MiB."""
        words = [word for command in commands for word in [":::", *command]][1:]
        result = subprocess.run(
            [self.measure, str(rounds), *words],
            check=True, stdout=subprocess.PIPE, env=self.environment, cwd=WORK)
        values = [line.split() for line in result.stdout.decode().splitlines()]
        return [(float(line[0]) / 1000, float(line[2]) / 1000, int(line[3]) / 1024) for line in values]

    def expect(self, arguments, words, status=0):
        """A program that does nothing is fast: what is measured must really happen."""
        count = next(index for index, word in enumerate(arguments) if not re.match(r"[A-Z_]+=", word))
        variables = dict(word.split("=", 1) for word in arguments[:count])
        result = subprocess.run(
            arguments[count:], env={**self.environment, **variables}, cwd=WORK, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = result.stdout.decode(errors="replace")
        if result.returncode != status or words not in output:
            sys.exit(
                f"{' '.join(arguments)}: exit status {result.returncode}, expected {status} and the words '{words}':\n"
                + output[:4000])

    def table(self):
        heads = [
            "measure", "median", "comparison", "median", "result", "goal", "reached", "processor time", "memory",
        ]
        widths = [max(len(row[index]) for row in [heads, *self.rows]) for index in range(len(heads))]
        lines = [[head.ljust(width) for head, width in zip(heads, widths)], ["-" * width for width in widths]]
        lines += [[cell.ljust(width) for cell, width in zip(row, widths)] for row in self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)
