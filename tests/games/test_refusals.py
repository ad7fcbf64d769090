"""Whatever somebody names and may not do is refused with a reason that can be read in every language of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.texts import texts_of
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import COMMON_ERRORS, Act, Card, Explanation, Line
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, templates
from tta_p2p.registry import load_rules, names


def moments(name: str, every: int, most: int) -> Iterator[LocalGame[Any, Any]]:
    game = load_rules(name)
    local: LocalGame[Any, Any] = LocalGame(game, min(3, max(game.seats)), {}, chance=11)
    local.answer_needs()
    chance, number = Chance(11), 0
    while not local.over and number < most * every:
        if number % every == 0:
            yield local
        assert local.decision is not None
        chosen = []
        for seat in local.decision.seats:
            acts = [option.act for option in local.legal(seat) if option.act.verb != "resign"]
            chosen.append(chance.choice(acts))
        local.act(*chosen)
        number += 1


def named(local: LocalGame[Any, Any], seat: int, verbs: list[str], chance: Chance) -> Iterator[Act]:
    """Acts that somebody may name: every verb with nothing, with what it may be about, and with nonsense."""
    hidden = list(local.game.hidden_cards(local.state))
    face = chance.choice(local.game.faces())
    about: list[Any] = [face, "a", "bronz", chance.below(20), Card(chance.choice(hidden)), Card(hidden[0], face)]
    for verb in [*verbs, "bulid", "9", "xyzzy"]:
        yield Act(seat, verb)
        for arg in about:
            yield Act(seat, verb, (arg,))
        yield Act(seat, verb, (chance.choice(about), chance.choice(about)))


def can_be_read(local: LocalGame[Any, Any], line: Line) -> bool:
    if line.key in COMMON_ERRORS:
        return True
    for language in LANGUAGES:
        texts = texts_of(local.game, language)
        if not texts:
            continue
        for one in templates.places(texts[f"illegal.{line.key}"]):
            if int(one.place or 0) >= len(line.args):
                return False
            if one.sort == "decision" and f"decision.{line.args[int(one.place or 0)]}" not in texts:
                return False
    return True


LONG = ("civilization", "through_the_ages")
"""Games of many kinds of acts: fewer moments, far apart."""


@pytest.mark.parametrize(
    ("name", "every", "most"), [(name, 15, 6) if name in LONG else (name, 1, 12) for name in names()]
)
def test_whatever_is_named_is_legal_or_refused_with_a_reason(name: str, every: int, most: int) -> None:
    keys = set()
    verbs = [key.removeprefix("act.") for key in texts_of(name, "en") if key.startswith("act.")]
    chance = Chance(name)
    for local in moments(name, every, most):
        for seat in range(min(3, max(local.game.seats))):
            legal = {option.act for option in local.legal(seat)}
            for act in named(local, seat, verbs, chance):
                said: Explanation = local.game.explain(local.state, local.dealer.knowledge_of(seat), act)
                assert (said.refusal is None) == (act in legal), act
                for line in (said.refusal, *(one.refusal for one in said.instead)):
                    if line is not None:
                        keys.add(line.key)
                        assert can_be_read(local, line), line
                for one in said.instead:
                    assert (one.refusal is None) == (one.act in legal) and one.act.verb == act.verb
    assert {"no-such-verb", "bad-arguments"} <= keys and {"say-which", "none-possible"} & keys
    assert "other-decides" in keys or name in ("caravan", "seven_wonders"), "where all decide at the same time"


def test_the_act_of_another_phase_is_refused_with_what_is_to_be_decided_first() -> None:
    local = next(moments("through_the_ages", 1, 1))
    (seat,) = local.decision.seats  # type: ignore[union-attr]

    def why(verb: str, *args: Any, who: int = seat) -> Line | None:
        refusal: Line | None = local.game.explain(
            local.state, local.dealer.knowledge_of(who), Act(who, verb, args)
        ).refusal
        return refusal

    assert why("population") == Line("due-first", ("population", "first-turn"))
    assert why("population", who=(seat + 1) % 3) == Line("other-decides", (seat, "first-turn"))
    for _ in range(3):
        (seat,) = local.decision.seats  # type: ignore[union-attr]
        local.act(Act(seat, "end"))
    (seat,) = local.decision.seats  # type: ignore[union-attr]
    assert why("end", who=seat) == Line("due-first", ("end", "politics"))


def test_a_verb_alone_is_answered_with_all_it_could_be_done_with() -> None:
    local = next(moments("caravan", 1, 1))
    said = local.game.explain(local.state, local.dealer.knowledge_of(0), Act(0, "keep"))
    assert said.refusal == Line("say-which", ("keep",))
    keeping = [option.act for option in local.legal(0) if option.act.verb == "keep"]
    assert [one.act for one in said.instead] == keeping and len(keeping) == 4
