from collections import Counter

import pytest

from tta_p2p.games import contract as c
from tta_p2p.games.caravan.rules import FACES, Caravan
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import BadNeed, FalseClaim, LocalDealer, LocalGame, Script
from tta_p2p.games.smugglers.rules import Smugglers

# What Chance(1).below(100) gives first, worked out from its description.
FIRST = [85, 4, 33, 76, 75, 90, 34, 53, 36, 33, 49, 62]


def dealer(script: Script | None = None, chance: int = 0) -> LocalDealer:
    """Three seats; seat 0 holds handles 0 and 1 (salt-1, salt-2), seat 1 handle 2 (salt-3), 3 is shared (salt-4)."""
    order = script or Script({0: ("salt-1", "salt-2", "salt-3", "salt-4")})
    local = LocalDealer(Caravan(), 3, chance, order)
    local.answer(c.Shuffle(0, "bales", (), ("salt-1", "salt-2", "salt-3", "salt-4"), (0, 1, 2, 3)))
    local.answer(c.Deal(1, (0, 1), 0))
    local.answer(c.Deal(2, (2,), 1))
    return local


def test_each_seat_knows_what_it_was_dealt_and_nobody_else_does():
    local = dealer()
    assert local.knowledge_of(0).faces == {0: "salt-1", 1: "salt-2"}
    assert local.knowledge_of(1).faces == {2: "salt-3"}
    assert local.knowledge_of(2).faces == local.knowledge_of(None).faces == {}


def test_a_peek_is_seen_by_one_and_a_show_by_all():
    local = dealer()
    assert local.answer(c.Peek(3, (3, 0), 2)) == c.Peeked(3)
    assert local.knowledge_of(2).faces == {0: "salt-1", 3: "salt-4"} and local.knowledge_of(None).faces == {}
    assert local.answer(c.Show(4, (2, 3))) == c.Shown(4, ("salt-3", "salt-4"))
    assert local.knowledge_of(None).faces == {2: "salt-3", 3: "salt-4"}


def test_a_remix_is_known_to_its_seat_alone():
    local = dealer()
    local.answer(c.Remix(3, 0, (0, 1), ("salt-7",), (4, 5, 6)))
    assert Counter(local.knowledge_of(0).faces.values()) == Counter(["salt-1", "salt-2", "salt-7"])
    assert set(local.knowledge_of(0).faces) == {4, 5, 6} == {h for h, seat in local.hands.items() if seat == 0}
    assert c.Among((4, 5, 6), ("salt-7",), 1) in local.knowledge_of(1).among


@pytest.mark.parametrize(
    "need",
    [
        c.Show(2, (0,)),  # the number was used
        c.Deal(3, (0,), 1),  # in a hand
        c.Deal(3, (9,), 1),  # never born
        c.Deal(3, (3, 3), 1),  # twice
        c.Deal(3, (3,), 5),  # no such seat
        c.Pass(3, (3,), 1),  # not in a hand
        c.Pass(3, (0,), 0),  # to itself
        c.Return(3, (3,)),  # not in a hand
        c.Shuffle(3, "pile", (0, 3), (), (4, 5)),  # from a hand without Return
        c.Shuffle(3, "pile", (3,), (), (3,)),  # not a new handle
        c.Shuffle(3, "pile", (3,), (), (4, 5)),  # too many handles
        c.Shuffle(3, "pile", (3,), ("silk-1",), (5, 4)),  # not ascending
        c.Remix(3, 1, (0, 1), (), (4, 5)),  # another seat's hand
        c.Random(3, 0),  # no room
    ],
)
def test_needs_no_dealer_can_meet_are_refused(need):
    with pytest.raises(BadNeed):
        dealer().answer(need)


def test_cards_of_different_backs_cannot_be_mixed():
    class TwoBacks(Caravan):
        def back(self, face):
            return "odd" if face == "salt-1" else "bale"

    local = LocalDealer(TwoBacks(), 2)
    with pytest.raises(BadNeed, match="different backs"):
        local.answer(c.Shuffle(0, "bales", (), ("salt-1", "salt-2"), (0, 1)))


def test_a_dead_handle_cannot_be_used():
    local = dealer()
    local.answer(c.Return(3, (0, 1)))
    local.answer(c.Shuffle(4, "pile", (0, 1), (), (4, 5)))
    with pytest.raises(BadNeed):
        local.answer(c.Show(5, (0,)))


@pytest.mark.parametrize(
    "claim",
    [
        c.Is(0, "salt-2"),
        c.Is(2, "salt-3"),  # true, but another seat's card
        c.Is(3, "salt-4"),  # true, but shared
        c.OneOf(0, ("salt-2", "salt-3")),
        c.AtLeast((0, 1), (("salt-1", 1), ("salt-2", 2)), 4),
        c.AtLeast((0, 2), (("salt-1", 1), ("salt-3", 3)), 1),
    ],
)
def test_false_claims_are_caught(claim):
    local = dealer()
    with pytest.raises(FalseClaim) as caught:
        local.check(0, [claim])
    assert caught.value.seat == 0 and caught.value.claim == claim


def test_true_claims_pass_and_are_learned_by_all():
    local = dealer()
    claims = [
        c.Is(0, "salt-1"),
        c.OneOf(1, ("salt-2", "salt-3")),
        c.AtLeast((0, 1), (("salt-1", 1), ("salt-2", 2)), 3),
    ]
    local.check(0, claims)
    local.publish(claims)
    everybody = local.knowledge_of(None)
    assert everybody.faces == {0: "salt-1"} and everybody.among[-1] == c.Among((1,), ("salt-2", "salt-3"), 1)
    assert everybody.worth == (claims[2],)


def test_a_script_decides_shuffles_and_rolls_and_is_checked():
    local = dealer(Script({0: ("salt-4", "salt-3", "salt-2", "salt-1")}, {3: 5}))
    assert local.faces == {0: "salt-4", 1: "salt-3", 2: "salt-2", 3: "salt-1"}
    assert local.answer(c.Random(3, 6)) == c.Rolled(3, 5)
    with pytest.raises(BadNeed, match="script"):
        dealer(Script({0: ("salt-4", "salt-4", "salt-2", "salt-1")}))
    with pytest.raises(BadNeed, match="script"):
        dealer(Script({}, {3: 6})).answer(c.Random(3, 6))


def test_a_script_can_name_a_deck():
    reverse = tuple(reversed(FACES))
    local = LocalGame(Caravan(), 2, script=Script({"bales": reverse}))
    local.answer(), local.answer()
    assert tuple(local.dealer.faces.values()) == reverse


def test_equal_seeds_deal_equally_and_others_differ():
    hands = []
    for seed in (1, 1, 2):
        local = LocalGame(Caravan(), 3, chance=seed)
        local.answer_needs()
        hands.append(local.dealer.faces)
    assert hands[0] == hands[1] != hands[2]


def play(local: LocalGame, chance: Chance) -> bytes:
    while (decision := local.decision) is not None:
        local.act(*[chance.choice(local.legal(seat)).act for seat in decision.seats])
    assert local.over
    return local.game.encode(local.state)


@pytest.mark.parametrize("game", [Caravan(), Smugglers()])
def test_a_fork_goes_on_alike_by_default_and_by_itself_with_its_own_chance(game):
    local = LocalGame(game, 3, chance=5)
    local.answer_needs()
    for _ in range(2):
        local.act(*[local.legal(seat)[-1].act for seat in local.decision.seats])
    before = (local.game.encode(local.state), dict(local.dealer.faces), len(local.facts))
    twin, stranger = local.fork(), local.fork(chance=99)
    ends = {play(fork, Chance(8)) for fork in (local.fork(), twin)}
    assert len(ends) == 1
    play(stranger, Chance(8))
    assert before == (local.game.encode(local.state), dict(local.dealer.faces), len(local.facts))


@pytest.mark.parametrize("game", [Caravan(), Smugglers()])
def test_a_search_goes_on_from_a_sample(game):
    local = LocalGame(game, 3, chance=7)
    local.answer_needs()
    for _ in range(2):
        local.act(*[local.legal(seat)[-1].act for seat in local.decision.seats])
    for seed in range(8):
        world = game.resample(local.view(1), Chance(seed))
        knows = {1: local.dealer.knowledge_of(1), None: local.dealer.knowledge_of(None)}
        guess = local.fork()
        guess.dealer = LocalDealer.from_world(game, local.state, 3, world, Chance(seed), knows)
        assert guess.view(1) == local.view(1), "the searching seat sees the same in its sample"
        play(guess, Chance(seed))


def test_who_leaves_leaves_its_cards_to_nobody():
    local = dealer()
    local.share_hand(0)
    assert local.hands == {2: 1}
    local.answer(c.Deal(3, (0,), 1))
    assert local.knowledge_of(1).faces == {0: "salt-1", 2: "salt-3"}


def test_a_refused_act_leaves_the_local_game_as_it_was():
    local = LocalGame(Smugglers(), 2, chance=3)
    local.answer_needs()
    before = (local.state, list(local.facts))
    mine, other = local.state.hands
    face = local.dealer.faces[mine[0]]
    wrong = next(f for f in ("barrel-1", "barrel-2") if f != face)
    with pytest.raises(FalseClaim):
        local.act(c.Act(0, "sell", (c.Card(mine[0], wrong),)))
    with pytest.raises(c.Illegal):
        local.act(c.Act(0, "stow", (c.Card(other[0]),)))
    with pytest.raises(c.Illegal):
        local.act(c.Act(1, "end"))
    assert before == (local.state, local.facts)


def test_chance_is_the_same_on_every_machine():
    chance = Chance(1)
    assert [chance.below(100) for _ in range(12)] == FIRST
    assert Chance("1").below(1 << 64) == Chance(b"1").below(1 << 64) == Chance(1).below(1 << 64)
    assert Chance(1).fork("a").below(1 << 64) != Chance(1).fork("b").below(1 << 64)


def test_chance_is_even():
    chance = Chance(2)
    orders = Counter(tuple(chance.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6 and all(850 < count < 1150 for count in orders.values())
    rolls = Counter(chance.below(5) for _ in range(5000))
    assert all(850 < rolls[n] < 1150 for n in range(5))
    for n in (0, -1, (1 << 64) + 1):
        with pytest.raises(ValueError):
            chance.below(n)


def test_a_copy_of_a_chance_draws_the_same():
    chance = Chance(3)
    chance.below(10)
    twin = chance.copy()
    assert [chance.below(1000) for _ in range(20)] == [twin.below(1000) for _ in range(20)]
