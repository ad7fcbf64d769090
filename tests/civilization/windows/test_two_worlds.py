"""Nothing is learned from a window that is let pass, nor from a deal that is declined; whoever leaves amid one leaves.

Two worlds differ only in what others hold unseen. Who is asked what, in which order, and all that is public afterwards
is the same in both, byte by byte, as long as nobody uses what they hold.
"""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import capital_of, land, neighbours
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.contract import Act, Acts, Card, Illegal, Left

from ..invariants import faults
from ..play import Table, play, power

NATIONS = ("rome", "germany", "egypt", "america")
LOVE = "we-love-the-despot-day"
ANSWERS = ["pottery", "writing", "civil-service", "communism", "mass-media"]
WITH = {"huts": ["hut-spy", "hut-silk"], "events": ["defection", "primetime-tv"]}
WITHOUT = {"huts": ["hut-wheat", "hut-incense"], "events": ["drought", "think-tank"]}


def world(seats: int, held: dict[str, Any], phase: str) -> Table:
    """Rome acts, with an army beside its capital; all others know what could answer, and hold this."""
    others = [power(name, techs=ANSWERS, **held) for name in NATIONS[1 : min(seats, 3)]]
    if seats > 3:  # there are two of each card
        others.append(power(NATIONS[3], techs=ANSWERS, huts=held["huts"], events=["exchange-of-ideas"]))
    bare = play(*map(power, NATIONS[:seats]), seed=11).s
    capital = capital_of(bare, 0)
    start = next(one for one in neighbours(capital) if one in land(bare) and land(bare)[one].terrain != "water")
    given: dict[str, Any] = {"techs": ["currency", "masonry"], "goods": {"incense": 1}, "events": ["sabotage", LOVE]}
    rome = power("rome", figures={name_of(start): (1, 0)}, **given)
    table = play(rome, *others, phase=phase, options={"deals": "always"}, seed=11)
    table.s.unseen = {back: dict(sorted(faces.items())) for back, faces in sorted(table.s.unseen.items())}
    return table


def asked(table: Table, act: Act) -> list[object]:
    """Let Rome act and all others let it pass; give what everybody sees of it."""
    seen: list[object] = []
    table.local.act(act)
    table.local.answer_needs()
    while table.seat != 0 and table.local.decision is not None:
        decision = table.local.decision
        assert decision.idle
        seen.append((decision, table.s.backs.copy()))
        table.do(decision.idle)
    return [*seen, GAME.encode(table.s), list(table.local.log)]


def first(table: Table, verb: str) -> Act:
    """The first legal act of a verb; of events the one that anybody may answer."""
    acts = [option.act for option in table.local.legal(0) if option.act.verb == verb]
    return next(act for act in acts if verb != "event" or LOVE in str(act))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("verb", ["move", "arts", "use", "event", "propose"])
def test_who_is_asked_and_what_is_seen_of_a_window_does_not_depend_on_what_is_held(seats: int, verb: str) -> None:
    phase = {"move": "movement", "propose": "trade"}.get(verb, "cities")
    seen = []
    for held in (WITH, WITHOUT):
        table = world(seats, held, phase)
        if verb == "propose":
            table.do("deal" if seats == 2 else "deal germany", "offer trade 1")
            table.local.act(Act(0, "want", (Card(table.s.huts[1][0]),)))
        seen.append(asked(table, first(table, verb)))
    assert len(seen[0]) > 2, "somebody is asked"
    assert seen[0] == seen[1]
    mine = [world(seats, held, phase).local.dealer.knowledge_of(1).faces for held in (WITH, WITHOUT)]
    assert mine[0] != mine[1], "the worlds differ"


@pytest.mark.parametrize(("seats", "leaves"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 3)])
@pytest.mark.parametrize("cancelled", [False, True])
def test_whoever_leaves_amid_an_interrupt_or_an_answer_to_it_the_game_goes_on(
    seats: int, leaves: int, cancelled: bool
) -> None:
    """Germany falls upon a group of Rome that is under way; then the next one is asked, or is about to cancel that."""
    table = world(seats, {"huts": ["hut-spy"], "events": ["wholesale-defection", "primetime-tv"]}, "movement")
    table.local.act(first(table, "move"))
    table.local.answer_needs()
    assert (table.asked, table.seat) == ("answer-move", 1)
    table.do(f"interrupt wholesale-defection {name_of(next(iter(table.s.figures[0])))} 1 0")
    if cancelled and table.asked.startswith("answer"):
        table.do("answer primetime-tv" if table.seat > 1 else "pass")
    table.local.apply(Left(leaves, "gone"))
    table.local.answer_needs()
    assert table.s.left[leaves] == "gone" and not list(faults(table.s))
    chance = Chance(seats * 10 + leaves)
    for _ in range(80):
        decision = table.local.decision
        if decision is None:
            break
        acts = tuple(chance.choice([one.act for one in table.local.legal(seat)]) for seat in decision.seats)
        table.local.apply(Acts(acts) if decision.sealed else acts[0])
        table.local.answer_needs()
        assert leaves not in decision.seats and not list(faults(table.s))
    assert seats > 2 or table.local.over


WRONG = (
    Act(0, "offer", ("trade", -1)),
    Act(0, "offer", ("trade", 0)),
    Act(0, "offer", ("trade", 10**30)),
    Act(0, "offer", ("culture", 1)),
    Act(0, "want", ("uranium", 1)),
    Act(0, "want", ("spy", 1)),
    Act(0, "offer", ("", 1)),
    Act(0, "offer", (1, "trade")),
    Act(0, "offer", ("trade", 1, 1)),
    Act(0, "offer", ()),
    Act(0, "propose", ("germany",)),
    Act(0, "accept"),
    Act(1, "accept"),
    Act(1, "offer", ("trade", 1)),
    Act(0, "deal", ("germany",)),
    Act(0, "withdraw", ("all",)),
    Act(0, "end"),
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_made_up_message_gets_into_a_deal_and_nothing_moves(seats: int) -> None:
    """Whoever is not asked, whatever nobody has, cards of others, of decks and of the map, faces that are shown."""
    table = world(seats, WITH, "trade")
    table.do("deal" if seats == 2 else "deal germany")
    before = GAME.encode(table.s)
    hands = {0: [*table.s.events[0]], 1: [*table.s.huts[1], *table.s.events[1]]}
    strange = [
        *table.s.hut_deck[:1],
        *table.s.forces[0][:1],
        *table.s.forces[1][:1],
        *table.s.markers.values(),
        -1,
        10**9,
    ]
    if seats > 2:
        strange += [*table.s.huts[2], *table.s.events[2]]
    cards = [
        Act(0, verb, (Card(one, face),)) for one in strange for verb in ("offer", "want") for face in ("", "hut-spy")
    ]
    cards += [Act(0, "offer", (Card(one),)) for one in hands[1]] + [Act(0, "want", (Card(one),)) for one in hands[0]]
    shown = table.local.dealer.faces
    cards += [Act(0, "offer", (Card(one, shown[one]),)) for one in hands[0]]
    cards += [Act(0, "want", (Card(one, shown[one]),)) for one in hands[1]]
    for act in (*WRONG, *cards):
        told = GAME.explain(table.s, table.local.dealer.knowledge_of(act.seat), act)
        assert told.refusal is not None, act
        with pytest.raises(Illegal):
            GAME.apply(table.s, act)
        assert GAME.encode(table.s) == before, act


def test_nobody_is_asked_any_more_about_a_group_of_which_nobody_is_left() -> None:
    table = world(3, {"huts": ["hut-spy"], "events": ["wholesale-defection", "primetime-tv"]}, "movement")
    table.local.act(first(table, "move"))
    table.local.answer_needs()
    table.do(f"interrupt wholesale-defection {name_of(next(iter(table.s.figures[0])))} 1 0")
    seen = [table.asked]
    while table.seat != 0:
        table.do("pass")
        seen.append(table.asked)
    assert "answer-move" not in seen and seen[-1] == "moves" and not table.s.figures[0]
    assert not list(faults(table.s))
