"""Runs a program in a terminal of its own, presses keys, and prints what the terminal shows and how it was left.

Standard input is a JSON object: "rows" and "columns", the "command" with its "environment" and "folder", perhaps an
"input" that its standard input gets in place of the terminal, and "steps", done in order: {"wait": "text"} until the
screen holds the text, {"keys": "..."} types, {"size": [rows, columns]} resizes, {"signal": "TERM"} signals the program,
{"screen": "name"} keeps the screen. What is printed is one JSON object.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte

# A guard against hanging for ever, in seconds.
LIMIT = 60


class Screen(pyte.Screen):
    """pyte's, with the alternate screen and a record of the modes that a program must undo."""

    def __init__(self, columns, rows):
        super().__init__(columns, rows)
        self.is_alternate = False
        self.was_alternate = False
        self.is_pasting = False

    @property
    def display(self):
        # pyte's own fails where half of a wide character was overwritten.
        return ["".join(self.buffer[y][x].data for x in range(self.columns)) for y in range(self.lines)]

    def set_mode(self, *modes, **options):
        super().set_mode(*modes, **options)
        if options.get("private") and 1049 in modes:
            self.is_alternate = self.was_alternate = True
        if options.get("private") and 2004 in modes:
            self.is_pasting = True

    def reset_mode(self, *modes, **options):
        super().reset_mode(*modes, **options)
        if options.get("private") and 1049 in modes:
            self.is_alternate = False
        if options.get("private") and 2004 in modes:
            self.is_pasting = False


def resize(descriptor, rows, columns):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def main():
    task = json.load(sys.stdin)
    rows, columns, steps, command = task["rows"], task["columns"], task["steps"], task["command"]
    # The shell's part: the terminal's session outlives the program, so that its modes can be compared.
    master, slave = pty.openpty()
    resize(slave, rows, columns)
    before = termios.tcgetattr(slave)
    output = os.pipe()
    process = os.fork()
    if process == 0:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        redirected = task.get("input") is not None
        if redirected:
            read, write = os.pipe()
            os.write(write, task["input"].encode())
            os.close(write)
            os.dup2(read, 0)
        else:
            os.dup2(slave, 0)
        os.dup2(output[1], 1)
        os.dup2(slave, 2)
        os.closerange(3, 256)
        # Python ignores it, and the program would inherit that.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.chdir(task["folder"])
        os.execve(command[0], command, task["environment"])
    os.close(output[1])
    screen = Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    result = {"screens": {}}
    raw = b""
    out = b""
    open_pipes = {output[0]}
    deadline = time.monotonic() + LIMIT

    def pump(seconds):
        nonlocal raw, out
        ready, _, _ = select.select([master, *open_pipes], [], [], seconds)
        for descriptor in ready:
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            if descriptor == master:
                raw += data
                stream.feed(data)
            elif not data:
                open_pipes.discard(descriptor)
            else:
                out += data
        return bool(ready)

    def settle():
        # Everything that was written so far is on the screen when nothing comes for a moment.
        while pump(0.15):
            if time.monotonic() > deadline:
                break

    status = None

    def ended():
        nonlocal status
        if status is None:
            identifier, value = os.waitpid(process, os.WNOHANG)
            if identifier:
                status = value
        return status is not None

    failure = None
    for step in steps:
        if "wait" in step:
            while step["wait"] not in "\n".join(screen.display):
                pump(0.05)
                if time.monotonic() > deadline or (ended() and not pump(0.2)):
                    failure = "never shown: " + step["wait"]
                    break
        elif "keys" in step:
            os.write(master, step["keys"].encode("utf-8", "surrogateescape"))
        elif "size" in step:
            screen.resize(*step["size"])
            resize(slave, *step["size"])
        elif "signal" in step:
            os.kill(process, getattr(signal, "SIG" + step["signal"]))
        elif "screen" in step:
            settle()
            result["screens"][step["screen"]] = {
                "lines": [line.rstrip() for line in screen.display], "cursor": [screen.cursor.y, screen.cursor.x],
                "hidden": screen.cursor.hidden, "alternate": screen.is_alternate,
                "cells": [
                    [screen.buffer[y][x].data for x in range(screen.columns)] for y in range(screen.lines)],
                "marked": [
                    y for y in range(screen.lines)
                    if any(screen.buffer[y][x].reverse for x in range(screen.columns))],
                "colors": sorted({
                    screen.buffer[y][x].fg for y in range(screen.lines) for x in range(screen.columns)}),
            }
        if failure:
            break
    while not ended() and time.monotonic() < deadline and not failure:
        pump(0.02)
    if not ended():
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        failure = failure or "it did not end"
        status = signal.SIGKILL
    settle()
    after = termios.tcgetattr(slave)
    result["stdout"] = out.decode("utf-8", "replace")
    result["failure"] = failure
    result["status"] = os.waitstatus_to_exitcode(status)
    result["modesRestored"] = before == after
    result["cursorShown"] = not screen.cursor.hidden
    result["alternate"] = screen.is_alternate
    result["wasAlternate"] = screen.was_alternate
    result["pasting"] = screen.is_pasting
    result["last"] = [line.rstrip() for line in screen.display]
    result["raw"] = raw.decode("utf-8", "replace")
    json.dump(result, sys.stdout)


main()
