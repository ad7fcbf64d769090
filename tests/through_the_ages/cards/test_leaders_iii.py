"""The leaders of Age III."""

from __future__ import annotations

from ..play import me, play, plays, them


@plays("albert-einstein")
def test_einstein_adds_the_level_of_the_best_lab_or_library() -> None:
    game = play(me(leader="albert-einstein", workers={"computers": 1}, unused=0))
    game.expect(0, science_rating=1 + 5 + 3)


@plays("albert-einstein")
def test_einstein_scores_culture_for_each_technology_developed() -> None:
    game = play(me(leader="albert-einstein", hand=["oil", "computers"], science=20))
    game.act("develop oil", "develop computers").expect(0, culture=6)


@plays("bill-gates")
def test_gates_lets_labs_produce_resources_by_their_level() -> None:
    workers = {"bronze": 0, "alchemy": 1, "computers": 1}
    game = play(me(leader="bill-gates", workers=workers, unused=2))
    game.act("end").expect(0, resource=1 + 3, tokens={"alchemy": 1, "computers": 1})


@plays("bill-gates")
def test_gates_scores_that_production_when_the_game_ends() -> None:
    game = play(me(leader="bill-gates", workers={"computers": 2}), phase="game-end", age="IV")
    game.expect(0, culture=6)


@plays("charlie-chaplin")
def test_chaplin_doubles_the_best_theater() -> None:
    workers = {"movies": 1, "drama": 1}
    game = play(me(leader="charlie-chaplin", workers=workers, unused=0))
    game.expect(0, culture_rating=4 * 2 + 2, happiness=2 + 1 + 1)


@plays("mahatma-gandhi")
def test_gandhi_attacks_nobody_and_doubles_the_price_of_attacks() -> None:
    game = play(me(leader="mahatma-gandhi", hand=["plunder-iii"], workers={"warriors": 3}), them(), phase="politics")
    game.expect(0, culture_rating=2)
    assert game.legal("attack") == []
    attacker = me(hand=["plunder-iii", "war-over-culture"], government="communism", workers={"warriors": 3})
    plain = play(attacker, them(), phase="politics")
    doubled = play(attacker, them(leader="mahatma-gandhi"), phase="politics")
    price = plain.cost("attack plunder-iii 1")["military-action"]
    assert doubled.cost("attack plunder-iii 1") == {"military-action": 2 * price}
    assert doubled.refused("declare war-over-culture 1") == "cannot-pay"


@plays("sid-meier")
def test_sid_meier_turns_science_of_labs_into_culture() -> None:
    workers = {"philosophy": 1, "computers": 1}
    game = play(me(leader="sid-meier", workers=workers, unused=0))
    game.expect(0, culture_rating=3, science_rating=0 + 5 - 1)


@plays("winston-churchill")
def test_churchill_scores_three_culture() -> None:
    game = play(me(leader="winston-churchill"))
    game.act("use winston-churchill 1").expect(0, culture=3)
    assert game.refused("use winston-churchill 2") == "used-this-turn"


@plays("winston-churchill", "modern-infantry")
def test_churchill_helps_with_units_and_their_technologies() -> None:
    game = play(me(leader="winston-churchill", hand=["modern-infantry"], science=7, resource=4))
    game.act("use winston-churchill 2")
    assert game.cost("develop modern-infantry") == {"civil-action": 1, "unit-science": 3, "science": 7}
    game.act("develop modern-infantry").expect(0, science=0)
    assert game.cost("build modern-infantry") == {"military-action": 1, "unit-resource": 3, "resource": 4}
    game.act("build modern-infantry").expect(0, resource=0, strength=6)
