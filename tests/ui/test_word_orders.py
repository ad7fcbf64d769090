"""Logs, digests and receipts of whole games in languages that order their words otherwise: no sentence is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest

from tests.ui.tongues import NAMES, TONGUES, acts_said, hear, speak, whole_game
from tta_p2p.i18n import Words
from tta_p2p.i18n.clauses import whole_texts
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain
from tta_p2p.ui.digest import action_rows, digest, end_of_own_turn, since_own_turn
from tta_p2p.ui.log_text import log_paragraphs
from tta_p2p.ui.state import ClientState
from tta_p2p.ui.texts import Texts

GAMES = {"through_the_ages": (3, 3, 500), "seven_wonders": (3, 3, 100), "civilization": (2, 4, 900)}
"""Seats, the seed that the game is made of, and how many acts of it there are at most."""

END_VERBS = ("end", "pass")


@cache
def log_of(game: str) -> tuple[say.LogEntry, ...]:
    return tuple(whole_game(game, *GAMES[game]))


def sentences(game: str, texts: Texts) -> Iterator[str]:
    """All that clients say of a game: its log, its digests, action by action, and what ends of turns have brought."""
    log, you = log_of(game), texts.you
    blocks = [*log_paragraphs(log, texts), *digest(log, texts, you)]
    welcome = say.WelcomeReply(say.VERSION, game, "ab", you or 0, [], {}, [])
    for at in range(0, len(log), 40):
        part = log[at : at + 60]
        blocks += digest(part, texts, you, merged=True, before=log[at - 1] if at else None)
        state = replace(ClientState(), welcome=welcome, turn=say.TurnReply(1, None, True, [], {}), log=log[:at])
        since = since_own_turn(state)
        blocks += digest(end_of_own_turn(state, END_VERBS, since[0].number if since else at), texts, you)
    yield from (plain(block.text) for block in blocks if isinstance(block, Para))
    yield from map(plain, action_rows(log, texts, you))


@pytest.mark.parametrize("you", [0, None])
@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_understood_of_the_seat_that_it_is_about(game: str, tongue: str, you: int | None) -> None:
    texts = speak(game, TONGUES[tongue], you)
    heard, turning = Counter[str](), [key for key, style in texts.style.lines.items() if style.turns_away]
    for sentence in sentences(game, texts):
        assert "⟨" in sentence or "⟪" in sentence or "[" in sentence, f"a key is raw: {sentence}"
        for clause in hear(sentence, you, turning):
            assert clause.understood == clause.about, sentence
            again = clause.named and clause.told_before and clause.about != you
            assert not again, f"{NAMES[clause.about]} is named again: {sentence}"
            heard["named" if clause.named else "dropped"] += 1
    assert heard["named"] > 50 and (heard["dropped"] > 50 or game == "seven_wonders"), "both kinds were heard"


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_says_the_act_again(game: str, tongue: str) -> None:
    texts = speak(game, TONGUES[tongue], 0)
    for sentence in sentences(game, texts):
        for phrase in sentence.split("‖"):
            act = acts_said(phrase.partition("⟫")[0]) if "⟪" in phrase else []
            assert not act or act[-1] not in acts_said(phrase.partition("⟫")[2]), sentence


@pytest.mark.parametrize(
    ("takes", "food", "told", "logged"),
    [
        ("{1:card} goes", "{1} food go", "Bob: Moses goes: 2 food go", "Moses goes to Bob; 2 food go"),
        (  # texts that name the seat themselves are left as they are
            "{1:card} goes to {0:seat}",
            "{1} food go to {0:seat}",
            "Bob: Moses goes to Bob: 2 food go to Bob",
            "Moses goes to Bob; 2 food go to Bob",
        ),
        (  # and so are those whose subject stands inside
            "{1:card} {subject:named?{subject} |}gets",
            "{1} food {subject:named?{subject} |}gains",
            "Bob: Moses gets: 2 food gains",
            "Moses Bob gets; 2 food gains",
        ),
        ("{1:card} {subject} gets", "{1} food go", "Bob: Moses  gets: 2 food go", "Moses Bob gets; 2 food go"),
    ],
)
def test_an_act_is_said_once_wherever_a_language_names_who_did_it(
    takes: str, food: str, told: str, logged: str
) -> None:
    rules = load_rules("through_the_ages")
    texts = {**rules.texts("en"), "log.takes": takes, "log.food": food}
    spoken = SimpleNamespace(name=rules.name, clauses=rules.clauses, notes=rules.notes, texts=lambda _: texts)
    words = Words().extended({"en": {"clause.said": "{clause} to {subject}"}})
    act = say.DraftedAct("take 1", say.TextRef("take", ["moses"]))
    log = [say.LogEntry(key, [1, *args], 1, 1, 1, act, 1) for key, args in (("takes", ["moses"]), ("food", [2]))]
    reads = Texts(spoken, words, ("Ann", "Bob"))
    (one,), (line,) = digest(log, reads), log_paragraphs(log, reads)
    assert isinstance(one, Para) and [plain(one.text), plain(line.text)] == [told, logged]


@pytest.mark.parametrize("you", [0, None])
@pytest.mark.parametrize("game", GAMES)
def test_a_subject_stands_inside_its_clause_where_the_language_has_it_there(game: str, you: int | None) -> None:
    """In logs as in digests, said once and of several at once; programs fill in the same order."""
    texts = speak(game, TONGUES["verb first, then the subject"], you)
    said = list(sentences(game, texts))
    inside = [one for one in said if re.search("⟩ ▸[^◂]*◂ [^ ⁂＆⁏‖⇒]", one)]
    assert len(inside) > len(said) // 20, inside
    assert all("▸ " not in one and "{" not in one for one in said)


def test_programs_and_people_read_a_clause_with_its_subject_inside() -> None:
    """Also where names and what they name have braces."""
    rules = load_rules("through_the_ages")
    text = "{1:card} {subject:named?{subject} ({0:you?you}) |}gets"
    spoken = SimpleNamespace(
        name=rules.name,
        clauses=rules.clauses,
        notes=rules.notes,
        texts=lambda _: rules.texts("en") | {"log.takes": text},
    )
    reads = Texts(spoken, Words(), ("A{n}n", "Bob"), 1)
    clause = reads.clause("log", say.TextRef("takes", [0, "moses"]))
    assert (reads.statement(clause), reads.again(clause)) == ("Moses A{n}n (you) gets", "Moses gets")
    assert not reads.begins_with_name(clause)
    (whole,) = whole_texts({"log.takes": text}, rules.clauses, rules.notes, Words()).values()
    assert whole == "{1:card} {0:seat} ({0:you?you}) gets"


@pytest.mark.parametrize("tongue", TONGUES)
def test_the_reader_is_named_again_after_what_nobody_did(tongue: str) -> None:
    def line(number: int, act: str, key: str, *args: say.TextArgument) -> say.LogEntry:
        return say.LogEntry(key, [*args], 1, number, 0, say.DraftedAct(act, say.TextRef(act, [])), 0)

    log = [line(1, "done", "territory-unclaimed", "rich-land-a"), line(2, "build", "builds", 0, "iron")]
    (one,) = digest(log, speak("through_the_ages", TONGUES[tongue], 0), 0)
    assert isinstance(one, Para)
    assert [(clause.about, clause.named) for clause in hear(plain(one.text), 0, ())] == [(0, True)], plain(one.text)
