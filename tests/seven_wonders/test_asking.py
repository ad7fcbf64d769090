"""Asking about acts of 7 Wonders in the words that players use: `why stage 1`, `why build stage`, `why guard tower`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tests.ui.commands import answered, do, greeting, reading_of, requests
from tests.ui.positions import random_moments
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.cells import plain
from tta_p2p.ui.changes import ActExplained
from tta_p2p.ui.instructions import Display, ListActs
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.reading import Reading


def choosing(seats: int) -> Iterator[tuple[LocalGame[Any, Any], int, Reading]]:
    """Moments at which a card and its use are chosen."""
    for local, _ in random_moments("seven_wonders", seats, seed=seats, every=3):
        for seat in local.decision.seats if local.decision is not None and local.decision.key == "choose" else ():
            yield local, seat, reading_of(greeting(local, seat), turn_message(local, seat))


def meant(reading: Reading, typed: str) -> list[str]:
    """The acts, in notation, that a question is about: the one that the rules are asked about, or those listed."""
    (instruction, *others) = do(reading, typed)[1]
    if isinstance(instruction, Display):
        (instruction,) = others
    if isinstance(instruction, ListActs):
        assert instruction.numbers is not None
        entries = [reading.menu.entry_of(number) for number in instruction.numbers]
        return [entry.text for entry in entries if entry is not None]
    return [request.text for request in requests([instruction]) if isinstance(request, say.ExplainRequest)]


@pytest.mark.parametrize("seats", [3, 7])
def test_whoever_asks_about_a_card_of_the_hand_hears_about_building_it(seats: int) -> None:
    for _, seat, reading in choosing(seats):
        assert reading.scene is not None and reading.presenter is not None
        for handle in reading.scene.view.hands[seat]:
            name = reading.presenter.texts.card(reading.scene.faces[handle])
            for typed in (f"why {name}", f"why build {name}"):
                acts = meant(reading, typed)
                own = bool(acts) and all(text.startswith(f"build #{handle}=") for text in acts)
                assert own or _twin(reading, acts, name), (typed, acts)


def _twin(reading: Reading, acts: list[str], name: str) -> bool:
    """Whether acts are about another card of the hand with this name."""
    assert reading.presenter is not None
    faces = [text.split()[1].partition("=")[2] for text in acts]
    return bool(faces) and all(face in CARDS and reading.presenter.texts.card(face) == name for face in faces)


ABOUT_THE_STAGE = ("why stage", "why stage 1", "why build stage", "why build the stage", "why Stage 2")


def test_whoever_asks_about_the_stage_hears_about_it_whether_it_can_be_built_or_not() -> None:
    possible = set()
    for local, seat, reading in choosing(4):
        legal = {entry.text for entry in reading.menu.entries}
        for typed in ABOUT_THE_STAGE:
            acts = meant(reading, typed)
            assert acts and all(text.startswith("stage #") for text in acts), typed
            possible.add((typed, set(acts) <= legal))
            if not set(acts) & legal:
                (text,) = acts
                refusal = local.game.explain(
                    local.state, local.dealer.knowledge_of(seat), local.game.read(text, seat)
                ).refusal
                assert refusal is not None and refusal.key != "no-such-card", typed
    assert possible == {(typed, can) for typed in ABOUT_THE_STAGE for can in (True, False)}


@pytest.mark.parametrize(
    ("others", "level", "said"), [(1, None, "sealed-undo"), (1, "hard", "sealed-bots"), (0, None, "sealed-last")]
)
def test_a_sealed_choice_is_said_to_be_undone_only_while_other_people_choose(
    others: int, level: str | None, said: str
) -> None:
    local, seat, reading = next(choosing(3))
    assert reading.state.welcome is not None
    waits = (seat, *(seat + one for one in range(1, others + 1)))
    seats = [
        info if info.seat == seat else msgspec.structs.replace(info, bot=level) for info in reading.state.welcome.seats
    ]
    state = replace(
        reading.state,
        welcome=msgspec.structs.replace(reading.state.welcome, seats=seats),
        waits=tuple(say.SeatWait(one, "", "its-turn", True) for one in waits),
    )
    reading = replace(reading, state=state)
    knows, act = local.dealer.knowledge_of(seat), local.legal(seat)[0].act
    explained = wording.explain_reply(
        local.game, local.state, "", act, local.game.explain(local.state, knows, act), knows.faces
    )
    shown = [plain(block.text) for one in announce(ActExplained(explained, ""), reading, True) for block in one.content]  # type: ignore[union-attr]
    assert [
        key for key in ("sealed-undo", "sealed-bots", "sealed-last") if reading.words(key).strip() in shown[-1]
    ] == [said]
    assert ("undo" in shown[-1]) == (said == "sealed-undo")


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "Not possible (Sell a card): That card is not in your hand."),
        ("zh-Hans", "那张牌不在你手中"),
        ("ja", "そのカードはあなたの手札にありません"),
        ("zh-Hant", "那張牌不在你手上"),
    ],
)
def test_a_card_that_was_passed_on_and_is_not_known_here_is_not_called_any_card(language: str, why: str) -> None:
    local, seat, _ = next(choosing(3))
    strange = next(
        handle
        for handle in range(200)
        if handle not in {*local.dealer.knowledge_of(seat).faces, *local.state.hands[seat]}
    )
    assert why in answered(local, f"sell #{strange}", language, seat)
