"""Needs that are carried out in the same steps: which they are, in what order they are told, and who leaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol import operations
from protocol.messages import Motion, Parts, decode_body, decode_envelope
from protocol.operations import Bundle, decode_operation
from protocol.transcript import OperationRecord
from tests.table.peers import Peers
from tta_p2p.games.contract import Answer, Deal, Need, Pass, Peek, Random, Remix, Return, Show, Shuffle
from tta_p2p.table import neighbours
from tta_p2p.table.audit import verify_records
from tta_p2p.table.game_table import FactApplied, GameOver

STAGES = (neighbours.OPENED, neighbours.MOVED, neighbours.MIXED)


def chosen(*needs: Need, done: tuple[int, ...] = (), hand: tuple[int, ...] = ()) -> list[int]:
    """The numbers of the needs that go together."""
    return [need.number for need in neighbours.together(needs, done, lambda handle: handle in hand)]


def test_a_draw_its_mix_and_what_is_shown_after_it_take_two_bundles() -> None:
    end_of_turn = (Deal(1, (5, 6), 0), Remix(2, 0, (4, 5, 6), (), (7, 8, 9)), Show(3, (10, 11)))
    assert chosen(*end_of_turn) == [1, 3]
    assert chosen(*end_of_turn[1:], done=(3,)) == [2]


def test_everybodys_draws_go_together_and_then_everybodys_mixes() -> None:
    draws: list[Need] = []
    for seat in range(3):
        draws += [
            Deal(2 * seat, (seat,), seat),
            Remix(2 * seat + 1, seat, (seat, 10 + seat), (), (20 + seat, 30 + seat)),
        ]
    assert chosen(*draws, Show(9, (40,))) == [0, 2, 4, 9]
    assert chosen(*draws[1:], Show(9, (40,)), done=(2, 4, 9)) == [1, 3, 5]


def test_hands_that_go_round_are_passed_together_and_mixed_together() -> None:
    passes = [Pass(seat, (seat,), (seat + 1) % 7) for seat in range(7)]
    mixes = [Remix(7 + seat, seat, (seat,), (), (10 + seat,)) for seat in range(7)]
    assert chosen(*passes, *mixes) == list(range(7))
    assert chosen(*mixes) == list(range(7, 14))
    assert chosen(Return(1, (3,)), Return(2, (4,)), Pass(3, (5,), 0), Deal(4, (6,), 0)) == [1, 2, 3]


def test_what_another_need_may_change_is_not_carried_out_before_it() -> None:
    assert chosen(Deal(1, (1,), 0), Random(2, 6), Deal(3, (2,), 0)) == [1]
    assert chosen(Deal(1, (1,), 0), Peek(2, (3,), 0), Show(3, (2,))) == [1]
    assert chosen(Deal(1, (1,), 0), Shuffle(2, "deck", (3,), (), (4,)), Show(3, (2,))) == [1]
    assert chosen(Remix(1, 0, (1, 2), (), (3, 4)), Deal(2, (5,), 0), Remix(3, 1, (6, 7), (), (8, 9))) == [1]
    assert chosen(Deal(1, (1,), 0), Remix(2, 0, (1, 2), (), (3, 4)), Show(3, (3,)), Deal(4, (5,), 1)) == [1]


def test_what_is_shown_from_a_hand_is_shown_alone() -> None:
    assert chosen(Show(1, (1,)), Deal(2, (2,), 0), hand=(1,)) == [1]
    assert chosen(Deal(1, (2,), 0), Show(2, (1,)), Deal(3, (3,), 0), hand=(1,)) == [1]


def test_a_bundle_has_bounds() -> None:
    assert len(chosen(*(Deal(number, (number,), 0) for number in range(40)))) == 32
    many = [Remix(seat, seat, (), ("a",) * 200, tuple(range(200 * seat, 200 * seat + 200))) for seat in range(3)]
    assert chosen(*many) == [0, 1]


HANDLES = st.lists(st.integers(0, 8), min_size=1, max_size=3, unique=True).map(tuple)
NEW = HANDLES.map(lambda handles: tuple(handle + 20 for handle in handles))
NEEDS = st.lists(
    st.one_of(
        st.builds(Deal, st.just(0), HANDLES, st.integers(0, 3)),
        st.builds(Show, st.just(0), HANDLES),
        st.builds(Pass, st.just(0), HANDLES, st.integers(0, 3)),
        st.builds(Return, st.just(0), HANDLES),
        st.builds(Remix, st.just(0), st.integers(0, 3), HANDLES, st.just(()), NEW),
        st.builds(Random, st.just(0), st.integers(1, 6)),
    ),
    min_size=1,
    max_size=10,
)


def named(need: Need) -> set[int]:
    return {*getattr(need, "handles", ()), *getattr(need, "into", ())}


@given(NEEDS)
def test_neighbours_are_of_one_stage_and_share_no_card_with_each_other_or_with_what_waits_before_them(
    needs: list[Need],
) -> None:
    queue = [replace(need, number=number) for number, need in enumerate(needs)]
    numbers = chosen(*queue)
    assert numbers[0] == 0 and numbers == sorted(set(numbers))
    if len(numbers) > 1:
        assert any(all(isinstance(queue[number], stage) for number in numbers) for stage in STAGES)
    for number in numbers[1:]:
        before = queue[:number]
        assert not any(named(queue[number]) & named(need) for need in before)
        assert all(isinstance(need, Remix) for at, need in enumerate(before) if at not in numbers)


class Vanishing(Peers):
    """One of them goes as it is about to say its part in a bundle, the `moment`-th in which it has one."""

    def __init__(self, game: str, seats: list[int], leaver: int, moment: int) -> None:
        self.leaver, self.moment, self.bundles = leaver, moment, 0
        super().__init__(game, seats, seed=3)

    def flush(self) -> None:
        """Take everything that the tables have put out, until one of them is gone."""
        super().flush()
        for at, (_, data) in enumerate(self.wire):
            envelope = decode_envelope(data)
            if envelope.seat == self.leaver and isinstance(decode_body(envelope.body), Parts):
                if self.leaver in self.up and self.bundles == self.moment:
                    self.up.discard(self.leaver)
                    del self.wire[at]
                    self.wire = type(self.wire)(one for one in self.wire if one[1] != data)
                    return
                self.bundles += self.leaver in self.up
                return


@pytest.mark.parametrize("moment", [0, 1, 2])
@pytest.mark.parametrize("game", ["caravan", "smugglers"])
def test_a_seat_that_vanishes_in_a_bundle_leaves_the_others_one_game(game: str, moment: int) -> None:
    peers = Vanishing(game, [0, 1, 2, 3], 2, moment)
    peers.play()
    assert peers.up == {0, 1, 3}
    staying = [peers.tables[one] for one in sorted(peers.up)]
    for table in staying:
        table.vote(Motion("gone", 2))
    peers.play()
    for table, events in zip(staying, (peers.events[one] for one in sorted(peers.up)), strict=True):
        assert table.session.course.finished and isinstance(events[-1], GameOver)
        assert table.facts == staying[0].facts == [event.fact for event in events if isinstance(event, FactApplied)]
        assert table.session.chain == staying[0].session.chain
    assert verify_records(peers.signed, staying[1].session.records).status == "finished"


def test_a_game_whose_seats_all_draw_asks_for_bundles_and_hears_its_answers_in_order() -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=2)
    peers.play()
    table = peers.tables[1]
    asked = [decode_operation(one.operation) for one in table.session.records if isinstance(one, OperationRecord)]
    opened, mixed, *_ = [one for one in asked if isinstance(one, Bundle)]
    assert [type(part) for part in opened.parts] == [operations.Show] + [operations.Deal] * 3
    assert [type(part) for part in mixed.parts] == [operations.Remix] * 3
    answers = [fact.need for fact in table.facts if isinstance(fact, Answer)]
    assert answers == sorted(answers)
