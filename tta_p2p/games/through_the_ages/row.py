"""The card row: removing, sliding, filling; the end of an age when its civil deck runs out (rulebook: ages)."""

from __future__ import annotations

from ..contract import Card, Seat, Shown
from .decks import deck_faces
from .flow import listener, push, runner
from .index import LEVEL, back
from .piles import age_of, show, shuffle
from .state import EMPTY, Frame, State, TableFrame
from .tableau import leader_goes, remove_pact, remove_unfinished_wonder
from .tables import BOARD
from .variants import age_ended, age_ending


class Replenish(Frame, frozen=True):
    """Remove the leftmost cards, slide the others, fill up: the first thing in a turn."""


class Fill(TableFrame, frozen=True):
    """Fill the empty spaces of the row; with the last card of a deck an age ends."""


class Laid(TableFrame, frozen=True):
    """The cards shown go to these spaces of the row."""

    spaces: tuple[int, ...]


class EndOfAge(TableFrame, frozen=True):
    """The age in progress ends: antiquated cards, yellow tokens, new decks."""


class RowComes(TableFrame, frozen=True):
    """Wait for the cards on their way to the row."""


@runner(RowComes)
def _row_comes(s: State, frame: RowComes) -> None:
    """Being no eager frame it waited for all needs; there is nothing else to do."""


@runner(Replenish, eager=True)
def _replenish(s: State, frame: Replenish) -> None:
    if any(isinstance(one.listener, Laid) for one in s.pending):  # the seat before left while its row was laid
        push(s, RowComes(frame.seat), frame)
        return
    removed = BOARD.row_removed[max(2, s.playing) - 2]
    for space in range(removed):
        if s.row[space]:
            s.say("row-removed", s.row[space])
            s.gone += (s.row[space],)
            s.row[space] = EMPTY
    slide(s)
    if s.age == 0:
        push(s, Fill(frame.seat), EndOfAge(frame.seat), Fill(frame.seat))
    else:
        push(s, Fill(frame.seat))


def slide(s: State) -> None:
    """Move the cards of the row together to the left, keeping their order."""
    cards = [face for face in s.row if face]
    s.row = cards + [EMPTY] * (len(s.row) - len(cards))


@runner(Fill, eager=True)
def _fill(s: State, frame: Fill) -> None:
    coming = {space for one in s.pending if isinstance(one.listener, Laid) for space in one.listener.spaces}
    spaces = [space for space, face in enumerate(s.row) if not face and space not in coming]
    number = min(len(spaces), len(s.civil_deck))
    if not number:
        return
    shown, s.civil_deck = s.civil_deck[:number], s.civil_deck[number:]
    show(s, shown, Laid(frame.seat, tuple(spaces[:number])))
    if not s.civil_deck and s.age > 0:
        push(s, EndOfAge(frame.seat), Fill(frame.seat))


@listener(Laid)
def _laid(s: State, frame: Laid, fact: Shown) -> None:
    for space, face in zip(frame.spaces, fact.faces, strict=True):
        s.row[space] = face
        s.say("row-card", face, space + 1)


@runner(EndOfAge)
def _end_of_age(s: State, frame: EndOfAge) -> None:
    ended = s.age
    s.say("age-ends", ended)
    age_ending(s)
    if ended > 0:
        for seat in s.clockwise(s.current):
            antiquate(s, seat, ended - 1)
        for pact in s.pacts:
            if LEVEL[pact.card] <= ended - 1:
                remove_pact(s, pact)
    for seat in s.clockwise(s.current):
        p = s.players[seat]
        lost = 0 if s.options.abridged else min(p.yellow_bank, BOARD.yellow_lost_at_age_end[ended])
        if lost:
            p.yellow_bank -= lost
            s.say("yellow-lost", seat, lost)
    s.gone_hidden += s.civil_deck + s.military_deck + s.hidden_discards
    s.gone += s.discards
    s.civil_deck = s.military_deck = s.hidden_discards = ()
    s.discards = ()
    s.age += 1
    lay_out(s)
    if s.age > s.options.last_full_age:
        s.final_round = s.round if s.options.abridged or s.current == s.starting else s.round + 1
        s.say("last-round", s.final_round)
    age_ended(s, ended)


def lay_out(s: State) -> None:
    """Shuffle the decks of the age in progress, made for those still playing."""
    for deck in ("civil", "military"):
        faces = deck_faces(s.options, deck, s.age, s.playing)
        if faces:
            name = back(deck, s.age)
            s.laid[name] = max(2, s.playing)
            into = shuffle(s, name, (), faces)
            if deck == "civil":
                s.civil_deck = into
            else:
                s.military_deck = into


def antiquate(s: State, seat: Seat, age: int) -> None:
    """Take what is of an age or older from a seat: cards of both hands, leader, unfinished wonder."""
    p = s.players[seat]
    old = tuple(face for face in p.civil_hand if LEVEL[face] <= age)
    if old:
        p.civil_hand = tuple(face for face in p.civil_hand if LEVEL[face] > age)
        p.fresh = tuple(face for face in p.fresh if LEVEL[face] > age)
        s.gone += old
        for face in old:
            s.say("antiquated", seat, face)
    hidden = tuple(h for h in p.military_hand if age_of(s, h) <= age)
    if hidden:
        p.military_hand = tuple(h for h in p.military_hand if h not in hidden)
        p.thrown += hidden
        for handle in hidden:
            s.say("antiquated", seat, Card(handle))
    if p.leader and LEVEL[p.leader] <= age:
        leader_goes(s, seat)
    if p.wonder and LEVEL[p.wonder] <= age:
        remove_unfinished_wonder(s, seat)
