"""Each operation on its own: what it leaves behind, whom it tells what, and which mistakes of a driver it refuses."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.errors import IllegalAct, OutOfOrder
from protocol.events import OperationEnded, SeatsDrawn, StatesDiverged
from protocol.messages import FaceClaim, MembershipClaim, SumClaim
from protocol.operations import (
    Act,
    Bundle,
    Deal,
    Finish,
    Leave,
    Operation,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.ops.result import AcceptedAct, Completion, OpenedAnswers, SignedEnd
from protocol.piles import MAX_PREPARED_PILES
from protocol.proofs import at_least
from protocol.transcript import PLAY, OperationRecord
from tests.protocol.session.world import at_rest, faces_on
from tests.protocol.table import FACES, Table

FEW = FACES[:6]


def table_with_hands() -> Table:
    """Cards 0 and 1 lie in hand 0, 2 in hand 1; 3 and 4 are shared, 5 is open."""
    table = Table((0, 1, 2), faces=FACES[:10])
    table.play(Shuffle((), FEW, tuple(range(6))), Deal((0, 1), 0), Deal((2,), 1), Show((5,)))
    return table


def faces_told(table: Table) -> list[dict[int, str]]:
    return [dict(node.ended()[-1].result.faces) for node in table.nodes]  # type: ignore[union-attr]


def test_everybody_draws_the_same_order_of_seats_and_it_is_not_always_the_same() -> None:
    orders = set()
    for seats in ((0, 1, 2), (0, 1, 2, 3), (1, 0, 2), (0, 1)):
        table = Table(seats)
        table.run()
        (order,) = {event.order for node in table.nodes for event in node.events if isinstance(event, SeatsDrawn)}
        assert sorted(order) == list(range(len(seats)))
        orders.add(order[:2])
    assert len(orders) > 1


def test_a_shuffle_takes_hidden_and_open_cards_together_and_new_faces_as_well() -> None:
    table = table_with_hands()
    before = faces_on(table)
    table.play(Shuffle((3, 5), (FACES[7],), (10, 11, 12)))
    after = faces_on(table)
    assert Counter(after[handle] for handle in (10, 11, 12)) == Counter([before[3], before[5], FACES[7]])
    assert sorted(after) == [0, 1, 2, 4, 10, 11, 12]
    assert faces_told(table) == [{}, {}, {}]
    at_rest(table)


def test_a_prepared_pile_is_used_for_its_own_faces_only_and_waited_for() -> None:
    table = Table((0, 1, 2), faces=FEW)
    table.play(Prepare("a", (), FEW[:3]), Shuffle((), FEW[:2], (0, 1)), Shuffle((), FEW[:3], (2, 3, 4)))
    kinds = [type(record) for record in table.records()]
    assert kinds.count(OperationRecord) == 3
    lanes = {slot[0] for slot in table.nodes[0].session.messages}
    assert len(lanes) == 2  # play, and the one pile beside it
    assert Counter(faces_on(table)[handle] for handle in (2, 3, 4)) == Counter(FEW[:3])
    at_rest(table)


def test_two_piles_of_the_same_faces_are_two_piles() -> None:
    table = Table((0, 1, 2), faces=FEW)
    table.play(
        Prepare("a", (), FEW[:2]), Prepare("b", (), FEW[:2]), Shuffle((), FEW[:2], (0, 1)), Shuffle((), FEW[:2], (2, 3))
    )
    ciphers = {card.cipher for card in table.nodes[0].session.play.table.cards.values()}
    assert len(ciphers) == 4
    at_rest(table)


def test_hidden_cards_are_mixed_beside_play_and_live_on_until_the_pile_is_taken_over() -> None:
    table = table_with_hands()
    before = faces_on(table)
    table.play(Prepare("later", (3, 4), FEW[:1]), Random(6))
    assert faces_on(table) == before
    said = [node.session.messages for node in table.nodes]
    count = [len(messages) for messages in said]
    table.play(Shuffle((3, 4), FEW[:1], (10, 11, 12)))
    assert [len(messages) for messages in said] == count, "the pile was there already"
    after = faces_on(table)
    assert Counter(after[handle] for handle in (10, 11, 12)) == Counter([before[3], before[4], FEW[0]])
    assert not {3, 4} & set(after)
    at_rest(table)


MOVES: dict[str, tuple[Operation, ...]] = {
    "was dealt and given back": (Deal((3,), 1), Return((3,))),
    "was looked at": (Peek((3,), 1),),
    "was shown": (Show((3,)),),
}


@pytest.mark.parametrize("how", MOVES)
def test_a_pile_is_not_taken_over_when_a_card_of_it_is_another_one_by_then(how: str) -> None:
    table = table_with_hands()
    before = faces_on(table)
    table.play(Prepare("later", (3, 4), FEW[:1]), *MOVES[how])
    messages = len(table.nodes[0].session.messages)
    table.play(Shuffle((3, 4), FEW[:1], (10, 11, 12)))
    assert len(table.nodes[0].session.messages) > messages, "it is mixed anew"
    after = faces_on(table)
    assert Counter(after[handle] for handle in (10, 11, 12)) == Counter([before[3], before[4], FEW[0]])
    at_rest(table)


def test_a_pile_is_given_up_for_the_next_of_its_name_even_half_mixed() -> None:
    table = Table((0, 1, 2), faces=FEW)
    held: list[tuple[int, int, bytes]] = []

    def slow(sender: int, to: int, data: bytes) -> list[bytes]:
        if sender == 1 and b"masked" in data:
            held.append((sender, to, data))
            return []
        return [data]

    table.tamper = slow
    table.play(Prepare("x", (), FEW[:2]))
    table.play(Prepare("x", (), FEW[:3]))
    table.tamper = None
    for sender, to, data in held:
        table.wires.setdefault((sender, to), []).append(data)
    table.play(Shuffle((), FEW[:3], (0, 1, 2)), Shuffle((), FEW[:2], (3, 4)))
    assert Counter(faces_on(table)[handle] for handle in (0, 1, 2)) == Counter(FEW[:3])
    assert all(node.session.backlog == 0 for node in table.nodes)
    at_rest(table)


def test_dealt_cards_are_known_to_their_owner_alone() -> None:
    table = table_with_hands()
    table.play(Deal((3, 4), 2))
    truth = faces_on(table)
    assert faces_told(table) == [{}, {}, {3: truth[3], 4: truth[4]}]


def test_a_peek_at_a_shared_card_and_at_a_hand_leaves_both_where_they_are() -> None:
    table = table_with_hands()
    table.play(Peek((3, 0), 1))
    truth = faces_on(table)
    assert faces_told(table) == [{}, {3: truth[3], 0: truth[0]}, {}]
    cards = table.nodes[2].session.play.table.cards
    assert cards[3].joint and cards[0].holder == 0
    table.play(Deal((3,), 2), Pass((0,), 1))  # neither was used up by it
    assert faces_told(table)[1] == {0: truth[0]}
    at_rest(table)


def test_cards_of_several_hands_and_of_the_table_are_shown_together() -> None:
    table = table_with_hands()
    truth = faces_on(table)
    table.play(Show((0, 2, 4)))
    assert faces_told(table) == [{handle: truth[handle] for handle in (0, 2, 4)}] * 3
    assert table.nodes[1].session.play.table.cards[0].face == truth[0]


def test_cards_of_several_hands_are_passed_together() -> None:
    table = table_with_hands()
    truth = faces_on(table)
    table.play(Pass((0, 2), 2))
    assert faces_told(table) == [{}, {}, {0: truth[0], 2: truth[2]}]


def test_cards_that_were_returned_can_be_dealt_again_to_anybody() -> None:
    table = table_with_hands()
    truth = faces_on(table)
    table.play(Return((0, 2)), Deal((0,), 1), Deal((2,), 0))
    assert faces_told(table)[0] == {2: truth[2]}
    at_rest(table)


@pytest.mark.parametrize(("handles", "faces"), [((0,), ()), ((), (FACES[8],)), ((0, 1), (FACES[8], FACES[8]))])
def test_a_hand_of_any_size_is_mixed_with_open_cards(handles: tuple[int, ...], faces: tuple[str, ...]) -> None:
    table = table_with_hands()
    before = faces_on(table)
    into = tuple(range(20, 20 + len(handles) + len(faces)))
    table.play(Remix(0, handles, faces, into))
    told = faces_told(table)
    assert Counter(told[0].values()) == Counter([*(before[handle] for handle in handles), *faces])
    assert told[1:] == [{}, {}] and set(told[0]) == set(into)
    table.play(Show(into[:1]))
    assert faces_told(table)[2] == {into[0]: told[0][into[0]]}
    at_rest(table)


def test_a_pile_of_one_card_is_mixed_like_any_other() -> None:
    table = Table((0, 1, 2), faces=FEW)
    table.play(Shuffle((), FEW[:1], (0,)), Deal((0,), 1))
    assert faces_told(table)[1] == {0: FEW[0]}


def test_everybody_gets_the_same_random_number_in_range_and_another_every_time() -> None:
    table = Table((0, 1, 2), faces=FEW)
    numbers = []
    for below in (1, 2, 10**9, 10**9, 2**62 - 1):
        ended = table.play(Random(below))
        values = [end.result.value for end in ended]  # type: ignore[union-attr]
        assert len(set(values)) == 1 and values[0] is not None and 0 <= values[0] < below
        numbers.append(values[0])
    assert numbers[0] == 0 and len(set(numbers[2:])) == 3


def test_sealed_answers_open_together_at_their_fixed_length() -> None:
    table = Table((0, 1, 2), faces=FEW)
    table.play(Seal((0, 2), 64), answers={0: b"short", 2: b"x" * 64})
    assert [node.ended()[-1].result for node in table.nodes] == [OpenedAnswers({0: b"short", 2: b"x" * 64})] * 3
    sizes = {len(data.body) for data in table.nodes[0].session.messages.values() if b"seal-open" in data.body}
    assert len(sizes) == 1


def test_nobody_opens_before_the_last_has_sealed() -> None:
    table = Table((0, 1, 2), faces=FEW)
    table.play(Seal((0, 1, 2), 16), answers={0: b"a", 1: b"b"})
    assert not any(b"seal-open" in said.body for node in table.nodes for said in node.session.messages.values())
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {2}


def test_claims_about_a_hand_are_proved_and_openings_become_public() -> None:
    table = table_with_hands()
    truth = faces_on(table)
    table.claims[b"act"] = (
        MembershipClaim(1, tuple(sorted({truth[1], FACES[8], FACES[9]}))),
        SumClaim((0, 1), ((truth[0], 3), (truth[1], 2)), 5),
        FaceClaim(0, truth[0]),
    )
    table.play(Act(0), answers={0: b"act"})
    assert [node.ended()[-1].result for node in table.nodes] == [AcceptedAct(0, b"act")] * 3
    for node in table.nodes:
        assert node.session.play.table.cards[0].face == truth[0]
        assert node.session.play.table.cards[1].holder == 0
    at_rest(table)


@pytest.mark.parametrize("sealed", [False, True])
def test_a_false_claim_or_an_illegal_act_is_refused_before_anything_is_said(sealed: bool) -> None:
    table = table_with_hands()
    truth = faces_on(table)
    table.claims[b"false"] = (FaceClaim(0, truth[1]),)
    table.claims[b"too much"] = (SumClaim((0,), ((truth[0], 1),), 2),)
    table.claims[b"not mine"] = (FaceClaim(2, truth[2]),)
    table.claims[b"dead"] = (FaceClaim(99, truth[2]),)
    table.play(Seal((0,), 64) if sealed else Act(0))
    said = len(table.spoken)
    for payload in (b"false", b"too much", b"not mine", b"dead", b"illegal", b"x" * 9000):
        with pytest.raises(IllegalAct):
            table.nodes[0].session.answer(0, payload)
        assert table.nodes[0].session.may_answer(0)
    table.run()
    assert len(table.spoken) == said
    table.answers[(len(table.script) - 1, 0)] = b"good"
    table.run()
    at_rest(table)


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("lengths", [(256 * 1024 + 1,), (256 * 1024, 256 * 1024)])
def test_what_takes_a_longer_proof_than_anybody_reads_is_refused_before_it_is_said(
    sealed: bool, lengths: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the others would convict its honest author, whose message is no message to them."""
    table = table_with_hands()
    table.claims[b"long"] = tuple(SumClaim((0,), ((FACES[0], 1),), 1) for _ in lengths)
    sizes = iter(lengths)
    monkeypatch.setattr(at_least, "prove", lambda *_: bytes(next(sizes)))
    table.play(Seal((0,), 64) if sealed else Act(0))
    said = len(table.spoken)
    with pytest.raises(IllegalAct, match="too long"):
        table.nodes[0].session.answer(0, b"long")
    assert table.nodes[0].session.may_answer(0)
    assert len(table.spoken) == said
    table.answers[(len(table.script) - 1, 0)] = b"good"
    table.run()
    at_rest(table)


def test_a_bundle_opens_moves_and_mixes_and_tells_each_node_what_it_may_see() -> None:
    table = table_with_hands()
    truth = faces_on(table)
    table.play(Bundle((Deal((3,), 0), Show((4,)))))
    assert faces_told(table) == [{3: truth[3], 4: truth[4]}, {4: truth[4]}, {4: truth[4]}]
    table.play(Bundle((Pass((0,), 1), Pass((2,), 0), Pass((3,), 2), Return((1,)))))
    assert faces_told(table) == [{2: truth[2]}, {0: truth[0]}, {3: truth[3]}]
    places = [table.nodes[2].session.play.table.cards[handle].holder for handle in range(4)]
    assert places == [1, None, 0, 2]
    table.play(Bundle((Remix(0, (2,), (FACES[7],), (10, 11)), Remix(1, (0,), (FACES[8],), (12, 13)))))
    told = faces_told(table)
    assert [Counter(faces.values()) for faces in told] == [
        Counter([truth[2], FACES[7]]),
        Counter([truth[0], FACES[8]]),
        Counter(),
    ]
    assert [set(faces) for faces in told] == [{10, 11}, {12, 13}, set()]
    at_rest(table)


def test_a_bundle_takes_no_more_steps_than_one_of_its_parts() -> None:
    """Whatever is opened or passed: a confirmation and one step; put back or mixed: one step."""
    opened, moved, put_back, mixed = (
        Bundle((Deal((3,), 0), Show((4,)))),
        Bundle((Pass((0,), 1), Pass((2,), 0), Return((1,)))),
        Bundle((Return((0,)), Return((1,)), Return((2,)))),
        Bundle((Remix(0, (0, 1), (), (10, 11)), Remix(1, (2,), (), (12,)))),
    )
    for bundle, steps in ((opened, 2), (moved, 2), (put_back, 1), (mixed, 1)):
        table = table_with_hands()
        _, before = table.nodes[0].session.heads()[PLAY]
        table.play(bundle)
        _, after = table.nodes[0].session.heads()[PLAY]
        assert after - before == steps
        at_rest(table)


def test_the_end_is_signed_by_all_and_nothing_comes_after_it() -> None:
    table = table_with_hands()
    table.play(Finish(bytes(32), b"all win"), Random(6))
    for node in table.nodes:
        assert node.ended()[-1].result == SignedEnd(bytes(32), b"all win")
        assert node.session.over and node.session.course.finished and node.session.waiting() == []


# Mistakes of a driver: the game halts at that node, in words, and nobody is accused.

MISTAKES: dict[str, tuple[Operation, str]] = {
    "an unknown handle": (Deal((99,), 0), "no live card"),
    "a handle named twice": (Deal((3, 3), 0), "named twice"),
    "a card that was dealt already": (Deal((0,), 1), "not shared and hidden"),
    "an open card": (Deal((5,), 1), "not shared and hidden"),
    "no card": (Show(()), "no card"),
    "a peek at the own hand": (Peek((0,), 0), "does not hold"),
    "a peek at an open card": (Peek((5,), 0), "does not hold"),
    "showing an open card again": (Show((5,)), "shown already"),
    "passing a card to its holder": (Pass((0,), 0), "already"),
    "passing a shared card": (Pass((3,), 0), "nobody's hand"),
    "returning a shared card": (Return((3,)), "nobody's hand"),
    "mixing a card of another hand": (Remix(0, (0, 2), (), (10, 11)), "hand of seat 0"),
    "mixing nothing": (Remix(0, (), (), ()), "1 to 512"),
    "mixing a hand card into a pile": (Shuffle((0, 3), (), (10, 11)), "returned from its hand"),
    "mixing no card at all": (Shuffle((), (), ()), "1 to 512"),
    "too many cards": (Shuffle((3,), (FACES[0],) * 512, tuple(range(10, 522))), "1 to 512"),
    "too few new handles": (Shuffle((3, 4), (), (10,)), "2 cards come out"),
    "a new handle that is live": (Shuffle((3, 4), (), (10, 0)), "already live"),
    "a new handle twice": (Shuffle((3, 4), (), (10, 10)), "one handle"),
    "an unknown face": (Shuffle((), ("joker",), (10,)), "joker"),
    "an unknown face for a hand": (Remix(0, (0,), ("joker",), (10, 11)), "joker"),
    "an unknown face beside play": (Prepare("x", (), ("joker",)), "joker"),
    "an empty pile beside play": (Prepare("x", (), ()), "1 to 512"),
    "a card of a hand in a pile beside play": (Prepare("x", (0,), ()), "not shared and hidden"),
    "an open card in a pile beside play": (Prepare("x", (5,), ()), "not shared and hidden"),
    "a card twice in a pile beside play": (Prepare("x", (3, 3), ()), "named twice"),
    "parts that do not go together": (Bundle((Deal((3,), 0), Return((0,)))), "no two of these"),
    "an opening beside a mix": (Bundle((Show((3,)), Remix(0, (0, 1), (), (10, 11)))), "no two of these"),
    "one card in two parts": (Bundle((Deal((3,), 0), Show((3,)))), "one card"),
    "one card given twice": (Bundle((Pass((0,), 1), Return((0,)))), "one card"),
    "one new handle in two parts": (Bundle((Remix(0, (0,), (), (10,)), Remix(1, (2,), (), (10,)))), "one card"),
    "a new handle that dies in another part": (
        Bundle((Remix(0, (0,), (), (2,)), Remix(1, (2,), (), (10,)))),
        "already live",
    ),
    "a hand card shown in a bundle": (Bundle((Deal((3,), 0), Show((0,)))), "not shared and hidden"),
    "a part that is refused alone": (Bundle((Deal((3,), 0), Deal((5,), 1))), "not shared and hidden"),
    "a part for nobody": (Bundle((Deal((3,), 0), Deal((4,), 7))), "no seat 7"),
    "a part of no card": (Bundle((Deal((3,), 0), Show(()))), "no card"),
    "too many cards in all parts together": (
        Bundle(
            (
                Remix(0, (0,), (FACES[0],) * 300, tuple(range(10, 311))),
                Remix(1, (2,), (FACES[0],) * 300, tuple(range(400, 701))),
            )
        ),
        "at most 512",
    ),
    "a seat that does not exist": (Deal((3,), 7), "no seat 7"),
    "an act of a seat that does not exist": (Act(7), "no seat 7"),
    "sealed answers of one seat twice": (Seal((0, 0), 8), "twice"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_of_the_driver_halts_its_node_and_accuses_nobody(name: str) -> None:
    operation, words = MISTAKES[name]
    table = table_with_hands()
    chain, journal = table.nodes[0].session.chain, list(table.nodes[0].journal)
    table.play(operation)
    for node in table.nodes:
        (event,) = [event for event in node.events if isinstance(event, StatesDiverged)]
        assert event.seat == -1 and words in event.reason
        assert node.session.halted and node.accused() == []
        assert [wait.seat for wait in node.session.waiting()] == [None]
        assert node.session.chain == chain
    # Nothing of it happened and nothing was written down: a mended program goes on from the journal.
    assert table.nodes[0].journal == journal
    table.script.pop()
    for operator in range(3):
        table.kill(operator)
    for operator in range(3):
        table.revive(operator)
    table.play(Deal((3,), 2))
    at_rest(table)


def test_a_mistake_at_one_node_alone_keeps_the_others_waiting_for_it_by_name() -> None:
    table = table_with_hands()
    table.nodes[1].session.request(Deal((0,), 2))
    for node in (table.nodes[0], table.nodes[2]):
        node.session.request(Deal((3,), 2))
        table.flush(node)
    table.run()
    assert table.nodes[1].session.halted
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {1}
    assert not any(node.accused() for node in table.nodes)


def test_more_piles_beside_play_than_there_ever_are_is_a_mistake() -> None:
    """Each open pile costs a little with every message; a file could otherwise ask for any number of them."""
    table = Table((0, 1), faces=FEW)
    table.tamper = lambda sender, to, data: [] if b"masked" in data else [data]
    table.play(*(Prepare(f"pile {number}", (), FEW[:1]) for number in range(MAX_PREPARED_PILES + 1)))
    for node in table.nodes:
        assert node.session.halted and f"{MAX_PREPARED_PILES} piles" in str(node.events[-1])
        assert len(node.ended()) == MAX_PREPARED_PILES


def test_drivers_that_ask_for_different_things_see_it_and_nobody_is_accused() -> None:
    table = table_with_hands()
    for node, operation in zip(table.nodes, (Deal((3,), 2), Deal((4,), 2), Deal((3,), 2)), strict=True):
        node.session.request(operation)
        table.flush(node)
    table.run()
    assert not any(node.accused() for node in table.nodes)
    waits = {wait.seat: wait.why for wait in table.nodes[0].session.waiting()}
    assert waits == {1: "other-chain"}
    assert {wait.seat for wait in table.nodes[1].session.waiting()} == {0, 2}


def test_a_replay_that_asks_for_something_else_halts() -> None:
    table = table_with_hands()
    table.kill(0)
    table.script[1] = Deal((1, 0), 0)
    table.revive(0)
    (event,) = [event for event in table.nodes[0].events if isinstance(event, StatesDiverged)]
    assert "other operations" in event.reason
    assert table.said_once()


def test_what_is_not_the_drivers_to_ask_or_answer_is_refused_at_once() -> None:
    table = table_with_hands()
    session = table.nodes[0].session
    with pytest.raises(OutOfOrder, match="voted on"):
        session.request(Leave(1, "gone", 1, bytes(32)))
    with pytest.raises(OutOfOrder, match="not run here"):
        session.answer(1, b"x")
    with pytest.raises(OutOfOrder, match="not to act"):
        session.answer(0, b"x")
    table.play(Act(1))
    with pytest.raises(OutOfOrder, match="not to act"):
        session.answer(0, b"x")
    assert not any(isinstance(event, StatesDiverged) for node in table.nodes for event in node.events)
    assert isinstance(table.nodes[0].events[-1], OperationEnded)


def test_results_of_operations_are_plain_values() -> None:
    table = table_with_hands()
    ended = table.play(Deal((3,), 0))
    assert ended[1].result == Completion({}) and ended[1].operation == Deal((3,), 0)
