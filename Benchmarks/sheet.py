"""How long the sheet takes from a key to the frame that answers it."""

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time

# What the sheet writes last in each frame: it shows the cursor.
FRAME_END = b"\x1b[?25h"
# A guard against hanging for ever, in seconds.
LIMIT = 60


class Sheet:
    """The sheet of a folder's activities, in a terminal of 80 columns and 24 lines."""

    def __init__(self, program, folder, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(program, [program, "share", "--text", "hello"], {
                **environment, "SHAREROUTER_ACTIVITIES": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.frame(b"q close")

    def frame(self, words=b""):
        """Waits for the end of a frame, and returns what was written until then."""
        output = b""
        deadline = time.monotonic() + LIMIT
        while not (words in output and output.endswith(FRAME_END)):
            ready, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                sys.exit(f"the sheet shows no frame: {output[-2000:]!r}")
            output += os.read(self.terminal, 65536)
        return output

    def press(self, key):
        """The milliseconds from a key to the end of its frame."""
        start = time.perf_counter()
        os.write(self.terminal, key)
        self.frame()
        return (time.perf_counter() - start) * 1000

    def close(self):
        os.write(self.terminal, b"\x1b")
        deadline = time.monotonic() + LIMIT
        while True:
            # What it writes when it leaves must be read, or it cannot end.
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    os.read(self.terminal, 65536)
                except OSError:
                    pass
            if os.waitpid(self.process, os.WNOHANG)[0]:
                break
            if time.monotonic() > deadline:
                os.kill(self.process, signal.SIGKILL)
        os.close(self.terminal)


def rows(bench, program, few, many, count):
    """Words that match everything, little and nothing are typed and taken back, letter by letter."""
    sheets = [Sheet(program, folder, bench.environment) for folder in (many, few)]
    times = [[], []]
    for _ in range(1 if bench.quick else 5):
        for word in (b"entry", b"list 3", b"example", b"zzzz", b"a12"):
            for key in [bytes([byte]) for byte in word] + [b"\x7f"] * len(word):
                for sheet, values in zip(sheets, times):
                    values.append(sheet.press(key))
    for sheet in sheets:
        sheet.close()
    medians = [statistics.median(values) for values in times]
    slowest = sorted(times[0])[int(len(times[0]) * 0.95)]
    bench.add_times(
        f"a key in the sheet of {count}", medians[0], "a key in the sheet of 10", medians[1],
        f"95 % within {slowest:.2f} ms", "≤ 16 ms", slowest <= 16)
