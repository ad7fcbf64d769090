"""Each option of the table changes the one ruling it names; the default is tested with the card."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import BadOptions
from tta_p2p.games.through_the_ages.game import GAME, ThroughTheAges4, ThroughTheAges2015

from .play import me, play, them
from .politics.revealing import reveal


def test_annex_may_be_played_without_effect() -> None:
    one = me(workers={"warriors": 6}, hand=["annex", "infiltrate"])
    game = play(one, them(), phase="politics", options={"annex": "without-effect"})
    assert game.refused("attack infiltrate 1") == "nothing-to-take"
    game.act("attack annex 1").expect(0, colonies=[], military_actions=0, hand=["infiltrate"])
    assert (game.who, game.asked) == (0, "actions")


def test_infiltrate_may_be_played_without_effect() -> None:
    one = me(workers={"warriors": 6}, hand=["annex", "infiltrate"])
    game = play(one, them(), phase="politics", options={"infiltrate": "without-effect"})
    assert game.refused("attack annex 1") == "nothing-to-take"
    game.act("attack infiltrate 1").expect(0, culture=0, military_actions=0, hand=["annex"])
    assert (game.who, game.asked) == (0, "actions")


def test_games_of_earlier_releases_offer_no_infiltrate_without_effect() -> None:
    old = ThroughTheAges4()
    assert {one.name for one in ThroughTheAges2015.settings} - {one.name for one in old.settings} == {"infiltrate"}
    with pytest.raises(BadOptions):
        old.start({"infiltrate": "without-effect"}, 2)
    assert old.start({}, 2).state.options == GAME.start({}, 2).state.options


def test_games_of_earlier_releases_offer_no_other_edition() -> None:
    old = ThroughTheAges2015()
    assert {one.name for one in GAME.settings} - {one.name for one in old.settings} == {"edition"}
    for chosen in ({"edition": "2006"}, {"variant": "simple"}):
        with pytest.raises(BadOptions):
            old.start(chosen, 2)
    assert old.start({}, 2).state.options == GAME.start({}, 2).state.options


def test_an_edition_has_no_variants_of_the_other() -> None:
    for edition, variant in (("2006", "short"), ("2015", "simple"), ("2015", "advanced"), ("2006", "peaceful")):
        with pytest.raises(BadOptions, match=f"option-of-other-edition variant {variant} {edition}"):
            GAME.start({"edition": edition, "variant": variant}, 2)


def test_the_edition_of_2006_refuses_rulings_on_what_it_does_not_have() -> None:
    for name, value in (("infiltrate", "without-effect"), ("churchill", "only-if-chosen"), ("homer-face", "lost")):
        with pytest.raises(BadOptions, match=f"option-of-other-edition {name} {value} 2006"):
            GAME.start({"edition": "2006", name: value}, 2)
    GAME.start({"edition": "2006", "annex": "without-effect", "agreement-hand-limit": "may-be-exceeded"}, 2)


def test_international_agreement_may_go_past_the_hand_limit() -> None:
    one = me(workers={"warriors": 2}, hand=["monarchy", "alchemy", "masonry", "theology"])
    game = reveal(
        "international-agreement",
        one,
        them(),
        row=["irrigation", "coal", "cannon"],
        options={"agreement-hand-limit": "may-be-exceeded"},
    )
    game.act("take coal", "take cannon", "done")
    game.expect(0, hand=["monarchy", "alchemy", "masonry", "theology", "coal", "cannon"], civil_hand_limit=4)
    assert game.refused("take irrigation") == "hand-full"


def test_the_row_says_during_an_international_agreement_what_can_be_taken_by_it() -> None:
    for options, full in (({"agreement-hand-limit": "may-be-exceeded"}, False), ({}, True)):
        one = me(workers={"warriors": 2}, hand=["monarchy", "alchemy", "masonry", "theology"], unused=0)
        row = ["irrigation", "coal", "hanging-gardens", "cannon"]
        game = reveal("international-agreement", one, them(), row=row, options=options)
        assert game.who == 0
        taken = {option.act.args[0] for option in game.local.legal(0) if option.act.verb == "take"}
        spaces = game.local.view(0).row
        assert taken == {space.number for space in spaces if space.card and space.refusal is None}
        assert [space.refusal is not None and space.refusal.key == "hand-full" for space in spaces[:2]] == [full, full]
        assert game.local.view(1).row[0].refusal is None


def test_impact_of_agriculture_may_count_farms_alone() -> None:
    pacts = [("international-trade-agreement", 0, 0, 1)]
    civilizations = (me(), them(yellow_bank=12), them())
    options = {"agriculture-impact": "farms-only"}
    reveal("impact-of-agriculture", *civilizations, pacts=pacts, options=options).expect(1, culture=2)
    civilizations = (me(), them(yellow_bank=12), them())
    reveal("impact-of-agriculture", *civilizations, pacts=pacts).expect(1, culture=3 + 4)


def test_an_unused_churchill_may_score_nothing() -> None:
    for choice, more in (("automatic", 3), ("only-if-chosen", 0)):
        game = play(me(leader="winston-churchill"), options={"churchill": choice})
        rating = game.value(0, "culture_rating")
        game.act("end").expect(0, culture=rating + more)


def test_homers_face_may_be_lost_with_the_wonder() -> None:
    options = {"homer-face": "lost"}
    one = me(homer_under="colossus", wonders=["colossus"], ravaged=["colossus"])
    play(one, options=options).expect(0, happiness=0)
    play(me(homer_under="colossus", wonders=["colossus"]), options=options).expect(0, happiness=1)
