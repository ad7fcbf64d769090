"""Faults of a node's own program: it says so, accuses nobody, and writes down all it knows.

A fault in what everybody must agree on stops play here until the game is taken up again; one in what only a person
here wants or sees is told to that person, and the game goes on.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager

from protocol.errors import Fault, IllegalAct
from tta_p2p.net import fault_log
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.notices import error_reply, halt_reply, rule_refusal
from tta_p2p.seats import messages as say
from tta_p2p.store.database import StoreError
from tta_p2p.store.errors import FULL
from tta_p2p.table.game_table import GameTable


def log_fault(fault: Fault) -> None:
    """Write a fault down in the node's log, for whoever mends the program."""
    fault_log.write(f"{fault}\n{fault.trace}")


def kind_of_fault(fault: Fault) -> str:
    """Give the kind of a fault's error, as its program names it; the rest of it stands in the node's log."""
    return fault.why.partition("(")[0]


OUTAGES = ("full", "store", "old", "sealed", "fault", "stopped")
"""Why the node of a member says nothing more, as it tells the others."""


def lost_code(sealed: bool) -> str:
    """Name a store that lacks a secret: the opening of a sealed answer, or another one."""
    return "sealed" if sealed else "old"


def root_of(error: BaseException) -> BaseException:
    """Find the error for which a node ends in a group of those that came of it: of a store or disk before any other."""
    found, rest = list[BaseException](), [error]
    while rest:
        one = rest.pop(0)
        if isinstance(one, BaseExceptionGroup):
            rest = [*one.exceptions, *rest]
        else:
            found.append(one)
    return next((one for one in found if isinstance(one, StoreError | OSError)), found[0])


def halt_of(error: BaseException) -> say.HaltReply:
    """Say why a node ends for this error, to its clients and to whoever looks afterwards."""
    root = root_of(error)
    if isinstance(root, StoreError):
        return halt_reply("store", root.code)
    if isinstance(root, OSError):
        return halt_reply("store", errno.errorcode.get(root.errno or 0, "other"))
    return halt_reply("crashed", type(root).__qualname__)


def outage_of(error: BaseException) -> str:
    """Say the same to the other members, as one of `OUTAGES`: they need not know more."""
    root = root_of(error)
    if not isinstance(root, StoreError | OSError):
        return "fault"
    code = root.code if isinstance(root, StoreError) else errno.errorcode.get(root.errno or 0, "")
    if code in FULL:
        return "full"
    return code if code in OUTAGES else "store"


class FaultHandler:
    """The faults of one node in agreed state, and in the decisions of its seats."""

    def __init__(self, table: GameTable, desk: Desk, bots: Container[int], on_fault: Callable[[], None]) -> None:
        """``bots``: the seats of the charter that bots play; ``on_fault`` is called when play has stopped."""
        self._table, self._desk, self._bots, self._on_fault = table, desk, bots, on_fault

    @contextmanager
    def stop_play(self, doing: str) -> Iterator[None]:
        """Whatever is raised in here, but for a store or a disk that fails, is a fault that stops play."""
        try:
            yield
        except (StoreError, OSError):
            raise
        except Exception as error:
            fault = Fault.of(doing, error)
            if self._table.session.fault is not None:
                log_fault(fault)  # it has stopped already
            self._table.fail(fault)

    def report(self, fault: Fault) -> None:
        """Play has stopped."""
        log_fault(fault)
        self._desk.tell_all(halt_reply("fault", kind_of_fault(fault), self._table.charter.sid.hex()[:8]))
        self._on_fault()

    def retry_decision(self, seat: int, error: IllegalAct | Fault) -> None:
        """Ask a seat here again: its decision could not be said. A bot that would decide the same is not asked."""
        table = self._table
        if table.seating is not None and table.seating.to_charter(seat) in self._bots:
            table.fail(Fault.of("at what a bot does", error))
            return
        self._desk.orders.give_up(seat)  # or it would decide the same for ever
        for client in self._desk.clients:
            if client.seat == seat and isinstance(error, Fault):
                report_failed_request(client, error)
            elif client.seat == seat:
                why = rule_refusal(self._table.game, str(error))
                known = None if why is None else say.ErrorReply(why.key, why.args, str(error))
                client.say(known or error_reply("node.not-now", "refused"))


def report_failed_request(client: Client, error: Exception) -> None:
    """Something that a client asked for has failed; nothing came of it."""
    fault = Fault.of("at what you asked for", error)
    log_fault(fault)
    client.say(error_reply("node.fault", kind_of_fault(fault)))


class DisplayFaults:
    """The faults in showing something to clients, and the clients told of them."""

    def __init__(self) -> None:
        self._told: dict[Client, str] = {}
        """What each client has last been told that cannot be shown."""

    def failed(self, client: Client, error: Exception) -> None:
        """A client cannot be shown the game; it is told once."""
        fault = Fault.of("at showing the game", error)
        self._told = {one: told for one, told in self._told.items() if not one.gone}
        if self._told.get(client) != fault.why:
            self._told[client] = fault.why
            log_fault(fault)
            client.say(error_reply("node.fault-showing", kind_of_fault(fault)))
