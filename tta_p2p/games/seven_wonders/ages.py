"""The course of an age: dealing, turns, the last card, the discard pile, passing hands on, conflicts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from ..contract import Card, Claim, Cost, Is, Knowledge, Line, UpcomingShuffle
from ..kit import cards
from .effects import uses_last_card
from .flow import (
    FLOW,
    Args,
    BeginAge,
    BeginTurn,
    Choose,
    Earn,
    EndTurn,
    LastCards,
    Mix,
    Search,
    Searches,
    UseLast,
    Verb,
    pop,
    push,
)
from .scoring import conflicts
from .state import State
from .tables import AGES, HAND, TURNS, deck
from .turn import build_refusal, discard_cards, is_built, place

TO_THE_LEFT = {1: True, 2: False, 3: True}
"""Age -> whether hands go to the left."""


@FLOW.runner(BeginAge)
def _begin_age(s: State, frame: BeginAge) -> None:
    s.age += 1
    s.turn = 0
    s.say("age", s.age)
    faces = deck(s.age, s.seats)
    mixed = cards.shuffle(s, f"age-{s.age}", s.guilds if s.age == AGES[-1] else (), faces)
    if s.age == AGES[-1]:
        s.guilds = ()
    for at, seat in enumerate(s.active_seats):
        s.hands[seat] = mixed[at * HAND : (at + 1) * HAND]
        cards.deal(s, seat, s.hands[seat])
    push(s, BeginTurn(0))


def upcoming_shuffles(s: State) -> tuple[UpcomingShuffle, ...]:
    """Name the decks that are still to be laid out; the last one when the guilds are drawn."""
    found = []
    for age in AGES[s.age :] if not s.over else ():
        guilds = s.guilds if age == AGES[-1] else ()
        if all(handle in s.backs for handle in guilds):
            found.append(UpcomingShuffle(f"age-{age}", deck(age, s.seats), guilds))
    return tuple(found)


@FLOW.runner(BeginTurn)
def _begin_turn(s: State, frame: BeginTurn) -> None:
    s.turn += 1
    push(s, Choose(0), LastCards(0), Searches(0), EndTurn(0))


# --- the last card of an age ---------------------------------------------------------------------------------


@FLOW.runner(LastCards)
def _last_cards(s: State, frame: LastCards) -> None:
    """Discard the rest of the hands, but for those of seats that may still use them."""
    using = []
    if s.turn == TURNS:
        using = [seat for seat in s.active_seats if uses_last_card(s, seat)]
        for seat in s.active_seats:
            if seat not in using:
                s.sold, s.hands[seat] = (*s.sold, *s.hands[seat]), ()
    push(s, Earn(0), *(piece for seat in using for piece in (UseLast(seat), Earn(0))))


# --- the discard pile ----------------------------------------------------------------------------------------


FLOW.question(Search, "search", ("take", "decline"), idle="decline")


@FLOW.runner(Searches)
def _searches(s: State, frame: Searches) -> None:
    """Let each seat that may search take the whole pile in hand, mixed so that nobody can follow a card, and choose."""
    searching, s.searching = [seat for seat in s.searching if seat in s.active_seats], ()
    if not searching or not s.discards:
        return
    seat, s.searching = searching[0], tuple(searching[1:])
    cards.deal(s, seat, s.discards)
    backs = sorted(s.discards, key=lambda handle: (s.backs[handle], handle))
    piles = [list(pile) for _, pile in groupby(backs, key=lambda handle: s.backs[handle])]
    s.looked = tuple(handle for pile in piles for handle in cards.remix(s, seat, pile))
    s.discards = ()
    s.say("searches", seat, len(s.looked))
    push(s, Search(seat), Earn(0), Searches(0))


@FLOW.verb
class Take(Verb[State]):
    """`take #7=altar`: build a card of the discard pile."""

    name = "take"
    shape: ClassVar = (Card,)

    def candidates(self, s: State, frame: Search, knows: Knowledge) -> Iterator[Args]:
        for handle in s.looked:
            face = knows.faces.get(handle, "")
            if face and not is_built(s, frame.seat, face):
                yield (Card(handle, face),)

    def check(self, s: State, frame: Search, args: Args) -> Cost | Line:
        (card,) = args
        if card.handle not in s.looked:
            return Line("not-in-discards", (Card(card.handle),))
        return build_refusal(s, frame.seat, card) or ()

    def claims(self, s: State, frame: Search, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Search, args: Args, cost: Cost) -> None:
        (card,) = args
        pop(s)
        s.looked = tuple(handle for handle in s.looked if handle != card.handle)
        place(s, frame.seat, card)
        _put_down(s)

    def effects(self, s: State, frame: Search, args: Args) -> tuple[Line, ...]:
        return (Line("builds", (args[0].face,)),)


@FLOW.verb
class Decline(Verb[State]):
    """`decline`: build nothing out of the discard pile."""

    name = "decline"

    def check(self, s: State, frame: Search, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Search, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("declines", frame.seat)
        _put_down(s)

    def effects(self, s: State, frame: Search, args: Args) -> tuple[Line, ...]:
        return (Line("declines"),)


def _put_down(s: State) -> None:
    looked, s.looked = s.looked, ()
    discard_cards(s, looked)


# --- the end of a turn ---------------------------------------------------------------------------------------


@FLOW.runner(EndTurn)
def _end_turn(s: State, frame: EndTurn) -> None:
    if s.turn < TURNS:
        before, s.hands = s.hands, [()] * s.seats
        for seat in s.active_seats:
            other = s.seat_after(seat, 1 if TO_THE_LEFT[s.age] else -1)
            cards.pass_cards(s, other, before[seat])
            s.hands[other] = before[seat]
        push(s, Mix(0))
        return
    conflicts(s)
    if s.age < AGES[-1]:
        push(s, BeginAge(0))
    else:
        s.finish("scored")


@FLOW.runner(Mix)
def _mix(s: State, frame: Mix) -> None:
    for seat in s.active_seats:
        s.hands[seat] = cards.remix(s, seat, s.hands[seat])
    push(s, BeginTurn(0))
