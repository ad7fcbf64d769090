"""Any act has a label: whichever seat, verb and arguments it has, legal or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Arg, Card, Line
from tta_p2p.i18n import game_texts

from .noise import NUMBERS, WORDS
from .sample import Moment, RandomGame, Sample

NO_SEATS = (-1, -7, 2**40)
"""Seats that no game has."""
MAX_TAIL = 3
"""How many arguments follow the first at most."""
MOMENTS = 3
"""At how many moments of a game they are tried."""


def any_act_has_a_label(sample: Sample) -> None:
    """Every verb is said of every card, in hand and by name, by seats there are and seats there are not.

    Not of every card in every game: the games share them.
    """
    for number, play in enumerate(sample.plays):
        chance = Chance(f"{play.seed} labels")
        verbs, words = _vocabulary(play)
        share = [*product(verbs, ("", *play.game.faces()))][number :: len(sample.plays)]
        for m in play.pick_moments(MOMENTS, "labels", deciding=True):
            for act in _acts(play, m, share, words, chance):
                try:
                    label = play.game.label(m.state, act)
                except Exception as error:
                    play.fail(f"label: {error!r} for {act!r:.300}", m)
                if not isinstance(label, Line):
                    play.fail(f"label: {label!r:.100} for {act!r:.300}", m)


def _vocabulary(play: RandomGame) -> tuple[list[str], list[str]]:
    """The verbs of a game, and the words that its acts name."""
    named = (key.partition(".") for key in game_texts(play.game, "en"))
    verbs = {name: None for sort, _, name in sorted(named) if sort in ("act", "label")}
    facts = (m.fact for m in play.moments)
    said = sorted({arg for fact in facts if isinstance(fact, Act) for arg in fact.args if isinstance(arg, str)})
    return [*verbs, ""], [*dict.fromkeys([*said, *WORDS])]


def _acts(
    play: RandomGame, m: Moment, said: Sequence[tuple[str, str]], words: list[str], chance: Chance
) -> Iterator[Act]:
    """Acts with these verbs, each said of the card beside it."""
    handles, seats = [*play.game.hidden_cards(m.state), 2**40], (*range(play.seats), play.seats, *NO_SEATS)

    def arg() -> Arg:
        sort = chance.below(3)
        if sort == 0:
            return chance.choice(NUMBERS)
        return chance.choice(words) if sort == 1 else Card(chance.choice(handles), chance.choice(words))

    for verb, face in said:
        yield Act(chance.choice(seats), verb)
        firsts: tuple[Arg, ...] = (Card(chance.choice(handles), face), face, arg())
        for first in firsts:
            tail = (arg() for _ in range(chance.below(MAX_TAIL + 1)))
            yield Act(chance.choice(seats), verb, (first, *tail))
