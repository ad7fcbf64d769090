"""Peers whose cards and digests are written down, and the same game played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from protocol.operations import Shuffle
from tests.table.peers import Peers
from tta_p2p.games import contract
from tta_p2p.games.contract import Act, Acts, Answer, Options
from tta_p2p.games.local import LocalGame, Script
from tta_p2p.table.audit import verify_records
from tta_p2p.table.game_table import FactApplied, GameOver, GameTable


class Watched(Peers):
    """Peers whose cards and digests are written down after every fact; all secrets are open to the test."""

    def __init__(self, game: str, seats: list[int], seed: int, options: Options | None = None) -> None:
        super().__init__(game, seats, seed, options)
        self.orders: dict[int, list[str]] = {}
        self.rolls: dict[int, int] = {}
        self.digests: list[bytes] = []
        self._wrap(self.tables[0])

    def _wrap(self, table: GameTable) -> None:
        tell = table.referee._tell

        def watched(fact: contract.Fact, step: contract.Step[Any] | None = None) -> None:
            need = table.game.needs(table.state)[0] if isinstance(fact, Answer) else None
            if isinstance(need, contract.Shuffle | contract.Remix):
                self._note(need, need.number in table.referee._put_off)
            if isinstance(need, contract.Random):
                self.rolls[need.number] = fact.value  # type: ignore[union-attr]
            tell(fact, step)
            self.digests.append(table.game.digest(table.state))

        make_up = table.referee._make_up

        def made_up(operation: Shuffle) -> bool:
            mixed = [need for need in table.referee._put_off.values() if need.into == operation.into]
            for need in mixed:
                self._note(need, False)
            return make_up(operation)

        table.referee._tell, table.referee._make_up = watched, made_up  # type: ignore[method-assign]

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
            local.apply(fact)
        else:
            dealt = local.dealer.answer(needs[0])
            assert dealt == fact
            local.apply(dealt)
        yield local.game.digest(local.state)
    for table in watched.tables:
        for seat in table.own_seats:
            assert local.dealer.knowledge_of(seat) == table.knowledge[seat], (
                "each seat has learnt what it would have learnt"
            )
        assert local.dealer.knowledge_of(None) == table.knowledge[None]
    assert local.over


def all_agree(peers: Peers) -> None:
    first, *others = peers.tables
    for table, events in zip(peers.tables, peers.events, strict=True):
        assert table.session.course.finished
        assert table.facts == first.facts and table.log == first.log
        assert table.game.digest(table.state) == first.game.digest(first.state)
        (over,) = [event for event in events if isinstance(event, GameOver)]
        assert over.standings == first.game.standings(first.state)
        assert [event.fact for event in events if isinstance(event, FactApplied)] == first.facts
    assert all(table.session.chain == first.session.chain for table in others)
    verdict = verify_records(peers.signed, first.session.records)
    assert verdict.state == "fair", verdict.reason
