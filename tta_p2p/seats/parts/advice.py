"""A bot's advice to the player at a seat."""

from __future__ import annotations

from msgspec import field

from tta_p2p.seats.messages import LegalAct, Reply, Request, TextRef


class HintRequest(Request, frozen=True, tag="hint"):
    """Ask for a bot's advice, where the charter allows it."""


class AdviceReply(Reply, frozen=True, tag="advice"):
    """The choice of a bot of a level here, and its next best."""

    level: str
    proposals: list[Suggestion]


class Suggestion(LegalAct, frozen=True):
    """One way to go on: an act, and what the bot means to do after it.

    ``less``: how many hundredths of a point it expects less of it than of the first; null where it does not reckon in
    points. ``reasons``: what it sees in it, in hundredths of a point, by keys of the game's texts (`advice.KEY`).
    ``facts``: what else speaks for it, as texts of the same keys.
    """

    effects: list[TextRef] = field(default_factory=list)
    then: list[TextRef] = field(default_factory=list)
    less: int | None = None
    reasons: list[tuple[str, int]] = field(default_factory=list)
    facts: list[TextRef] = field(default_factory=list)
