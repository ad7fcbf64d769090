"""From what a table agrees on to its charter, and from a charter to plain sentences.

Whoever signs a charter must have read in words what it means: who sees whose cards, what happens when somebody
leaves, what opens afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from protocol.charter import Charter, Operator, Seat
from tta_p2p import DEFAULT_GAME
from tta_p2p.games.contract import Value, settle
from tta_p2p.registry import find, title
from tta_p2p.table import binding

BY_PROGRAM = " (program)"
"""How the name of a seat ends that a program plays."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the host proposes. ``bots``: the level of each seat that bots of the host's node play beside its own."""

    seats: int
    game: str = DEFAULT_GAME
    options: Mapping[str, Value] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    on_leave: Literal["continue", "wait"] = "wait"
    audit: Literal["closed", "open"] = "closed"
    spectators: Literal["none", "open"] = "none"
    hints: bool = False
    silence: int = 60


@dataclass(frozen=True, slots=True)
class Party:
    """One operator: its name, keys and the names of its seats."""

    name: str
    identity: bytes
    certificate: bytes
    nonce: bytes
    seats: tuple[str, ...]


def make_charter(conditions: Conditions, parties: Sequence[Party]) -> Charter:
    """The charter of a full table; parties in the order in which they came, the host first."""
    game = find(conditions.game)
    options = settle(game.settings, conditions.options)
    operators = tuple(Operator(party.identity, party.certificate, party.nonce, party.name) for party in parties)
    seats = tuple(Seat(number, name) for number, party in enumerate(parties) for name in party.seats)
    return Charter(
        game=game.name,
        rules=binding.rules_digest(game),
        options=binding.write_options(options),
        faces=game.faces(),
        operators=operators,
        seats=seats,
        on_leave=conditions.on_leave,
        audit=conditions.audit,
        spectators=conditions.spectators,
        hints=conditions.hints,
        silence=conditions.silence,
    )


def in_words(charter: Charter) -> list[str]:
    """What a charter means, a sentence each."""
    said = _played(charter)
    for number, operator in enumerate(charter.operators):
        names = [charter.seats[seat].name for seat in charter.seats_of(number)]
        if len(names) == 1:
            said.append(f"{operator.name} plays one seat.")
        else:
            said.append(f"{operator.name} runs the seats {_and(names)} and can see the cards of all of them.")
    programs = [seat.name.removesuffix(BY_PROGRAM) for seat in charter.seats if seat.name.endswith(BY_PROGRAM)]
    if programs:
        said.append(f"A program plays for {_and(programs)}.")
    return said + _leaving(charter) + _afterwards(charter)


def in_words_before(conditions: Conditions, seats: Sequence[Sequence[str]], names: Sequence[str]) -> list[str]:
    """What the charter of a table will mean, as far as it is known before everybody is here."""
    missing = conditions.seats - sum(len(own) for own in seats)
    own = [*seats, *([f"guest {i + 1}"] for i in range(max(0, missing)))]
    called = [*names, *(f"guest {i + 1}" for i in range(max(0, missing)))]
    parties = [
        Party(name, bytes([i]) * 32, bytes(32), bytes([i]) * 32, tuple(mine))
        for i, (name, mine) in enumerate(zip(called, own, strict=True))
    ]
    return in_words(make_charter(conditions, parties))


def _played(charter: Charter) -> list[str]:
    """Which game, how many play, and what the table has chosen where it could choose."""
    game, options = find(charter.game), binding.read_options(charter.options)
    texts = game.texts("en")
    said = [f"{title(game.name)} for {len(charter.seats)}"]
    for setting in game.settings:
        value = options[setting.name]
        words = texts.get(f"setting.{setting.name}.{value}", str(value))
        if setting.name == "variant":
            said[0] += f": {words}"
        elif value != setting.choices[0] or len(game.settings) == 1:
            said.append(f"{texts.get(f'setting.{setting.name}', setting.name)}: {words}")
    return [f"{sentence}." for sentence in said]


def _leaving(charter: Charter) -> list[str]:
    if charter.on_leave == "wait":
        return [
            "If somebody leaves, the game waits for them; it can be ended undecided by agreement.",
            "Nobody but its owner can ever open a hand, not even all others together.",
        ]
    if not charter.escrow:
        return [
            "With fewer than three computers the others cannot go on when somebody leaves: the game waits.",
            "Nobody but its owner can ever open a hand, not even all others together.",
        ]
    said = [
        f"If somebody is silent for {charter.silence} seconds and all others agree that it is gone, they go on.",
    ]
    for number, operator in enumerate(charter.operators):
        others = [other.name for i, other in enumerate(charter.operators) if i != number]
        said.append(f"The price: {_and(others)}, all together, could read {operator.name}'s hand.")
    return said


def _afterwards(charter: Charter) -> list[str]:
    said = []
    if charter.audit == "open":
        said.append("After the game all keys are published: every hand can be looked at.")
    else:
        said.append("After the game everything hidden stays hidden; that it was fair can be checked all the same.")
    if charter.spectators == "open":
        said.append("Anybody who reaches one of these computers may watch, and sees what everybody sees: never a hand.")
    if charter.hints:
        said.append("Players may ask a bot for advice.")
    return said


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
