"""What an observer has seen is there at once, what follows from it once it is asked for, in whatever order."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games import contract as c
from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.games.observer import Observer
from tta_p2p.registry import load_rules

OPENING: tuple[tuple[c.Need, c.Answer, dict[int, str]], ...] = (
    (c.Shuffle(1, "pile", (), ("a", "a", "b", "c"), (0, 1, 2, 3)), c.Shuffled(1), {}),
    (c.Deal(2, (0, 1), 0), c.Dealt(2), {0: "a", 1: "b"}),
    (c.Show(3, (2,)), c.Shown(3, ("c",)), {}),
)
MIXED = c.Remix(4, 0, (0, 1), (), (4, 5)), c.Remixed(4), {4: "b", 5: "a"}


def _opened() -> Observer:
    one = Observer()
    for need, fact, told in OPENING:
        one = one.after_answer(need, fact, told)
    return one


def test_branches_of_one_observer_do_not_touch_each_other() -> None:
    """Asking one of them, or what they have in common, changes nothing of what the others know."""
    root = _opened()
    owner, other = root.after_answer(*MIXED), root.after_answer(*MIXED[:2], {})
    claimed = root.after_claim(c.OneOf(3, ("a", "b")))
    before = c.NO_KNOWLEDGE
    for need, fact, told in OPENING:
        before = knowledge.after_answer(before, need, fact, told)
    assert owner.knowledge == knowledge.after_answer(before, *MIXED)
    assert root.knowledge == before and root.faces == {0: "a", 1: "b", 2: "c"}
    assert other.knowledge == knowledge.after_answer(before, *MIXED[:2], {})
    assert claimed.knowledge == knowledge.after_claim(before, c.OneOf(3, ("a", "b")))
    assert (owner.faces, other.faces) == ({2: "c", 4: "b", 5: "a"}, {2: "c"})


def test_a_proved_claim_shows_a_face_and_one_that_is_known_changes_nothing() -> None:
    root = _opened()
    assert root.after_claim(c.Is(3, "a")).faces[3] == "a" == root.after_claim(c.Is(3, "a")).knowledge.faces[3]
    assert root.after_claim(c.Is(0, "a")) is root


@pytest.mark.parametrize("game", ["civilization", "seven_wonders", "through_the_ages"])
def test_a_game_tells_the_same_whether_it_is_asked_all_the_time_or_at_the_end(game: str) -> None:
    rules, seats = load_rules(game), 3
    asked: LocalGame[Any, Any] = LocalGame(rules, seats, {}, Chance(5))
    quiet: LocalGame[Any, Any] = LocalGame(rules, seats, {}, Chance(5))
    chance = Chance(6)
    asked.answer_needs()
    quiet.answer_needs()
    everybody = (*range(seats), None)
    for _ in range(60):
        decision = asked.decision
        if decision is None:
            break
        chosen = [chance.choice(asked.legal(seat)).act for seat in decision.seats[: None if decision.sealed else 1]]
        asked.act(*chosen)
        quiet.act(*chosen)
        for seat in everybody:
            assert asked.dealer.face_knowledge_of(seat).faces == asked.dealer.knowledge_of(seat).faces
    assert [quiet.dealer.knowledge_of(seat) for seat in everybody] == [
        asked.dealer.knowledge_of(seat) for seat in everybody
    ]
