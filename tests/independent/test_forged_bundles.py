"""Bundles of players made of the page alone, honest and not: the product takes what the second verifier takes."""

from collections.abc import Callable

import pytest

from tests.independent.games import dealt, finish

from .players import Game
from .verifier.lanes import Lane
from .verifier.pack import Value, pack

Agree = Callable[..., str]

BUNDLES: dict[str, list[Value]] = {
    "opened": ["bundle", [["deal", [3], 1], ["show", [4]], ["deal", [5], 1]]],
    "moved": ["bundle", [["pass", [0], 1], ["return", [3]], ["pass", [1], 0]]],
    "mixed": [
        "bundle", [["remix", 0, [0], [], [9]], ["remix", 1, [1], ["card 09"], [10, 11]], ["remix", 0, [3], [], [12]]],
    ],
}  # fmt: skip
"""Seat 0 owes two parts or more of each."""


def bundle_of(stage: str, operators: int = 3) -> tuple[Game, Lane]:
    """A game in which seat 0 owes its parts of a bundle, the last to speak."""
    game = dealt(operators)
    if stage != "opened":
        game.ask("deal", [3], 0)
    game.silent = set(range(operators))
    game.ask(*BUNDLES[stage])
    game.silent = set()
    game.go(lambda: game.kind == "parts")
    game.silent = {0}
    game.go()
    return game, game.session.play


@pytest.mark.parametrize("stage", BUNDLES)
def test_whoever_says_something_wrong_in_a_part_of_a_bundle_is_convicted(agree: Agree, stage: str) -> None:
    game, lane = bundle_of(stage, 2)
    tag, parts = game.players[0].body(game.session, lane)
    assert len(parts) > 1
    assert agree(game, game.said(0, lane, [tag, parts])) == "unfinished"
    wrong: list[list[Value]] = [parts[:-1], [*parts, parts[0]], parts[::-1], [parts[0], parts[0], *parts[2:]], []]
    for at, (kind, *fields) in enumerate(parts):
        changed = [kind, *(field[:-1] + bytes([field[-1] ^ 1]) for field in fields)]
        wrong += [[*parts[:at], other, *parts[at + 1 :]] for other in (changed, ["echo"], ["contribution", bytes(160)])]
    for each in wrong:
        assert agree(game, game.said(0, lane, [tag, each])) == "violated 0:bad-proof"
    game.silent = set()
    assert agree(finish(game.go())) == "finished"


@pytest.mark.parametrize("stage", BUNDLES)
def test_who_goes_in_the_middle_of_a_bundle(agree: Agree, stage: str) -> None:
    game, _ = bundle_of(stage)
    places = {handle: card.state for handle, card in game.session.table.cards.items()}
    game.agree(game.motion("gone", 0))
    assert agree(game) == "unfinished"
    after = {handle: card.state for handle, card in game.session.table.cards.items()}
    if stage == "opened":
        assert (after[3], after[4], after[5]) == (1, "public", 1)
    else:
        assert after == {handle: "joint" if state == 0 else state for handle, state in places.items()}
    assert agree(finish(game)) == "finished"


def test_bundles_that_no_driver_asks_for_are_damage(agree: Agree) -> None:
    game = dealt()
    faces = game.charter.fields.faces
    for parts in (
        [["deal", [3], 0]],
        [["deal", [3], 0], ["return", [0]]],
        [["deal", [3], 0], ["show", [3]]],
        [["deal", [3], 0], ["show", [0]]],
        [["deal", [3], 0], ["show", []]],
        [["pass", [0], 1], ["pass", [0], 2]],
        [["pass", [0], 1], ["pass", [1], 1]],
        [["remix", 0, [0], [], [9]], ["remix", 1, [1], [], [9]]],
        [["remix", 0, [0], [], [1]], ["remix", 1, [1], [], [9]]],
        [["remix", seat, [], [faces[0]] * 300, list(range(300 * seat + 10, 300 * seat + 310))] for seat in (0, 1)],
        [["random", 6], ["show", [3]]],
        [["show", [3]]] * 33,
    ):
        assert agree(game, pack(["asked", pack(["bundle", parts])])) == "damaged", parts
