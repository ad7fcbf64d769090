"""Texts are filled in whatever their arguments are, and a line that cannot be told costs a client that line."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.ui.fake_node import talk
from tests.ui.hostile import odd_arguments
from tests.ui.line_client import MINE, WELCOME
from tta_p2p.games.contract import Card, Illegal
from tta_p2p.i18n import LANGUAGES, Words, catalogue, game_texts, templates
from tta_p2p.i18n.refusals import is_refusal, read_refusal
from tta_p2p.registry import load_rules, names
from tta_p2p.seats import messages as say
from tta_p2p.ui import news_text
from tta_p2p.ui.guard import LOG, SWITCH
from tta_p2p.ui.texts import LONGEST_NESTED, Texts

ALWAYS = ("log", "illegal", "decision", "asked", "effect", "label", "act", "deed", "about", "ending", "declared")
"""Kinds of texts that a node tells with arguments."""


def texts(game: str, language: str) -> Texts:
    return Texts(load_rules(game), Words(language), ("Ann", "Bob"), 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_every_text_of_a_game_is_said_whatever_its_arguments_are(game: str, language: str) -> None:
    said = texts(game, language)
    for full in sorted(game_texts(load_rules(game), "en")):
        kind, _, key = full.partition(".")
        for args in odd_arguments(full) if kind in ALWAYS else ():
            line = say.TextRef(key, args)
            for told in (said.line(kind, line), said.clause(kind, line).text):
                assert isinstance(told, str), (full, args)
            for way in (said.effect, said.label, said.label_detail):
                assert isinstance(way(line), str), (full, args)
            said.deed(0, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_application_is_said_whatever_its_arguments_are(language: str) -> None:
    words = Words(language)
    for key in sorted(catalogue("en")):
        for args in odd_arguments(key):
            assert isinstance(words.line(key, args), str), (key, args)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_is_written_however_large_it_is(language: str) -> None:
    for number in (10**4, 10**24, 10**30, 10**4000, -(10**4000)):
        for plus in (False, True):
            written = templates.number(language, number, plus)
            assert "".join(filter(str.isdigit, written)) == str(abs(number)), "every digit stands there"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_lacks_whom_it_is_about_is_said(language: str) -> None:
    for key in ("plunder", "repulse", "offer", "target", "sacrifice", "defence"):
        assert texts("through_the_ages", language).line("illegal", say.TextRef("due-first", ["x", key]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_do_not_stand_in_each_other_without_end(language: str) -> None:
    game = "civilization"
    nested = [word for _ in range(4000) for word in ("research", "research", "elsewhen-nor")]
    told = texts(game, language).line("illegal", say.TextRef("elsewhen-nor", nested))
    assert len(told) < 100 * LONGEST_NESTED


@pytest.mark.parametrize(
    "reason",
    [
        "",
        " ",
        "due-first",
        "due-first x",
        "due-first x plunder",
        "due-first x keep 9",
        "due-first  plunder",
        "due-first take keep 9",
        "due-first take discard 9 Bob is the cheat",
        "no-such-verb Bob",
        "not-in-hand two words",
        "not-in-hand {0}",
        "not-in-hand",
        "not-in-hand \x1b[2J",
        "hand-full " + "9" * 900,
        "hand-full ²",
        "an entry ends with its first act that cannot be undone, and not before",
        "due-first take plunder 0 " + "moses " * 300,
    ],
)
def test_a_reason_that_no_rules_give_is_no_refusal(reason: str) -> None:
    assert read_refusal(load_rules("through_the_ages"), reason, Card) is None


def test_an_argument_stays_one_word_whatever_stands_in_it() -> None:
    for word in ("take discard 2", "take\u3000discard", "take%20discard", "", "\n"):
        reason = str(Illegal("due-first", word))
        assert len(reason.split(" ")) == 2 and reason.isprintable()
        assert read_refusal(load_rules("through_the_ages"), reason, Card) is None


def test_a_reason_that_the_rules_give_is_read() -> None:
    game = load_rules("through_the_ages")
    for reason, key, args in (
        ("not-your-decision", "not-your-decision", ()),
        ("unknown-act", "unknown-act", ()),
        ("due-first take politics", "due-first", ("take", "politics")),
        ("due-first take discard 2", "due-first", ("take", "discard", 2)),
        ("no-such-card 7 moses", "no-such-card", (7, "moses")),
        ("no-such-card #7=moses", "no-such-card", (Card(7, "moses"),)),
    ):
        assert read_refusal(game, reason, Card) == (key, args)


@pytest.mark.parametrize("game", names())
def test_no_odd_argument_makes_a_refusal_of_a_game(game: str) -> None:
    rules = load_rules(game)
    known = {word for key in game_texts(rules, "en") for word in (key.partition(".")[2],)} | {"/", "?"}
    for full in sorted(game_texts(rules, "en")):
        kind, _, key = full.partition(".")
        for args in odd_arguments(full) if kind == "illegal" else ():
            if is_refusal(rules, key, args):
                assert not {arg for arg in args if isinstance(arg, str)} - known, (full, args)


def accusation(key: str, *args: Any) -> say.AccusationReply:
    return say.AccusationReply(1, "Bob", "illegal-act", say.TextRef(key, list(args)), "/proof")


async def test_an_accusation_says_no_word_that_the_rules_do_not_say() -> None:
    made = accusation("due-first", "x", "keep", 9), accusation("no-such-verb", "Cid cheats")
    _, shown, _ = await talk([WELCOME, *made, MINE], "quit")
    text = " ".join(" ".join(shown).split())
    assert text.count("Bob broke the rules of the game.") == 2
    assert "First comes" not in text and "Cid cheats" not in text and "Why the rules refuse it" not in text


async def test_an_accusation_says_why_the_rules_refuse_the_act() -> None:
    _, shown, _ = await talk([WELCOME, accusation("unknown-act"), MINE], "quit")
    assert "Why the rules refuse it: There is no such act in this game." in " ".join(" ".join(shown).split())


def break_accusations(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise IndexError("injected")
        yield

    monkeypatch.setattr(news_text, "_accusation", fails)


async def test_a_line_that_cannot_be_told_costs_that_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(SWITCH, "")
    caplog.set_level(logging.ERROR, LOG.name)
    break_accusations(monkeypatch)
    asked, shown, _ = await talk([WELCOME, accusation("unknown-act"), MINE], "quit")
    text = " ".join(" ".join(shown).split())
    assert text.count("this line is lost, and the log says why") == 1
    assert isinstance(asked[-1], say.ByeRequest), "it goes on until it is told to leave"
    assert "injected" in caplog.text and "unknown-act" in caplog.text, "the log repeats it"


async def test_where_the_environment_says_so_a_line_that_cannot_be_told_is_a_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_accusations(monkeypatch)
    with pytest.RaisesGroup(IndexError, flatten_subgroups=True, allow_unwrapped=True):
        await talk([WELCOME, accusation("unknown-act"), MINE], "quit")
