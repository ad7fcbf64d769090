"""What is random in the first process of a seat at a table of tests: the same at every such table.

Where all have the same conditions, names and people, the game is the same as at a table before, message by message, and
what libsodium has said of it is remembered (`tests.memory`). A node that comes back throws dice of its own: whatever it
says anew must not rest on luck.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from protocol.fiatshamir import HedgedRandom
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.plan.plans import Plan
from tta_p2p.store import identity

SEED = "TTA_TEST_DICE"
"""In the environment of a process: whose dice these are."""


class Dice:
    """Bytes by who asks for them, and for the how-many-th time: who asks first may depend on the machine."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._asked = Counter[str]()

    def __call__(self, count: int) -> bytes:
        who = sys._getframe(1).f_code.co_qualname
        if who != HedgedRandom.stream.__qualname__:  # which binds what it draws to what it draws it for
            self._asked[who] += 1
        seed = f"{self._seed} {who} {self._asked[who]}".encode()
        return hashlib.shake_256(seed).digest(count)


def dice_of(number: int, plan: Plan, apart: bool = False) -> str:
    """Whose dice a process at a table throws; nobody's when it comes back.

    Nobody's either where its table is announced to others: it is known by a key there, and another test that announces
    the same key at the same time takes its place, and takes it down. ``apart``: on a network of this test alone.
    """
    return "" if plan.do == "resume" or not (plan.quiet or apart) else f"{number} {plan.name}"


def throw() -> None:
    """Let the node of this process have them, if its environment says so."""
    if not (seed := os.environ.pop(SEED, "")):
        return
    dice = Dice(seed)
    Environment.__init__.__defaults__ = (dice, *Environment.__init__.__defaults__[1:])  # type: ignore[index, misc]
    identity.create = lambda home, passphrase=None: create(home, passphrase, dice)


def create(home: Path, passphrase: str | None, dice: Dice) -> bytes:
    """Make an identity key of them."""
    key = Ed25519PrivateKey.from_private_bytes(dice(32))
    identity.write_private(home / identity.KEY_FILE, identity._pem(key, passphrase), exclusive=True)
    return key.private_bytes_raw()
