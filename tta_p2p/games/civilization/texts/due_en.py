"""What is to be done before anything else, by decision: in English."""

from __future__ import annotations

_DUE = {
    "answer-ability": "First answer what was declared, or pass",
    "answer-action": "First answer what was declared, or pass",
    "answer-event": "First answer what was declared, or pass",
    "answer-move": "First answer what was declared, or pass",
    "blow": "First play a unit in the battle",
    "capital": "First place your capital",
    "civilization": "First choose a civilization",
    "discard": "First discard a culture event",
    "divide": "First choose what {0} buys with the rest of its production, or rest",
    "figures": "First place your figures around your capital",
    "gift": "First take a resource from the market",
    "grant": "First say who gets the coin",
    "loot": "First take loot, or say that it is enough",
    "make-room": "First your figures leave the new city {0}",
    "manage": "That is not done while cities act: end your part of the phase first",
    "moves": "That is not done while figures move: end your part of the phase first",
    "on-the-way": "First say where the group on {0} goes on to, or stop there",
    "person": "First place the {0:card}, or keep it",
    "place-wonder": "First place {0:card}",
    "proposal": "First accept or decline the deal",
    "start": "That is not done at the start of a turn: end it first",
    "study": "First choose what to research, or wait",
    "swap": "First choose what to learn",
    "terms": "First name what you give and get, then propose the deal or withdraw",
    "trading": "That is not done in the trade phase: end your part of it first",
    "village": "First say what becomes of the village: store or welcome",
}

DUE_EN = {f"illegal.due-first.{key}": text for key, text in _DUE.items()}
"""Everything by its key."""
