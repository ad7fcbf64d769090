"""What a playing node does where its own program fails: it says so, accuses nobody, and writes down what it knows.

A fault in what everybody must agree on stops play here until the game is taken up again; one in what only a person
here wants or sees is told to that person, and the game goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from protocol.errors import Fault, IllegalAct
from tta_p2p.node.serving.clients import Client
from tta_p2p.node.serving.said import failed, paused
from tta_p2p.store.database import StoreError

if TYPE_CHECKING:
    from tta_p2p.node.game.playing import Playing


def note(fault: Fault) -> None:
    """Write a fault down in the node's log, for whoever mends the program."""
    print(f"{fault}\n{fault.trace}", file=sys.stderr, flush=True)


class Failures:
    """What has failed at one node; ``on_fault`` is called when play has stopped for it."""

    def __init__(self, playing: Playing, on_fault: Callable[[], None]) -> None:
        self.playing = playing
        self._on_fault = on_fault
        self._shown: dict[Client, str] = {}
        """What each client has last been told that cannot be shown."""

    @contextmanager
    def stop_play(self, doing: str) -> Iterator[None]:
        """Whatever is raised in here, but for a store or a disk that fails, is a fault that stops play."""
        try:
            yield
        except (StoreError, OSError):
            raise
        except Exception as error:
            fault = Fault.of(doing, error)
            if self.playing.table.session.fault is not None:
                note(fault)  # it has stopped already
            self.playing.table.fail(fault)

    def say(self, fault: Fault) -> None:
        """Play has stopped."""
        note(fault)
        self.playing.tell_all(paused("fault", fault.doing, fault.why, self.playing.charter.sid.hex()[:8]))
        self._on_fault()

    def unsaid(self, seat: int, error: IllegalAct | Fault) -> None:
        """What a seat here had decided could not be said: it decides anew, unless a bot would decide the same."""
        table = self.playing.table
        if table.seating is not None and table.seating.to_charter(seat) in self.playing.bots:
            table.fail(Fault.of("at what a bot does", error))
            return
        self.playing.desk.ask_after_all(seat)  # or it would decline the same for ever
        for client in self.playing.desk.clients:
            if client.seat == seat and isinstance(error, Fault):
                self.at_request(client, error)
            elif client.seat == seat:
                client.say(failed("node.not-now", str(error)))

    def at_request(self, client: Client, error: Exception) -> None:
        """Something that a client asked for has failed; nothing came of it."""
        fault = Fault.of("at what you asked for", error)
        note(fault)
        client.say(failed("node.fault", fault.doing, fault.why))

    def at_showing(self, client: Client, error: Exception) -> None:
        """A client cannot be shown the game; it is told once."""
        fault = Fault.of("at showing the game", error)
        self._shown = {one: told for one, told in self._shown.items() if not one.gone}
        if self._shown.get(client) != fault.why:
            self._shown[client] = fault.why
            note(fault)
            client.say(failed("node.fault-showing", fault.doing, fault.why))
