"""A seat's draft: acts tried on a copy, undone freely, until one can no longer be undone."""

from __future__ import annotations

from typing import Any

from tta_p2p.games import knowledge
from tta_p2p.games.contract import Act, Claim, Explanation, Illegal, Knowledge, Line, Option, Seat
from tta_p2p.games.game import Game


class Draft:
    """What a seat has decided so far in its turn; nobody else has seen any of it.

    The state and knowledge it begins with are those of the table; `state` and `knows` are after the acts.
    """

    def __init__(self, game: Game[Any, Any], state: Any, knows: Knowledge, seat: Seat) -> None:
        self._game = game
        self.seat = seat
        self.acts: list[Act] = []
        self._undone: list[Act] = []
        self._before: list[tuple[Any, Knowledge]] = []
        self.state, self.knows = state, knows
        self.closed = False
        """Whether the last act cannot be undone: the entry is complete."""

    def act(self, act: Act) -> None:
        """Try an act. Raises Illegal, also for one that claims of a card what the seat knows to be false."""
        self._undone.clear()
        self._do(act)

    def legal(self) -> tuple[Option, ...]:
        """What the seat may do next."""
        return () if self.closed else self._game.legal(self.state, self.knows, self.seat)

    def explain(self, act: Act) -> Explanation:
        """What an act would do now, or why it is refused."""
        return self._game.explain(self.state, self.knows, act)

    def labels(self) -> list[tuple[Act, Line]]:
        """The acts so far, each as it was called where it was done."""
        return [(act, self._game.label(state, act)) for act, (state, _) in zip(self.acts, self._before, strict=True)]

    def undo(self) -> bool:
        """Take the last act back; whether there was one."""
        if self.closed or not self.acts:
            return False
        self._undone.append(self.acts.pop())
        self.state, self.knows = self._before.pop()
        return True

    def redo(self) -> bool:
        """Do again what was undone last; whether there was something."""
        if not self._undone:
            return False
        self._do(self._undone.pop())
        return True

    def reset(self) -> None:
        """Take everything back."""
        while self.undo():
            pass

    def replay(self, acts: list[Act]) -> int:
        """Play stored acts again up to the first that is no longer legal or would end the draft; how many were."""
        for number, act in enumerate(acts):
            try:
                self._do(act)
            except Illegal:
                return number
            if self.closed:  # what was meant to be undone later is not sent by itself
                self.reopen()
                return number
        return len(acts)

    def reopen(self) -> None:
        """Take back the act that has ended the draft; it has not been said."""
        self.closed = False
        self.undo()
        self._undone.clear()

    def _do(self, act: Act) -> None:
        if self.closed:
            raise Illegal("nothing-to-decide", seat=self.seat)
        claims = self._game.claims(self.state, act)
        for claim in claims:
            if not knowledge.entails(self.knows, claim):
                raise Illegal("false-claim", seat=self.seat)
        step = self._game.apply(self.state, act)
        knows = learn(self.knows, claims)
        self._before.append((self.state, self.knows))
        self.acts.append(act)
        self.state, self.knows, self.closed = step.state, knows, step.barrier


def learn(knows: Knowledge, claims: tuple[Claim, ...]) -> Knowledge:
    """What somebody knows after these claims were proved."""
    for claim in claims:
        knows = knowledge.after_claim(knows, claim)
    return knows
