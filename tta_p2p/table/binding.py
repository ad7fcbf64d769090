"""Between the words of the rules and the words of the protocol; nothing here has a state.

Needs become operations and claims become claims; seats are renumbered, because the protocol counts them as the
charter lists them and the game as they were drawn to play. Handles and faces are the same on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from protocol import messages, operations
from protocol.charter import Charter
from tta_p2p.games import contract
from tta_p2p.games.contract import Act, Need, Value, canonical
from tta_p2p.games.game import Game, complete_options

MAX_ACTS = 400
"""Longest entry, in acts: what one seat decides before something new is learnt."""

MAX_NUMBER = 2**63
"""All numbers in an entry are closer to 0 than this: rules reckon with them, and nobody can make that dear."""

_acts = msgspec.json.Decoder(tuple[Act, ...])


class BadEntry(Exception):
    """Bytes that are not the acts of one seat."""


class Seating:
    """The seat of the game for each seat of the charter; the draw for seats fixes it."""

    def __init__(self, order: Sequence[int]) -> None:
        self.charter = tuple(order)
        self._game = {seat: number for number, seat in enumerate(self.charter)}

    def to_game(self, seat: int) -> int:
        """The seat of the game that a seat of the charter plays."""
        return self._game[seat]

    def to_charter(self, seat: int) -> int:
        """The seat of the charter that plays a seat of the game."""
        return self.charter[seat]


def game_seats(order: Sequence[int], charter: Charter, game: Game[Any, Any]) -> tuple[int, ...]:
    """The seats of the charter that the game is laid out for, where these are there when the seats are drawn.

    If they are too few for the game, it is laid out for those as well whom the table has put out, behind the others:
    that they leave is told next, and the rules say what becomes of a game that so many have left.
    """
    gone = () if len(order) in game.seats else (seat for seat in range(len(charter.seats)) if seat not in order)
    return (*order, *gone)


def operation(need: Need, seating: Seating) -> operations.Operation:
    """The operation that carries a need out."""
    match need:
        case contract.Shuffle(_, _, handles, faces, into):
            return operations.Shuffle(handles, faces, into)
        case contract.Deal(_, handles, seat):
            return operations.Deal(handles, seating.to_charter(seat))
        case contract.Peek(_, handles, seat):
            return operations.Peek(handles, seating.to_charter(seat))
        case contract.Show(_, handles):
            return operations.Show(handles)
        case contract.Pass(_, handles, seat):
            return operations.Pass(handles, seating.to_charter(seat))
        case contract.Return(_, handles):
            return operations.Return(handles)
        case contract.Remix(_, seat, handles, faces, into):
            return operations.Remix(seating.to_charter(seat), handles, faces, into)
        case contract.Random(_, below):
            return operations.Random(below)


def part(need: Need, seating: Seating) -> operations.Part:
    """The part of a bundle that carries a need out; ``neighbours.together`` says which needs can be one."""
    made = operation(need, seating)
    assert isinstance(made, operations.Part)
    return made


def answer(need: Need, faces: Mapping[int, str], value: int | None) -> contract.Answer:
    """The fact that tells the rules that a need was carried out."""
    number = need.number
    match need:
        case contract.Show(_, handles):
            return contract.Shown(number, tuple(faces[handle] for handle in handles))
        case contract.Random():
            assert value is not None
            return contract.Rolled(number, value)
        case contract.Shuffle():
            return contract.Shuffled(number)
        case contract.Deal():
            return contract.Dealt(number)
        case contract.Peek():
            return contract.Peeked(number)
        case contract.Pass():
            return contract.Passed(number)
        case contract.Return():
            return contract.Returned(number)
        case contract.Remix():
            return contract.Remixed(number)


def claim(said: contract.Claim) -> messages.Claim:
    """A claim of the rules in the words of the protocol."""
    match said:
        case contract.Is(handle, face):
            return messages.FaceClaim(handle, face)
        case contract.OneOf(handle, faces):
            return messages.MembershipClaim(handle, tuple(sorted(set(faces))))
        case contract.AtLeast(handles, worth, total):
            listed = tuple(sorted((face, number) for face, number in worth if number > 0))
            return messages.SumClaim(tuple(sorted(set(handles))), listed, max(0, total))


def write_entry(acts: Sequence[Act]) -> bytes:
    """The payload of an entry: all acts of one seat, in order."""
    return msgspec.json.encode(tuple(acts))


def read_entry(payload: bytes, seat: int) -> tuple[Act, ...]:
    """The acts of an entry of a seat. Raises BadEntry."""
    try:
        acts = _acts.decode(payload)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadEntry(f"not a list of acts: {error}") from error
    if write_entry(acts) != payload:
        raise BadEntry("not the canonical writing of these acts")
    if not 1 <= len(acts) <= MAX_ACTS:
        raise BadEntry(f"an entry has 1 to {MAX_ACTS} acts, not {len(acts)}")
    if any(act.seat != seat for act in acts):
        raise BadEntry("an entry of one seat acts for another")
    if not all(-MAX_NUMBER < number < MAX_NUMBER for act in acts for number in _numbers(act)):
        raise BadEntry("an entry holds a number of more than 64 bits")
    return acts


def write_choice(number: int, act: Act) -> bytes:
    """A sealed act for the store of its own node, with the number of facts before its decision."""
    return msgspec.json.encode((number, act))


def read_choice(data: bytes) -> tuple[int, Act]:
    """Read the output of `write_choice`. Raises BadEntry for anything else."""
    try:
        return msgspec.json.decode(data, type=tuple[int, Act])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadEntry(f"not a sealed act: {error}") from error


def _numbers(act: Act) -> list[int]:
    """All numbers among the arguments of an act."""
    bare = [arg.handle if isinstance(arg, contract.Card) else arg for arg in act.args]
    return [arg for arg in bare if isinstance(arg, int)]


STAND_IN = "table.stand-in"
"""Beside the options of a game: the seconds after which a bot plays for somebody who does not act."""
SHORTEST, LONGEST = 5, 30 * 24 * 3600
"""Of these seconds."""


def write_options(options: Mapping[str, Value], stand_in: int = 0) -> bytes:
    """The options of a game for the charter, in a fixed order; ``stand_in``: see `read_stand_in`."""
    table: dict[str, Value] = {STAND_IN: stand_in} if stand_in else {}
    return msgspec.json.encode(dict(sorted({**options, **table}.items())))


def read_options(game: Game[Any, Any], data: bytes) -> dict[str, Value]:
    """The options of a charter that are its game's, each with a value, also what it leaves out. Raises BadEntry."""
    options = {name: value for name, value in _read_all(data).items() if name != STAND_IN}
    try:
        return complete_options(game.settings, options)
    except contract.BadOptions as error:
        raise BadEntry(f"the charter has options that {game.name} does not have: {error}") from error


def read_stand_in(data: bytes) -> int:
    """The seconds after which a bot on their own computer plays for absent players; 0: never. Raises BadEntry."""
    seconds = _read_all(data).get(STAND_IN)
    if seconds is None:
        return 0
    if type(seconds) is not int or not SHORTEST <= seconds <= LONGEST:
        raise BadEntry(f"no bot can play for who is absent for {seconds} seconds")
    return seconds


def _read_all(data: bytes) -> dict[str, Value]:
    try:
        return msgspec.json.decode(data or b"{}", type=dict[str, bool | int | str])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadEntry(f"the options of the charter cannot be read: {error}") from error


ORDER = b"2"
"""Raise when what the rules need is carried out in another order (`neighbours`, `referee`), whatever the game.

1: neighbours together. 2: shuffles that nothing waits for are told at once and mixed beside play."""
ORDERS = (b"1", ORDER)
"""The orders of all releases."""


def rules_parts(game: Game[Any, Any]) -> dict[str, bytes]:
    """Give the digests that peers must share to play a game together, by the name of the part."""
    return {**game.rules_digests(), "order": ORDER}


def charter_rules(game: Game[Any, Any]) -> bytes:
    """The digest of all that peers must have in common to play a game together, for the charter."""
    return order_digest(ORDER, rules_digest(game))


def order_digest(order: bytes, rules: bytes) -> bytes:
    """The digest of rules (`rules_digest`) together with the order in which their needs are carried out."""
    return hashlib.blake2b(b"order" + order + rules, digest_size=32).digest()


def rules_digest(game: Game[Any, Any]) -> bytes:
    """The digest of all parts of a game's rules."""
    parts = sorted(game.rules_digests().items())
    whole = b"".join(len(part).to_bytes(4, "little") + part for name, value in parts for part in (name.encode(), value))
    return hashlib.blake2b(whole, digest_size=32).digest()


def write_standings(standings: contract.Standings) -> bytes:
    """The standings that every seat signs at the end."""
    return canonical(standings)


Places = tuple[tuple[str, int, int], ...]
"""How a game ended for its players, best first: the name, place and points of each."""


def write_places(standings: contract.Standings, names: Sequence[str]) -> bytes:
    """Write the places of a game for a list of games; ``names``: the players by the seats of the game."""
    return msgspec.json.encode([(names[one.seat], one.place, one.points) for one in standings.places])


def read_places(data: bytes) -> Places:
    """Read the places of a game as they were kept; nothing where they are unreadable."""
    try:
        return msgspec.json.decode(data, type=Places)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return ()


def read_standings(data: bytes) -> contract.Standings:
    """Standings from a transcript. Raises BadEntry."""
    try:
        return msgspec.json.decode(data, type=contract.Standings)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadEntry(f"the standings cannot be read: {error}") from error
