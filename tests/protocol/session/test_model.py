"""Random legal games on a bad network, compared after every operation with a plain model of where the cards lie."""

from __future__ import annotations

import random

import pytest

from protocol.replay import Verifier
from tests.protocol.session.crashing import RevivingTable
from tests.protocol.session.model import Model
from tests.protocol.table import OpenReferee

pytestmark = pytest.mark.usefixtures("in_numbers")


@pytest.mark.parametrize(
    ("seats", "seed"),
    [((0, 1), 1), ((0, 1, 2), 2), ((0, 1, 2, 3), 3), ((0, 1, 0, 2), 4), ((0, 0, 1), 5)],
)
def test_everybody_sees_exactly_what_the_rules_let_it_see(seats: tuple[int, ...], seed: int) -> None:
    model = Model(seats, seed)
    for _ in range(35):
        model.step()
    verifier = Verifier(model.table.signed, lambda: OpenReferee(model.table.claims), group=model.table.group)
    for record in model.table.records():
        verifier.add(record)
    verifier.end()
    assert verifier.session.chain == model.table.nodes[0].session.chain


@pytest.mark.parametrize(
    ("seats", "leavers", "seed"),
    [
        ((0, 1, 2), [(1, "gone")], 1),
        ((0, 1, 2, 3), [(3, "gone"), (0, "gone")], 2),
        ((0, 1, 2, 3), [(2, "resigned"), (1, "gone")], 3),
        ((0, 1, 2, 1), [(1, "gone")], 4),
        ((0, 1, 2, 1), [(1, "resigned"), (0, "resigned")], 5),
    ],
)
def test_cards_keep_their_faces_when_somebody_leaves(
    seats: tuple[int, ...], leavers: list[tuple[int, str]], seed: int
) -> None:
    model = Model(seats, seed)
    model.shuffle()
    model.deal()
    for operator, kind in leavers:
        for _ in range(8):
            model.step()
        model.leave(operator, kind)
    for _ in range(8):
        model.step()


@pytest.mark.parametrize(("seats", "seed"), [((0, 1, 2), 1), ((0, 1, 2, 3), 2), ((0, 1, 0, 2), 3)])
def test_the_same_holds_when_nodes_die_all_the_time(seats: tuple[int, ...], seed: int) -> None:
    model = Model(seats, seed, RevivingTable)
    table, luck = model.table, random.Random(seed)
    assert isinstance(table, RevivingTable)
    table.dies = lambda who, number, phase: who not in table.away and luck.random() < 0.015
    for _ in range(8):
        model.step()
    model.leave(1, "gone")
    for _ in range(5):
        model.step()
    assert len(table.killed) > 2
