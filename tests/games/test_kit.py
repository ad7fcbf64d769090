"""The games kit: states are values, their bytes give them back, frames and verbs are what was registered."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from types import FunctionType

import pytest

from tests.games.battles import FLOW, Battles
from tta_p2p.games import contract as c
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.caravan.rules import State as Caravans
from tta_p2p.games.chance import Chance
from tta_p2p.games.kit import cards
from tta_p2p.games.kit.encoding import state_codec
from tta_p2p.games.kit.flow import Flow, Verb, pop, push
from tta_p2p.games.kit.records import Record, field_defaults, field_names, replace
from tta_p2p.games.kit.state import Frame, GameState, Pending, TableFrame
from tta_p2p.games.local import LocalGame


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Tile:
    face: str
    colours: tuple[Colour, ...]


@dataclass(slots=True)
class Player:
    name: str
    coins: dict[str, int] = field(default_factory=dict)


class Turn(Frame, frozen=True):
    pass


class All(TableFrame, frozen=True):
    pass


@dataclass(slots=True, kw_only=True)
class State(GameState):
    players: list[Player] = field(default_factory=list)
    map: dict[tuple[int, int], Tile] = field(default_factory=dict)
    open: bool = True


def rich() -> State:
    s = State(left=[None, "gone"], players=[Player("Ann", {"gold": 2}), Player("Bob")])
    s.map[1, -2] = Tile("hut", (Colour.RED, Colour.BLUE))
    push(s, Turn(0), All(1))
    cards.shuffle(s, "huts", (), ("hut", "village"))
    cards.show(s, (0,), All(0))
    s.backs, s.unseen, s.holders = {7: "x"}, {"x": {"hut": 1}}, {7: 1}
    return s


CODEC = state_codec(State, 3, {"Turn": Turn, "All": All}, records=(Tile, Player), enums=(Colour,))


def test_a_state_comes_back_from_its_bytes_with_everything_in_it() -> None:
    data = CODEC.encode(rich())
    again = CODEC.decode(data)
    assert again == rich() and CODEC.encode(again) == data
    assert isinstance(again.map[1, -2].colours[0], Colour)
    assert again.pending == [
        Pending(c.Shuffle(0, "huts", (), ("hut", "village"), (0, 1)), -1, None),
        Pending(c.Show(1, (0,)), -1, All(0)),
    ]


def test_what_a_step_tells_is_no_part_of_its_state() -> None:
    s = rich()
    s.say("hello", 1)
    assert CODEC.decode(CODEC.encode(s)).log == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data.replace(b"[3,", b"[4,", 1), "version-4"),
        (lambda data: data.replace(b"Tile", b"Tila"), "KeyError"),
        (lambda data: data.replace(b'"red"', b'"green"'), "ValueError"),
        (lambda data: data.replace(b",true", b", true"), "not-canonical"),
        (lambda data: data[:-1], "DecodeError"),
        (lambda data: b"7", "TypeError"),
    ],
)
def test_other_bytes_are_no_state_and_say_why(change, why: str) -> None:
    data = CODEC.encode(rich())
    assert change(data) != data
    with pytest.raises(c.BadState) as caught:
        CODEC.decode(change(data))
    assert caught.value.line == c.Line("bad-state", (why,))


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    s = rich()
    before = CODEC.encode(s)
    twin = s.copy()
    assert twin == s and twin.log == []
    twin.players[0].coins["gold"] = 9
    twin.map.clear()
    twin.unseen["x"]["hut"] = 5
    twin.left[0] = "resigned"
    pop(twin)
    assert CODEC.encode(s) == before != CODEC.encode(twin)


def test_a_card_is_not_revealed_as_what_it_cannot_be() -> None:
    s = rich()
    with pytest.raises(c.Illegal, match="no-such-card"):
        cards.reveal(s, 7, "village")
    cards.reveal(s, 7, "hut")
    assert s.backs == {} and s.unseen == {"x": {}}
    with pytest.raises(c.Illegal, match="no-such-card"):
        cards.reveal(s, 7, "hut")


def test_nothing_is_registered_twice() -> None:
    flow: Flow[State] = Flow()
    flow.question(Turn, "turn", ("go",))

    class Go(Verb[State]):
        name = "go"

    flow.verb(Go)
    for again in (
        lambda: flow.question(Turn, "turn", ()),
        lambda: flow.runner(Turn)(lambda s, frame: None),
        lambda: flow.verb(Go),
        lambda: flow.verb_for(Turn)(Go),
    ):
        with pytest.raises(AssertionError):
            again()


def test_a_verb_of_one_name_does_for_each_frame_what_was_registered_for_it() -> None:
    flow: Flow[State] = Flow()
    flow.question(Turn, "turn", ("pass",))
    flow.question(All, "all", ("pass",))

    @flow.verb_for(Turn)
    class Pass(Verb[State]):
        name = "pass"

        def check(self, s, frame, args):
            return (("coin", 1),)

    @flow.verb_for(All)
    class Other(Verb[State]):
        name = "pass"

        def check(self, s, frame, args):
            return c.Line("never")

    s = State(left=[None, None])
    push(s, Turn(1))
    assert flow.legal(s, c.NO_KNOWLEDGE, 1) == (c.Option(c.Act(1, "pass"), (("coin", 1),)),)
    push(s, All(0))
    with pytest.raises(c.Illegal, match="never"):
        flow.check(s, c.Act(0, "pass"))
    with pytest.raises(AssertionError):
        flow.verb_for(Turn)(Pass)


def test_a_question_that_nobody_is_left_to_answer_is_no_question() -> None:
    flow: Flow[State] = Flow()
    done = []
    flow.question(All, "all", ("go",), seats=lambda s, frame: tuple(s.active_seats) if s.open else ())
    flow.runner(Turn)(lambda s, frame: done.append(frame.seat))
    s = State(left=[None, None], open=False)
    push(s, All(0), Turn(1))
    flow.run(s)
    assert done == [1] and not s.stack
    s.open = True
    push(s, All(0), Turn(1))
    flow.run(s)
    assert flow.decision(s) == c.Decision((0, 1), "all", sealed=True) and done == [1]


def test_hands_that_are_passed_on_arrive_though_the_giver_leaves_and_are_lost_if_the_taker_does() -> None:
    local: LocalGame[Caravans, object] = LocalGame(Caravan(), 4, chance=2)
    local.answer_needs()
    chance = Chance(1)
    local.apply(c.Acts(tuple(chance.choice(local.legal(seat)).act for seat in range(4))))
    while not isinstance(local.game.needs(local.state)[0], c.Pass):
        local.answer()
    first = local.game.needs(local.state)[0]
    assert isinstance(first, c.Pass)
    giver = local.dealer.hands[first.handles[0]]
    given = {need.handles: need.seat for need in local.game.needs(local.state) if isinstance(need, c.Pass)}
    to_giver = next(handles for handles, seat in given.items() if seat == giver)
    local.apply(c.Left(giver, "gone"))
    needs = local.game.needs(local.state)
    assert c.Deal(needs[-1].number, first.handles, first.seat) == needs[-1]
    assert not any(isinstance(need, c.Pass) and need.handles == to_giver for need in needs)
    local.answer_needs()
    assert local.decision is not None and giver not in local.decision.seats
    hidden = local.game.hidden_cards(local.state)
    assert {hidden[handle].zone for handle in to_giver} == {"out"}
    assert len(local.state.hands[first.seat]) == len(first.handles)


def test_cards_that_a_need_still_moves_are_under_way() -> None:
    local: LocalGame[object, object] = LocalGame(Battles(), 2, chance=3)
    local.answer_needs()
    local.apply(c.Act(0, "fight"))
    assert isinstance(local.game.needs(local.state)[0], c.Return)
    hidden = local.game.hidden_cards(local.state)
    moving = {h for need in local.game.needs(local.state) for h in need.handles}
    assert {h: place.seat for h, place in hidden.items() if h in moving} == {h: local.dealer.hands[h] for h in moving}


def test_frames_and_verbs_of_a_game_are_known_by_name() -> None:
    assert FLOW.verb_at(FLOW.frames["Turn"](1), "fight").name == "fight" and FLOW.frames["Turn"].__name__ == "Turn"
    frame = FLOW.frames["Turn"](1)
    assert replace(frame, seat=0).seat == 0


class Crate(Record, frozen=True):
    goods: str
    weight: int = 3


class Barrel(Crate, frozen=True, kw_only=True):
    full: bool
    weight: int = 5


def test_a_record_is_a_value_that_never_changes_and_costs_no_code_of_its_own() -> None:
    assert Crate("tea") == Crate("tea", 3) != replace(Crate("tea"), weight=4)
    assert Crate("tea") != Barrel("tea", full=True, weight=3)
    assert len({Crate("tea"), Crate("tea", 3), Crate("tea", 4)}) == 2
    with pytest.raises(AttributeError):
        Crate("tea").weight = 4  # type: ignore[misc]
    assert field_names(Barrel) == ("goods", "weight", "full")
    assert (field_defaults(Crate), field_defaults(Barrel)) == ({"weight": 3}, {"weight": 5})
    assert not [name for name, made in vars(Crate).items() if isinstance(made, FunctionType)]
    assert issubclass(Frame, Record)
    assert issubclass(Pending, Record)


def test_a_frame_that_was_made_a_dataclass_is_named_with_what_to_do() -> None:
    class Barter(Frame, frozen=True):
        goods: str

    with pytest.raises(TypeError, match=r"Barter is a record .* class Barter\(Frame, frozen=True\).*adding-a-game.md"):
        dataclass(frozen=True)(Barter)
