"""Positions of Through the Ages for pages: one with something of everything, and moments of random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.through_the_ages.play import me, play
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words
from tta_p2p.registry import load_rules
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.presenter import Presenter, Scene, presenter_for

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")
IDLE = ("resign", "end", "pass", "by-hand", "destroy", "disband", "decline", "done")


def middle() -> LocalGame[Any, Any]:
    """A position in Age II with something of everything, as the first seat begins its politics phase."""
    workers = {"agriculture": 1, "irrigation": 2, "bronze": 1, "iron": 2, "alchemy": 1, "religion": 2, "drama": 1}
    hand = ["constitutional-monarchy", "opera", "frugality-ii", "raid-i", "developed-territory-i"]
    workers = {"agriculture": 1, "irrigation": 2, "bronze": 1, "iron": 2, "alchemy": 1, "religion": 2, "drama": 1}
    hand = ["constitutional-monarchy", "opera", "frugality-ii", "raid-i", "developed-territory-i"]
    ann = me(
        government="monarchy", leader="michelangelo", technologies=["code-of-laws"], tactic="legion", unused=0,
        wonders=["library-of-alexandria", "taj-mahal"], wonder="eiffel-tower", stages=1,
        hand=[*hand, "defense-colonization-ii"], workers={**workers, "warriors": 1, "swordsmen": 2},
        food=6, resource=13, science=7, culture=48,
    )  # fmt: skip
    bob = me(
        leader="genghis-khan", hand=["printing-press"], workers={"warriors": 2, "philosophy": 1, "knights": 1},
        colonies=["wealthy-territory-i"], food=2, resource=2, science=3, culture=36, unused=1,
    )  # fmt: skip
    cid = me(government="theocracy", workers={"irrigation": 2, "theology": 2}, wonder="kremlin", culture=22)
    return play(
        ann, bob, cid, age="II", round=9, phase="politics", pacts=[("open-borders-agreement", 1, 1, 2)],
        wars=[("war-over-territory", 1, 0)], current_events=["rats", "barbarians", "immigration"],
        row=["cannon", "navigation", "urban-growth-ii", "napoleon-bonaparte", "", "opera"],
    ).local  # fmt: skip


def random_moments(name: str, seats: int, seed: int, every: int = 1) -> Iterator[tuple[LocalGame[Any, Any], int]]:
    """Moments of a random game in which little is idled away: the game, and who is to decide."""
    chance = Chance(seed)
    local: LocalGame[Any, Any] = LocalGame(load_rules(name), min(seats, max(load_rules(name).seats)), {}, chance=seed)
    local.answer_needs()
    number = 0
    while not local.over:
        assert local.decision is not None
        if number % every == 0:
            yield local, local.decision.seats[0]
        number += 1
        acts = []
        for seat in local.decision.seats:
            options = local.legal(seat)
            busy = [option for option in options if option.act.verb not in IDLE]
            some = busy if busy and chance.below(8) else [o for o in options if o.act.verb != "resign"] or list(options)
            acts.append(chance.choice(some).act)
        local.act(*acts)


def scene(local: LocalGame[Any, Any], seat: int | None, language: str = "en") -> tuple[Presenter, Scene]:
    """A presenter and what it is to show."""
    presenter = presenter_for(local.game.name, Words(language), NAMES[: local.seats])
    presenter.begin_table(local.options)
    return presenter, presenter.make_scene(turn_message(local, seat), seat)


def acting() -> LocalGame:  # type: ignore[type-arg]
    """The middle of a game, as the politics phase is over."""
    local = middle()
    local.act(next(option.act for option in local.legal(0) if option.act.verb == "pass"))
    return local
