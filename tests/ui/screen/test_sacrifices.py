"""The edition of 2006 on the screen: units sacrificed in attacks, banks with its steps, cards that it alone has."""

from __future__ import annotations

import pytest

from tests.through_the_ages.play import Playing, me, play
from tests.ui.fake_node import make_table
from tests.ui.positions import scene
from tests.ui.screen.golden import golden
from tests.ui.screen.keyboard import at_the_screen, face_of, shown
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.act_menu import make_menu
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.presenter import Presenter, presenter_for
from tta_p2p.ui.reference import reference_of
from tta_p2p.ui.style import Style
from tta_p2p.ui.through_the_ages.reference import DIFFERENCES

OLD = {"edition": "2006"}


def raid(**bob: object) -> Playing:
    """Ann may raid Bob, who has a card and units of his own."""
    ann = me(hand=["raid-i-2006"], workers={"warriors": 3, "knights-2006": 1}, tactic="medieval-army")
    told = {"hand": ["defense-colonization-i"], "workers": {"warriors": 2, "philosophy": 1}, **bob}
    return play(ann, me(**told), age="I", round=6, phase="politics", options=OLD)


def war() -> Playing:
    """A war of Ann's on Bob that is about to be fought."""
    ann = me(workers={"warriors": 3, "swordsmen-2006": 1})
    bob = me(workers={"warriors": 2})
    return play(ann, bob, age="II", round=9, phase="start", wars=[("war-over-resources", 0, 1)], options=OLD)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sacrifices_are_decided_beside_what_they_bring(language: str) -> None:
    game = raid()
    game.act("attack raid-i-2006 1")
    golden(f"sacrifice-{language}", shown(face_of(game.local, 0, language)))
    game.act("sacrifice warriors", "done")
    golden(f"repulse-{language}", shown(face_of(game.local, 1, language)))
    fought = war()
    golden(f"war-attacker-{language}", shown(face_of(fought.local, 0, language)))
    fought.act("done")
    golden(f"war-rival-{language}", shown(face_of(fought.local, 1, language)))


def test_what_is_said_of_sacrifices_stays_true_while_they_are_named() -> None:
    game = raid()
    game.act("attack raid-i-2006 1")
    told = []
    for _ in range(2):
        told.append(" ".join(" ".join(shown(face_of(game.local, 0))).split()))
        game.act("sacrifice warriors")
    assert "you 7 against 2" in told[0] and "Warriors 3, Knights 1: all add 7" in told[0]
    assert "you 8 against 2" in told[1] and "Warriors 2, Knights 1: all add 6" in told[1]
    assert "named Warriors 1" in told[1] and "named Warriors" not in told[0]
    game.act("done")
    seen = " ".join(" ".join(shown(face_of(game.local, 1))).split())
    assert "Ann 9" in seen and "2, 7 short" in seen and "6 with all cards and units: 3 short" in seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_attack_or_a_defence_that_units_would_still_decide_is_not_given_up_unasked(language: str) -> None:
    def asked(seat: int, *acts: str, **bob: object) -> tuple[str, ...]:
        game = raid(**bob)
        game.act("attack raid-i-2006 1", *acts)
        presenter, now = scene(game.local, seat, language)
        done = next(entry for entry in make_menu(presenter, now).entries if entry.verb == "done")
        return presenter.cautions(done, now)

    words = presenter_for("through_the_ages", Words(language)).words
    assert asked(0) == ()
    assert asked(0, workers={"warriors": 8, "philosophy": 1}) == (words("tta.warn.attack", n=2),)
    assert asked(1, "done") == (), "neither card nor units are enough"
    assert asked(1, "done", workers={"warriors": 4}) == (words("tta.warn.defence", n=3),)


def test_banks_and_limits_are_those_of_the_edition() -> None:
    bank = me(workers={"warriors": 1}, blue_bank=10)
    tall = me(workers={"modern-infantry-2006": 14}, science=40)
    local = play(bank, tall, age="III", round=14, phase="actions", options=OLD).local
    presenter, now = scene(local, 0)
    board = "\n".join(lines(presenter.page("me", "", now).blocks, Style()))
    assert "corruption at the end 2; 2 more in use now: 2" in board and "▪▪|▪▪▪▪|▪▪▪▪" in board
    other = "\n".join(lines(presenter.page("me", "Bob", now).blocks, Style()))
    assert "60 (no more)" in other and "40 (no more)" in other
    usual = play(bank, me(), age="III", round=14, phase="actions").local
    presenter, now = scene(usual, 0)
    assert "corruption 2; 5 more in use: 4" in "\n".join(lines(presenter.page("me", "", now).blocks, Style()))


def test_a_tactic_is_nobody_elses_and_never_common() -> None:
    for options, said in ((OLD, False), ({}, True)):
        local = play(me(hand=["legion"], workers={"warriors": 3}), me(), age="I", round=5, options=options)
        local.act("tactic legion")
        presenter, now = scene(local.local, 0)
        assert ("not common yet" in "\n".join(lines(presenter.page("me", "", now).blocks, Style()))) == said


def test_a_name_means_the_card_of_the_edition_that_is_played() -> None:
    for options, face in ((OLD, "swordsmen-2006"), ({}, "swordsmen")):
        local = play(me(hand=[face], science=9), me(), age="I", round=5, options=options).local
        presenter, now = scene(local, 0)
        assert presenter.speech.guess(["develop", "swordsmen"], now).text == f"develop {face}"
        assert presenter.texts.card(face) == "Swordsmen" and (face in presenter.sheet_names)
        assert [one for one in presenter.sheet_names if one.startswith("swordsmen")] == [face]
        sheet = "\n".join(lines(presenter.card_sheet(face), Style()))
        assert ("Swordsmen (2006)" in sheet) == bool(options) and "copies" in sheet


async def test_units_are_sacrificed_in_an_aggression_by_keys() -> None:
    """Ann's raid is too weak until she sacrifices; the rules and a bot answer."""
    game = raid(workers={"warriors": 8, "philosophy": 1}, hand=[])
    async with at_the_screen(make_table("through_the_ages", 2, local=game.local, **OLD)) as ann:
        assert "Play Raid I against Bob" in ann.sees()
        seen = await ann.press("m", "enter")
        assert "Which units do you sacrifice?" in seen and "you 7 against 8" in seen
        seen = await ann.press("e")
        assert "could still make it succeed" in seen
        seen = await ann.press("esc", "m", "home", "enter")
        assert "you 8 against 8" in seen
        await ann.press("m", "home", "enter")
        seen = await ann.press("e")
        while ann.client.state.confirmation is not None:
            seen = await ann.press("y")
        told = [line.key for line in ann.client.state.log]
        assert "strengths" in told and {"attack-succeeds", "attack-fails"} & {*told}
        assert ann.client.state.turn is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_looked_up_in_a_game_begin_with_what_is_different_there(language: str) -> None:
    def presenter(edition: str) -> Presenter:
        found = presenter_for("through_the_ages", Words(language))
        found.begin_table({"edition": edition})
        return found

    usual, old = (reference_of(presenter(edition)) for edition in ("2015", "2006"))
    tokens = old.words(language)("rules.editions.blue-tokens")
    for asked in ("corruption", "end-of-turn", "food-and-resources"):
        topics = old.search_topics(asked, language)
        told = [topic.text for topic in old.topic_excerpts(topics, asked)]
        assert any(text.startswith(old.words(language)("tta.edition.differs")) and tokens in text for text in told)
        before = usual.topic_excerpts(usual.search_topics(asked, language), asked)
        assert not any(tokens in topic.text for topic in before if topic.name != "editions")
    named = {topic.name for topic in old.topics(language)}
    texts = old.words(language)
    assert named >= DIFFERENCES.keys()
    assert all(texts(f"rules.editions.{key}") for keys in DIFFERENCES.values() for key in keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_simple_game_announces_no_corruption_and_nobody_discontent(language: str) -> None:
    for variant, announced in (("complete", True), ("simple", False)):
        game = play(me(workers={"warriors": 1}), me(), age="I", round=5, options={**OLD, "variant": variant})
        seen = "\n".join(shown(face_of(game.local, 0, language)))
        words = presenter_for("through_the_ages", Words(language)).words
        assert (words("tta.screen.blue") in seen) == announced
        assert ("●" in seen) == announced
