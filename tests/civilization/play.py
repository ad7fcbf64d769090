"""Positions and acts in few words, for the tests of the rules."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.scenario.builder import Power, Scenario
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.contract import Act, Acts, Arg, Card
from tta_p2p.games.local import LocalGame

FACES = (*EVENTS, "artillery-", "infantry-", "mounted-", "aircraft-", "hut-", "village-")
UNSEEN = ("store", "seize-marker", "offer", "want", "hand")
"""Verbs that name a card and not its face."""
OPEN = ("save",)
"""Verbs that name a face that lies open."""


class Table:
    """A game from some position on; seats act by lines like `build c14 library c15` or `front infantry-2`."""

    def __init__(self, local: LocalGame[State, Any]) -> None:
        self.local = local

    @property
    def s(self) -> State:
        """The state."""
        return self.local.state

    @property
    def asked(self) -> str:
        """The key of the open decision; empty when the game is over."""
        return self.local.decision.key if self.local.decision else ""

    @property
    def seat(self) -> int:
        """The seat that decides."""
        assert self.local.decision is not None
        return self.local.decision.seats[0]

    def act(self, line: str, seat: int | None = None) -> Act:
        """The act a line means: a face stands for a card of that face that the seat may name."""
        who = self.seat if seat is None else seat
        verb, *words = line.split()
        args: list[Arg] = []
        for word in words:
            if word.startswith(FACES) and verb not in OPEN:
                own = {*self.local.dealer.hands} if verb in UNSEEN else self.local.dealer.knowledge_of(who).faces
                handle = next(h for h in sorted(own) if self.local.dealer.faces.get(h) == word and self._near(h, verb))
                args.append(Card(handle, "" if verb in UNSEEN else word))
            else:
                args.append(int(word) if word.isdigit() else word)
        return Act(who, verb, tuple(args))

    def _near(self, handle: int, verb: str) -> bool:
        battle = self.s.battle
        return battle is None or verb not in ("front", "strike") or handle in (*battle.hands[0], *battle.hands[1])

    def do(self, *lines: str) -> Table:
        """Let the deciding seat act, line by line."""
        for line in lines:
            self.local.act(self.act(line))
            self.local.answer_needs()
        return self

    def study(self, *lines: str) -> Table:
        """Let all who are asked research at once."""
        assert self.local.decision is not None
        seats = self.local.decision.seats
        acts = tuple(self.act(line, seat) for seat, line in zip(seats, lines, strict=True))
        self.local.apply(Acts(acts))
        self.local.answer_needs()
        return self

    def why(self, line: str, seat: int | None = None) -> str:
        """The key of what is refused; empty if it is legal."""
        act = self.act(line, seat)
        told = GAME.explain(self.s, self.local.dealer.knowledge_of(act.seat), act)
        return told.refusal.key if told.refusal else ""

    def cost(self, line: str) -> dict[str, int]:
        """What an act costs."""
        act = self.act(line)
        told = GAME.explain(self.s, self.local.dealer.knowledge_of(act.seat), act)
        assert told.refusal is None, told.refusal
        return dict(told.cost)

    def legal(self, verb: str) -> list[str]:
        """The legal acts of a verb of the deciding seat, as they are written, without the verb."""
        acts = (option.act for option in self.local.legal(self.seat))
        return [GAME.write(act).partition(" ")[2] for act in acts if act.verb == verb]

    def force(self, seat: int) -> list[str]:
        """The standing forces of a seat, sorted."""
        return sorted(self.local.dealer.faces[handle] for handle in self.s.forces[seat])

    def at(self, seat: int, square: str) -> tuple[int, int]:
        """The figures of a seat on a square."""
        return self.s.figures[seat].get(SQUARES[square], (0, 0))


def play(*powers: Power, **given: Any) -> Table:
    """Give a table with these powers; what is on it needs no technologies that no test is about."""
    return Table(Scenario(powers=list(powers), **{"alone": True, **given}).build().game())


def power(civilization: str = "", **given: Any) -> Power:
    """Give a power."""
    return Power(civilization=civilization, **given)
