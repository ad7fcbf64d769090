"""The view says what is true: its parts add up, its prices are paid, its forecasts come to pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec
import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Knowledge, Line, Option
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages import view as views
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.view import View

from .choosing import lively
from .table import give, legal, play, row, table

Play = tuple[LocalGame[Any, Any], int, View, Option, tuple[Option, ...]]
RESOURCES = ("resource", "unit-resource")


def plays() -> Iterator[Play]:
    """Go through random games of four and two: the game, who decides, what this seat sees, will do and could do."""
    tables = [(edition, variant) for edition, rules in EDITIONS.items() for variant in rules.variants]
    for number, (edition, variant) in enumerate(tables):
        seats = 2 if number % 2 else 4
        chance = Chance(f"view {seats} {number}")
        game = LocalGame(GAME, seats, {"edition": edition, "variant": variant}, chance.fork("dealer"))
        game.answer_needs()
        while not game.over:
            assert game.decision is not None
            (seat,) = game.decision.seats
            legal = game.legal(seat)
            option = lively(chance, legal)
            if not chance.below(12) or option.act.verb == "end":
                yield game, seat, game.view(seat), option, legal
            game.act(option.act)
        yield game, 0, game.view(None), Option(Act(0, "end")), ()


@pytest.fixture(scope="module")
def seen() -> list[tuple[State, int, View, Option, tuple[Option, ...], list[Line]]]:
    """Give moments of random games, with what was legal and what was logged from there to the end of the turn."""
    found = []
    logs: list[tuple[int, list[Line]]] = []
    for game, seat, view, option, could in plays():
        log: list[Line] = game.log
        logs.append((len(log), log))
        found.append((game.state, seat, view, option, could))
    return [(*one, log[start:]) for one, (start, log) in zip(found, logs, strict=True)]


def test_the_parts_of_a_rating_add_up_to_it(seen: list[Any]) -> None:
    for state, _, view, *_ in seen:
        for civ in view.civilizations:
            seat = civ.seat
            for rating, number in (
                (civ.science, ratings.science),
                (civ.culture, ratings.culture),
                (civ.strength, ratings.strength),
                (civ.happiness, ratings.happiness),
            ):
                total = sum(part.amount for part in rating.parts)
                most = 8 if rating is civ.happiness else total
                assert rating.total == max(0, min(most, total)) == number(state, seat), (seat, rating)
            assert civ.strength.total == max(0, civ.strength.units + civ.strength.armies + civ.strength.others)
            assert sum(part.amount for part in civ.culture_from) == civ.culture_points


def test_what_is_forecast_for_the_end_of_the_turn_happens(seen: list[Any]) -> None:
    ends = 0
    for _, seat, view, option, _, log in seen:
        if option.act.verb != "end" or view.phase == "over":
            continue
        until = next(n for n, line in enumerate(log) if line.key in ("turn", "round", "game-over"))
        if log[until].key == "game-over":  # final scoring came between
            continue
        ends += 1
        said: Counter[str] = Counter()
        for line in log[:until]:
            if line.args and line.args[0] == seat:
                said[line.key] += line.args[1] if len(line.args) > 1 and isinstance(line.args[1], int) else 1
        corrupted = 0  # a pact may lose resources too, and says so in the same words
        for at, line in enumerate(log[:until]):
            if line.key == "corruption":
                lost = takewhile(lambda one: one.key in ("resource-lost", "food-lost"), log[at + 1 : until])
                corrupted = sum(int(str(one.args[1])) for one in lost)
        told = view.civilizations[seat].forecast
        assert told.uprising == bool(said["uprising"])
        assert told.science == said["science"] - said["science-lost"]
        assert told.culture - told.starvation == said["culture"] - said["culture-lost"]
        assert told.corruption + told.corrupted_food == corrupted <= said["corruption"]
        assert (told.consumption, told.missing) == (said["consumption"], said["starvation"])
        by_pacts = {"food": 0, "resource": corrupted - said["resource-lost"] - said["food-lost"]}
        made = tuple(said[f"{one}-produced"] + said[one] + by_pacts[one] for one in ("food", "resource"))
        assert (told.food, told.resource) == made
        assert told.discards == said["discards"]
        assert told.draws == said["draws"]
    assert ends > 20


def test_the_row_says_what_may_be_taken(seen: list[Any]) -> None:
    checked = 0
    for _, _, view, _, options, _ in seen:
        if view.phase != "actions" or view.deciding is None or view.deciding.key not in ("actions", "first-turn"):
            continue
        takes = {option.act.args[0]: dict(option.cost) for option in options if option.act.verb == "take"}
        for space in view.row:
            if space.card:
                assert (space.refusal is None) == (space.number in takes), space
                checked += 1
            if space.number in takes:
                assert takes[space.number].get("civil-action", 0) == space.price
    assert checked > 100


def test_prices_are_what_is_paid(seen: list[Any]) -> None:
    checked = 0
    for _, _, view, _, options, _ in seen:
        if view.deciding is None or view.deciding.key != "actions":
            continue
        prices = {(one.what, one.card, one.target, one.number): one for one in view.own.prices}
        for option in options:
            verb, args, cost = option.act.verb, option.act.args, dict(option.cost)
            paid = sum(cost.get(name, 0) for name in RESOURCES)
            if verb == "population":
                assert prices["population", "", "", 1].price == cost.get("food", 0)
            elif verb == "build":
                assert prices["build", args[0], "", 1].price == paid
            elif verb == "upgrade":
                assert prices["upgrade", args[0], args[1], 1].price == paid
            elif verb == "stage":
                assert prices["stage", view.civilizations[option.act.seat].unfinished.card, "", args[0]].price == paid
            elif verb in ("develop", "revolution"):
                science = cost.get("science", 0) + cost.get("unit-science", 0)
                assert prices[verb, args[0], "", 1].price == science
            else:
                continue
            checked += 1
    assert checked > 100


def test_attacks_that_are_legal_are_said_to_be(seen: list[Any]) -> None:
    for _, seat, view, _, options, _ in seen:
        may = {(one.attacker, one.rival): one for one in view.attacks}
        for option in options:
            if option.act.verb == "attack":
                assert may[seat, option.act.args[1]].aggression is None
            elif option.act.verb == "declare":
                assert may[seat, option.act.args[1]].war is None


def test_a_view_is_json_that_reads_back(seen: list[Any]) -> None:
    for _, _, view, *_ in seen[::10]:
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    game = table(3)
    play(game, "end", "pass", "end", "pass", "end", "pass", "end")
    hands = [game.view(seat).civilizations for seat in range(3)]
    assert all(len(hands[0][seat].hand) for seat in range(3))
    for viewer in range(3):
        for owner in range(3):
            faces = [card.face for card in hands[viewer][owner].hand]
            assert all(faces) if viewer == owner else not any(faces)
    spectator = game.view(None)
    assert spectator.own is None and not any(c.face for civ in spectator.civilizations for c in civ.hand)


def test_a_view_is_of_one_position_whatever_is_looked_at_in_another_thread_meanwhile() -> None:
    game = table(2)
    play(game, *("end", "pass") * 3)
    one, knows = game.state, game.dealer.knowledge_of(0)
    play(game, "end")
    other, alone, looked = game.state, GAME.view(one, knows, 0), 0

    class Faces(dict[int, str]):
        """Each time a face is looked up, somebody looks at the other position."""

        def get(self, handle: int, none: Any = "") -> Any:
            nonlocal looked
            looked += GAME.view(other, Knowledge(), None).seat is None
            return super().get(handle, none)

    assert GAME.view(one, msgspec.structs.replace(knows, faces=Faces(knows.faces)), 0) == alone and looked
    assert GAME.view(other, game.dealer.knowledge_of(0), 0) != alone


def test_a_view_that_fails_leaves_no_number_behind_that_a_later_position_would_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = table(2)
    with monkeypatch.context() as broken:
        broken.setattr(views, "attacks", lambda s: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            views.view(game.state, game.dealer.knowledge_of(0), 0)
    assert game.state.memo is None


def test_a_seat_knows_what_it_prepared_even_after_the_events_are_shuffled(seen: list[Any]) -> None:
    """Of 20 moments in which events were prepared the preparer's view names more events than a spectator's."""
    known = 0
    for _, seat, view, *_ in seen:
        own = sum(bool(card.face) for card in view.events.future.cards)
        own += sum(bool(card.face) for card in view.events.current.cards)
        known += bool(own or view.events.current.sure)
        assert all(card.back.startswith("military") for card in view.events.future.cards)
        assert seat is not None
    assert known


def test_a_card_of_the_row_says_why_it_may_not_be_taken() -> None:
    game = table(2, civil_hand=("iron", "alchemy", "irrigation", "printing-press"))
    row(game, "knights")
    assert game.view(0).row[0].refusal == Line("hand-full", (4,))
    give(game, 0, civil_hand=(), civil_spent=4)
    assert game.view(0).row[0].refusal == Line("cannot-pay", ("civil-action", 1, 0))
    give(game, 0, civil_hand=("knights",), civil_spent=0)
    assert game.view(0).row[0].refusal == Line("have-already", ("knights",))


def test_a_card_that_was_named_to_be_discarded_is_no_longer_foreseen_as_a_discard() -> None:
    game = table(2)
    play(game, *("end", "pass") * 4)
    play(game, "end")
    assert game.decision is not None and game.decision.key == "discard"
    assert game.view(0).civilizations[0].forecast.discards == 2
    play(game, legal(game, "discard")[0])
    assert game.decision.key == "discard"
    assert game.view(0).civilizations[0].forecast.discards == 1


def test_the_forecast_warns_of_hunger_corruption_and_uprising() -> None:
    game = table(2, yellow_bank=8, unused=0, blue_bank=10, culture=9, tokens={"bronze": 1})
    told = game.view(0).civilizations[0].forecast
    # 8 tokens in the bank: happiness 4 is needed, nobody is unused, so nothing is produced
    assert told.uprising and told.culture_points == 9
    give(game, 0, unused=4)
    told = game.view(0).civilizations[0].forecast
    assert (told.uprising, told.food, told.consumption, told.missing, told.starvation) == (False, 2, 2, 1, 4)
    assert (told.corruption, told.stored_resource, told.culture_points) == (1, 2, 5)


def test_a_hand_is_worth_what_its_bonus_cards_and_cooks_discards_are() -> None:
    game = table(2)
    play(game, "end", "pass", "end", "pass")
    hand = game.state.players[0].military_hand
    assert len(hand) == 2
    knows = Knowledge(dict(zip(hand, ("defense-colonization-i", "raid-i"), strict=True)))
    mine = views.view(game.state, knows, 0).own
    assert mine is not None and (mine.hand_force, mine.defense) == (1, 3)
    give(game, 0, leader="james-cook")
    cook = views.view(game.state, knows, 0).own
    assert cook is not None and cook.hand_force == 2  # the bonus card is worth as much as its discard
