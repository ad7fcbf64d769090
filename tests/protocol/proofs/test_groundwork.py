"""Work for shuffles that is done before there is anything to shuffle: what it saves, and that it is used once."""

from __future__ import annotations

import copy
import pickle
from itertools import count as counted

import pytest

from protocol.elgamal import Ciphertext
from protocol.group import Element, Group
from protocol.proofs import groundwork, shuffle
from protocol.proofs.groundwork import MAX_GROUNDWORK, GroundworkPool
from protocol.proofs.pedersen import ROW
from protocol.proofs.shuffle import MAX_CARDS, ShuffleGroundwork
from tests.protocol.proofs import setting
from tests.protocol.proofs.setting import CONTEXT, GROUP, HOLDER_KEY, JOINT_KEY, Counting
from tests.protocol.proofs.shuffling import encode, hidden_deck, open_deck


def pool_of(*sizes: int, group: Group = GROUP, key: Element = JOINT_KEY) -> GroundworkPool:
    numbers = counted()
    pool = GroundworkPool(group, key, setting.rng(), lambda: next(numbers))
    while pool.lay(sizes):
        pass
    return pool


def shuffled(
    deck: list[Ciphertext], prepared: ShuffleGroundwork | None, group: Group = GROUP
) -> tuple[shuffle.ShuffleOutput, bytes]:
    done = shuffle.shuffle(group, CONTEXT, JOINT_KEY, deck, setting.rng(), prepared=prepared)
    return done, shuffle.prove(group, CONTEXT, JOINT_KEY, deck, *done, setting.rng(), prepared=prepared)


@pytest.mark.parametrize(
    ("count", "size"), [(1, 10), (2, 10), (3, 12), (10, 10), (10, 12), (ROW, ROW), (ROW + 1, ROW + 9), (40, 40)]
)
def test_a_shuffle_made_with_groundwork_is_taken_like_any_other(count: int, size: int) -> None:
    for deck in (hidden_deck(count), open_deck([f"face {i % 3}" for i in range(count)])):
        done, proof = shuffled(deck, pool_of(size).take(count))
        assert shuffle.verify(GROUP, CONTEXT, JOINT_KEY, deck, encode(done.cards), proof) == done.cards
        assert len(proof) == shuffle.size(count)


def test_what_is_left_to_multiply_depends_on_the_cards_or_on_a_challenge() -> None:
    count, group = 30, Counting()
    pool = pool_of(count, group=group)
    assert group.muls <= 5 * count and group.bases <= count + 5
    for deck, most in ((open_deck([f"face {i}" for i in range(count)]), 1), (hidden_deck(count), 2)):
        group.muls = group.bases = 0
        shuffled(deck, pool.take(count), group)
        assert group.muls + group.bases <= most * count + 8
        pool = pool_of(count, group=group)


def values(prepared: ShuffleGroundwork) -> set[object]:
    """Everything secret in it, and what it has added to commitments."""
    vectors = (prepared.big, prepared.small, (prepared.delta[0][:-1], *prepared.delta[1:]), prepared.masks)
    assert prepared.places is None or len(set(prepared.places[0])) == len(prepared.factors)
    return {*(r for r, _, _ in prepared.factors), *(v for values, r, c in vectors for v in (*values, *r, *c))}


def test_a_pool_gives_nothing_twice_although_its_source_of_randomness_repeats_itself() -> None:
    pool = pool_of(5, 5, 8)
    assert len(pool) == 18
    taken = [pool.take(5), pool.take(4), pool.take(7)]
    assert len(pool) == 0 and pool.take(1) is None
    secrets = [values(one) for one in taken if one is not None]
    assert len(secrets) == 3
    # R, D and d of each place, Δ and b of one less, their blinds and sums; the first Δ is the first d.
    assert [len(one) for one in secrets] == [5 * count - 3 + 8 for count in (5, 4, 7)]
    assert len(set.union(*secrets)) == sum(map(len, secrets))


def test_the_least_that_serves_is_taken_and_what_serves_no_size_is_begun() -> None:
    pool = pool_of(4, 9)
    assert pool.take(10) is None and len(pool) == 13
    assert pool.take(3) is not None and len(pool) == 9
    assert pool.lay((4, 9), most=1), "there is work again"
    while pool.lay((4, 9)):
        pass
    assert len(pool) == 13 and not pool.lay((4, 9)) and not pool.lay((3,))
    assert pool.take(0) is None


def test_a_pool_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_GROUNDWORK == 4 * MAX_CARDS
    monkeypatch.setattr(groundwork, "MAX_GROUNDWORK", 40)
    assert len(pool_of(*[16] * 20)) == 32


def test_what_was_begun_serves_as_far_as_it_goes() -> None:
    pool = pool_of(2)
    pool.lay((9,), most=6)
    assert pool.take(7) is None
    prepared = pool.take(6)
    assert prepared is not None
    deck = hidden_deck(6)
    done, proof = shuffled(deck, prepared)
    assert shuffle.verify(GROUP, CONTEXT, JOINT_KEY, deck, encode(done.cards), proof) == done.cards


def test_work_for_another_key_or_number_of_cards_is_refused() -> None:
    for prepared in (pool_of(3, key=HOLDER_KEY).take(3), pool_of(3).take(2)):
        with pytest.raises(ValueError, match="another key, or another number"):
            shuffled(hidden_deck(3), prepared)


def test_groundwork_is_never_copied_or_stored() -> None:
    pool = pool_of(1)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        for secret in (pool, pool._laid[0]):
            with pytest.raises(TypeError, match="never copied or stored"):
                attempt(secret)
