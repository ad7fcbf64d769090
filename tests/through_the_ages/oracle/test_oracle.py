"""The rules' arithmetic against the naive one, in random positions."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.games.through_the_ages import colonization, costs, economy, ratings
from tta_p2p.games.through_the_ages.forecast import forecasts
from tta_p2p.games.through_the_ages.index import BUILD_COST, IS_UNIT, IS_URBAN, KIND, LEVEL, STRENGTH, TACTICS
from tta_p2p.games.through_the_ages.state import Player

from ..table import give, legal, play, player, table
from . import naive

GAME = table(2)
FARMS = {1: "agriculture", 2: "irrigation", 3: "selective-breeding", 5: "mechanized-agriculture"}
MINES = {1: "bronze", 2: "iron", 3: "coal", 5: "oil"}
FACES = {**{("food", value): face for value, face in FARMS.items()}, **{("resource", v): f for v, f in MINES.items()}}
UPGRADES = sorted((a, b) for a in IS_URBAN for b in IS_URBAN if KIND[a] is KIND[b] and LEVEL[a] < LEVEL[b])
UNITS = sorted(IS_UNIT)

purses = st.fixed_dictionaries({value: st.integers(0, 3) for value in FARMS})
few = st.fixed_dictionaries({value: st.integers(0, 2) for value in (1, 2, 5)})


@settings(max_examples=200)
@given(st.integers(0, 20), st.integers(0, 3), st.integers(0, 4), st.integers(0, 9))
def test_the_yellow_bank_says_who_is_discontent_what_is_eaten_and_what_a_worker_costs(
    tokens: int, temples: int, arenas: int, unused: int
) -> None:
    give(GAME, 0, yellow_bank=tokens, unused=unused, workers={"religion": temples, "bread-and-circuses": arenas})
    state = GAME.state
    happy = min(8, temples + 2 * arenas)
    assert ratings.happiness(state, 0) == happy
    assert ratings.discontent(state, 0) == naive.discontent(tokens, happy)
    assert ratings.uprising(state, 0) == (naive.discontent(tokens, happy) > unused)
    assert economy.consumption(player(GAME)) == naive.eaten(tokens)
    if tokens:
        assert costs.population_price(state, player(GAME)) == naive.population_cost(tokens)


@settings(max_examples=60)
@given(
    food=few,
    resource=few,
    farms=few,
    mines=few,
    bank=st.integers(0, 16),
    yellow=st.integers(0, 18),
    culture=st.integers(0, 40),
)
def test_a_turn_ends_with_corruption_food_hunger_and_resources(
    food: naive.Purse,
    resource: naive.Purse,
    farms: naive.Purse,
    mines: naive.Purse,
    bank: int,
    yellow: int,
    culture: int,
) -> None:
    lost = naive.corruption(bank)
    resource_after, left = naive.pay(resource, bank, min(lost, naive.worth(resource)))
    rest = min(lost - min(lost, naive.worth(resource)), naive.worth(food))
    food_after, left = naive.pay(food, left, rest)
    food_after, left = naive.produce(food_after, left, farms)
    hunger = max(0, naive.eaten(yellow) - naive.worth(food_after))
    food_after, left = naive.pay(food_after, left, naive.eaten(yellow) - hunger)
    resource_after, left = naive.produce(resource_after, left, mines)

    game = table(2, culture=culture, yellow_bank=yellow, unused=25)
    game.state.players[0].workers = {"philosophy": 1, "religion": 0, "warriors": 1}
    give(
        game,
        0,
        workers={**{FARMS[v]: n for v, n in farms.items()}, **{MINES[v]: n for v, n in mines.items()}},
        tokens=_faces(food, resource),
    )
    give(game, 0, blue_bank=bank)
    told = forecasts(game.state)[0]
    p = play(game, "end")
    assert p.tokens == _faces(food_after, resource_after)
    assert p.blue_bank == left
    assert p.culture == max(0, culture - 4 * hunger)
    assert (told.stored_food, told.stored_resource) == (naive.worth(food_after), naive.worth(resource_after))
    assert (told.missing, told.culture_points) == (hunger, p.culture)


def _faces(food: naive.Purse, resource: naive.Purse) -> dict[str, int]:
    """Give the tokens of both purses by card."""
    both = (("food", food), ("resource", resource))
    return {FACES[what, value]: n for what, purse in both for value, n in purse.items() if n}


@settings(max_examples=50)
@given(purses, st.integers(0, 5), st.integers(0, 12))
def test_paying_gives_change_and_loses_as_little_as_can_be(purse: naive.Purse, bank: int, amount: int) -> None:
    if amount > naive.worth(purse):
        return
    give(GAME, 0, workers={face: 0 for face in MINES.values()})
    p = player(GAME)
    p.tokens = {MINES[value]: number for value, number in purse.items() if number}
    p.blue_bank = bank
    economy.pay(GAME.state, 0, "resource", amount)
    after, left = naive.pay(purse, bank, amount)
    assert economy.stock(p, "resource") == naive.worth(after)
    assert sum(p.tokens.values()) == sum(after.values())
    assert p.blue_bank == left
    p.tokens, p.blue_bank = {}, 16


@settings(max_examples=100)
@given(st.sampled_from(UPGRADES), st.sampled_from(sorted(naive.CONSTRUCTION)))
def test_an_upgrade_costs_the_difference_after_discounts(pair: tuple[str, str], special: str) -> None:
    low, high = pair
    game = table(2, workers={low: 1, high: 0}, specials=(special,) if special else (), tokens={"oil": 4, "bronze": 4})
    give(game, 0, workers={"oil": 0})
    text = f"upgrade {low} {high}"
    assert text in legal(game, "upgrade")
    told = GAME.game.explain(game.state, game.dealer.knowledge_of(0), GAME.game.read(text, 0))
    wanted = naive.upgrade_cost((LEVEL[low], BUILD_COST[low]), (LEVEL[high], BUILD_COST[high]), special)
    assert dict(told.cost).get("resource", 0) == wanted


@settings(max_examples=150)
@given(
    st.sampled_from(["", *sorted(TACTICS)]),
    st.lists(st.sampled_from(UNITS), max_size=6),
    st.booleans(),
    st.sampled_from(["", "colossus", "great-wall"]),
    st.sampled_from([(), ("cartography",), ("navigation",)]),
)
def test_the_largest_force_is_all_units_with_their_armies_and_ships(
    tactic: str, units: list[str], genghis: bool, wonder: str, specials: tuple[str, ...]
) -> None:
    p = Player(0)
    p.government = "despotism"
    p.tactic = tactic
    p.leader = "genghis-khan" if genghis else "napoleon-bonaparte"  # who adds to strength, not to a force
    p.wonders = (wonder,) if wonder else ()
    p.specials = specials
    p.workers = dict(Counter(units))
    ships = {"colossus": 1, "cartography": 2, "navigation": 3}
    card = TACTICS.get(tactic)
    recipe: naive.Recipe | None = None
    if card is not None:
        need = {"infantry": card.infantry, "cavalry": card.cavalry, "artillery": card.artillery}
        recipe = ({kind: n for kind, n in need.items() if n}, card.age, card.bonus, card.outdated)
    own = [(str(KIND[face]), LEVEL[face], STRENGTH[face]) for face in units]
    wanted = naive.largest_force(own, recipe, genghis, sum(ships.get(face, 0) for face in (wonder, *specials)))
    assert colonization.public_force(p) == wanted
