"""A whole hand may go back to the table unmixed: which of its cards came last then tells nobody anything.

Two worlds that differ only in which face lies under which handle of that hand are told apart by nothing that others see
afterwards, as long as all of it goes into one shuffle; the dealer's orders are gone through one by one. Where a part of
it is looked at, or goes on by itself, they are told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest

from tta_p2p.games import contract as c
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.local import LocalDealer, Script

HAND = ("salt-1", "salt-2", "salt-3")
STAYS = "salt-4"
OLD, NEW, TABLE = (4, 5), 2, 3
"""The handles of two cards that were mixed in the hand, of one that came later, and of one on the table."""


def dealt(world: Sequence[str], order: Sequence[str] | None) -> LocalDealer:
    """A hand of three cards of which the last has not been mixed, with these faces under its handles (`*OLD, NEW`)."""
    orders = {0: (*world, STAYS), 2: world[:2]} | ({} if order is None else {10: order})
    local = LocalDealer(Caravan(), 2, script=Script(orders))
    local.answer(c.Shuffle(0, "bales", (), (*HAND, STAYS), (0, 1, 2, 3)))
    local.answer(c.Deal(1, (0, 1), 0))
    local.answer(c.Remix(2, 0, (0, 1), (), OLD))
    local.answer(c.Deal(3, (2,), 0))
    assert [local.faces[h] for h in (*OLD, NEW)] == list(world)
    return local


def seen(world: Sequence[str], needs: Sequence[c.Need]) -> Counter[str]:
    """How often the other player sees what, over all orders of the shuffle that is among these needs."""
    mixed = next((need for need in needs if isinstance(need, c.Shuffle)), None)
    faces = dealt(world, None).faces
    orders = [None] if mixed is None else permutations(faces[h] for h in mixed.handles)
    found = Counter[str]()
    for order in orders:
        local = dealt(world, order)
        found[repr([(local.answer(need), local.knowledge_of(1), local.knowledge_of(None)) for need in needs])] += 1
    return found


def are_told_apart(needs: Sequence[c.Need]) -> bool:
    """Whether anything that the other player sees is likelier in one world than in another."""
    worlds = [seen(world, needs) for world in permutations(HAND)]
    return any(one != worlds[0] for one in worlds)


BACK = c.Return(9, (NEW, *OLD))
MIXED = c.Shuffle(10, "again", (NEW, *OLD), (), (6, 7, 8))
WITH_TABLE = c.Shuffle(10, "again", (NEW, TABLE, *OLD), (), (6, 7, 8, 9))


@pytest.mark.parametrize("mix", [MIXED, WITH_TABLE])
@pytest.mark.parametrize("later", [c.Show(11, (6, 8)), c.Deal(11, (7,), 1), c.Peek(11, (7,), 1), c.Deal(11, (6,), 0)])
def test_whole_hands_that_go_into_one_shuffle_tell_nobody_which_card_came_last(mix: c.Shuffle, later: c.Need) -> None:
    assert not are_told_apart([BACK, mix, later])
    assert not are_told_apart([BACK])


@pytest.mark.parametrize(
    "needs",
    [
        [c.Return(9, (NEW,)), c.Shuffle(10, "again", (NEW, TABLE), (), (6, 7)), c.Show(11, (6,))],
        [BACK, c.Show(11, (NEW,))],
        [BACK, c.Peek(11, (OLD[0],), 1)],
        [BACK, c.Shuffle(10, "again", (TABLE, NEW), (), (6, 7)), c.Show(11, (6,))],
        [BACK, c.Shuffle(10, "again", OLD, (), (6, 7)), c.Deal(11, (6,), 1)],
    ],
)
def test_a_part_of_a_hand_that_is_opened_or_goes_on_by_itself_tells_it(needs: list[c.Need]) -> None:
    assert are_told_apart(needs)
