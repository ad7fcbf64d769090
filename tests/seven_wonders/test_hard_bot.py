"""The hard level of 7 Wonders: legal at every table, the same from the same seed, and blind to what is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean, pstdev
from typing import Any

import msgspec
import pytest

from tests.bots.table import begin, bots, play, seen
from tests.texts import texts_of
from tta_p2p.bots.base import Situation
from tta_p2p.bots.seven_wonders import PERSONALITIES, search
from tta_p2p.bots.seven_wonders.city import PIECES, city_of
from tta_p2p.bots.seven_wonders.playout import CardUse, PlayoutState
from tta_p2p.bots.seven_wonders.search import HARD_PLAN, NORMAL_PLAN, PlayoutBot, determinize
from tta_p2p.bots.seven_wonders.value import WHIMS, valuation, whimsical
from tta_p2p.bots.seven_wonders.weights import HARD, LEANINGS
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Card, Options
from tta_p2p.games.seven_wonders import ENTRY, SEATS
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scenario import City, Scenario

LITTLE = 60
"""How many turns of single seats are played out, where it does not matter how well it plays."""
TABLES: list[tuple[int, Options]] = [
    (seats, {"sides": sides, "boards": boards})
    for seats, sides, boards in zip(
        SEATS,
        ("night", "by-lot", "day", "night", "chosen"),
        ("by-lot", "chosen", "by-lot", "by-lot", "by-lot"),
        strict=True,
    )
]


ADVICE = replace(HARD_PLAN, effort=search.ADVICE_EFFORT * HARD_PLAN.effort)


def way_of(act: Act, situation: Situation) -> tuple[str, str]:
    """Give what somebody does who acts so, as a reader tells it apart."""
    if act.verb in ("sell", "stage") or not act.args:
        return act.verb, ""
    card = act.args[0]
    assert isinstance(card, Card)
    return act.verb, card.face or situation.knowledge.faces[card.handle]


@pytest.fixture(autouse=True)
def thinks_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PLAYOUT_BUDGET", LITTLE)
    monkeypatch.setattr(search, "MIN_WORLDS", 1)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_it_does_is_legal_and_true_at_every_table(seats: int, options: Options) -> None:
    table = play(begin(GAME, seats, options, seats), bots(["hard", "hard", *["random"] * (seats - 2)]))
    places = GAME.standings(table.state).places
    assert {place.seat for place in places if place.place <= 2} & {0, 1}, "it plays, too"


def test_it_plays_games_that_earlier_releases_began() -> None:
    (rules,) = ENTRY.earlier.values()
    assert play(begin(rules(), 3, {"sides": "night"}, 3), bots(["hard", "random", "random"])).over


def test_the_same_seed_makes_the_same_choice() -> None:
    table = begin(GAME, 3, {"sides": "by-lot"}, 4)
    ranked = [PlayoutBot(Chance(7), HARD_PLAN).proposals(seen(table, 0), 3) for _ in range(2)]
    assert ranked[0] == ranked[1] and len({one.acts for one in ranked[0]}) == 3


def test_a_hand_that_it_passed_on_comes_back_without_what_was_built_of_it() -> None:
    """Every world that is thought of has it as it was when it left, and the hand that was never seen as it may be."""
    table = begin(GAME, 3, {"sides": "by-lot"}, 8)
    before = Counter(seen(table, 0).knowledge.faces[handle] for handle in table.state.hands[0])
    table.act(*(table.legal(seat)[-1].act for seat in range(3)))
    worlds = [determinize(seen(table, 0), Chance(seed), HARD_PLAN) for seed in range(8)]
    assert all(not Counter(world.hands[1]) - before for world in worlds)
    assert len({tuple(sorted(world.hands[2])) for world in worlds}) > 1


def test_nobody_is_sure_to_take_what_looks_best() -> None:
    """With the same cards everywhere, seats take one thing in one world and another thing in another."""
    table = begin(GAME, 3, {"sides": "by-lot"}, 8)
    hands = [[table.dealer.faces[handle] for handle in hand] for hand in table.state.hands]

    def taken(plan: search.SearchPlan) -> list[int]:
        worlds = [determinize(seen(table, 0), Chance(seed), plan) for seed in range(12)]
        return [len({replace(world, hands=hands).best_use(seat).face for world in worlds}) for seat in range(3)]

    assert min(taken(HARD_PLAN)) > 1
    assert taken(NORMAL_PLAN) == [1, 1, 1]


def test_whims_are_as_large_as_was_asked_and_last_for_the_game() -> None:
    state = begin(GAME, 3, {"sides": "day"}, 5).state
    cities, plain, found = [city_of(state, seat) for seat in range(3)], valuation(HARD), whimsical(HARD, 100)
    whims = [
        [one.piece(cities, 0, piece, 0) - plain.piece(cities, 0, piece, 0) for piece in PIECES.values()]
        for one in found
    ]
    every = [whim for of_one in whims for whim in of_one]
    assert abs(mean(every)) < 10 and 90 < pstdev(every) < 110
    assert len({tuple(of_one) for of_one in whims}) == len(found) == WHIMS
    for one, of_one in zip(found, whims, strict=True):
        later = [one.piece(cities, 0, piece, 9) - plain.piece(cities, 0, piece, 9) for piece in PIECES.values()]
        assert later == of_one


def test_acts_that_are_hard_to_tell_apart_are_followed_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PLAYOUT_BUDGET", 2000)
    followed: Counter[CardUse] = Counter()
    play_out = search._play_out

    def watched(world: PlayoutState, seat: int, use: CardUse, last: bool) -> Any:
        followed[use] += 1
        return play_out(world, seat, use, last)

    monkeypatch.setattr(search, "_play_out", watched)
    found = PlayoutBot(Chance(3), HARD_PLAN).proposals(seen(begin(GAME, 3, {"sides": "day"}, 5), 0), 8)
    times = sorted(followed.values(), reverse=True)
    assert 4 < len(found) <= len(times) <= HARD_PLAN.candidates
    assert times[0] == times[1] > times[2] == times[3] > times[4] == times[-1]
    followed.clear()
    PlayoutBot(Chance(3), NORMAL_PLAN).choose(seen(begin(GAME, 3, {"sides": "day"}, 5), 0))
    assert len({*followed.values()}) == 1, "normal follows all alike"


def test_the_better_half_of_the_acts_is_followed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The later an act is tried first, the more it brings here."""
    monkeypatch.setattr(search, "PLAYOUT_BUDGET", 1000)
    followed: Counter[CardUse] = Counter()
    play_out, last_use = search._play_out, list[CardUse]()

    def watched(world: PlayoutState, seat: int, use: CardUse, last: bool) -> Any:
        followed[use] += 1
        last_use[:] = [use]
        return play_out(world, seat, use, last)

    monkeypatch.setattr(search, "_play_out", watched)
    monkeypatch.setattr(search, "lead", lambda *_: 100_000 * [*followed].index(last_use[0]))
    best = PlayoutBot(Chance(3), HARD_PLAN).choose(seen(begin(GAME, 3, {"sides": "day"}, 5), 0))
    times = [*followed.values()]
    assert times == sorted(times) and times[0] < times[-1]
    assert (best.verb, best.args[0].face) in {([*followed][-1].kind, [*followed][-1].face), ([*followed][-1].kind, "")}  # type: ignore[union-attr]


def test_what_was_dropped_early_is_worth_no_more_than_what_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first worlds everything looks best: those that are followed longest have the worst mean."""
    monkeypatch.setattr(search, "PLAYOUT_BUDGET", 100)
    rounds, followed = search._rounds, list[list[int]]()

    def watched(*of: Any) -> Iterator[tuple[int, list[int]]]:
        for number, places in rounds(*of):
            followed.append(places)
            yield number, places

    monkeypatch.setattr(search, "_rounds", watched)
    monkeypatch.setattr(search, "lead", lambda *_: 10_000 if len(followed) == 1 else -10_000)
    found = PlayoutBot(Chance(3), HARD_PLAN).proposals(seen(begin(GAME, 3, {"sides": "day"}, 5), 0), 8)
    values = [one.value for one in found if one.value is not None]
    assert len(values) == len(found) > 4 and values == sorted(values, reverse=True)


@pytest.mark.parametrize("seats", [3, 4])
def test_advice_names_each_way_to_go_on_once_by_the_best_card_for_it(seats: int) -> None:
    """Stages and sales may take another card, and a building may be paid to another neighbour: that is the same way."""
    shorter = whole = 0

    def watch(table: Any, situation: Situation, act: Act) -> None:
        nonlocal shorter, whole
        ranked = [one for _, one in PlayoutBot(Chance(2), HARD_PLAN)._rank(situation, ADVICE)]
        found = [one.acts[0] for one in PlayoutBot(Chance(2), HARD_PLAN).proposals(situation, len(ranked))]
        ways = [way_of(one, situation) for one in ranked]
        assert found == [one for at, one in enumerate(ranked) if ways[at] not in ways[:at]]
        shorter += len(found) < len(ranked)
        whole += 1

    play(begin(GAME, seats, {"sides": "day"}, seats), bots(["random"] * seats), watch)
    assert whole >= 18 * seats and shorter > whole // 2


@pytest.mark.parametrize("seats", [3, 5])
def test_every_way_to_go_on_is_followed_before_another_way_to_pay_for_one(seats: int) -> None:
    crowded = 0

    def watch(table: Any, situation: Situation, act: Act) -> None:
        nonlocal crowded
        ways = {way_of(option.act, situation) for option in situation.options}
        followed, usual = (
            {way_of(one, situation) for _, one in PlayoutBot(Chance(2), plan)._rank(situation, plan)}
            for plan in (HARD_PLAN, replace(HARD_PLAN, distinct=False))
        )
        assert len(followed) >= min(HARD_PLAN.candidates, len(ways))
        crowded += usual < followed

    play(begin(GAME, seats, {"sides": "day"}, seats), bots(["easy"] * seats), watch)
    assert crowded, "some ways to pay look better than other buildings"


SCIENCE = ["workshop", "laboratory", "study", "apothecary", "dispensary", "lodge", "scriptorium", "library"]
"""Three of two kinds and two of the third."""
GOODS = ["brickyard", "glassworks-i"]
PLANS: dict[str, tuple[str, str, City, City, City]] = {
    "the third set is worth 12 points": (
        "university", "pantheon", City(built=["altar", *SCIENCE]), City(), City(),
    ),
    "a third symbol of a kind is worth 5": (
        "pantheon", "university", City(built=["altar", "library", "scriptorium"]), City(), City(),
    ),
    "a guild that is paid for eight red buildings of the neighbours": (
        "spies-guild", "pantheon", City(built=["altar", *GOODS]),
        City(built=["stockade", "barracks", "walls", "stables"]),
        City(built=["guard-tower", "archery-range", "arsenal", "fortifications"]),
    ),
    "a guild that is paid for two": (
        "pantheon", "spies-guild", City(built=["altar", *GOODS]), City(built=["stockade"]), City(built=["guard-tower"]),
    ),
    "shields that win a conflict that would be lost, and one that would be nobody's": (
        "siege-workshop", "pantheon", City(built=["altar", "stockade", "barracks", "laboratory"]),
        City(built=["guard-tower", "walls"]), City(built=["archery-range"]),
    ),
    "shields that win nothing any more": (
        "pantheon", "siege-workshop", City(built=["altar", "laboratory"]),
        City(built=["guard-tower", "walls", "fortifications", "barracks"]),
        City(built=["archery-range", "stables", "arsenal"]),
    ),
    "shields where both conflicts are won": (
        "pantheon", "siege-workshop",
        City(built=["altar", "laboratory", "stockade", "walls", "archery-range", "fortifications"]),
        City(built=["guard-tower"]), City(built=["barracks"]),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("position", "turn"), [(one, turn) for one in PLANS for turn in (6, 4) if turn == 6 or "shields" not in one]
)
def test_what_ends_well_is_worth_more_than_what_looks_well(
    position: str, turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cards of the hand are free: one is worth 7 points, the other one what the position is named after.

    Before the last turn others can still answer shields.
    """
    monkeypatch.setattr(search, "PLAYOUT_BUDGET", 500)
    better, worse, own, *others = PLANS[position]
    own = msgspec.structs.replace(own, hand=[better, worse])
    guilds = [one for one in own.hand if one.endswith("-guild")]
    table = Scenario(seats=3, age=3, turn=turn, cities=[own, *others], guilds=guilds).build().game()
    for seed in range(4):
        act = PlayoutBot(Chance(seed), HARD_PLAN).choose(seen(table, 0))
        assert way_of(act, seen(table, 0)) == ("build", better)


def test_its_reasons_are_the_points_that_make_the_difference() -> None:
    found = PlayoutBot(Chance(3), HARD_PLAN).proposals(seen(begin(GAME, 3, {"sides": "day"}, 5), 0), 3)
    assert found[0].reasons and all(abs(points) >= 100 for one in found for points in (one.reasons or {}).values())
    assert {part for one in found for part in one.reasons or ()} <= {*search.PARTS, "rivals"}


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "ja"])
def test_every_reason_has_words(language: str) -> None:
    assert {f"advice.{part}" for part in (*search.PARTS, "rivals")} <= texts_of(GAME, language).keys()


def test_each_personality_makes_most_of_what_it_is_called_after() -> None:
    more = {"warlike": "stockade", "builder": "altar", "scholar": "workshop"}
    table = begin(GAME, 3, {"sides": "day"}, 5)
    cities = [city_of(table.state, seat) for seat in range(3)]
    assert {*more} == {*PERSONALITIES} == {*LEANINGS}
    for level in (NORMAL_PLAN, HARD_PLAN):
        gains = {
            who: {
                one: level.with_personality(who).own_valuation().piece(cities, 0, PIECES[face], 0)
                for one, face in more.items()
            }
            for who in more
        }
        assert all(max(more, key=lambda who: gains[who][one]) == one for one in more)
        warlike = level.with_personality("warlike")
        assert level.with_personality("") is level
        own, *others = warlike.valuations(0, 3, Chance(1))
        leaning = LEANINGS["warlike"]
        assert own.weights in [leaning.weights(prices) for prices in level.prices]
        assert all(other.weights in level.prices for other in others)


def test_they_end_the_same_games_otherwise() -> None:
    ends = [
        play(begin(GAME, 3, {"sides": "day"}, 7), bots([level, "random", "random"]))
        for level in ("hard", *(f"hard:{who}" for who in PERSONALITIES))
    ]
    assert len({GAME.encode(table.state) for table in ends}) == len(ends)


def test_the_choice_of_a_side_has_reasons_too() -> None:
    table = begin(GAME, 3, {"sides": "chosen"}, 5)
    first, *_ = PlayoutBot(Chance(3), HARD_PLAN).proposals(seen(table, table.decision.seats[0]), 2)  # type: ignore[union-attr]
    assert first.acts[0].verb == "side" and first.reasons
