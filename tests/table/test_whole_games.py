"""Whole games through the protocol are the games that the local dealer deals from the same decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from protocol.messages import Masked, Motion, decode_body, decode_envelope
from protocol.operations import Shuffle, decode_operation
from protocol.transcript import PLAY, Asked, Said
from tests.table.peers import Peers
from tta_p2p.games import contract
from tta_p2p.games.contract import Act, Acts, Answer, Options
from tta_p2p.games.local import LocalGame, Script
from tta_p2p.table.audit import verify_records
from tta_p2p.table.game_table import GameTable, Over, Told


class Watched(Peers):
    """Peers whose cards and digests are written down after every fact; all secrets are open to the test."""

    def __init__(self, game: str, seats: list[int], seed: int, options: Options | None = None) -> None:
        super().__init__(game, seats, seed, options)
        self.orders: dict[int, list[str]] = {}
        self.rolls: dict[int, int] = {}
        self.digests: list[bytes] = []
        self._wrap(self.tables[0])

    def _wrap(self, table: GameTable) -> None:
        tell = table._tell

        def watched(fact: contract.Fact, step: contract.Step[Any] | None = None) -> None:
            need = table.game.needs(table.state)[0] if isinstance(fact, Answer) else None
            if isinstance(need, contract.Shuffle | contract.Remix):
                self._note(need, need.number in table._put_off)
            if isinstance(need, contract.Random):
                self.rolls[need.number] = fact.value  # type: ignore[union-attr]
            tell(fact, step)
            self.digests.append(table.game.digest(table.state))

        make_up = table._make_up

        def made_up(operation: Shuffle) -> bool:
            mixed = [need for need in table._put_off.values() if need.into == operation.into]
            for need in mixed:
                self._note(need, False)
            return make_up(operation)

        table._tell, table._make_up = watched, made_up  # type: ignore[method-assign]

    def _note(self, need: contract.Shuffle | contract.Remix, put_off: bool) -> None:
        """Write down the order of cards that were mixed; of those that nobody needs any more, some order."""
        faces = [] if put_off else [self.face(handle) for handle in need.into]
        self.orders[need.number] = faces or [*map(self.face, need.handles), *need.faces]

    def face(self, handle: int) -> str:
        """The face of a hidden card, opened with the keys of everybody."""
        play = self.tables[0].session.play
        card = play.table.cards[handle]
        owners = play.seated if card.holder is None else [card.holder]
        point = card.cipher.b
        for seat in owners:
            own = self.tables[self.signed.charter.seats[seat].operator].session.play.own[seat]
            point = play.group.sub(point, play.group.mul(card.cipher.a, own.masking))
        return play.face_of(point)


def replayed(watched: Watched, seats: int, options: Options | None) -> Iterator[bytes]:
    """The digests of a local game with the same decks, rolls and acts."""
    script = Script(orders=watched.orders, rolls=watched.rolls)
    local: LocalGame[object, object] = LocalGame(watched.tables[0].game, seats, options, script=script)
    for fact in watched.tables[0].facts:
        needs = local.game.needs(local.state)
        if isinstance(fact, Act | Acts):
            assert not needs
            local.tell(fact)
        else:
            dealt = local.dealer.answer(needs[0])
            assert dealt == fact
            local.tell(dealt)
        yield local.game.digest(local.state)
    for table in watched.tables:
        for seat in table.own_seats:
            assert local.dealer.knows(seat) == table.knows[seat], "each seat has learnt what it would have learnt"
        assert local.dealer.knows(None) == table.knows[None]
    assert local.over


def all_agree(peers: Peers) -> None:
    first, *others = peers.tables
    for table, events in zip(peers.tables, peers.events, strict=True):
        assert table.session.finished
        assert table.facts == first.facts and table.log == first.log
        assert table.game.digest(table.state) == first.game.digest(first.state)
        (over,) = [event for event in events if isinstance(event, Over)]
        assert over.standings == first.game.standings(first.state)
        assert [event.fact for event in events if isinstance(event, Told)] == first.facts
    assert all(table.session.chain == first.session.chain for table in others)
    verdict = verify_records(peers.signed, first.session.records)
    assert verdict.state == "fair", verdict.reason


CASES = [("caravan", [0, 1]), ("caravan", [0, 1, 2, 3]), ("caravan", [0, 0, 1])]
CASES += [("smugglers", seats) for seats in ([0, 1], [0, 1, 2, 3], [0, 1, 1])]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_game_over_the_protocol_is_the_game_of_the_local_dealer_after_every_fact(name: str, seats: list[int]) -> None:
    peers = Watched(name, seats, seed=len(seats))
    peers.play()
    all_agree(peers)
    assert list(replayed(peers, len(seats), None)) == peers.digests


def test_through_the_ages_over_the_protocol_is_the_game_of_the_local_dealer_after_every_fact() -> None:
    peers = Watched("through_the_ages", [0, 1], seed=5)
    peers.play()
    all_agree(peers)
    assert len(peers.digests) > 100
    assert list(replayed(peers, 2, None)) == peers.digests


def test_a_deck_into_which_hidden_cards_go_is_mixed_while_people_think() -> None:
    """The guilds of Seven Wonders lie hidden among the cards of Age III: nobody waits for that mix when it is due."""
    peers = Watched("seven_wonders", [0, 1, 2], seed=3)
    peers.play()
    all_agree(peers)
    assert list(replayed(peers, 3, None)) == peers.digests
    due, mixed, shuffle = list[Shuffle](), list[int](), None
    for record in peers.tables[0].session.records:
        if isinstance(record, Asked):
            operation = decode_operation(record.operation)
            shuffle = operation if isinstance(operation, Shuffle) else None
            due += [shuffle] if shuffle else []
            mixed += [0] if shuffle else []
        elif isinstance(record, Said) and shuffle is not None:
            envelope = decode_envelope(record.envelope)
            mixed[-1] += envelope.lane == PLAY and isinstance(decode_body(envelope.body), Masked)
    with_guilds = [count for shuffle, count in zip(due, mixed, strict=True) if shuffle.handles and shuffle.faces]
    assert with_guilds == [0]
    assert sum(mixed) > 0, "the first piles of the game could not be known before"


@pytest.mark.parametrize("agreed", [False, True])
def test_who_has_decided_when_the_game_ends_by_agreement_decides_nothing_more(agreed: bool) -> None:
    """Its sealed answer is on its way: if the vote comes to nothing the game goes on with it."""
    peers = Peers("caravan", [0, 1], seed=2)
    peers.deliver()
    first, second = peers.tables
    (seat,) = first.to_decide()
    first.act(peers.rng.choice(first.draft(seat).legal()).act)
    first.vote(Motion("call-off", 0))
    peers.deliver()
    second.vote(Motion("call-off", 0), agreed)
    peers.deliver()
    assert first.session.over == second.session.over == agreed
    peers.play()
    assert first.session.finished == (not agreed)


@pytest.mark.parametrize(
    ("kind", "words"), [("call-off", "called off by agreement"), ("forfeit", "given up by agreement")]
)
def test_the_verdict_on_a_game_that_was_ended_by_agreement_says_so(kind: str, words: str) -> None:
    peers = Peers("smugglers", [0, 1], seed=3)
    for _ in range(3):
        peers.step()
    peers.deliver()
    records = peers.tables[0].session.records
    assert "the end is missing" in verify_records(peers.signed, records).reason
    for table in peers.tables:
        table.vote(Motion(kind, 0))  # type: ignore[arg-type]
    peers.deliver()
    for table in peers.tables:
        verdict = verify_records(peers.signed, table.session.records)
        assert (verdict.state, verdict.certificates) == ("ended", ())
        assert words in verdict.reason
