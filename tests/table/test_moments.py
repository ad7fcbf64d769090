"""How a game stood before: what every seat was shown then, and no more; and what was proved last."""

from __future__ import annotations

from typing import Any

import pytest
from trio.testing import memory_stream_pair

from tests.table.peers import Peers
from tests.table.seats import Sat
from tests.through_the_ages.choosing import lively
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Card
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.service.clients import Client
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.table.moments import Moments, RememberedGame
from tta_p2p.table.proof_summary import KINDS


@pytest.mark.parametrize(("game", "most"), [("smugglers", 400), ("caravan", 400), ("through_the_ages", 12)])
def test_every_seat_finds_again_what_it_was_shown_and_no_more(game: str, most: int) -> None:
    peers = Peers(game, [0, 1, 2], seed=6)
    shown: dict[tuple[int, int | None], dict[int, Any]] = {}
    for _ in range(most):
        peers.deliver()
        for number, table in enumerate(peers.tables):
            if table.state is not None and not table.game.needs(table.state):
                for seat in (*table.own_seats, None):
                    view = table.game.view(table.state, table.knowledge[seat], seat)
                    shown.setdefault((number, seat), {})[len(table.facts)] = view
        if not peers.step():
            break
    for (number, seat), views in shown.items():
        table = peers.tables[number]
        assert len(views) > 3
        for facts, view in views.items():
            moment = table.moments.at(facts)
            assert moment is not None and set(moment.knows) == {*table.own_seats, None}
            assert table.game.view(moment.state, moment.knows[seat], seat) == view


def test_a_moment_between_two_is_the_one_before_and_before_all_the_first() -> None:
    local = RememberedGame(load_rules("smugglers"), 3, {}, chance=4)
    local.answer_needs()
    first, dealt = local.moments.at(0), len(local.facts)
    assert first is not None and local.moments.at(dealt) is first and not local.game.needs(first.state)
    for _ in range(6):
        assert local.decision is not None
        local.act(*(local.legal(seat)[0].act for seat in local.decision.seats))
    assert local.moments.at(dealt) is first
    last = local.moments.at(10**6)
    assert last is not None and last.state is local.state
    assert Moments(local.game).at(3) is None


def test_a_remembered_game_is_the_same_game() -> None:
    one, other = (kind(load_rules("caravan"), 3, {}, 9) for kind in (RememberedGame, LocalGame))
    for local in (one, other):
        local.answer_needs()
        while not local.over:
            assert local.decision is not None
            local.act(*(local.legal(seat)[0].act for seat in local.decision.seats))
    assert one.facts == other.facts and one.log == other.log


def test_the_own_log_goes_on_naming_cards_that_were_mixed_with_others_since() -> None:
    table = LocalTable(load_rules("through_the_ages"), 2, {}, 4, ("Ann", "Bob"), {})
    local, chance = table.local, Chance("m4")
    local.answer_needs()
    while not local.over:
        assert local.decision is not None
        (seat,) = local.decision.seats
        local.act(lively(chance, [one for one in local.legal(seat) if one.act.verb != "resign"]).act)
    gone = set[tuple[str, int]]()
    for line in local.log:
        if line.actor is not None:
            known = local.dealer.knowledge_of(line.actor).faces
            hidden = [arg for arg in line.args if isinstance(arg, Card) and not arg.face and arg.handle not in known]
            gone |= {(line.key, line.actor)} if hidden else set()
    assert {("prepares", 0), ("prepares", 1), ("discards", 0)} <= gone, "they are mixed with others since"

    def log(seat: int | None) -> list[say.LogEntry]:
        client = Client(Lines(memory_stream_pair()[0]), seat=seat)
        heard: list[say.Reply] = []
        client.say = heard.append  # type: ignore[method-assign]
        table.desk._show_log(client, table)
        return [line for one in heard if isinstance(one, say.LogReply) for line in one.lines]

    for seat, other in ((0, 1), (1, 0)):
        for line, theirs, everybody in zip(log(seat), log(other), log(None), strict=True):
            for arg, seen, open_ in zip(line.args, theirs.args, everybody.args, strict=True):
                if line.key not in ("prepares", "discards") or line.actor != seat or line.act is None:
                    continue
                if isinstance(arg, say.CardRef) and (line.key == "prepares" or line.act.label.key != "seed"):
                    assert isinstance(seen, say.CardRef) and isinstance(open_, say.CardRef)
                    assert arg.face
                    assert seen.face == open_.face == local.dealer.knowledge_of(None).faces.get(arg.card, "")
                    if line.key == "prepares":
                        assert [one.face for one in line.act.label.args if isinstance(one, say.CardRef)] == [arg.face]


def test_what_was_proved_last_is_told_by_kind_with_who_has_checked_it() -> None:
    peers = Peers("through_the_ages", [0, 1, 2], seed=6)
    told: set[str] = set()
    for _ in range(60):
        peers.step()
        table = peers.tables[0]
        if table.seating is None:
            continue
        said = Sat(table, {}, ()).proved()
        told |= {one.key for one in said.last}
        assert said.by == ["player 1", "player 2"]
        for language in LANGUAGES:
            words = Words(language)
            for one in said.last:
                sentence = words.line(f"proved.{one.key}", one.args)
                assert "{" not in sentence and words(f"fair.{one.key}")
                assert all(str(arg) in sentence for arg in one.args if isinstance(arg, str))
    assert {"shuffle", "draw", "act"} <= told <= set(KINDS)


def test_a_claim_about_a_hidden_card_is_told_as_one() -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=6)
    kinds: set[str] = set()
    while peers.step():
        kinds |= {kind for table in peers.tables for kind in table.last_proofs}
    assert "claim" in kinds or "show" in kinds
    assert {"shuffle", "draw"} <= kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_proof_has_its_words(language: str) -> None:
    words = Words(language)
    for kind in KINDS:
        whose = [] if kind in ("shuffle", "show", "roll", "seal") else ["Ann"]
        for number in (1, 2):
            assert "{" not in words.line(f"proved.{kind}", [*whose, number]) and words(f"fair.{kind}")
