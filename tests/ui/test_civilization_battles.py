"""What the page of a battle lists: fewer wounds than there are behind one line."""

from __future__ import annotations

import pytest

from tests.civilization.battle.attacks import bereft, village
from tests.civilization.technologies.iron import war
from tests.ui.positions import scene
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.act_menu import make_menu
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain
from tta_p2p.ui.civilization.presenter import CivilizationPresenter
from tta_p2p.ui.civilization.screen import CivilizationBoard


@pytest.mark.parametrize("language", LANGUAGES)
def test_fewer_wounds_than_there_are_stand_behind_one_line(language: str) -> None:
    """They are allowed, and would drown what is wanted."""
    table = war(["mounted-1"] * 2, ["mounted-3", "infantry-3"], techs=["ballistics"], goods={"iron": 1})
    table.do("front mounted-3", "front mounted-1", "done", "front infantry-3")
    presenter, now = scene(table.local, table.seat, language)
    assert isinstance(presenter, CivilizationPresenter)
    entries = make_menu(presenter, now).entries
    wounds = [item for item in entries if item.verb == "wound"]
    board = CivilizationBoard(presenter)
    spots = board.choices.group_acts(tuple(entries), now, within=False) or ()
    (few,) = [spot for spot in spots if spot.acts]
    assert {one.text for one in wounds} == {*few.acts, "wound ballistics iron 1 1 1 3 3 3"}
    card = presenter.texts.card("ballistics")
    assert plain(few.text).strip().endswith(presenter.words("civ.battle.fewer", card=card, n=len(few.acts)))
    among = board.choices.group_acts(tuple(one for one in wounds if one.text in few.acts), now, within=True) or ()
    assert [spot.key for spot in among] == list(few.acts) and all(plain(spot.note) for spot in among)
    told = "".join(
        map(plain, (part.text for part in presenter.menu_blocks(entries, now) or () if isinstance(part, Para)))
    )
    assert all(f"{item.number})" in told for item in wounds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_what_most_people_answer_by_a_rule_stands_how_not_to_be_asked(language: str) -> None:
    """China's dead, the barbarians' decks, and what is done after a unit."""
    tended = war(["mounted-1"], ["mounted-3", "infantry-3"], techs=["mathematics"], goods={"iron": 1})
    tended.do("front mounted-3", "front mounted-1")
    for key, table in (("tend", tended), ("save", bereft("mounted-1")), ("levy", village("artillery"))):
        presenter, now = scene(table.local, table.seat, language)
        assert table.asked == key and presenter.words(f"civ.standing.{key}") in plain(presenter.decision(now))
