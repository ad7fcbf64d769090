"""A cheat with words of its own is named all the same, and nobody reads the words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from protocol.errors import IllegalAct
from tests.cli.terminals import here
from tests.table.cheats import WORDS, acts, cheat, convictions
from tests.table.peers import Peers
from tests.ui.fake_node import talk
from tests.ui.screen.keyboard import coming, face_told, shown
from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words, game_texts
from tta_p2p.node.service.notices import rule_refusal
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.table.game_table import GameTable

GAME = "through_the_ages"
PLACES: dict[str, Callable[[str], tuple[str, tuple[str, ...]]]] = {
    "verb": lambda word: (word, ()),
    "card": lambda word: ("take", (word,)),
    "cards": lambda word: ("bid", (word, word)),
}
ENTRIES = [(place, word) for place in PLACES for word in WORDS]


def act_of(place: str, word: str, seat: int) -> Act:
    verb, args = PLACES[place](WORDS[word])
    return Act(seat, verb, args)


@pytest.fixture(scope="module")
def deciding() -> GameTable:
    """A table at which somebody is to decide."""
    peers = Peers(GAME, [0, 1], seed=1)
    peers.deliver()
    return next(table for table in peers.tables if table.to_decide())


def has_words_of_a_cheat(text: str) -> bool:
    """Whether a text has anything that a cheat has written, and nobody else."""
    return any(mark in text for mark in ("xx", "cheats", "{0", "\x1b", "\u202e", "repulse", "keep 9", "x plunder"))


@pytest.mark.parametrize(("place", "word"), ENTRIES)
def test_the_rules_refuse_it_and_name_none_of_its_words(deciding: GameTable, place: str, word: str) -> None:
    (seat,), seating = deciding.to_decide(), deciding.seating
    assert seating is not None
    with pytest.raises(IllegalAct) as refused:
        deciding.referee.judge(seating.to_charter(seat), acts(act_of(place, word, seat)))
    reason = str(refused.value)
    told = rule_refusal(deciding.game, reason)
    if WORDS[word] in ("", "plunder"):  # which the rules may repeat, or leave out
        return
    assert not has_words_of_a_cheat(reason) and told is not None, reason
    assert f"illegal.{told.key}" in game_texts(deciding.game, "en")


@pytest.mark.parametrize("word", WORDS)
def test_whoever_verifies_the_certificate_reads_who_cheated(tmp_path: Path, word: str, monkeypatch: Any) -> None:
    peers = Peers(GAME, [0, 1], seed=1)
    operator, seat = cheat(peers, lambda table, seat: acts(act_of("verb", word, seat)))
    peers.deliver()
    (convicted,) = convictions(peers, 1 - operator)
    assert convicted.seat == seat and convicted.certificate.kind == "illegal-act"
    path = tmp_path / "seat.certificate"
    path.write_bytes(convicted.certificate.encode())
    for language in LANGUAGES:
        monkeypatch.setenv("TTA_LANG", language)
        done = here(tmp_path / "home", "verify", path)
        assert done.returncode == 1 and not done.stderr
        text = "".join(done.stdout.split())
        assert f"seat {seat}".replace(" ", "") in text
        assert "".join(Words(language)("verify.did.illegal-act").split()) in text
        assert not has_words_of_a_cheat(done.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", WORDS)
async def test_clients_go_on_also_where_an_older_node_tells_the_words(word: str, language: str) -> None:
    """An older node parts the words of the cheat at spaces, as far as they are not cut."""
    args: list[say.TextArgument] = [*f"{WORDS[word]} politics"[:990].split(" ")]
    accused = say.AccusationReply(1, "Bob", "illegal-act", say.TextRef("due-first", args), "/proof")
    local = LocalGame(load_rules(GAME), 2, {}, 7)
    local.answer_needs()
    welcome, turn = coming(local, 0)
    asked, told, _ = await talk([welcome, accused, turn], "quit", language=language)
    text = " ".join(told)
    assert isinstance(asked[-1], say.ByeRequest)
    assert Words(language)("accused-then", name="Bob")[:10] in text and not has_words_of_a_cheat(text)
    assert len(shown(face_told([welcome, turn, accused], language))) == 24
