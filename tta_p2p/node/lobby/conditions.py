"""From what a table agrees on to its charter, and from a charter to what is said of it, as keys with arguments.

Whoever signs a charter must have read in words what it means: who sees whose cards, what happens when somebody
leaves, what opens afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from protocol.charter import Charter, Operator, Seat
from tta_p2p import DEFAULT_GAME
from tta_p2p.games.contract import Value
from tta_p2p.games.game import complete_options, narrowed
from tta_p2p.i18n import bot_number
from tta_p2p.registry import load_rules
from tta_p2p.seats.messages import TextRef
from tta_p2p.seats.names import BY_PROGRAM
from tta_p2p.table import binding
from tta_p2p.table.releases import rules_of

Name = str | int
"""What somebody is called; a number for a guest who is not here yet."""

FEW = 2
"""A game that lets a table choose no more than this has all of it said; of others only what is not as usual."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The host's proposal. ``bots``: the level of each seat that bots of the host's node play beside its own."""

    seats: int
    game: str = DEFAULT_GAME
    options: Mapping[str, Value] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    on_leave: Literal["continue", "wait"] = "wait"
    audit: Literal["closed", "open"] = "closed"
    spectators: Literal["none", "open"] = "none"
    hints: bool = False
    away: int = 60
    idle: int = 900
    stand_in: int = 0
    """Seconds after which a bot of the own node plays for an idle player; 0: never."""


@dataclass(frozen=True, slots=True)
class Party:
    """One operator: its name, keys and the names of its seats."""

    name: str
    identity: bytes
    certificate: bytes
    nonce: bytes
    seats: tuple[str, ...]


def table_conditions(conditions: Conditions) -> Conditions:
    """The conditions as they stand at the table: the settings alone that its rules have (`Game.played_by`)."""
    rules = load_rules(conditions.game).played_by(conditions.options)
    return replace(conditions, options=narrowed(rules, conditions.options))


def make_charter(conditions: Conditions, parties: Sequence[Party]) -> Charter:
    """The charter of a full table; parties in the order in which they came, the host first."""
    game = load_rules(conditions.game).played_by(conditions.options)
    options = complete_options(game.settings, narrowed(game, conditions.options))
    operators = tuple(Operator(party.identity, party.certificate, party.nonce, party.name) for party in parties)
    seats = tuple(Seat(number, name) for number, party in enumerate(parties) for name in party.seats)
    return Charter(
        game=game.name,
        rules=binding.charter_rules(game),
        options=binding.write_options(options, conditions.stand_in),
        faces=game.faces(),
        operators=operators,
        seats=seats,
        on_leave=conditions.on_leave,
        audit=conditions.audit,
        spectators=conditions.spectators,
        hints=conditions.hints,
        away=conditions.away,
        idle=conditions.idle,
    )


def rematch_conditions(charter: Charter, bots: Sequence[str] = ()) -> Conditions:
    """Give the host's proposal for another game like this one; ``bots``: as in `Conditions`."""
    return Conditions(
        len(charter.seats),
        charter.game,
        binding.read_options(rules_of(charter), charter.options),
        tuple(bots),
        charter.on_leave,
        charter.audit,
        "open" if charter.spectators == "open" else "none",
        hints=charter.hints,
        away=charter.away,
        idle=charter.idle,
        stand_in=binding.read_stand_in(charter.options),
    )


def conditions_of(charter: Charter) -> list[TextRef]:
    """Describe a charter, a sentence for each condition: texts `charter.KEY` with arguments."""
    called = [operator.name for operator in charter.operators]
    seats = [[charter.seats[seat].name for seat in charter.seats_of(number)] for number in range(len(called))]
    return _meaning(charter, called, seats)


def conditions_before(conditions: Conditions, seats: Sequence[Sequence[str]], names: Sequence[str]) -> list[TextRef]:
    """Describe the charter of a table before all are here; numbers stand for the missing players."""
    missing = list(range(1, conditions.seats - sum(len(own) for own in seats) + 1))
    parties = [
        Party(name, bytes([i]) * 32, bytes(32), bytes([i]) * 32, tuple(mine))
        for i, (name, mine) in enumerate([*zip(names, seats, strict=True), *((f"{i}", [f"{i}"]) for i in missing)])
    ]
    charter = make_charter(conditions, parties)
    return _meaning(charter, [*names, *missing], [*seats, *([number] for number in missing)])


def _meaning(charter: Charter, called: Sequence[Name], seats: Sequence[Sequence[Name]]) -> list[TextRef]:
    """``called``: the operators; ``seats``: those of each."""
    said = _played(charter)
    for name, own in zip(called, seats, strict=True):
        said.append(TextRef("one-seat", [[name]]) if len(own) == 1 else TextRef("seats", [[name], list(own)]))
        bots = [seat for seat in own[1:] if isinstance(seat, str) and bot_number(seat)]
        if bots:
            said.append(TextRef("bots", [list(bots)]))
    names = [name for own in seats for name in own if isinstance(name, str)]
    programs = [name.removesuffix(BY_PROGRAM) for name in names if name.endswith(BY_PROGRAM)]
    if programs:
        said.append(TextRef("programs", [list(programs)]))
    return said + _leaving(charter, called) + _afterwards(charter)


def _played(charter: Charter) -> list[TextRef]:
    """Describe the game, the number of players, and the table's choices where it could choose."""
    game = rules_of(charter)
    options = binding.read_options(game, charter.options)
    said = [TextRef("game", [game.name, len(charter.seats)])]
    few = len([setting for setting in game.settings if setting.name != "variant"]) <= FEW
    for setting in game.settings:
        value = options[setting.name]
        chosen = f"{setting.name}.{value}"
        if setting.name == "variant":
            said[0] = TextRef("game-variant", [game.name, len(charter.seats), chosen])
        elif value != setting.choices[0] or few:
            said.append(TextRef("setting", [setting.name, chosen, str(value)]))
    return said


def _leaving(charter: Charter, called: Sequence[Name]) -> list[TextRef]:
    closed = TextRef("hands-closed-until-the-end" if charter.audit == "open" else "hands-stay-closed")
    limits = [
        TextRef("away", [charter.away]),
        TextRef("idle", [charter.idle]) if charter.idle else TextRef("never-idle"),
    ]
    ends = [TextRef("away-ends", [charter.away]), TextRef("idle-ends", [charter.idle]) if charter.idle else limits[1]]
    if charter.on_leave == "wait":
        return [TextRef("waits"), *ends, closed]
    if not charter.escrow:
        return [TextRef("too-few"), *ends, closed]
    said = [TextRef("gone"), *limits]
    for number, name in enumerate(called):
        readers = charter.readers_of(charter.lead(number))
        said.append(TextRef("price", [[called[reader] for reader in readers], [name]]))
    return said


def _afterwards(charter: Charter) -> list[TextRef]:
    said = [TextRef("keys-published" if charter.audit == "open" else "keys-stay-secret")]
    if charter.spectators == "open":
        said.append(TextRef("watched"))
    if charter.hints:
        said.append(TextRef("hints"))
    if seconds := binding.read_stand_in(charter.options):
        said.append(TextRef("stand-in", [seconds]))
    return said
