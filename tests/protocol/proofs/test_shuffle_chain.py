"""Chains of shuffles in one batch: the same verdicts as one by one, the right culprit, and the right price."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.group import Element, Scalar, from_int, to_int
from protocol.proofs import pedersen, shuffle
from protocol.proofs.batching import BatchingGroup
from protocol.proofs.shuffle_chain import BadLink, ShuffleLink, verify_chain
from tests.protocol.proofs.mutations import mutations, other_contexts
from tests.protocol.proofs.setting import CONTEXT, GROUP, HOLDER_KEY, JOINT_KEY, Counting
from tests.protocol.proofs.shuffling import (
    Shuffler,
    chain,
    encode,
    failing_equations,
    hidden_deck,
    honest,
    mixture,
    open_deck,
)


def one_by_one(start: Sequence[Ciphertext], links: Sequence[ShuffleLink], key: Element = JOINT_KEY) -> int | None:
    """The first link that ``verify`` refuses."""
    before = start
    for index, link in enumerate(links):
        try:
            before = shuffle.verify(GROUP, link.context, key, before, link.after, link.proof)
        except BadProof:
            return index
    return None


def in_one(start: Sequence[Ciphertext], links: Sequence[ShuffleLink], key: Element = JOINT_KEY) -> int | None:
    try:
        verify_chain(GROUP, key, start, links)
    except BadLink as error:
        return error.index
    return None


def with_link(links: list[ShuffleLink], index: int, link: ShuffleLink) -> list[ShuffleLink]:
    return [*links[:index], link, *links[index + 1 :]]


@pytest.mark.parametrize("count", [1, 2, 3, 20])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_an_honest_chain_gives_the_cards_after_every_seat(count: int, seats: int) -> None:
    for start in (hidden_deck(count), open_deck([f"face {i // 2}" for i in range(count)])):
        links = chain(start, seats)
        decks = verify_chain(GROUP, JOINT_KEY, start, links)
        assert [encode(deck) for deck in decks] == [link.after for link in links]


def test_a_chain_without_links_has_nothing_to_say() -> None:
    assert verify_chain(GROUP, JOINT_KEY, hidden_deck(2), []) == []


def test_shared_decks_and_generators_are_multiplied_once() -> None:
    for count, seats in ((12, 4), (pedersen.ROW + 4, 2)):
        links = chain(open_deck([f"face {i}" for i in range(count)]), seats)
        group = Counting()
        verify_chain(group, JOINT_KEY, open_deck([f"face {i}" for i in range(count)]), links)
        of_rows = min(count, pedersen.ROW) + 5 * seats * pedersen.rows(count)
        assert group.muls <= (2 * seats + 1) * count + of_rows + 2 * seats + 1


def altered(links: list[ShuffleLink], index: int) -> Iterator[tuple[str, list[ShuffleLink]]]:
    link = links[index]
    for name, proof in mutations(link.proof, range(7) if len(link.after) > 64 else (2, 3)):
        yield f"proof, {name}", with_link(links, index, link._replace(proof=proof))
    for name, after in mutations(link.after, range(len(link.after) // 32)):
        yield f"cards, {name}", with_link(links, index, link._replace(after=after))
    for name, context in other_contexts(link.context):
        yield name, with_link(links, index, link._replace(context=context))


@pytest.mark.parametrize(
    ("start", "seats"),
    [
        (hidden_deck(1), 3),
        (open_deck(["a"]), 2),
        (hidden_deck(2), 2),
        (open_deck(["a", "a", "b", "c"]), 2),
    ],
)
def test_batch_and_single_agree_on_everything_altered(start: list[Ciphertext], seats: int) -> None:
    links = chain(start, seats)
    for index in range(seats):
        for name, bad in altered(links, index):
            verdict = in_one(start, bad)
            assert verdict == index, name
            assert verdict == one_by_one(start, bad), name


@pytest.mark.parametrize("guilty", [{0}, {1}, {2}, {3}, {0, 3}, {1, 2}, {2, 3}, {0, 1, 2, 3}])
def test_the_first_cheat_of_a_chain_is_named_whoever_cheats_after(guilty: set[int]) -> None:
    """Cheats that pass all checks of scalars, so that only the batched equations can find them."""
    deck = start = hidden_deck(3)
    links = []
    for seat in range(4):
        context = replace(CONTEXT, seat=seat)
        case = mixture(deck)._replace(context=context) if seat in guilty else honest(deck, context)
        proof = Shuffler(case, *(["mixture"] if seat in guilty else [])).prove()
        claim = shuffle.read(GROUP, context, JOINT_KEY, deck, case.received, proof)
        assert claim is not None
        assert failing_equations(claim) == ({"ii"} if seat in guilty else set())
        links.append(ShuffleLink(context, case.received, proof))
        deck = case.after
    assert in_one(start, links) == one_by_one(start, links) == min(guilty)


def test_a_bad_equation_is_named_before_a_later_bad_encoding() -> None:
    start = hidden_deck(2)
    links = chain(start, 3)
    links[0] = links[0]._replace(proof=links[0].proof[:-32] + from_int(to_int(Scalar(links[0].proof[-32:])) + 1))
    links[2] = links[2]._replace(proof=b"short")
    assert in_one(start, links) == 0


def test_errors_of_two_links_do_not_cancel_in_the_batch() -> None:
    """z of one link up and z of the other down: without weights of their own the sum would be what it was."""
    start = hidden_deck(3)
    links = chain(start, 2)
    place = 32 * (7 + 3 + 1 + 2 + 3)

    def moved(proof: bytes, by: int) -> bytes:
        return proof[:place] + from_int(to_int(Scalar(proof[place : place + 32])) + by) + proof[place + 32 :]

    for by in ((1, -1), (1, 1), (5, -5)):
        bad = [link._replace(proof=moved(link.proof, step)) for link, step in zip(links, by, strict=True)]
        before = start
        for link in bad:
            claim = shuffle.read(GROUP, link.context, JOINT_KEY, before, link.after, link.proof)
            assert claim is not None
            assert failing_equations(claim) == {"ii"}
            before = claim.after
        assert in_one(start, bad) == 0


def test_links_that_do_not_follow_each_other_are_refused() -> None:
    start = hidden_deck(3)
    links = chain(start, 3)
    assert in_one(start, [links[1], links[0], links[2]]) == 0
    assert in_one(start, [links[0], links[2]]) == 1
    assert in_one(start, [links[0], links[0]]) == 1
    assert in_one(start[::-1], links) == 0
    assert in_one(start, links, HOLDER_KEY) == 0
    assert in_one(hidden_deck(2), links) == 0


def test_a_mixed_order_card_is_found_in_the_batch_too() -> None:
    start = hidden_deck(2)
    links = chain(start, 2)
    for name, after in mutations(links[1].after, range(4)):
        if "order" in name:
            case = honest(verify_chain(GROUP, JOINT_KEY, start, links[:1])[0], links[1].context)
            twisted = case._replace(after=shuffle.cut(after))
            assert in_one(start, [links[0], ShuffleLink(case.context, after, twisted.prove())]) == 1, name


def test_every_verifier_comes_to_the_same_weights() -> None:
    start = hidden_deck(2)
    links = chain(start, 2)
    seen: list[list[tuple[bytes, bytes]]] = []
    for _ in range(2):
        products: list[tuple[bytes, bytes]] = []

        class Watching(Counting):
            def mul_received(self, data: bytes, k: Scalar, log: list[tuple[bytes, bytes]] = products) -> Element:
                log.append((data, k))
                return super().mul_received(data, k)

        verify_chain(Watching(), JOINT_KEY, start, links)
        seen.append(products)
    assert seen[0] == seen[1]


def test_what_copies_of_a_file_have_in_different_orders_is_one_sum() -> None:
    start, seen = hidden_deck(2), list[list[tuple[bytes, bytes]]]()
    links = chain(start, 2)
    decks = [start, shuffle.cut(links[0].after)]

    class Watching(BatchingGroup):
        def mul_received(self, data: bytes, k: Scalar) -> Element:
            seen[-1].append((data, k))
            return super().mul_received(data, k)

    for order in ((0, 1), (1, 0)):
        group = Watching()
        seen.append([])
        for number in order:
            link = links[number]
            shuffle.verify(group, link.context, JOINT_KEY, decks[number], link.after, link.proof)
        assert not seen[-1] and len(group.deferred) == 2
        group.settle()
    assert seen[0] == seen[1]


def test_statements_verdicts_and_errors_travel_to_a_worker_process() -> None:
    start = hidden_deck(2)
    links = chain(start, 2)
    bad = with_link(links, 1, links[1]._replace(proof=links[0].proof))
    lone = with_link(links, 0, links[0]._replace(proof=b""))[0]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as worker:
        good = worker.submit(verify_chain, GROUP, JOINT_KEY, start, links)
        refused = worker.submit(verify_chain, GROUP, JOINT_KEY, start, bad)
        single = worker.submit(shuffle.verify, GROUP, lone.context, JOINT_KEY, start, lone.after, lone.proof)
        assert good.result() == verify_chain(GROUP, JOINT_KEY, start, links)
        with pytest.raises(BadLink) as caught:
            refused.result()
        assert caught.value.index == 1
        with pytest.raises(BadProof, match="bytes"):
            single.result()


def test_a_bad_link_keeps_its_index_and_reason_when_pickled() -> None:
    error = pickle.loads(pickle.dumps(BadLink(3, "no reason")))
    assert isinstance(error, BadLink)
    assert (error.index, error.reason, str(error)) == (3, "no reason", "shuffle proof refused: no reason")
