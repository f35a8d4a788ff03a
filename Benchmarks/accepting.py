"""What it costs to have something done in the background."""

import fcntl
import os
import shutil
import sqlite3

from bench import WORK


def without_worker(state):
    """Keeps jobs from being done, which would be measured as well; who accepts one finds a worker to wake."""
    folder = os.path.join(state, "sharerouter")
    os.makedirs(folder, 0o700)
    lock = open(os.path.join(folder, "jobs.lock"), "w", encoding="utf-8")
    fcntl.flock(lock, fcntl.LOCK_EX)
    bell = os.path.join(folder, "jobs.wake")
    os.mkfifo(bell, 0o600)
    return lock, os.open(bell, os.O_RDWR | os.O_NONBLOCK)


def opened(path):
    """A connection to a database that is there, as a worker at work has one: nobody has to restore the index of its log."""
    connection = sqlite3.connect(path)
    connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    return connection


def rows(bench, program, tools, few):
    stores = os.path.join(WORK, "stores")
    shutil.rmtree(stores, ignore_errors=True)
    lock, bell = without_worker(stores)
    detach = [
        f"SHAREROUTER_ACTIVITIES={few}", f"XDG_STATE_HOME={stores}", program, "send", "--text", "hello", "--activity",
        "com.example.a1", "--detach"]
    bench.expect(detach, "1")
    one, many = (os.path.join(stores, name) for name in ["one.sqlite", "many.sqlite"])
    bench.expect([tools["commit"], one, "1"], "")
    connections = [opened(path) for path in [os.path.join(stores, "sharerouter", "jobs.sqlite"), one]]
    bench.difference(
        "`send --detach` of a text", "one commit of SQLite that is on the disk", 5, 200, detach,
        [tools["commit"], one, "1"])
    for connection in connections:
        connection.close()
    bench.rate(
        "accept 200 jobs", "200 such commits of 1 KB", 0.5, 20, [tools["enqueue"], os.path.join(stores, "many"), "200"],
        [tools["commit"], many, "200"])
    os.close(bell)
    lock.close()
    shutil.rmtree(stores)
