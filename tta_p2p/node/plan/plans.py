"""Plans of node processes, and what a node keeps beside the journal to resume a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from tta_p2p.net.folder.post import LOOK
from tta_p2p.net.onions import ONION, OnionKey
from tta_p2p.node.game.context import GRID, LINGER
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.exchange import Agreement
from tta_p2p.node.programs.program import Patience, ProgramCommand

NO_FOLDER = "-"
"""What a person says for a game that had a folder and goes on without."""

KEPT = 600.0
"""Seconds for which the place of a guest is kept in the lobby that has not agreed and has closed its windows."""


class FormerOperator(msgspec.Struct, frozen=True):
    """One operator of the game before: its identity key, name, names of its seats, and whether nobody plays there."""

    identity: bytes
    name: str
    seats: tuple[str, ...]
    unattended: bool = False


class RematchTerms(msgspec.Struct, frozen=True):
    """Another game at the same table: its conditions, its operators, and the places of its host.

    A node agrees to it, or begins it, by itself under these conditions with exactly these operators (`as_before`).
    """

    conditions: Conditions
    operators: tuple[FormerOperator, ...] = ()
    places: tuple[str, ...] = ()
    before: str = ""
    """The id of the game that was played there before."""


class Plan(msgspec.Struct, frozen=True):
    """The task of a node process. ``listen``, ``public`` and ``address`` are texts as people write them; without an
    address a guest looks for the table of that name, or of the host with that fingerprint, on the local network.

    ``listen``: where it listens, for everybody on one port (default: any); ``public``: where others reach that port, if
    that is elsewhere, as at a router that forwards it. A game that is taken up again remembers both. ``port``: the
    number where its table was before, taken again if it is free and no other is asked for; 0: none. ``knocking``:
    seconds for which a guest tries again where nobody is, or a crowd at the door.

    ``at_once``: a host starts as soon as the table is full; a guest agrees to whatever is proposed (bots, tests).
    ``bot``: the level of the bot that plays this node's first seat; empty if a person does. ``programs``: play the
    first seat (or one ``beside`` it) and further ones of the host's. ``pace``: seconds between acts of bots; ``grid``:
    seconds between the points at which they act where people play. ``kept``: seconds for which the place of a guest
    is kept in the lobby, once nobody is there and it does not agree. ``router``: ask the router to open the port, where
    the game is not for this network alone. ``sought``: where other members are now, of a game
    that is taken up again, as its person says.
    """

    do: Literal["host", "join", "resume"]
    id: str
    name: str
    conditions: Conditions | None = None
    listen: str = ""
    public: str = ""
    port: int = 0
    address: str = ""
    table: str = ""
    sid: str = ""
    bot: str = ""
    programs: tuple[ProgramCommand, ...] = ()
    beside: bool = False
    patience: Patience = Patience()
    at_once: bool = False
    quiet: bool = False
    knocking: float = 60.0
    interfaces: tuple[str, ...] = ()
    again: RematchTerms | None = None
    pace: float = 0.0
    grid: float = GRID
    linger: float = LINGER
    kept: float = KEPT
    sought: tuple[str, ...] = ()
    router: bool = False
    onion: bool = False
    """Whether others reach it by an onion service of its own."""
    onion_seed: bytes = b""
    """The seed of the key of that service, so that it has the same address next week; drawn when it is first needed."""
    hidden: bool = False
    """Whether it reaches others, and is reached, by way of Tor alone."""
    folder: str = ""
    """A directory by way of which it meets others as well; ``-``: none, though the game had one."""
    look: float = LOOK
    """Seconds between two looks into it."""

    @property
    def onion_key(self) -> OnionKey | None:
        """The key of its onion service, if it has one."""
        return OnionKey(self.onion_seed) if self.onion_seed else None

    @property
    def program_first(self) -> bool:
        """Whether a program plays this node's first seat."""
        return bool(self.programs) and not self.beside

    @property
    def unattended(self) -> bool:
        """Whether no person plays here."""
        return bool(self.bot) or self.program_first


class Secrets(msgspec.Struct, frozen=True):
    """The record that resumes a game, beside its journal: TLS key, certificates, players of the own seats.

    ``bots`` are levels and ``programs`` commands, both by the seat of the charter.
    """

    tls_seed: bytes
    certificates: list[bytes]
    places: list[list[str]]
    port: int
    bots: dict[int, str]
    name: str
    programs: dict[int, ProgramCommand] = {}
    table: str = ""
    """What the table is called; the name of its host if nobody has called it otherwise."""
    listen: str = ""
    public: str = ""
    unattended: tuple[int, ...] = ()
    """The operators of the charter that have said that no person plays there."""
    id: str = ""
    """What this node was called when the game began, and is called again: the game's short name in this data folder."""
    levels: tuple[str, ...] = ()
    """Of which levels the bots of the host are, as its room said; empty in what releases up to 0.4.0 have stored."""
    quiet: bool = False
    """Whether nothing is announced on the network."""
    interfaces: tuple[str, ...] = ()
    """The addresses by whose interfaces it is; none: by all."""
    onion_seed: bytes = b""
    hidden: bool = False
    """Whether it reaches others, and is reached, by way of Tor alone."""
    folder: str = ""
    """The directory by way of which it met others when the game began."""
    folder_table: str = ""
    """The number of its host's table there."""


def secrets_of(
    plan: Plan, agreed: Agreement, table: str, tls_seed: bytes, port: int, folder_table: str = ""
) -> Secrets:
    """Give what a game that begins so needs to be taken up again; ``port`` is where this node listens for others.

    ``folder_table``: the number of the own table in its folder.
    """
    bots: dict[int, str] = {}
    own = agreed.charter.charter.seats_of(agreed.operator)
    if plan.bot:
        bots[own[0]] = plan.bot
    if plan.conditions is not None:
        bots |= dict(zip(own[1:], plan.conditions.bots, strict=False))
        own = (*own[:1], *own[1 + len(plan.conditions.bots) :])
    programs = dict(zip(own if plan.program_first else own[1:], plan.programs, strict=False))
    places = [list(places) for places in agreed.places]
    where = (plan.listen, plan.public)
    return Secrets(
        tls_seed,
        list(agreed.certificates),
        places,
        port,
        bots,
        plan.name,
        programs,
        table,
        *where,
        unattended=agreed.unattended,
        id=plan.id,
        levels=agreed.bots,
        quiet=plan.quiet,
        interfaces=plan.interfaces,
        onion_seed=plan.onion_seed,
        hidden=plan.hidden,
        folder=plan.folder,
        folder_table=folder_table,
    )


class PendingCharter(msgspec.Struct, frozen=True):
    """A guest's record from before it signs a charter until it knows whether all have: enough to begin that game later.

    ``room`` and ``nonces`` are what the host has told in the lobby, ``places`` where it was found; the rest is as in
    `Secrets`. ``id``, ``game``, ``me`` and ``players`` are for people.
    """

    plan: Plan
    identity: bytes
    room: bytes
    nonces: bytes
    tls_seed: bytes
    table: str
    port: int
    places: tuple[str, ...]
    id: str
    game: str
    me: str
    players: tuple[str, ...]


def decode_pending_charter(kept: bytes) -> PendingCharter:
    """Read such a record. Raises msgspec.DecodeError."""
    found: Any = msgspec.msgpack.decode(kept, type=PendingCharter)
    assert isinstance(found, PendingCharter)
    return found


class NodeFailed(Exception):
    """A node could not do what it was started for."""


def with_routes(plan: Plan, kept: Secrets | None, entropy: Callable[[int], bytes]) -> Plan:
    """The plan with its ways to others settled; ``kept``: what is stored of the game that is taken up again.

    Whoever asks for an onion service, or joins by one, and for no other address is hidden, and announces nothing.
    """
    chosen = bool(plan.listen or plan.public)
    if kept is not None:
        seed, hidden = kept.onion_seed, kept.hidden and not chosen
    else:
        by_onion = bool(plan.address) and all(is_onion_place(text) for text in plan.address.split(","))
        seed = plan.onion_seed or (entropy(32) if plan.onion else b"")
        hidden = plan.hidden or (not chosen and (plan.onion or by_onion))
    return msgspec.structs.replace(plan, onion=bool(seed), onion_seed=seed, hidden=hidden, quiet=plan.quiet or hidden)


def with_folder(plan: Plan, kept: Secrets | None) -> Plan:
    """The plan with its folder settled; ``kept``: what is stored of the game that is taken up again."""
    folder = plan.folder or (kept.folder if kept is not None else "")
    return msgspec.structs.replace(plan, folder="" if folder == NO_FOLDER else folder)


def wants_tor(plan: Plan) -> bool:
    """Whether the person here has named something that is reached by way of Tor."""
    named = (*plan.address.split(","), *plan.sought, *(() if plan.again is None else plan.again.places))
    return plan.onion or plan.hidden or any(map(is_onion_place, named))


def is_onion_place(text: str) -> bool:
    """Whether a person's text names an onion service."""
    return ONION in text.lower()


def decode_plan(data: bytes) -> Plan:
    """A plan from the command line that started this process."""
    plan: Any = msgspec.json.decode(data, type=Plan)
    assert isinstance(plan, Plan)
    return plan
