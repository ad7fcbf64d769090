"""Every war, declaring and resolving."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Is
from tta_p2p.games.through_the_ages.state import War

from ..play import Playing, me, play, them
from ..plays import plays


def resolve(war: str, *civilizations: Any, **table: Any) -> Playing:
    """Begin the turn of seat 0, which has declared this war on seat 1."""
    return play(*civilizations, phase="start", wars=[(war, 0, 1)], **table)


# --- the cards -----------------------------------------------------------------------------------------------


@plays("war-over-culture")
def test_war_over_culture_moves_five_and_the_advantage() -> None:
    game = resolve("war-over-culture", me(workers={"warriors": 4}), them(culture=20))
    game.expect(0, culture=8, culture_parts={"war": 8}).expect(1, culture=12)
    assert game.state.wars == () and "war-over-culture" in game.state.discards


@plays("war-over-culture")
def test_war_over_culture_takes_no_more_than_there_is() -> None:
    game = resolve("war-over-culture", me(workers={"warriors": 4}), them(culture=6))
    game.expect(0, culture=6).expect(1, culture=0)


@plays("war-over-culture")
def test_the_one_attacked_may_win() -> None:
    game = resolve("war-over-culture", me(culture=9), them(workers={"warriors": 3}))
    game.expect(0, culture=2).expect(1, culture=7)
    assert game.said("war-won") == [(1, "war-over-culture")]


@plays("war-over-culture")
def test_a_war_between_equals_does_nothing() -> None:
    game = resolve("war-over-culture", me(culture=9), them(culture=9))
    game.expect(0, culture=9).expect(1, culture=9)
    assert game.said("war-drawn") and game.state.wars == ()


@plays("war-over-territory")
def test_war_over_territory_moves_a_yellow_token_and_one_more_for_every_full_five() -> None:
    for more, moved in ((1, 1), (4, 1), (5, 2), (9, 2), (10, 3)):
        game = resolve("war-over-territory", me(workers={"warriors": 1 + more}), them())
        game.expect(1, yellow_bank=16 - moved).expect(0, yellow_bank=16 - more + moved)


@plays("war-over-territory")
def test_war_over_territory_takes_no_workers() -> None:
    game = resolve("war-over-territory", me(workers={"warriors": 8}), them(yellow_bank=1))
    game.expect(1, yellow_bank=0, population=7).expect(0, yellow_bank=10)


@plays("war-over-technology", "code-of-laws", "cartography")
def test_war_over_technology_splits_the_advantage_between_technologies_and_science() -> None:
    loser = them(science=9, technologies=["code-of-laws", "cartography"])  # 6 and 4
    game = resolve("war-over-technology", me(workers={"warriors": 11}), loser)
    assert (game.who, game.asked) == (0, "target")
    assert game.legal() == ["target code-of-laws", "target cartography", "done"]
    game.act("target code-of-laws", seat=0)  # 3 of the advantage of 9 are left
    game.expect(0, specials=["code-of-laws"], civil_total=5, science=3)
    game.expect(1, specials=["cartography"], civil_total=4, science=6)
    assert game.asked == "politics"


@plays("war-over-technology", "code-of-laws", "cartography")
def test_war_over_technology_can_take_several_technologies() -> None:
    loser = them(science=9, technologies=["code-of-laws", "cartography"])
    game = resolve("war-over-technology", me(workers={"warriors": 13}), loser)
    game.act("target cartography", "target code-of-laws")
    game.expect(0, specials=["cartography", "code-of-laws"], science=1).expect(1, specials=[], science=8)


@plays("war-over-technology", "warfare")
def test_war_over_technology_can_take_science_alone_and_no_more_than_there_is() -> None:
    game = resolve("war-over-technology", me(workers={"warriors": 13}), them(science=4, technologies=["warfare"]))
    game.act("done").expect(0, science=4, specials=[]).expect(1, science=0, specials=["warfare"])


@plays("war-over-technology", "code-of-laws", "cartography")
def test_war_over_technology_takes_nothing_the_winner_holds_or_has_and_nothing_too_dear() -> None:
    winner = me(workers={"warriors": 13}, technologies=["code-of-laws"], hand=["warfare"])
    loser = them(science=20, technologies=["code-of-laws", "warfare", "cartography"])
    game = resolve("war-over-technology", winner, loser, seats=3)
    assert game.legal() == ["target cartography", "done"]
    loser = them(science=20, technologies=["code-of-laws"])
    game = resolve("war-over-technology", me(workers={"warriors": 6}), loser)
    game.expect(0, science=5)
    game = resolve("war-over-technology", me(workers={"warriors": 7}), loser)  # just enough
    game.act("target code-of-laws").expect(0, science=0, specials=["code-of-laws"]).expect(1, science=20)


@plays("war-over-technology", "code-of-laws", "justice-system")
def test_war_over_technology_keeps_the_higher_of_two_with_one_icon() -> None:
    winner = me(workers={"warriors": 13}, technologies=["code-of-laws"])
    game = resolve("war-over-technology", winner, them(technologies=["justice-system"]))
    game.act("target justice-system")
    game.expect(0, specials=["justice-system"], civil_total=5, blue_bank=19).expect(1, specials=[], blue_bank=16)
    assert "code-of-laws" in game.state.gone
    winner = me(workers={"warriors": 13}, technologies=["justice-system"])
    game = resolve("war-over-technology", winner, them(technologies=["code-of-laws"]))
    game.act("target code-of-laws")
    game.expect(0, specials=["justice-system"], blue_bank=19).expect(1, specials=[])
    assert "code-of-laws" in game.state.gone


@plays("war-over-technology", "warfare")
def test_the_one_attacked_takes_technologies_if_it_wins() -> None:
    game = resolve("war-over-technology", me(technologies=["warfare"]), them(workers={"warriors": 9}))
    assert game.who == 1
    game.act("target warfare", seat=1).expect(1, specials=["warfare"], military_total=3)
    assert (game.who, game.asked) == (0, "politics")


# --- declaring -----------------------------------------------------------------------------------------------


def test_a_war_is_paid_and_lies_in_front_of_its_declarer_until_the_next_turn() -> None:
    game = play(me(hand=["war-over-territory"]), them(workers={"warriors": 5}), phase="politics")
    game.act("declare war-over-territory 1")
    game.expect(0, military_actions=0, hand=[])
    assert list(game.state.wars) == [War("war-over-territory", 0, 1)]
    game.until("politics", seat=0)
    assert not game.state.wars
    assert game.said("strengths") == [(0, 1, 1, 5)]


def test_a_war_may_be_declared_on_a_stronger_rival_and_claims_what_it_is() -> None:
    game = play(me(hand=["war-over-territory"]), them(workers={"warriors": 5}), phase="politics")
    act = game.find("declare war-over-territory 1")
    (handle,) = game.player(0).military_hand
    assert game.local.game.claims(game.state, act) == (Is(handle, "war-over-territory"),)
    assert game.cost("declare war-over-territory 1") == {"military-action": 2}
    assert game.refused("declare war-over-territory 0") == "no-rival"


def test_the_row_is_filled_before_the_war_is_resolved() -> None:
    game = resolve("war-over-culture", me(workers={"warriors": 2}), them(culture=9))
    keys = [line.key for line in game.local.log]
    assert keys.index("row-removed") < keys.index("war")


def test_nobody_plays_cards_in_a_war() -> None:
    game = resolve("war-over-culture", me(workers={"warriors": 3}), them(hand=["defense-colonization-iii"], culture=9))
    assert (game.who, game.asked) == (0, "politics")


def test_a_war_cannot_be_declared_without_a_further_turn() -> None:
    hand = ["war-over-culture"]
    civilization = me(hand=hand, government="constitutional-monarchy")
    game = play(civilization, them(), phase="politics", age=4, round=20, final_round=20)
    assert game.refused("declare war-over-culture 1") == "no-further-turn"
    civilization = me(hand=hand, government="constitutional-monarchy")
    game = play(them(), civilization, current=1, phase="politics", age=4, round=20, final_round=21)
    game.act("declare war-over-culture 0")


def test_a_war_outlives_its_age() -> None:
    game = play(
        me(workers={"warriors": 3}),
        them(),
        phase="start",
        wars=[("war-over-territory", 0, 1)],
        age=3,
        civil_deck_size=2,
    )
    assert game.state.age == 4
    game.expect(1, yellow_bank=25 - 7 - 6 - 1)
    assert "war-over-territory" in game.state.gone and game.state.discards == ()


def test_several_may_be_at_war_with_the_same_rival() -> None:
    wars = [("war-over-territory", 0, 2), ("war-over-territory", 1, 2)]
    game = play(me(workers={"warriors": 2}), them(workers={"warriors": 2}), them(), phase="start", wars=wars)
    game.expect(2, yellow_bank=15)
    game.until("politics", seat=1).expect(2, yellow_bank=14)


def test_caesars_two_wars_are_resolved_in_the_order_of_declaring() -> None:
    wars = [("war-over-territory", 0, 1), ("war-over-technology", 0, 1)]
    game = play(me(workers={"warriors": 2}), them(science=3), phase="start", wars=wars)
    assert [line[1] for line in game.said("war")] == ["war-over-territory", "war-over-technology"]
    game.expect(0, science=1, yellow_bank=16)


def test_gandhi_ends_no_war_declared_before() -> None:
    game = resolve("war-over-culture", me(leader="mahatma-gandhi", workers={"warriors": 2}), them(culture=9))
    game.expect(0, culture=6)


@plays("war-over-territory")
def test_the_short_game_lets_any_war_card_be_declared_as_war_over_culture() -> None:
    hand = ["war-over-territory", "war-over-technology"]
    civilization = me(hand=hand, workers={"warriors": 5}, government="monarchy")
    game = play(civilization, them(culture=20), phase="politics", variant="short")
    assert game.cost("declare war-over-territory 1") == {"military-action": 2}
    assert game.cost("declare war-over-territory 1 war-over-culture") == {"military-action": 3}
    game.act("declare war-over-territory 1 war-over-culture")
    assert game.state.wars == (War("war-over-territory", 0, 1, "war-over-culture"),)
    game.until("politics", seat=0)
    assert ("war-over-territory" in game.state.discards) and game.said("war")[0][1] == "war-over-culture"
    assert game.player(0).culture_parts["war"] == 9


def test_other_games_know_no_such_choice() -> None:
    game = play(me(hand=["war-over-territory"], government="monarchy"), them(), phase="politics")
    assert game.refused("declare war-over-territory 1 war-over-culture") == "bad-arguments"
    assert game.legal("declare") == ["declare war-over-territory 1"]


# --- leaving -------------------------------------------------------------------------------------------------


def test_a_war_on_one_who_leaves_gives_seven_culture_and_is_over() -> None:
    wars = [("war-over-territory", 0, 1), ("war-over-technology", 1, 2)]
    game = play(me(), them(), them(), phase="actions", wars=wars)
    game.leave(1)
    game.expect(0, culture=7, culture_parts={"resignation": 7}).expect(2, culture=0)
    assert game.state.wars == () and {"war-over-territory", "war-over-technology"} <= set(game.state.gone)


def test_the_spoils_of_a_war_are_lost_when_the_winner_leaves_while_choosing() -> None:
    civilizations = [me(workers={"warriors": 13}), them(science=9, technologies=["warfare"]), them()]
    game = resolve("war-over-technology", *civilizations)
    assert game.asked == "target"
    game.leave(0)
    game.expect(1, science=9, specials=["warfare"])
    assert (game.who, game.asked) == (1, "politics")
