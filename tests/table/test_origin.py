"""Games that go on from a moment of another one: the same position, and hidden cards that nobody can have known."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.table.peers import Peers
from tests.ui.records import recording
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.games.contract import NO_KNOWLEDGE
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.local.games import continuation_charter, new_charter, rematch_charter
from tta_p2p.table import local_record
from tta_p2p.table.audit import write_file
from tta_p2p.table.local_record import DecisionRecord, LocalCharter
from tta_p2p.table.origin import GameOrigin, NoDecision, origin_at
from tta_p2p.table.recording import DamagedFile, Recording
from tta_p2p.table.recording_reader import read_recording
from tta_p2p.ui.presenter import presenter_for

GAMES = {"caravan": (3, 2), "smugglers": (2, 6), "seven_wonders": (3, 9), "through_the_ages": (3, 150),
         "civilization": (2, 100)}  # fmt: skip
"""How many play, and how many decisions are recorded."""


def begun(found: Recording, number: int, seed: int = 5) -> LocalCharter:
    origin = origin_at(found, number, "3", seed)
    return continuation_charter(found, origin, seed, {seat: "easy" for seat in range(1, len(found.names))})


def played_on(local: LocalGame, decisions: int = 10_000) -> list[DecisionRecord]:  # type: ignore[type-arg]
    bots, deeds = [make_bot("easy", seat, local.game.name) for seat in range(local.seats)], list[DecisionRecord]()
    while not local.over and len(deeds) < decisions:
        decision, acts = local.decision, []
        assert decision is not None
        for seat in decision.seats if decision.sealed else decision.seats[:1]:
            knows = local.dealer.knowledge_of(seat)
            acts.append(bots[seat].choose(Situation(local.game, local.state, knows, seat, local.legal(seat))))
        local.act(*acts)
        deeds.append(DecisionRecord(tuple(acts)))
    return deeds


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_from_the_position_and_is_the_same_each_time_it_is_taken_up(game: str) -> None:
    seats, decisions = GAMES[game]
    found = recording(game, seats, decisions)
    for number in (0, len(found.instants) // 2):
        charter = local_record.read_charter(local_record.write_charter(begun(found, number)))
        local, again = local_record.deal(charter), local_record.deal(charter)
        at = next(one for one in found.instants[number:] if one.state == local.state)
        assert found.game.decision(at.state) and local.dealer.faces == again.dealer.faces
        for seat in range(seats):
            assert local.dealer.knowledge_of(seat).faces == at.knows[seat].faces, "each player knows what they knew"
        deeds = played_on(local, 40)
        assert local_record.deal(charter, deeds).state == local.state
        once_more = local_record.recording(charter, deeds)
        assert once_more.instants[-1].state == local.state and once_more.instants[0].state == at.state
        if not local.over:
            further = local_record.deal(begun(once_more, len(once_more.instants) - 1))
            assert further.state == local.state, "it can be gone on from, too"


def test_cards_that_nobody_saw_are_dealt_anew_and_seen_ones_stay() -> None:
    found = recording("through_the_ages", 3, 150)
    half = len(found.instants) // 2
    first, second = (local_record.deal(begun(found, half, seed)).dealer.faces for seed in (1, 2))
    at = next(one for one in found.instants[half:] if not found.game.needs(one.state))
    seen = {handle: face for knows in at.knows.values() for handle, face in knows.faces.items() if handle in first}
    assert seen and all(first[handle] == second[handle] == face for handle, face in seen.items())
    assert first != second and Counter(first.values()) == Counter(second.values()), "the same cards in other places"


def test_a_game_of_strangers_goes_on_though_no_hand_was_opened(tmp_path) -> None:  # type: ignore[no-untyped-def]
    peers = Peers("smugglers", [0, 1], seed=3)
    for _ in range(12):
        peers.step()
    file = tmp_path / "some.tta"
    write_file(file, peers.signed, peers.tables[0].session.records)
    found = read_recording(file)
    assert not found.opened and found.sid == peers.signed.charter.sid
    local = local_record.deal(begun(found, len(found.instants) // 2))
    for seat in range(2):
        hand = {handle for handle, place in found.game.hidden_cards(local.state).items() if place.seat == seat}
        assert hand <= set(local.dealer.knowledge_of(seat).faces), "each player knows the hand that was dealt anew"
        assert not hand & set(local.dealer.knowledge_of(1 - seat).faces), "and nobody else does"
    played_on(local)
    assert local.over


def test_from_the_end_nobody_goes_on() -> None:
    found = recording("caravan", 3)
    with pytest.raises(NoDecision):
        origin_at(found, len(found.instants) - 1, "9", 1)


def test_a_rematch_of_such_a_game_begins_anew() -> None:
    again = rematch_charter(begun(recording("caravan", 3), 0))
    assert again.origin is None
    local_record.check_rules(again)
    assert local_record.deal(again).facts


class ReleaseSeven(msgspec.Struct, frozen=True, array_like=True):
    """A charter as release 0.7.0 reads it: it passes over what comes after."""

    sid: bytes
    game: str
    rules: bytes
    seats: int


def test_an_older_release_says_that_it_needs_another_program_and_not_that_it_is_damaged() -> None:
    charter = begun(recording("caravan", 3), 0)
    data = local_record.write_charter(charter).removeprefix(local_record.MAGIC)
    theirs = msgspec.msgpack.decode(data, type=ReleaseSeven)
    ours = new_charter("caravan", 3, {}, 1, (), {}, {})
    assert theirs.rules == charter.rules != ours.rules, "its rules are none that it has"
    local_record.check_rules(charter)
    plain = msgspec.msgpack.decode(local_record.write_charter(ours).removeprefix(local_record.MAGIC), type=ReleaseSeven)
    assert plain.rules == ours.rules


@pytest.mark.parametrize("what", ["facts", "face", "missing", "seats", "known", "fact"])
def test_an_origin_that_no_game_has_is_refused(what: str) -> None:
    charter = begun(recording("smugglers", 2, 6), 8)
    origin = charter.origin
    assert origin is not None
    handle = next(iter(origin.world))
    known = next(handle for knows in origin.knows for handle in knows.faces if handle in origin.world)
    other = next(face for face in origin.world.values() if face != origin.world[known])
    wrong: GameOrigin = {
        "facts": msgspec.structs.replace(origin, facts=origin.facts[:-3]),
        "fact": msgspec.structs.replace(origin, facts=(*origin.facts, origin.facts[0])),
        "face": msgspec.structs.replace(origin, world={**origin.world, handle: "no-such-card"}),
        "missing": msgspec.structs.replace(origin, world={}),
        "seats": msgspec.structs.replace(origin, knows=(NO_KNOWLEDGE,)),
        "known": msgspec.structs.replace(origin, world={**origin.world, known: other}),
    }[what]
    with pytest.raises(DamagedFile):
        local_record.deal(msgspec.structs.replace(charter, origin=wrong))


@pytest.mark.parametrize("game", GAMES)
def test_the_log_begins_with_where_a_game_comes_from(game: str) -> None:
    seats, decisions = GAMES[game]
    found = recording(game, seats, decisions)
    found.sid = bytes(range(32))
    charter = begun(found, len(found.instants) // 2)
    local = local_record.deal(charter)
    places = [one for one in local.game.standings(local.state).places if one.place == 1]
    first = local.log[0]
    assert first.number == 0 and first.args[:2] == ("00010203", "3")
    assert [first.key, *first.args[2:]] == (["goes-on", places[0].seat] if len(places) == 1 else ["goes-on-level"])
    told = (first, local.log[1])
    assert (told[1].key, told[1].args) == ("goes-on-seat", (0,)), "one seat is not a bot's"
    once_more = local_record.recording(charter, played_on(local, 6))
    assert once_more.instants[0].log == told, "who looks back sees it as well"
    for language in LANGUAGES:
        texts = presenter_for(game, Words(language), ["Bela", *"ABCD"[: seats - 1]]).texts_for(0)
        assert "Bela" in texts.line("log", told[1]), "by the name of the old game, to whoever plays it too"
        said = presenter_for(game, Words(language)).texts.line("log", first)
        assert "00010203" in said and "3" in said and "goes-on" not in said
    unnamed = continuation_charter(found, msgspec.structs.replace(charter.origin, sid=b""), 5, charter.bots)
    assert local_record.deal(unnamed).log[0].key == "goes-on-file"
