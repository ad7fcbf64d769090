"""Every frame that asks, of every game: shown from a real position, by every key, in two languages and two sizes.

The frames are found in the flows of the games. One that is new and has no position fails here, with the file that needs
it; `./scripts/soak screens` goes on from whole games, in every size and with keys at random.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.asking.positions import flow_of, frames, position
from tests.ui.campaign.walk import Walk
from tests.ui.campaign.watch import Watch
from tests.ui.positions import NAMES
from tta_p2p.games.contract import Act
from tta_p2p.games.kit.flow import Flow
from tta_p2p.games.kit.state import Frame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.registry import companion_module, load_rules
from tta_p2p.ui.seven_wonders.screen import SevenWondersBoard

WINDOWS = (
    (("en", (80, 24)), ("zh-Hans", (60, 20))),
    (("ja", (80, 24)), ("zh-Hant", (60, 20))),
    (("zh-Hant", (80, 24)), ("ja", (60, 20))),
)
"""Two languages with windows for a frame, by turns: `./scripts/soak screens` tries each in every size."""
ONE_ACT = {("civilization", "NewVillage"): "what a village holds says what becomes of it"}
"""Frames that ask though the rules leave one act, and why: who else looks on must not learn from the silence."""
SOME = 2
"""So many lines of a letter's list are marked: all of them stand in the panel as well."""


@pytest.mark.parametrize(("game", "frame"), frames())
def test_a_frame_that_asks_is_shown_and_answers_every_key(game: str, frame: str) -> None:
    local = position(game, frame)
    asked = flow_of(local.game).decision_frame(local.state)
    assert type(asked).__name__ == frame, f"the position shows {type(asked).__name__}"
    assert local.decision is not None
    seat = local.decision.seats[0]
    acts = {(option.act.verb, option.act.args) for option in local.legal(seat)}
    assert len(acts) == 1 if (game, frame) in ONE_ACT else len(acts) >= 2, "there is nothing to choose"
    watch = Watch(NAMES)
    for language, size in WINDOWS[frames().index((game, frame)) % len(WINDOWS)]:
        walk = Walk(local, seat, language, size, watch, f"{frame} of {game}")
        own = hasattr(companion_module("tta_p2p.ui", game), "make_board")
        assert walk.is_own_page() or not own, "this is what any game shows"
        walk.lists(SOME)
        walk.every_key()
        walk.pages()
        walk.digits()
    assert {language for pair in WINDOWS for language, _ in pair} == set(LANGUAGES) and watch.found == {}


class Riddle(Frame, frozen=True):
    """A frame that nobody has laid a position out for."""


def test_a_new_frame_that_asks_is_found_and_needs_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = flow_of(load_rules("smugglers"))
    asks: dict[type[Frame], Any] = flow._questions
    (question,) = asks.values()
    monkeypatch.setattr(flow, "_questions", {**asks, Riddle: question})
    assert ("smugglers", "Riddle") in frames() and Flow().decision_kinds == ()
    with pytest.raises(LookupError, match=r"Riddle of smugglers asks .* tests/ui/asking/smugglers\.py"):
        position("smugglers", "Riddle")


def test_a_page_that_fails_and_lines_that_look_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    local, watch = position("seven_wonders", "TakeSides"), Watch(NAMES)
    monkeypatch.setattr(SevenWondersBoard, "side_panel", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        Walk(local, 0, "en", (80, 24), watch, "")
    monkeypatch.undo()
    monkeypatch.setattr("tta_p2p.ui.screen.screen_state.distinguish_spots", lambda spots, *_: (*spots, *spots))
    Walk(local, 0, "en", (80, 24), watch, "")
    assert ("lines that look alike") in {kind for kind, _ in watch.found}


def test_an_act_that_the_mark_did_not_show_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    local, watch = position("through_the_ages", "Target"), Watch(NAMES)
    other = local.game.write(Act(0, "resign"))
    walk = Walk(local, 0, "en", (80, 24), watch, "")
    monkeypatch.setattr(
        walk.face.keys.acts, "needs_confirmation", lambda item: walk.face.panes.queue.put(f"act {other}") or False
    )
    walk.lists(SOME)
    assert ("an act that the mark did not show", other) in watch.found
