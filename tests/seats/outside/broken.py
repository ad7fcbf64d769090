#!/usr/bin/env python3
"""The player from outside, broken: it plays soundly until so many facts of the game are known, and then goes wrong.

`broken.py WAY FACTS`. It is as broken when it is started again.
"""

import contextlib
import random
import sys
import time

import player


def late(seat):
    """Think for an hour."""
    time.sleep(3600)


def illegal(seat):
    """Say acts that no game knows."""
    seat.say(do="act", text="win the game")
    seat.hear()


def rubbish(seat):
    """Say what is no JSON."""
    print('{"do":"act","text":', flush=True)
    seat.hear()


def leaves(seat):
    """Go in the middle of the game."""
    sys.exit("I have had enough")


def floods(seat):
    """Ask for the whole position without end, and read no answer."""
    while True:
        seat.say(do="look")


WAYS = {way.__name__: way for way in (late, illegal, rubbish, leaves, floods)}


class Broken(player.Seat):
    """A seat that goes wrong where it should act."""

    def __init__(self, lines, out, way, facts):
        super().__init__(lines, out)
        self._way, self._facts = way, facts

    def say(self, **what):
        """Say one line, as long as it is sound."""
        goes_wrong = what["do"] in ("act", "explain") and self.turn.get("number", 0) >= self._facts
        if goes_wrong:
            self._facts = float("inf")  # what it says from here on is not sound, and is said as it is
            while True:
                self._way(self)
        super().say(**what)


if __name__ == "__main__":
    me = Broken(sys.stdin, sys.stdout, WAYS[sys.argv[1]], int(sys.argv[2]))
    me.say(do="hello", version=2, client="player from outside, broken")
    with contextlib.suppress(player.Over):
        player.play(me, random.Random(1))
