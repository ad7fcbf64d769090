"""What `tta replay` says, in English."""

from __future__ import annotations

REPLAY = {
    "replay.beginning": "This is the beginning.",
    "replay.called-off.call-off": "The players agreed to end the game here, undecided: it is called off.",
    "replay.called-off.forfeit": "The players agreed to end the game here, without a winner: it is given up.",
    "replay.called-off.without": "{names} had no part in what follows.",
    "replay.closed": "the hands of this game are closed: nobody has its keys",
    "replay.help.at": "at N   the same, with the table as it stood there; at N PAGE: another page",
    "replay.help.back": "b      back to the step before at which something happened",
    "replay.help.chart": "chart  charts of the whole game",
    "replay.help.find": "f TEXT the next step whose log says so",
    "replay.help.log": "log    everything up to here",
    "replay.help.next": "Enter  the next step at which something happened",
    "replay.help.number": "NUMBER go to that step",
    "replay.help.pages": "{pages}  look at the game as it stood there",
    "replay.help.quit": "q      quit",
    "replay.help.seat": "s NAME see it as this player did; s alone: as everybody did",
    "replay.help.turn": "turn N go to where that turn begins; turn 7.3: to its third phase",
    "replay.help.turns": "turns  all turns with their numbers",
    "replay.keys": "Enter: next step, b: back, {page}: the table, ?: help, q: quit.",
    "replay.nobody": "nobody is called “{name}” here; there are {names}",
    "replay.not-found": "Nothing further on contains “{typed}”.",
    "replay.not-understood": "I do not understand “{typed}”; ? lists what can be typed",
    "replay.opened": "All hands are open: s NAME sees the game as this player did.",
    "replay.seen-by": "You see what {name} saw.",
    "replay.seen-by-all": "You see what everybody saw.",
    "replay.silent": "(the log says nothing)",
    "replay.title.called-off": "{game}: {names}; {n} steps; ended by agreement.",
    "replay.title.over": "{game}: {names}; {n} steps.",
    "replay.title.unfinished": "{game}: {names}; {n} steps; it is not over.",
    "replay.unfinished": "This is all there is: the game was not over.",
}
"""Stepping through a recorded game."""
