"""A seat's draft: acts tried on a copy, undone freely, until one can no longer be undone."""

from __future__ import annotations

from typing import Any

from tta_p2p.games import knowledge
from tta_p2p.games.contract import Act, Claim, Explanation, Illegal, Knowledge, Line, Option, Seat
from tta_p2p.games.game import Game


class Draft:
    """The acts that a seat tries in its turn, unseen by the others; starts from the table's state and knowledge.

    >>> from tta_p2p.games.local import LocalGame
    >>> from tta_p2p.registry import load_rules
    >>> local = LocalGame(load_rules("smugglers"), 3, {}, 7)
    >>> local.answer_needs()
    >>> seat = local.decision.seats[0]
    >>> draft = Draft(local.game, local.state, local.dealer.knowledge_of(seat), seat)
    >>> draft.act(draft.legal()[0].act)
    >>> len(draft.acts), draft.closed, draft.undo(), len(draft.acts)
    (1, False, True, 0)
    """

    def __init__(self, game: Game[Any, Any], state: Any, knows: Knowledge, seat: Seat) -> None:
        self._game = game
        self.seat = seat
        self.acts: list[Act] = []
        self._undone: list[Act] = []
        self._before: list[tuple[Any, Knowledge]] = []
        self.state, self.knows = state, knows
        self.closed = False
        """Whether the last act is final, so that the entry is complete."""

    def act(self, act: Act) -> None:
        """Try an act. Raises Illegal, also for a claim that the seat knows to be false."""
        self._undone.clear()
        self._do(act)

    def legal(self) -> tuple[Option, ...]:
        """The acts that the seat may do next."""
        return () if self.closed else self._game.legal(self.state, self.knows, self.seat)

    def explain(self, act: Act) -> Explanation:
        """Explain an act: its effect now, or why the rules refuse it."""
        return self._game.explain(self.state, self.knows, act)

    def labels(self) -> list[tuple[Act, Line]]:
        """The acts so far, each with its label in the state before it."""
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
        """Take back the act that closed the draft; the seat has not sent it."""
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
    """Knowledge after these claims were proved."""
    for claim in claims:
        knows = knowledge.after_claim(knows, claim)
    return knows
