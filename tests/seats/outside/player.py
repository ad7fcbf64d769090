#!/usr/bin/env python3
"""A player from outside: a program of its own that knows the seat protocol and nothing else of this repository.

It asks the node to `explain` each legal act and puts a price on every change it is told of: that is how it plays
Through the Ages, whose cards it knows from a book of its own (`book.py`). In any other game it plays by chance, and
seldom idles. With a number as its argument it plays the same way every time.
"""

import contextlib
import json
import random
import sys

import book

AVOIDED = ("resign", "by-hand")
"""Acts that end a game early, or ask for each card one by one."""
WASTE = ("end", "pass", "destroy", "disband", "cancel", "decline", "discard", "skip")
"""Acts that bring nothing, where there is a choice."""


class Over(Exception):
    """The game has ended, or the node has gone."""


class Seat:
    """The conversation with the node about one seat."""

    def __init__(self, lines, out):
        self._lines, self._out = lines, out
        self.turn = {"mine": False, "legal": []}
        self.fresh = False
        """Whether a turn has come that has not been looked at."""

    def say(self, **what):
        """Say one line."""
        self._out.write(json.dumps(what) + "\n")
        self._out.flush()

    def hear(self):
        """Hear one line; a turn is remembered. Raises Over."""
        line = self._lines.readline()
        heard = json.loads(line) if line else {"is": "over"}
        if heard["is"] == "over":
            raise Over
        if heard["is"] == "turn":
            self.turn, self.fresh = heard, True
        return heard

    def explain(self, text):
        """Ask what an act would do; the changes, or nothing where things have moved on meanwhile."""
        self.say(do="explain", text=text)
        while True:
            heard = self.hear()
            if heard["is"] == "explained" and heard["text"] == text:
                return heard["effects"]
            if heard["is"] == "error":
                return []


def by_chance(turn, chance):
    """Choose an act that does something, of a verb by lot."""
    texts = [act["text"] for act in turn["legal"] if act["text"].split()[0] not in AVOIDED]
    idle = turn["decision"]["idle"]
    busy = [text for text in texts if text != idle and text.split()[0] not in WASTE]
    if not busy or (idle and not chance.randrange(2)):
        busy = texts or [act["text"] for act in turn["legal"]]
    verb = chance.choice(sorted({text.split()[0] for text in busy}))
    return chance.choice([text for text in busy if text.split()[0] == verb])


def play(seat, chance):
    """Play until the game is over."""
    game = ""
    while True:
        heard = seat.hear()
        if heard["is"] == "welcome":
            game = heard["game"]
        elif heard["is"] == "error" and seat.turn["mine"] and not heard["key"].startswith("node."):  # a refused act
            seat.say(do="act", text=by_chance(seat.turn, chance))
        while seat.fresh and seat.turn["mine"] and seat.turn["legal"]:
            seat.fresh = False
            text = book.choose(seat, chance) if game == "through_the_ages" else by_chance(seat.turn, chance)
            if not seat.fresh:  # else another turn came while it was thinking
                seat.say(do="act", text=text)


if __name__ == "__main__":
    me = Seat(sys.stdin, sys.stdout)
    me.say(do="hello", version=2, client="player from outside")
    with contextlib.suppress(Over):
        play(me, random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else None))
