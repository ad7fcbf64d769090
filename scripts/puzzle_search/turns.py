"""The turns from a position, depth first: states met before are not looked at again (transpositions).

States are told apart by what can still matter this turn: the own civilization, the row, what lies in common, and the
work on the stack. Paying by hand is left out here; the program that checks has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from tta_p2p.games.contract import Act, Option
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.phases import Actions
from tta_p2p.games.through_the_ages.state import PLAYER_FIELDS, State
from tta_p2p.ui.through_the_ages.puzzle_goals import QUANTITIES

LEFT_OUT = ("resign", "by-hand")
TEARING_DOWN = ("destroy", "disband")
"""Acts by which a turn would meet many goals at a price that the goal does not count."""
_BY_ORDER = ("workers", "tokens", "civil_hand", "military_hand", "used", "fresh")
_REST = attrgetter(*(name for name in PLAYER_FIELDS if name not in (*_BY_ORDER, "culture_parts", "seat")))


class HiddenOutcome(Exception):
    """A hidden card, or another seat, decides within the turn."""


@dataclass(frozen=True, slots=True)
class Node:
    """A state of the turn, and how it came about."""

    state: State
    before: Node | None = None
    act: Act | None = None

    def acts(self) -> list[Act]:
        """Give the acts that led here."""
        found, node = [], self
        while node.before is not None and node.act is not None:
            found.append(node.act)
            node = node.before
        return found[::-1]


@dataclass(frozen=True, slots=True)
class End:
    """The end of a turn, and the state in which its value can be read."""

    node: Node
    end: Act
    state: State


@dataclass
class Turns:
    """The ends of turns from a position."""

    ends: dict[tuple[Any, ...], End] = field(default_factory=dict)
    """One end of each kind: by its quantities, and what of it conditions may ask for."""
    numbers: dict[tuple[Any, ...], int] = field(default_factory=dict)
    """The number of states each kind of end was reached from."""
    states: int = 0
    complete: bool = True


class Position:
    """A position whose turns are searched."""

    def __init__(self, local: LocalGame[Any, Any], through: bool, without: Sequence[str] = ()) -> None:
        """``through``: whether what follows the turn is played until the next decision, else until it is produced.

        ``without``: verbs of acts that turns do not have.
        """
        self.without = tuple(without)
        self.state: State = local.state
        self.knows = local.dealer.face_knowledge_of(0)
        self._dealer, self._through = local.dealer, through

    def legal(self, s: State) -> tuple[Option, ...]:
        """List the acts that are searched."""
        left_out = (*LEFT_OUT, *self.without)
        return tuple(option for option in GAME.legal(s, self.knows, 0) if option.act.verb not in left_out)

    def after(self, s: State, option: Option) -> State:
        """Give the state after an act within the turn. Raises HiddenOutcome."""
        after: State = GAME.carry_out(s, option).state
        frame = decision_frame(after)
        if frame is None or frame.seat != 0 or after.current != 0:
            raise HiddenOutcome(option.act.verb)
        return after

    def finished(self, s: State, option: Option) -> State:
        """Give the state in which a turn is measured that ends with this act. Raises HiddenOutcome."""
        after: State = GAME.carry_out(s, option).state
        frame = decision_frame(after)
        if frame is not None and frame.seat == 0 and after.current == 0:
            raise HiddenOutcome("discard")
        if self._through:
            dealer = self._dealer.fork(0)
            while needs := GAME.needs(after):
                after = GAME.apply(after, dealer.answer(needs[0])).state
        return after


def key(s: State) -> tuple[Any, ...]:
    """Tell a state from others of the same turn."""
    p = s.players[0]
    return (
        _REST(p), frozenset(p.workers.items()), frozenset(p.tokens.items()), frozenset(p.used),
        tuple(sorted(p.civil_hand)), tuple(sorted(p.fresh)), frozenset(p.military_hand),
        tuple(s.row), s.common_tactics, tuple(s.stack), s.pacts,
    )  # fmt: skip


def kind_of_end(s: State) -> tuple[Any, ...]:
    """Give the quantities at an end, in the order of `QUANTITIES`, then what conditions ask for."""
    p = s.players[0]
    numbers = tuple(quantity(s, 0) for quantity in QUANTITIES.values())
    return (*numbers, p.wonders, p.government, p.leader, frozenset(p.workers), frozenset(p.specials))


def search(position: Position, most_states: int) -> Turns:
    """Go through all turns, or through so many states. Raises HiddenOutcome."""
    found = Turns()
    root = Node(position.state)
    seen, open_nodes = {key(root.state)}, [root]
    while open_nodes:
        node = open_nodes.pop()
        found.states += 1
        s = node.state
        own = isinstance(s.stack[-1], Actions)
        for option in position.legal(s):
            if own and option.act.verb == "end":
                end = position.finished(s, option)
                kind = kind_of_end(end)
                found.numbers[kind] = found.numbers.get(kind, 0) + 1
                if kind not in found.ends:
                    found.ends[kind] = End(node, option.act, end)
                continue
            after = position.after(s, option)
            told = key(after)
            if told not in seen:
                seen.add(told)
                open_nodes.append(Node(after, node, option.act))
        if len(seen) > most_states:
            found.complete = False
            break
    return found
