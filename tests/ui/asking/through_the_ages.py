"""Where each frame of Through the Ages asks: a position a frame, in the words of its rules tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.through_the_ages.play import Playing, me, play, them
from tests.through_the_ages.politics.revealing import reveal
from tests.ui.asking.positions import Position
from tests.ui.positions import middle
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.scenario_phase import AuctionState

STRONG = {"warriors": 4}
OLD = {"edition": "2006"}
FULL = {"agriculture": 8, "bronze": 8}
"""Blue tokens on cards, so many that none are left in the bank."""
TERRITORY = "wealthy-territory-i"


def _attacked(card: str, own: Any, theirs: Any, **table: Any) -> Playing:
    """Seat 0 has played an aggression against seat 1."""
    own.hand = [*own.hand, card]
    return play(own, theirs, phase="politics", **table).act(f"attack {card} 1")


def _acting() -> LocalGame[Any, Any]:
    """The middle of a game, where the politics phase is over."""
    local = middle()
    local.act(next(option.act for option in local.legal(0) if option.act.verb == "pass"))
    local.answer_needs()
    return local


def _upgrading() -> Playing:
    technologies = ["coal", "alchemy", "swordsmen", "selective-breeding"]
    return play(me(hand=["efficient-upgrade-ii"], technologies=technologies, resource=6), age=2).act(
        "play efficient-upgrade-ii"
    )


def _looking() -> Playing:
    """Joan of Arc has forgone her political action by an agreement, and may still look at the next event."""
    row = ["irrigation", "coal", "isaac-newton", "eiffel-tower", "cannon", "journalism", "strategy"]
    game = reveal("international-agreement", me(workers={"warriors": 2}, leader="joan-of-arc"), them(), row=row)
    return game.act("take coal", "done", "end").until("only-look", seat=0)


def _keeping() -> Playing:
    """Age I of the short game is over, and each seat keeps one of its events."""
    events = [["impact-of-wonders", "impact-of-science"], ["impact-of-balance", "impact-of-strength"]]
    return play(me(), them(), age="I", phase="start", civil_deck_size=1, seat_events=events, variant="short")


def _tributary() -> Playing:
    """Seat 1 is offered a pact."""
    first = me(hand=["open-borders-agreement"])
    return play(first, them(), them(), phase="politics").act("offer open-borders-agreement 1")


POSITIONS: Mapping[str, Position] = {
    "FirstActions": lambda: play(seats=3, age="A", phase="start").local,
    "Actions": _acting,
    "Order": lambda: _upgrading().local,
    "Politics": middle,
    "OnlyLook": lambda: _looking().local,
    "Offer": lambda: _tributary().local,
    "Defence": lambda: _attacked(
        "spy", me(workers=STRONG), them(hand=["defense-colonization-ii", "raid-i"]), age=2
    ).local,
    "Sacrifice": lambda: _attacked("spy", me(workers=STRONG), them(), age=2, options=OLD).local,
    "Repulse": lambda: _attacked(
        "spy", me(workers=STRONG), them(hand=["defense-colonization-ii", "legion"]), age=2, options=OLD
    ).act("sacrifice warriors", "done").local,
    "Auction": lambda: play(
        *(me(workers=STRONG) for _ in range(4)), phase="event", event=TERRITORY,
        auction=AuctionState(bid=1, holder=3, bidders=[2, 1]),
    ).local,
    "Force": lambda: play(
        me(), them(leader="james-cook", hand=["defense-colonization-i", "legion", "raid-i"]), age="II", phase="event",
        event=TERRITORY, auction=AuctionState(bid=3, holder=1, bidders=[]),
    ).local,
    "AskPlunder": lambda: _attacked("plunder-ii", me(workers=STRONG), them(food=4, resource=5)).local,
    "Target": lambda: _attacked(
        "raid-i", me(workers=STRONG), them(workers={"alchemy": 1, "iron": 1, "journalism": 1}), age=2
    ).local,
    "AskMix": lambda: reveal("foray", me(), them()).local,
    "AskWorker": lambda: _attacked("enslave", me(workers=STRONG), them(unused=0)).local,
    "AskOwn": lambda: reveal(
        "ravages-of-time", me(), them(wonders=["great-wall", "library-of-alexandria"])
    ).local,
    "AskLoseBlue": lambda: reveal("crime-wave", me(workers={"warriors": 2}), them(tokens=FULL)).local,
    "AskTokens": lambda: play(
        me(technologies=["iron", "coal", "swordsmen"], tokens={"iron": 1, "coal": 1})
    ).act("by-hand", "upgrade warriors swordsmen").local,
    "AskStageToken": lambda: play(
        me(wonder="pyramids", stages=2, hand=["engineering-genius-a"], tokens={"bronze": 9, "agriculture": 5})
    ).act("play engineering-genius-a").local,
    "AskTuck": lambda: play(
        me(leader="homer", wonders=["pyramids"], hand=["michelangelo"])
    ).act("leader michelangelo").local,
    "Choose": lambda: play(me(hand=["reserves-ii"]), age=2).act("play reserves-ii").local,
    "RowCards": lambda: play(
        phase="event", event="international-agreement", row=["moses", "iron", "coal", "strategy"]
    ).local,
    "KeepEvent": lambda: _keeping().local,
    "Discard": lambda: play(
        me(hand=["legion", "raid-i", "rats"], yellow_bank=10, unused=9), them(), phase="discard"
    ).local,
}  # fmt: skip
"""A position by the name of each frame that asks."""
