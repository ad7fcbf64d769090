"""The log as people read it: under each act what follows from it, and nothing said twice."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words
from tta_p2p.registry import load_rules
from tta_p2p.seats import wording
from tta_p2p.seats.messages import CardRef, DraftedAct, LogEntry, TextArgument, TextRef
from tta_p2p.ui.blocks import lines as lines_of
from tta_p2p.ui.log_text import latest_lines, log_paragraphs
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import Texts

TEXTS = Texts(load_rules("through_the_ages"), Words(), ("Ann", "Bob"))


def line(
    key: str, *args: TextArgument, number: int = 1, actor: int | None = 0, act: DraftedAct | None = None
) -> LogEntry:
    return LogEntry(key, list(args), 1, number, actor, act)


def shown(lines: list[LogEntry], before: LogEntry | None = None, texts: Texts = TEXTS) -> list[str]:
    return lines_of(log_paragraphs(lines, texts, before), Style())


TAKE = DraftedAct("take 5", TextRef("take", ["moses"]))
END = DraftedAct("end", TextRef("end"))
SEED = DraftedAct("seed #7", TextRef("seed", [CardRef(7)]))
ATTACK = DraftedAct("attack #7=raid-i 1", TextRef("attack", [CardRef(7, "raid-i"), 1]))


def test_a_line_that_says_its_act_stands_for_it() -> None:
    lines = [line("takes", 0, "moses", act=TAKE), line("pays", 0, 1, "civil-action", act=TAKE)]
    assert shown(lines) == ["  Ann takes Moses; pays 1 civil action"]
    assert shown(lines[::-1]) == shown(lines), "the deed comes before its price"
    assert shown([line("prepares", 0, CardRef(7), 1, act=SEED)])[0].startswith("  Ann prepares a hidden card")


def test_an_act_that_no_line_says_is_a_sentence_before_what_follows() -> None:
    lines = [line("science", 0, 2, act=END), line("turn", 1, 1, act=END)]
    assert shown(lines) == ["  Ann ends the turn; scores 2 science", "Round 1: Bob's turn"]
    own = Texts(load_rules("through_the_ages"), Words(), ("Ann", "Bob"), you=0)
    assert shown(lines, texts=own) == ["  You end your turn; you score 2 science", "Round 1: Bob's turn"]
    chinese = Texts(load_rules("through_the_ages"), Words("zh-Hans"), ("Ann", "Bob"), you=0)
    assert shown(lines, texts=chinese) == ["  你结束回合；获得2点科学", "第1轮，Bob的回合"]
    other = DraftedAct("wait 3", TextRef("wait", [3]))
    assert shown([line("science", 0, 2, act=other)]) == ["  Ann: Wait 3; scores 2 science"], "a game without sentences"
    assert shown([line("attacks", 0, "raid-i", 1, act=ATTACK)]) == ["  Ann plays Raid I against Bob"]


def test_a_line_of_the_same_verb_says_its_act_however_it_was_paid_for() -> None:
    texts = Texts(load_rules("seven_wonders"), Words(), ("Ann", "Bob"))
    buying = DraftedAct("build #7=haven 2 0", TextRef("build-buying", [CardRef(7, "haven"), "1", "cloth", "from-left"]))
    stage = DraftedAct("stage #8 0 2", TextRef("stage-buying", [CardRef(8), "2", "clay", "from-right"]))
    for line_, told in (
        (line("builds-paying", 0, "haven", 1, 2, act=buying), "  Ann builds Haven and pays 2 coins to Bob"),
        (line("stage-paying", 0, 3, "gizah", 1, 2, act=stage), "  Ann builds stage 3 of Gizah and pays 2 coins to Bob"),
    ):
        assert shown([line_], texts=texts) == [told]


def test_what_is_bought_is_listed_as_each_language_does() -> None:
    goods = [3, "wood", "comma", 1, "stone", "and", 2, "clay", "from-left", "and", 1, "cloth", "from-right"]
    label = TextRef("build-buying", [CardRef(7, "haven"), *goods])
    told = "Build Haven, buying 3 wood, 1 stone and 2 clay from the left and 1 cloth from the right"
    assert Texts(load_rules("seven_wonders"), Words()).label(label) == told
    told = "建造港口，购买3木头、1石料、2砖块（左邻）、1布匹（右邻）"
    assert Texts(load_rules("seven_wonders"), Words("zh-Hans")).label(label) == told


def test_only_the_name_of_who_acts_is_left_out() -> None:
    texts = Texts(load_rules("through_the_ages"), Words(), ("Ann", "Anna"))
    lines = [line("takes", 0, "moses", act=TAKE), line("science", 1, 2, act=TAKE), line("science", 0, 2, act=TAKE)]
    assert shown(lines, texts=texts) == ["  Ann takes Moses; Anna scores 2 science; Ann scores 2 science"]


def test_whoever_was_just_spoken_of_is_not_named_again() -> None:
    told = [line("prepares", 0, CardRef(7), 1, act=SEED)]
    told += [line(key, seat, 1, act=SEED) for seat in (1, 0) for key in ("science", "resource")]
    said = " ".join(map(str.strip, shown(told)))
    assert said.endswith("; Bob scores 1 science; gains 1 resource; Ann scores 1 science; gains 1 resource")
    own = Texts(load_rules("through_the_ages"), Words(), ("Ann", "Bob"), you=1)
    assert "; you score 1 science; you gain 1 resource; Ann" in " ".join(map(str.strip, shown(told, texts=own)))


def test_a_number_that_equals_the_seat_of_who_acts_is_no_name() -> None:
    said = shown([line("science", 2, 1, actor=2, act=END), line("last-round", 2, actor=2, act=END)])
    assert said == ["  seat 2 ends the turn; scores 1 science; round 2 is the last one"]


def test_what_comes_later_of_the_same_act_goes_on_under_it() -> None:
    lines = [line("takes", 0, "moses", act=TAKE), line("science", 0, 2, number=2, act=END)]
    later = [line("last-round", 2, number=2, act=END), line("takes", 1, "homer", number=3, actor=1, act=TAKE)]
    assert shown(later, lines[-1])[0] == "    Round 2 is the last one"
    assert shown(later)[:1] == ["  Ann ends the turn; round 2 is the last one"]


def test_the_last_lines_begin_with_the_act_that_they_are_of() -> None:
    log = [line("turn", 0, 1, number=0), line("takes", 0, "moses", act=TAKE)]
    log.append(line("pays", 0, 1, "civil-action", act=TAKE))
    assert shown(list(latest_lines(log, 1))) == shown(log[1:]) == ["  Ann takes Moses; pays 1 civil action"]
    assert latest_lines(log, 3) == latest_lines(log, 9) == log
    assert not latest_lines(log, 0)


def test_equal_acts_one_after_the_other_stand_apart() -> None:
    twice = [line("takes", 0, "moses", number=number, act=TAKE) for number in (1, 2)]
    assert shown(twice) == ["  Ann takes Moses"] * 2


def test_lines_without_an_act_stand_alone() -> None:
    left, over = line("left", 1, "gone", number=2, actor=1), line("game-over", number=2, actor=1)
    said = shown([line("takes", 0, "moses", act=TAKE), left, over])
    assert said[1:] == ["  Bob has left the game (gone)", "  The game is over"]


def test_every_line_of_a_game_is_shown_once() -> None:
    local: LocalGame[Any, Any] = LocalGame(load_rules("smugglers"), 2, {}, chance=3)
    local.answer_needs()
    while not local.over:
        assert local.decision is not None
        local.act(local.legal(local.decision.seats[0])[0].act)
    texts = Texts(local.game, Words(), ("Ann", "Bob"))
    log = wording.log(local.game, local.log, local.dealer.knowledge_of(None).faces)
    told = [part.strip() for text in lines_of(log_paragraphs(log, texts), Style(120)) for part in text.split(";")]
    said = [texts.line("log", one) for one in log]
    named = [text for one, text in zip(told, said, strict=True) if text == one or text.endswith(f" {one}")]
    assert len(said) > 15 and named == said
