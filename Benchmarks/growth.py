"""How the time grows from one definition and one item to ten thousand."""

import json
import os
import shutil

import definitions
import plot
from bench import WORK, say

NUMBERS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
# The two ends of what is compared: a middle number, and the largest.
MIDDLE, LARGEST = 1000, NUMBERS[-1]
# Up to here a run takes milliseconds, and more rounds are needed.
SMALL = 200

ITEMS = """type: com.example.{name}
title: {name}
category: action
accepts: file
shell: ['true', --, "{{{{ {value} }}}}"]
"""


def definition_commands(program):
    """The commands by number of definitions; each number has a folder of its own."""
    folders = {}
    for number in NUMBERS:
        folders[number] = os.path.join(WORK, "growth", f"definitions-{number}")
        definitions.write(folders[number], number)
    return {
        "validate": {n: [program, "validate", folders[n]] for n in NUMBERS},
        "list": {n: [f"SHAREROUTER_ACTIVITIES={folders[n]}", program, "list", "--text", "x"] for n in NUMBERS},
        "send": {
            n: [f"SHAREROUTER_ACTIVITIES={folders[n]}", program, "send", "--text", "x", "--activity", "com.example.a0"]
            for n in NUMBERS},
    }


def item_commands(program):
    """The commands by number of files that are sent; each number has a request of its own."""
    folder = os.path.join(WORK, "growth", "items")
    os.makedirs(folder)
    for number in range(LARGEST):
        with open(os.path.join(folder, f"{number}.txt"), "w", encoding="utf-8") as file:
            file.write(f"item {number}\n")
    for name, value in [("once", "items.path"), ("each", "item.path")]:
        with open(os.path.join(folder, f"com.example.{name}.yaml"), "w", encoding="utf-8") as file:
            file.write(ITEMS.format(name=name, value=value))
    for number in NUMBERS:
        with open(os.path.join(folder, f"request-{number}.json"), "w", encoding="utf-8") as file:
            json.dump({"items": [{"file": f"{index}.txt"} for index in range(number)]}, file)
    activities = os.path.join(WORK, "growth", "activities")
    os.makedirs(activities)
    for name in ("once", "each"):
        os.rename(os.path.join(folder, f"com.example.{name}.yaml"), os.path.join(activities, f"com.example.{name}.yaml"))
    return {
        label: {n: [
            f"SHAREROUTER_ACTIVITIES={activities}", program, "send", "--request",
            os.path.join(folder, f"request-{n}.json"), "--activity", f"com.example.{name}"] for n in NUMBERS}
        for label, name in [("all at once", "once"), ("one by one", "each")]}


def measured(bench, what, commands):
    """The median milliseconds of each command, as a series; commands that take alike run in turn in the same loop."""
    times = {}
    for numbers, rounds in [([n for n in NUMBERS if n <= SMALL], 20), ([n for n in NUMBERS if n > SMALL], 3)]:
        rounds = max(rounds // 10, 1) if bench.quick else rounds
        say(f"growth: {what}, {numbers[0]:,} to {numbers[-1]:,}, {rounds} rounds")
        for number, (time, _, _) in zip(numbers, bench.times(rounds, *(commands[n] for n in numbers))):
            times[number] = time
    return plot.Series(what, times)


def rows(bench, program, path):
    """Adds how straight the lines are to the table, and draws them."""
    shutil.rmtree(os.path.join(WORK, "growth"), ignore_errors=True)
    panels = []
    for title, axis, element, commands in [
            ("With more definitions", "definitions in the folder", "definition", definition_commands(program)),
            ("With more items", "files that are sent to `true`", "item", item_commands(program))]:
        bench.expect(next(iter(commands.values()))[LARGEST], "")
        series = [measured(bench, name, by_number) for name, by_number in commands.items()]
        panels.append((title, axis.replace("`", ""), series))
        for one in series:
            add(bench, one, element, commands[one.name])
    plot.write(path, panels, "The time of commands by the number of definitions and of items; both axes are logarithmic")
    say(f"drawn: {path}")
    shutil.rmtree(os.path.join(WORK, "growth"), ignore_errors=True)


def add(bench, series, element, commands):
    # In turn, in one loop: the points of the plot were taken at different moments of the machine.
    numbers = (1, MIDDLE, LARGEST)
    measured_again = bench.times(2 if bench.quick else 5, *(commands[n] for n in numbers))
    times = {number: time for number, (time, _, _) in zip(numbers, measured_again)}
    if series.name == "send":
        # It opens one file by its name, whatever else is there.
        value = round(times[LARGEST] / times[1], 2)
        bench.add_times(
            f"{series.name}, {LARGEST:,} {element}s", times[LARGEST], "1", times[1], f"{value:.2f}x", "≤ 1.20x", value <= 1.2)
        return
    # What each element adds: the start is no part of it.
    many, some = ((times[n] - times[1]) / (n - 1) for n in (LARGEST, MIDDLE))
    value = round(many / some, 2)
    bench.add_times(
        f"{series.name}: {LARGEST:,} {element}s, for each", many, f"{MIDDLE:,}, for each", some,
        f"{value:.2f}x; {series.start:.1f} ms + {series.slope * 1000:.0f} µs each", "≤ 1.25x", value <= 1.25)
