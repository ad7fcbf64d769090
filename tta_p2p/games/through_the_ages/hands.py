"""Military cards: drawing, the hand limit, discarding face down, reshuffling (rulebook: end of turn)."""

from __future__ import annotations

from ..contract import Card, Cost, Face, Handle, Knowledge, Line, Seat
from .flow import Args, Verb, pop, push, question, runner, verb
from .index import BACK_AGE, LEVEL, back
from .piles import deal, future_backs, mix_hand, return_cards, shuffle
from .state import Frame, State

KEPT_HAND = "kept-hand"
"""In `Player.used`: military cards above the limit need not be discarded this turn."""


class Draw(Frame, frozen=True):
    """Draw military cards of the age in progress; the discard pile is reshuffled when the deck is empty."""

    number: int


class Reshuffle(Frame, frozen=True):
    """Make the discarded military cards of the age the new deck."""


@runner(Draw, eager=True)
def _draw(s: State, frame: Draw) -> None:
    number = min(frame.number, len(s.military_deck))
    if number:
        drawn, s.military_deck = s.military_deck[:number], s.military_deck[number:]
        deal(s, frame.seat, drawn, back("military", s.age))
        s.say("draws", frame.seat, number)
    if number < frame.number and s.age <= s.options.last_full_age and (s.discards or s.hidden_discards):
        push(s, Reshuffle(frame.seat), Draw(frame.seat, frame.number - number))


@runner(Reshuffle)
def _reshuffle(s: State, frame: Reshuffle) -> None:
    deck = back("military", s.age)
    s.military_deck = shuffle(s, f"{deck}-again", s.hidden_discards, tuple(sorted(s.discards)))
    s.discards, s.hidden_discards = (), ()
    s.say("reshuffled")


def discard_open(s: State, face: Face) -> None:
    """Put a military card that all have seen onto the discard pile; one of an older age leaves the game."""
    if LEVEL[face] == s.age:
        s.discards += (face,)
    else:
        s.gone += (face,)


def discard_hidden(s: State, seat: Seat, handles: tuple[Handle, ...]) -> None:
    """Put cards of a hand face down onto the discard pile; those of older ages leave the game unseen."""
    p = s.players[seat]
    backs = future_backs(s)
    kept = tuple(h for h in handles if BACK_AGE[backs[h]] == s.age)
    old = tuple(h for h in handles if h not in kept)
    if kept:
        return_cards(s, seat, kept)
        s.hidden_discards += kept
    p.military_hand = tuple(h for h in p.military_hand if h not in old)
    p.thrown += old
    for handle in handles:
        s.say("discards", seat, Card(handle))


# --- discarding by choice ------------------------------------------------------------------------------------


class Discard(Frame, frozen=True):
    """Name cards of the hand to discard, one by one; with the last of `number` they go."""

    number: int
    chosen: tuple[Handle, ...] = ()


def discard(s: State, seat: Seat, number: int) -> None:
    """Let a seat discard so many military cards, all of them if it has no more."""
    hand = s.players[seat].military_hand
    if 0 < len(hand) <= number:
        mix_hand(s, seat)
        discard_hidden(s, seat, s.players[seat].military_hand)
    elif number > 0 and hand:
        push(s, Discard(seat, number))


@verb
class DiscardVerb(Verb):
    """`discard #214`: that card goes face down onto the discard pile."""

    name = "discard"
    shape = (Card,)

    def candidates(self, s: State, frame: Discard, knows: Knowledge) -> list[Args]:
        return [(Card(h),) for h in s.players[frame.seat].military_hand if h not in frame.chosen]

    def check(self, s: State, frame: Discard, args: Args) -> Cost | Line:
        (card,) = args
        if card.face:
            return Line("face-down-only")
        if card.handle in frame.chosen or card.handle not in s.players[frame.seat].military_hand:
            return Line("not-in-hand", (card,))
        return ()

    def do(self, s: State, frame: Discard, args: Args, cost: Cost) -> None:
        pop(s)
        chosen = (*frame.chosen, args[0].handle)
        if len(chosen) < frame.number:
            push(s, Discard(frame.seat, frame.number, chosen))
        else:
            discard_hidden(s, frame.seat, tuple(sorted(chosen)))


question(Discard, "discard", ("discard",), lambda s, frame: (frame.number - len(frame.chosen),))
