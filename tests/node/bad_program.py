"""Programs that play a seat badly, in the way that their first argument names; the second is a folder for notes.

Each is started as people's programs are, often: it loads what it needs and no more.
"""

from __future__ import annotations

import json
import os
import sys
import time

WAY, NOTES = sys.argv[1], sys.argv[2]


def note(name: str, text: str) -> int:
    """Add to one of the notes; how long it is then."""
    with open(f"{NOTES}/{name}", "a") as notes:  # noqa: PTH123
        notes.write(text)
        return notes.tell()


def say(**what: object) -> None:
    print(json.dumps(what), flush=True)


def play(**hello: object) -> None:
    """Play by chance, as one should."""
    import random

    say(do="hello", version=2, **hello)
    for line in sys.stdin:
        heard = json.loads(line)
        note(f"heard-{os.getpid()}", line)
        if heard["is"] == "turn" and heard["mine"] and heard["legal"]:
            say(do="act", text=random.choice([act["text"] for act in heard["legal"]]))


def ends() -> None:
    sys.exit("o dear " * 150_000 + "I do not want to play")


def ends_in_a_pipe() -> None:
    """Write what one pipe holds, and be gone before much of it can be read."""
    sys.exit("o dear " * 8_000 + "I do not want to play")


def mumbles() -> None:
    while True:
        print("what a lovely day", flush=True)


def cheats() -> None:
    say(do="hello", version=2)
    while True:
        say(do="act", text="win the game")
        sys.stdin.readline()


def is_of_another_time() -> None:
    say(do="hello", version=1)
    sys.stdin.read()


def sleeps() -> None:
    time.sleep(3600)


def begins_and_sleeps() -> None:
    say(do="hello", version=2)
    sys.stdin.read()  # it never answers; and goes when the node has been killed, so that no test leaves it behind


def floods() -> None:
    say(do="hello", version=2)
    while True:
        say(do="look")


def never_ends_a_line() -> None:
    while True:
        sys.stdout.write("x" * 100_000)


def fails_once() -> None:
    if note("started", "x") == 1:
        ends()
    play()


def peeps() -> None:
    """Ask for what is not its business before it plays."""
    note("environment", json.dumps(dict(os.environ)))
    note("folder", os.getcwd())  # noqa: PTH109
    say(do="vote", motion="resigned", operator=0)
    say(do="hello", version=2, watch=True)
    for seat in (0, 1, 2, None):
        say(do="hello", version=2, seat=seat, take_over=True)
    for _ in range(20):
        say(do="chat", text="buy now")
    play()


def leaves_children() -> None:
    import subprocess

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    note("processes", f"{os.getpid()} {child.pid}")
    play()
    time.sleep(3600)


if __name__ == "__main__":
    {
        way.__name__: way
        for way in (
            ends,
            ends_in_a_pipe,
            mumbles,
            cheats,
            sleeps,
            is_of_another_time,
            begins_and_sleeps,
            floods,
            never_ends_a_line,
            fails_once,
            peeps,
            leaves_children,
            play,
        )
    }[WAY]()
