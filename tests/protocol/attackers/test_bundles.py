"""Bundles: what is opened, moved or mixed in the same steps is as safe as one by one, and blame names a part."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.elgamal import Ciphertext
from protocol.fiatshamir import Context
from protocol.messages import ActMessage, Body, Echo, Motion, MoveMessage, Parts, Shares, Vote, decode_body
from protocol.operations import Act, Bundle, Deal, Operation, Pass, Random, Remix, Return, Show
from protocol.ops.move import mask
from protocol.ops.result import Abandonment, Completion
from protocol.proofs import reencryption, share
from tests.protocol.attackers.malice import (
    GROUP,
    Eavesdropper,
    Forge,
    Lie,
    OneFactor,
    Villain,
    assert_caught,
    honest,
    nobody_accused,
    other_act,
    own_words,
    said_by,
    secrets_of,
    set_up,
    tell_two_tales,
    waits_for,
)
from tests.protocol.table import FACES, Table

OPENED = Bundle((Deal((8, 9), 0), Deal((10,), 2), Show((11,)), Deal((12,), 0)))
MOVED = Bundle((Pass((2, 3), 2), Pass((4,), 0), Pass((0,), 1), Return((5, 6))))
"""Seat 1 passes two cards and seat 2 one; seat 0 passes one, and cards of seats 2 and 3 go face down to the table."""
MIXED = Bundle(
    (Remix(0, (0, 1), (), (20, 21)), Remix(1, (2, 3), (FACES[8],), (22, 23, 24)), Remix(1, (), (FACES[9],), (25,)))
)
STAGES = {"opened": OPENED, "moved": MOVED, "mixed": MIXED}


def table_of(seats: tuple[int, ...] = (0, 1, 2, 3), seed: int = 0) -> Table:
    """Two cards in every hand (0 and 1 in that of seat 0, and so on), and some on the table."""
    return set_up(seats, cards=14, hand=2, seed=seed)


def part_of(lie: Lie, number: int, role: str) -> Context:
    """What a proof of the villain in a part of the bundle under way is bound to."""
    run = lie.session._machine.course.lane.run
    return run.part(number).context(lie.seat, role)


def ciphers(lie: Lie, *handles: int) -> list[Ciphertext]:
    """The cards as everybody has them."""
    cards = lie.table.nodes[0].session.play.table.cards
    return [cards[handle].cipher for handle in handles]


def with_part(number: int, change: Callable[[Lie, object], Body]) -> Forge:
    """The honest message, with another part in the place of one of its own (counted from 0)."""

    def forge(lie: Lie) -> Body:
        said = list(lie.body.parts)
        said[number] = change(lie, said[number])  # type: ignore[call-overload]
        return Parts(tuple(said))

    return forge


# Before anything is opened, everybody has confirmed.


@pytest.mark.parametrize("stage", ["opened", "moved"])
def test_nothing_of_a_bundle_is_opened_to_one_who_told_two_tales_just_before(stage: str) -> None:
    table = table_of()
    Villain(table, 0).lies(ActMessage, lambda lie: other_act(b"other"), to=[3])
    table.play(Act(0), STAGES[stage], answers={0: b"one"})
    assert_caught(table, 0, "equivocation")
    assert own_words(table, Parts, 0) == 0


@pytest.mark.parametrize("stage", ["opened", "moved"])
def test_no_part_of_a_bundle_is_said_before_the_last_confirmation_is_there(stage: str) -> None:
    """Whoever says nothing, or says its part of the bundle in the place of its confirmation, is told nothing."""
    table = table_of()
    before = own_words(table, Parts, 3)
    silent = Villain(table, 3).lies(Echo, lambda lie: None)
    table.play(STAGES[stage])
    assert all(waits_for(node) == {3} for node in honest(table, 3))
    assert own_words(table, Parts, 3) == before and not silent.sent
    nobody_accused(table)
    hasty = table_of()
    Villain(hasty, 3).lies(Echo, lambda lie: Parts((Shares(bytes(96)),)))
    hasty.play(STAGES[stage])
    assert_caught(hasty, 3, "bad-proof")
    assert own_words(hasty, Parts, 3) == 0


@pytest.mark.parametrize("stage", STAGES)
def test_two_tales_of_a_bundle_open_nothing_that_follows(stage: str) -> None:
    """Its parts said anew, with other randomness: another mix, other ciphertexts, or other proofs of one layer."""
    table = table_of()

    def shares_again(lie: Lie) -> Body:
        firsts = [[card.a for card in ciphers(lie, *handles)] for handles in ((10,), (11,))]
        own = lie.own
        made = [
            Shares(share.prove(GROUP, part_of(lie, number, role), lie.play.keys[0], first, own.masking, own.rng))
            for number, role, first in ((1, "draw", firsts[0]), (2, "show", firsts[1]))
        ]
        return Parts(tuple(made))

    def moved_again(lie: Lie) -> Body:
        keys, own = lie.play.keys, lie.own
        context = part_of(lie, 2, "pass")
        proof = reencryption.prove(GROUP, context, keys[0], keys[1], ciphers(lie, 0), own.masking, own.rng)
        return Parts((MoveMessage(proof),))

    def mixed_again(lie: Lie) -> Body:
        run = lie.session._machine.course.lane.run.part(0)
        return Parts((mask(run, before, lie.play.keys[0], 0, "remix"),))

    remade = {"opened": shares_again, "moved": moved_again, "mixed": mixed_again}
    before = [table.nodes[0].session.play.table.cards[handle].cipher for handle in (0, 1)]
    villain = Villain(table, 0).lies(Parts, remade[stage], to=[3])
    counts = [own_words(table, kind, 0) for kind in (Shares, MoveMessage)]
    later = {"opened": Show((13,)), "moved": Deal((13,), 0), "mixed": Random(2)}[stage]
    table.play(STAGES[stage], later)
    assert villain.sent
    assert_caught(table, 0, "equivocation")
    assert [own_words(table, kind, 0) for kind in (Shares, MoveMessage)] == counts


def test_an_accomplice_who_votes_to_go_back_far_opens_nothing_of_a_bundle() -> None:
    """As with single draws: what was opened since the last confirmation is opened again by the same bundle."""
    table = table_of()
    draws = Bundle((Deal((8,), 0), Deal((9,), 1)))
    table.play(Act(2), Deal((10,), 1), draws, answers={2: b"go"})
    before = [node.session.records for node in table.nodes]
    tell_two_tales(table, 0)
    assert_caught(table, 0, "equivocation")
    table.kill(0)
    accomplice = table.nodes[1].session._machine.ballots
    own_vote = accomplice._own_vote

    def far(motion: Motion) -> Vote | None:
        vote = own_vote(motion)
        return None if vote is None else Vote(motion, True, vote.trail[:1])

    accomplice._own_vote = far  # type: ignore[method-assign]
    table.script.pop()
    for node in table.nodes[1:]:
        node.session.vote(Motion("cheated", 0))
    table.run()
    if any(node.session._machine.course._expected for node in honest(table, 0)):
        table.play(draws)  # the bundle stands, and is carried out as it was
    table.play(Bundle((Deal((8,), 3), Deal((11,), 2))))
    for node in honest(table, 0):
        assert not node.session.waiting() and not node.session.halted
        assert isinstance(node.ended()[-1].result, Completion)
    ears = Eavesdropper(table, *before, *(node.session.records for node in honest(table, 0)))
    assert ears.opened() == {}


# Blame names a part.


def false_share(lie: Lie, said: object) -> Body:
    assert isinstance(said, Shares)
    return Shares(bytes(len(said.proof)))


def bound_to(number: int) -> Callable[[Lie, object], Body]:
    """The layer of the shown card, proved for another part."""

    def forge(lie: Lie, said: object) -> Body:
        firsts = [card.a for card in ciphers(lie, 11)]
        run = lie.session._machine.course.lane.run
        context = run.context(1, "show") if number < 0 else part_of(lie, number, "show")
        return Shares(share.prove(GROUP, context, lie.play.keys[1], firsts, lie.own.masking, lie.own.rng))

    return forge


OPENINGS: dict[str, Forge] = {
    "a false share in the first part": with_part(0, false_share),
    "a false share in the last part": with_part(3, false_share),
    "a share proved for another part": with_part(2, bound_to(1)),
    "a share proved for the whole bundle": with_part(2, bound_to(-1)),
    "a part too few": lambda lie: Parts(lie.body.parts[:-1]),
    "a part too many": lambda lie: Parts((*lie.body.parts, lie.body.parts[-1])),
    "parts in another order": lambda lie: Parts((lie.body.parts[1], lie.body.parts[0], *lie.body.parts[2:])),
    "one part twice": lambda lie: Parts((lie.body.parts[0], *lie.body.parts[:1], *lie.body.parts[2:])),
    "a part of another kind": with_part(1, lambda lie, said: MoveMessage(bytes(160))),
    "no parts but one of them": lambda lie: lie.body.parts[0],
    "a confirmation": lambda lie: Echo(),
    "a part longer than any": with_part(1, lambda lie, said: Shares(bytes(200_000))),
}


@pytest.mark.parametrize("how", OPENINGS)
def test_who_says_a_false_part_of_what_is_opened_is_named_and_opens_nothing(how: str) -> None:
    table = table_of((0, 1, 2))
    villain = Villain(table, 1).lies(Parts, OPENINGS[how], last=True)
    table.play(OPENED)
    villain.rush()
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)
    for node in honest(table, 1):
        assert node.ended()[-1].operation != OPENED


def test_the_words_of_an_accusation_say_which_part_is_false() -> None:
    table = table_of((0, 1, 2))
    Villain(table, 1).lies(Parts, OPENINGS["a false share in the last part"])
    table.play(OPENED)
    certificate = assert_caught(table, 1, "bad-proof")
    assert "part 4" in certificate.reason


def passing(number: int, handles: tuple[int, ...], to: int, role: str = "pass") -> Callable[[Lie, object], Body]:
    def forge(lie: Lie, said: object) -> Body:
        keys, own, cards = lie.play.keys, lie.own, ciphers(lie, *handles)
        context = part_of(lie, number, role)
        return MoveMessage(reencryption.prove(GROUP, context, keys[lie.seat], keys[to], cards, own.masking, own.rng))

    return forge


MOVES = Bundle((Pass((2,), 2), Pass((3,), 0), Pass((4,), 1)))
MOVES_OF_1: dict[str, Forge] = {
    "the other card": with_part(0, passing(0, (3,), 2)),
    "to the seat of another part": with_part(0, passing(0, (2,), 0)),
    "proved for another part": with_part(0, passing(1, (2,), 2)),
    "in each other's place": lambda lie: Parts(lie.body.parts[::-1]),
    "a part too few": lambda lie: Parts(lie.body.parts[:1]),
    "a layer for a card": with_part(1, lambda lie, said: Shares(bytes(96))),
}


@pytest.mark.parametrize("how", MOVES_OF_1)
def test_who_passes_something_else_in_a_part_is_named(how: str) -> None:
    table = table_of((0, 1, 2))
    villain = Villain(table, 1).lies(Parts, MOVES_OF_1[how])
    table.play(MOVES)
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)


def mixing(number: int, handles: tuple[int, ...], role: str = "remix") -> Callable[[Lie, object], Body]:
    def forge(lie: Lie, said: object) -> Body:
        run = lie.session._machine.course.lane.run.part(number)
        return mask(run, ciphers(lie, *handles), lie.play.keys[1], 1, role)

    return forge


MIXES = Bundle((Remix(1, (2,), (), (20,)), Remix(0, (0, 1), (), (21, 22)), Remix(1, (3,), (), (23,))))
MIXES_OF_1: dict[str, Forge] = {
    "the other card": with_part(0, mixing(0, (3,))),
    "a card twice": with_part(0, mixing(0, (2, 2))),
    "a card of another hand": with_part(0, mixing(0, (0,))),
    "proved for another part": with_part(0, mixing(2, (2,))),
    "in each other's place": lambda lie: Parts(lie.body.parts[::-1]),
    "one mix for two": lambda lie: Parts((lie.body.parts[0], lie.body.parts[0])),
}


@pytest.mark.parametrize("how", MIXES_OF_1)
def test_who_mixes_another_hand_in_a_part_is_named(how: str) -> None:
    table = table_of((0, 1, 2))
    villain = Villain(table, 1).lies(Parts, MIXES_OF_1[how])
    table.play(MIXES)
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)


PUT_BACK = Bundle((Return((2,)), Return((3,)), Return((0,))))


def alike(*handles: int) -> Forge:
    """Cards put back, one in each part, all with one factor."""

    def forge(lie: Lie) -> Body:
        key, own = lie.play.joint_key, lie.own
        made = []
        for number, handle in enumerate(handles):
            context, rng = part_of(lie, number, "return"), OneFactor(bytes(32), bytes)
            proof = reencryption.prove(GROUP, context, lie.play.keys[1], key, ciphers(lie, handle), own.masking, rng)
            made.append(MoveMessage(proof))
        return Parts(tuple(made))

    return forge


def test_one_randomness_in_two_parts_of_a_message_is_named() -> None:
    """A layer that is published of the one card would be a layer of the other as well."""
    table = table_of((0, 1, 2))
    villain = Villain(table, 1).lies(Parts, alike(2, 3))
    table.play(PUT_BACK)
    assert villain.sent
    certificate = assert_caught(table, 1, "bad-proof")
    assert "randomness of another" in certificate.reason


def test_two_seats_with_one_randomness_in_two_parts_are_named() -> None:
    """Both know it, so it was agreed; the later seat is named, and nothing has been moved."""
    table = table_of((0, 1, 2))
    for seat in (0, 1):
        table.nodes[seat].session.play.own[seat].rng = OneFactor(bytes(32), bytes)
    table.play(Bundle((Return((2,)), Return((0,)), Return((4,)))))
    assert_caught(table, 1, "bad-proof", by=[table.nodes[0], table.nodes[2]])
    cards = table.nodes[2].session.play.table.cards
    assert [cards[handle].holder for handle in (0, 2, 4)] == [0, 1, 2]


# What nobody may learn, and who is only silent.


@pytest.mark.parametrize("stage", STAGES)
def test_a_withheld_part_is_waited_for_and_accuses_nobody(stage: str) -> None:
    table = table_of((0, 1, 2, 3))
    Villain(table, 1).lies(Parts, lambda lie: None)
    table.play(STAGES[stage])
    for node in honest(table, 1):
        assert waits_for(node) == {1}
    nobody_accused(table)


def test_a_listener_opens_nothing_of_a_bundle_but_what_is_shown() -> None:
    table = table_of()
    table.play(OPENED, MOVED, MIXED)
    assert [type(end.result) for end in table.nodes[0].ended()[-3:]] == [Completion] * 3
    shown = table.nodes[3].session.play.table.cards[11].face
    assert set(Eavesdropper(table, table.records()).opened().values()) == {shown}


def test_all_others_together_open_no_card_that_a_bundle_deals_or_mixes_for_you() -> None:
    """Seat 0 gets three cards, passes one and mixes two of its own; the others see that one, and what is shown."""
    table = table_of()
    table.play(OPENED, MOVED)
    mixed = Bundle((Remix(0, (1, 8, 9), (), (20, 21, 22)), Remix(1, (0,), (FACES[9],), (23, 24))))
    table.play(mixed)
    cards = table.nodes[0].session.play.table.cards
    mine = {card.cipher for card in cards.values() if card.holder == 0}
    assert len(mine) == 5  # the three that it mixed, one more that it was dealt and the one that it was passed
    assert not mine & set(Eavesdropper(table, table.records()).opened(secrets_of(table, 1, 2, 3)))


def test_a_seat_learns_of_a_bundle_only_what_is_its_own() -> None:
    table = table_of()
    table.play(OPENED)
    told = {node.operator: set(node.ended()[-1].result.faces) for node in table.nodes}  # type: ignore[union-attr]
    assert told == {0: {8, 9, 11, 12}, 1: {11}, 2: {10, 11}, 3: {11}}


def gone(table: Table, operator: int) -> None:
    for node in honest(table, operator):
        node.session.vote(Motion("gone", operator))
    table.run()


@pytest.mark.parametrize("stage", ["moved", "mixed"])
def test_who_vanishes_from_what_is_moved_or_mixed_leaves_all_as_it_was(stage: str) -> None:
    """All or nothing: the others have said their parts; the ones that it does not touch are asked again and happen."""
    table = table_of()
    Villain(table, 1).lies(Parts, lambda lie: None)
    table.play(STAGES[stage])
    table.tamper = None
    table.kill(1)
    before = {handle: card.holder for handle, card in table.nodes[0].session.play.table.cards.items()}
    gone(table, 1)
    for node in honest(table, 1):
        end = next(end for end in reversed(node.ended()) if end.operation == STAGES[stage])
        assert isinstance(end.result, Abandonment)
        cards = node.session.play.table.cards
        assert {handle: card.holder for handle, card in cards.items()} == {
            handle: None if holder == 1 else holder for handle, holder in before.items()
        }
    rest: dict[str, Operation] = {
        "moved": Bundle((Pass((4,), 0), Return((6,)))),
        "mixed": Bundle((Remix(0, (0, 1), (), (20, 21)), Remix(2, (4, 5), (), (22, 23)))),
    }
    ended = table.play(rest[stage])
    assert all(isinstance(end.result, Completion) for end in ended)
    nobody_accused(table)
    assert Eavesdropper(table, *(node.session.records for node in honest(table, 1))).opened() == {}


def test_who_vanishes_from_what_is_opened_keeps_nobody_from_it() -> None:
    """Its layers are recovered, part after part; what was dealt to it stays shut."""
    table = table_of()
    Villain(table, 2).lies(Parts, lambda lie: None)
    table.play(OPENED)
    table.tamper = None
    table.kill(2)
    gone(table, 2)
    for node in honest(table, 2):
        end = next(end for end in reversed(node.ended()) if end.operation == OPENED)
        assert isinstance(end.result, Completion)
        cards = node.session.play.table.cards
        assert [cards[handle].holder for handle in (8, 9, 10, 12)] == [0, 0, None, 0]
        assert cards[11].face is not None
    nobody_accused(table)
    shown = table.nodes[0].session.play.table.cards[11].face
    ears = Eavesdropper(table, *(node.session.records for node in honest(table, 2)))
    assert set(ears.opened().values()) == {shown}
    assert all(isinstance(end.result, Completion) for end in table.play(Bundle((Deal((10,), 1), Deal((13,), 3)))))


def test_a_message_of_a_bundle_says_the_same_before_and_after_an_epoch() -> None:
    """Its parts are said again in the epoch that a leave begins, on the new chain; nobody gains by the first ones."""
    table = table_of()
    Villain(table, 3).lies(Parts, lambda lie: None)
    table.play(OPENED)
    first = {said.seat: decode_body(said.body) for said in said_by(table.nodes[0], Parts)}
    table.tamper = None
    table.kill(3)
    gone(table, 3)
    again = {said.seat: decode_body(said.body) for said in said_by(table.nodes[0], Parts)}
    assert all(first[seat] != again[seat] for seat in first)
    layers = {
        seat: ([part.proof[:32] for part in first[seat].parts], [part.proof[:32] for part in again[seat].parts])  # type: ignore[union-attr]
        for seat in first
    }
    assert layers and all(one == two for one, two in layers.values())
