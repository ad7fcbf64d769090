"""Crowds at the port of a real node: how long a friend is kept out by so many, from so many addresses.

A crowd of forty shows its keys and says nothing, or begins to show them and stops, from one address of this machine,
from eight or from one each; it keeps coming. A friend comes from an address of its own, or from one of theirs. Kept out
for more than 10 seconds (30 where the address is shared) is a finding.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trio

from tests.net.crowds import SOURCE, Crowd, Sources
from tests.node.lobbies import Person
from tests.node.processes import Process
from tta_p2p.net.addresses import parse_address
from tta_p2p.net.errors import NetError
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.greeting import hello
from tta_p2p.node.lobby.messages import GuestEntry, write_lobby
from tta_p2p.node.plan.plans import Plan

OWN, SHARED = 10.0, 30.0
"""Seconds in which a friend must be in."""
SETTLED = 5.0
"""Seconds that a crowd has before the friend comes."""


@dataclass(frozen=True)
class Scene:
    """A crowd, and where the friend comes from."""

    seed: int
    sitters: int
    sources: int
    stalls: bool
    shared: bool
    pause: float

    @property
    def within(self) -> float:
        """Seconds in which the friend must be in."""
        return SHARED if self.shared else OWN


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, default=10, help="how long crowds come")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first")
    parser.add_argument("--games", type=int, default=0, help="how many crowds; 0: until the time is over")
    parser.add_argument("--sitters", type=int, default=40, help="how many are in a crowd")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(wanted: argparse.Namespace) -> int:
    """Let crowds come, and say how long friends were kept out."""
    until = time.monotonic() + 60 * wanted.minutes
    crowds, slowest, found = 0, 0.0, []
    while time.monotonic() < until and not (wanted.games and crowds == wanted.games):
        scene = _scene(wanted.seed + crowds, wanted.sitters)
        seconds = trio.run(_seconds, scene)
        crowds, slowest = crowds + 1, max(slowest, seconds or 0.0)
        if seconds is None or seconds > scene.within:
            again = f"./scripts/soak crowds --seed {scene.seed} --games 1 --sitters {scene.sitters}"
            what = f"a friend is kept out for {'longer' if seconds is None else f'{seconds:.1f} s'}: {scene}"
            found.append({"seed": scene.seed, "again": again, "what": [what]})
            print(f"{again}\n  {what}", file=sys.stderr, flush=True)
    if wanted.json:
        print(json.dumps({"crowds": crowds, "slowest": slowest, "found": found}, indent=1))
    else:
        print(f"{crowds} crowds, the slowest friend was in after {slowest:.1f} s; {len(found)} findings")
    return 1 if found else 0


def _scene(seed: int, sitters: int) -> Scene:
    luck = random.Random(seed)
    sources = luck.choice([1, 8, sitters])
    return Scene(seed, sitters, sources, luck.random() < 0.3, luck.random() < 0.5, luck.choice([0.0, 0.1, 1.0]))


async def _seconds(scene: Scene) -> float | None:
    """Seconds until the friend is in; None where it is kept out for longer than it may be."""
    trio.socket.set_custom_socket_factory(Sources())  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        plan = partial(Plan, do="host", id="ann", name="Ann", listen="127.0.0.1:0", quiet=True)
        host = Process(Path(folder) / "ann", plan(conditions=Conditions(3, "caravan")))
        stack.callback(host.close)
        crowd = Crowd(parse_address(await trio.to_thread.run_sync(host.wait_for, "listening")), hello(), scene.pause)
        async with trio.open_nursery() as nursery:
            for number in range(scene.sitters):
                SOURCE.set(f"127.0.1.{number % scene.sources + 1}")
                nursery.start_soon(crowd.stall if scene.stalls else crowd.sit, number)
            await trio.sleep(SETTLED)
            SOURCE.set("127.0.1.1" if scene.shared else "127.0.2.1")
            friend = Person("friend")
            entry = GuestEntry(friend.name, friend.certificate, friend.entry.commitment, ())
            try:
                return await crowd.come_in(2 * scene.within, friend.key, write_lobby(entry))
            except NetError:
                return None
            finally:
                nursery.cancel_scope.cancel()
