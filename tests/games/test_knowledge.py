"""Knowledge against brute force: every world an observer cannot exclude must qualify, and only shown cards are known.

A tiny table of one back is played at random. For each observer the set of all worlds that fit what it was
told is kept in full; what `knowledge` says must hold in every one of them.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.games import contract as c
from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance

World = tuple[tuple[int, str], ...]
WORTH = (("a", 1), ("b", 2))


class Table:
    """True faces, and for observers 0, 1 and 2 (nobody's seat) their knowledge and all possible worlds."""

    def __init__(self) -> None:
        self.faces: dict[int, str] = {}
        self.knows = [c.NO_KNOWLEDGE] * 3
        self.worlds: list[set[World]] = [{()}] * 3
        self.born = 0
        self.number = 0

    def mix(self, handles: tuple[int, ...], faces: tuple[str, ...], order: Chance, seat: int | None) -> None:
        into = tuple(range(self.born, self.born + len(handles) + len(faces)))
        self.born += len(into)
        self.number += 1
        need: c.Need = c.Shuffle(self.number, "pile", handles, faces, into)
        fact: c.Answer = c.Shuffled(self.number)
        if seat is not None:
            need, fact = c.Remix(self.number, seat, handles, faces, into), c.Remixed(self.number)
        pile = order.shuffled([*(self.faces[h] for h in handles), *faces])
        told = dict(zip(into, pile, strict=True))
        self.faces = {h: f for h, f in self.faces.items() if h not in handles} | told
        for who in range(3):
            worlds: set[World] = set()
            for world in self.worlds[who]:
                known = dict(world)
                old = [known.pop(h) for h in handles]
                mixed = [pile] if who == seat else permutations([*old, *faces])
                for new in mixed:
                    if Counter(new) == Counter([*old, *faces]):
                        worlds.add(tuple(sorted({**known, **dict(zip(into, new, strict=True))}.items())))
            self.worlds[who] = worlds
            self.knows[who] = knowledge.after_answer(self.knows[who], need, fact, told if who == seat else {})

    def see(self, handles: tuple[int, ...], seat: int | None) -> None:
        self.number += 1
        faces = tuple(self.faces[h] for h in handles)
        for who in range(3):
            if seat is None:
                need, fact = c.Show(self.number, handles), c.Shown(self.number, faces)
                self.knows[who] = knowledge.after_answer(self.knows[who], need, fact)
            else:
                told = dict(zip(handles, faces, strict=True)) if who == seat else {}
                deal = c.Deal(self.number, handles, seat)
                self.knows[who] = knowledge.after_answer(self.knows[who], deal, c.Dealt(self.number), told)
            if seat in (None, who):
                self.keep(who, lambda world: all(world[h] == self.faces[h] for h in handles))

    def claim(self, claim: c.Claim) -> None:
        for who in range(3):
            self.knows[who] = knowledge.after_claim(self.knows[who], claim)
            self.keep(who, lambda world: knowledge.entails(c.Knowledge(world), claim))

    def forget(self, who: int, most: int) -> None:
        knows = self.knows[who]
        self.knows[who] = c.Knowledge(
            knows.faces, knowledge.limit_statements(knows.among, most), knowledge.limit_statements(knows.worth, most)
        )

    def keep(self, who, test) -> None:
        self.worlds[who] = {world for world in self.worlds[who] if test(dict(world))}

    def check(self) -> None:
        backs = dict.fromkeys(sorted(self.faces), "card")
        unseen = {"card": sorted(self.faces.values())}
        for who in range(3):
            possible = [dict(world) for world in self.worlds[who]]
            assert dict(self.faces) in possible
            for world in possible:
                assert knowledge.world_mismatch(world, backs, unseen, self.knows[who]) == ""
            sure = {h: f for h, f in self.faces.items() if all(world[h] == f for world in possible)}
            assert self.knows[who].faces.items() <= sure.items()
            drawn = knowledge.sample(backs, unseen, self.knows[who], Chance(self.number * 3 + who))
            assert knowledge.world_mismatch(drawn, backs, unseen, self.knows[who]) == ""


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_knowledge_never_says_more_than_was_seen_and_the_true_world_always_qualifies(data):
    table = Table()
    first = data.draw(st.lists(st.sampled_from("aabc"), min_size=2, max_size=5))
    table.mix((), tuple(first), Chance(data.draw(st.integers(0, 99))), None)
    for _ in range(data.draw(st.integers(1, 6))):
        handles = tuple(sorted(table.faces))
        some = tuple(h for h in handles if data.draw(st.booleans()))
        action = data.draw(st.sampled_from(["shuffle", "remix", "deal", "show", "is", "oneof", "atleast", "forget"]))
        order = Chance(data.draw(st.integers(0, 99)))
        match action:
            case "shuffle":
                add = ("a",) if len(handles) < 5 and data.draw(st.booleans()) else ()
                table.mix(some, add, order, None)
            case "remix":
                seat = data.draw(st.sampled_from([0, 1]))
                table.see(some, seat)
                add = ("b",) if len(handles) < 5 and data.draw(st.booleans()) else ()
                table.mix(some, add, order, seat)
            case "deal":
                table.see(some, data.draw(st.sampled_from([0, 1])))
            case "show":
                table.see(some[:1], None)
            case "is" if handles:
                table.claim(c.Is(handles[0], table.faces[handles[0]]))
            case "oneof" if handles:
                table.claim(c.OneOf(handles[-1], tuple(dict.fromkeys([table.faces[handles[-1]], "c"]))))
            case "atleast":
                total = sum(dict(WORTH).get(table.faces[h], 0) for h in some)
                table.claim(c.AtLeast(some, WORTH, total))
            case "forget":
                table.forget(data.draw(st.sampled_from([0, 1, 2])), data.draw(st.integers(0, 3)))
        table.check()


def test_one_of_claims_add_up_when_the_cards_become_a_pile():
    knows = c.NO_KNOWLEDGE
    for handle in (3, 5, 8):
        knows = knowledge.after_claim(knows, c.OneOf(handle, ("event-b", "event-a")))
    knows = knowledge.after_claim(knows, c.OneOf(9, ("event-a",)))
    shuffle = c.Shuffle(0, "events", (3, 5, 8, 9), (), (10, 11, 12, 13))
    knows = knowledge.after_answer(knows, shuffle, c.Shuffled(0))
    assert set(knows.among) == {
        c.Among((10, 11, 12, 13), ("event-a", "event-b"), 4),
        c.Among((10, 11, 12, 13), ("event-a",), 1),
    }


def test_the_seat_that_put_a_card_into_a_pile_knows_it_is_among_it():
    knows = knowledge.with_faces(c.NO_KNOWLEDGE, {1: "spy", 2: "raid"})
    other = c.NO_KNOWLEDGE
    need, fact = c.Return(0, (1,)), c.Returned(0)
    knows, other = knowledge.after_answer(knows, need, fact), knowledge.after_answer(other, need, fact)
    need, fact = c.Shuffle(1, "pile", (1, 7), (), (8, 9)), c.Shuffled(1)
    knows, other = knowledge.after_answer(knows, need, fact), knowledge.after_answer(other, need, fact)
    assert knows.among == (c.Among((8, 9), ("spy",), 1),) and knows.faces == {2: "raid"}
    assert other == c.NO_KNOWLEDGE


def test_a_passed_card_is_known_to_both_until_the_new_owner_mixes_it():
    giver = knowledge.with_faces(c.NO_KNOWLEDGE, {1: "spy", 2: "raid"})
    taker = knowledge.with_faces(c.NO_KNOWLEDGE, {3: "pact"})
    need, fact = c.Pass(0, (1,), 1), c.Passed(0)
    giver, taker = knowledge.after_answer(giver, need, fact), knowledge.after_answer(taker, need, fact, {1: "spy"})
    assert giver.faces[1] == taker.faces[1] == "spy"
    need, fact = c.Remix(1, 1, (1, 3), (), (4, 5)), c.Remixed(1)
    giver = knowledge.after_answer(giver, need, fact)
    taker = knowledge.after_answer(taker, need, fact, {4: "pact", 5: "spy"})
    assert giver.faces == {2: "raid"} and giver.among == (c.Among((4, 5), ("spy",), 1),)
    assert taker.faces == {4: "pact", 5: "spy"} and taker.among == ()


def test_a_promise_of_worth_follows_the_cards_into_a_mix():
    knows = knowledge.after_claim(c.NO_KNOWLEDGE, c.AtLeast((1, 2), (("gun", 4),), 4))
    knows = knowledge.with_faces(knows, {5: "gun"})
    knows = knowledge.after_answer(knows, c.Shuffle(0, "pile", (2, 5), (), (6, 7)), c.Shuffled(0))
    assert knows.worth == (c.AtLeast((1, 6, 7), (("gun", 4),), 8),)


def test_every_world_that_qualifies_is_drawn_sometimes():
    backs = {0: "x", 1: "x", 2: "x", 3: "y", 4: "y"}
    unseen = {"x": ("a", "b", "b"), "y": ("q", "r")}
    said = c.Knowledge({4: "r"}, (c.Among((0, 1), ("a",), 1),))
    drawn = Counter(tuple(knowledge.sample(backs, unseen, said, Chance(n)).values()) for n in range(300))
    assert set(drawn) == {("a", "b", "b", "q", "r"), ("b", "a", "b", "q", "r")}
    assert min(drawn.values()) > 90


def test_hard_constraints_are_met_by_search():
    handles = tuple(range(12))
    backs = dict.fromkeys(handles, "x")
    unseen = {"x": tuple("abcdefghijkl")}
    chain = tuple(c.Among((h,), tuple("abcdefghijkl"[h : h + 2]), 1) for h in handles)
    knows = c.Knowledge({}, chain)
    for seed in range(5):
        world = knowledge.sample(backs, unseen, knows, Chance(seed))
        assert "".join(world.values()) == "abcdefghijkl"


def test_knowledge_that_cannot_be_true_is_refused():
    with pytest.raises(ValueError, match="no world"):
        knowledge.sample({0: "x", 1: "x"}, {"x": ("a", "b")}, c.Knowledge({}, (c.Among((0, 1), ("a",), 2),)), Chance(0))
    with pytest.raises(ValueError, match="not unseen"):
        knowledge.sample({0: "x"}, {"x": ("a",)}, c.Knowledge({0: "b"}), Chance(0))
    with pytest.raises(ValueError, match="1 cards with back x, 2 faces"):
        knowledge.sample({0: "x"}, {"x": ("a", "b")}, c.NO_KNOWLEDGE, Chance(0))


def test_an_unknown_card_agrees_with_no_claim():
    assert not knowledge.entails(c.NO_KNOWLEDGE, c.Is(1, "a"))
    assert not knowledge.entails(c.NO_KNOWLEDGE, c.OneOf(1, ("a", "b")))
    assert not knowledge.entails(c.NO_KNOWLEDGE, c.AtLeast((1,), (("a", 1),), 1))
    assert not knowledge.entails(knowledge.with_faces(c.NO_KNOWLEDGE, {1: "a"}), c.AtLeast((1, 1), (("a", 1),), 2))


def test_a_card_that_was_spoken_of_twice_counts_once():
    knows = knowledge.after_claim(c.NO_KNOWLEDGE, c.OneOf(1, ("a", "b")))
    knows = knowledge.after_claim(knows, c.OneOf(1, ("b", "c")))
    knows = knowledge.after_claim(knows, c.OneOf(1, ("a", "b")))
    knows = knowledge.after_answer(knows, c.Shuffle(0, "pile", (1, 2), (), (3, 4)), c.Shuffled(0))
    assert set(knows.among) == {c.Among((3, 4), ("a", "b"), 1), c.Among((3, 4), ("b", "c"), 1)}


def test_what_kind_of_cards_a_deck_holds_follows_them_into_a_hand():
    infantry, cavalry = ("foot-1", "foot-2", "foot-3"), ("horse-1", "horse-2")
    knows = knowledge.after_answer(c.NO_KNOWLEDGE, c.Shuffle(0, "foot", (), infantry, (0, 1, 2)), c.Shuffled(0))
    knows = knowledge.after_answer(knows, c.Shuffle(1, "horse", (), cavalry, (3, 4)), c.Shuffled(1))
    knows = knowledge.after_answer(knows, c.Remix(2, 0, (0, 3), (), (5, 6)), c.Remixed(2))
    knows = knowledge.after_answer(knows, c.Remix(3, 0, (5, 6, 1), (), (7, 8, 9)), c.Remixed(3))
    assert c.Among((7, 8, 9), infantry, 2) in knows.among
    assert c.Among((7, 8, 9), cavalry, 1) in knows.among


statements = st.builds(
    c.Among,
    st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True).map(sorted).map(tuple),
    st.lists(st.sampled_from("abc"), min_size=1, unique=True).map(sorted).map(tuple),
    st.integers(1, 4),
)


@given(st.lists(statements, max_size=12), st.integers(0, 12))
def test_too_many_statements_give_way_to_the_strongest_of_the_narrowest(said, most):
    kept = knowledge.limit_statements(said, most)
    if len(said) <= most:
        assert kept == tuple(said)
        return
    strongest: dict[object, int] = {}
    for one in said:
        topic = (one.handles, one.faces)
        strongest[topic] = max(one.count, strongest.get(topic, 0))
    assert len(kept) == min(most, len(strongest))
    for one in kept:
        assert one in said and one.count == strongest.pop((one.handles, one.faces))
    widest = max((len(one.handles) for one in kept), default=0)
    assert all(len(handles) >= widest for handles, _ in strongest)


@given(st.lists(st.builds(c.AtLeast, st.just((1, 2)), st.just(WORTH), st.integers(1, 9)), max_size=5))
def test_of_promises_about_the_same_cards_the_highest_stays(promises):
    assert [promise.total for promise in knowledge.limit_statements(promises, 1)] == sorted(p.total for p in promises)[
        -1:
    ]
