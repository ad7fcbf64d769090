"""The ledger and the states of cards refuse what would open a hidden card, whatever a program around them asks for."""

from __future__ import annotations

import pytest

from protocol.cards import Card, CardTable
from protocol.elgamal import Ciphertext
from protocol.errors import CardLeak, OutOfOrder
from protocol.group import EDWARDS25519
from protocol.operations import Deal, Shuffle
from tests.protocol.session.world import at_rest
from tests.protocol.table import FACES, Table

G = EDWARDS25519


def cipher(number: int) -> Ciphertext:
    point = G.base((number + 1).to_bytes(32, "little"))  # type: ignore[arg-type]
    return Ciphertext(point, G.add(point, point))


def table_of(count: int) -> CardTable:
    table = CardTable()
    table.issue(tuple(range(count)), [cipher(i) for i in range(count)], None)
    return table


def test_a_card_is_under_its_owner_from_the_moment_its_draw_is_ordered() -> None:
    table = table_of(2)
    (card,) = table.order_draw([0], 2, (0, 1, 2))
    assert card.holder == 2 and not card.joint
    with pytest.raises(OutOfOrder, match="not shared"):
        table.order_draw([0], 1, (0, 1, 2))


def test_a_pointer_with_published_layers_is_never_drawn_even_if_it_looks_shared() -> None:
    table = table_of(2)
    table.ledger.publish([table.cards[0].cipher.a], 1)
    for seat in range(3):
        with pytest.raises(CardLeak):
            table.order_draw([1, 0], seat, (0, 1, 2))
    assert all(card.joint for card in table.cards.values())  # nothing of a refused draw has happened
    table.order_draw([0], 0, (0, 2))  # the layer of a seat that has left is no secret any more


def test_a_card_never_moves_with_its_old_pointer_or_with_one_whose_layers_are_known() -> None:
    table = table_of(2)
    card = table.cards[0]
    with pytest.raises(CardLeak):
        table.rehome(card, Ciphertext(card.cipher.a, cipher(7).b), 1)
    table.ledger.publish([cipher(8).a], 0)
    with pytest.raises(CardLeak):
        table.rehome(card, cipher(8), 1)
    table.rehome(card, cipher(9), 1)
    assert card == Card(0, cipher(9), 1)


def test_the_last_missing_layer_is_guarded_by_the_ledger() -> None:
    table = table_of(1)
    first = table.cards[0].cipher.a
    for seat in (0, 1):
        table.ledger.guard([first], seat, (0, 1, 2))
        table.ledger.publish([first], seat)
    with pytest.raises(CardLeak):
        table.ledger.guard([first], 2, (0, 1, 2))
    table.ledger.guard([first], 2, (0, 1, 2, 3))


def test_repeated_randomness_is_told_from_fresh() -> None:
    table = table_of(2)
    assert not table.used([cipher(5), cipher(6)])
    assert table.used([cipher(5), cipher(5)])
    assert table.used([Ciphertext(cipher(0).a, cipher(6).b)])


def test_the_ledger_of_a_node_that_comes_back_holds_what_it_held() -> None:
    table = Table((0, 1, 2), faces=FACES[:6])
    table.play(Shuffle((), FACES[:6], tuple(range(6))), Deal((0, 1), 0), Deal((2,), 1))
    before = table.nodes[2].session.play.table.ledger.layers
    table.kill(2)
    table.revive(2)
    assert before and table.nodes[2].session.play.table.ledger.layers == before
    at_rest(table)
