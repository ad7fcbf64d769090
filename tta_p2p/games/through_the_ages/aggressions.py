"""Aggressions: attacking a weaker rival, who may defend with cards of the hand (rulebook: aggressions)."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Face, Handle, Is, Knowledge, Line, Seat
from ..kit.records import replace
from .attacks import affordable, cannot_attack, carry_out, launch, strengths, suffered
from .flow import Args, Verb, departure, pop, push, question, verb, verb_for
from .hands import discard_hidden, discard_open
from .index import AGGRESSIONS, BONUS_CARDS
from .phases import Politics
from .piles import play_open
from .politics import begin, known_cards, not_held
from .ratings import military_actions
from .sacrifices import begin_aggression, most_by_sacrifice
from .state import Frame, State
from .tables import BOARD
from .tables import effects as e


def lacks_target(s: State, rival: Seat, face: Face) -> bool:
    """Whether an aggression needs something to go for that the rival does not have."""
    p = s.players[rival]
    for one in AGGRESSIONS[face].effects:
        if isinstance(one, e.TakeColony) and not p.colonies:
            return s.options.annex == "needs-colony"
        if isinstance(one, e.RemoveLeaderOrWonder) and not p.leader and not p.wonder:
            return s.options.infiltrate == "needs-target"
        if isinstance(one, e.RemoveLeader) and not p.leader:
            return True
        if isinstance(one, e.RemoveWonder) and not p.wonder:
            return True
    return False


@verb
class Attack(Verb):
    """`attack #214=raid-i 2`: play that aggression against seat 2."""

    name = "attack"
    shape = (Card, int)

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        for card in known_cards(s, frame.seat, knows, AGGRESSIONS):
            for rival in s.rivals(frame.seat):
                yield (card, rival)

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        card, rival = args
        seat = frame.seat
        refusal = not_held(s, seat, card, AGGRESSIONS) or cannot_attack(s, seat, rival)
        if refusal is not None:
            return refusal
        cost = affordable(s, seat, rival, card.face)
        if isinstance(cost, Line):
            return cost
        if lacks_target(s, rival, card.face):
            return Line("nothing-to-take", (rival,))
        mine, theirs = strengths(s, seat, rival)
        return cost if mine + most_by_sacrifice(s, seat) > theirs else Line("not-weaker", (rival, theirs, mine))

    def claims(self, s: State, frame: Politics, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def effects(self, s: State, frame: Politics, args: Args) -> tuple[Line, ...]:
        return (Line("strengths", strengths(s, frame.seat, args[1])),)

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        card, rival = args
        mine, theirs = strengths(s, frame.seat, rival)
        launch(s, frame.seat, rival, card, cost)
        discard_open(s, card.face)
        if s.rules.sacrifices:
            begin_aggression(s, frame.seat, rival, card.face, mine, theirs)
        else:
            _begin_defence(s, Defence(rival, frame.seat, card.face, mine, theirs, 0, ()))
        suffered(s, rival)


class Defence(Frame, frozen=True):
    """Defend with cards of the hand, card by card: bonus cards are shown, others go face down.

    `attack` and `defence` are the strengths compared, bonus cards included; `shown` counts those, `thrown` are
    the cards that will be discarded face down.
    """

    attacker: Seat
    card: Face
    attack: int
    defence: int
    shown: int
    thrown: tuple[Handle, ...]


def _begin_defence(s: State, defence: Defence) -> None:
    if s.players[defence.seat].military_hand and military_actions(s, defence.seat) > 0:
        push(s, defence)
    else:
        _resolve(s, defence)


def defence_so_far(frame: Defence) -> int:
    """Give the strength of the defence with the cards chosen so far."""
    return frame.defence + BOARD.plain_defense * len(frame.thrown)


def defence_limit(s: State, frame: Defence) -> int:
    """Give how many more cards may be used."""
    return military_actions(s, frame.seat) - frame.shown - len(frame.thrown)


def _no_room(s: State, frame: Defence) -> Line | None:
    most = military_actions(s, frame.seat)
    return Line("defence-full", (most,)) if frame.shown + len(frame.thrown) >= most else None


@verb_for(Defence)
class DefenceBonus(Verb):
    """`bonus #214=defense-colonization-i`: show that bonus card for its defence."""

    name = "bonus"
    shape = (Card,)

    def candidates(self, s: State, frame: Defence, knows: Knowledge) -> list[Args]:
        if _no_room(s, frame):
            return []
        return [(card,) for card in known_cards(s, frame.seat, knows, BONUS_CARDS, frame.thrown)]

    def check(self, s: State, frame: Defence, args: Args) -> Cost | Line:
        card: Card = args[0]
        if card.handle in frame.thrown:
            return Line("not-in-hand", (card,))
        return not_held(s, frame.seat, card, BONUS_CARDS) or _no_room(s, frame) or ()

    def claims(self, s: State, frame: Defence, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Defence, args: Args, cost: Cost) -> None:
        pop(s)
        card: Card = args[0]
        play_open(s, frame.seat, card.handle, card.face)
        discard_open(s, card.face)
        s.say("bonus", frame.seat, card.face)
        defence = frame.defence + BONUS_CARDS[card.face].defense
        push(s, replace(frame, defence=defence, shown=frame.shown + 1))


@verb_for(Defence)
class DefenceThrow(Verb):
    """`throw #214`: discard that card face down for its 1 strength."""

    name = "throw"
    shape = (Card,)

    def candidates(self, s: State, frame: Defence, knows: Knowledge) -> list[Args]:
        if _no_room(s, frame):
            return []
        return [(Card(h),) for h in s.players[frame.seat].military_hand if h not in frame.thrown]

    def check(self, s: State, frame: Defence, args: Args) -> Cost | Line:
        card: Card = args[0]
        if card.face:
            return Line("face-down-only")
        if card.handle in frame.thrown or card.handle not in s.players[frame.seat].military_hand:
            return Line("not-in-hand", (card,))
        return _no_room(s, frame) or ()

    def do(self, s: State, frame: Defence, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, replace(frame, thrown=(*frame.thrown, args[0].handle)))


@verb_for(Defence)
class DefenceDone(Verb):
    """`done`: these are the cards of the defence."""

    name = "done"

    def check(self, s: State, frame: Defence, args: Args) -> Cost | Line:
        return ()

    def effects(self, s: State, frame: Defence, args: Args) -> tuple[Line, ...]:
        return (Line("strengths", (frame.attack, defence_so_far(frame))),)

    def do(self, s: State, frame: Defence, args: Args, cost: Cost) -> None:
        pop(s)
        _resolve(s, frame)


question(
    Defence,
    "defence",
    ("bonus", "throw", "done"),
    lambda s, frame: (frame.attacker, frame.card, frame.attack, defence_so_far(frame)),
    idle="done",
)


def _resolve(s: State, frame: Defence) -> None:
    """Compare: the rival has defended, or the aggression is carried out."""
    if frame.thrown:
        discard_hidden(s, frame.seat, tuple(sorted(frame.thrown)))
    carry_out(s, frame.attacker, frame.seat, frame.card, frame.attack, defence_so_far(frame))


@departure(Defence)
def _defence_leaves(s: State, frame: Defence, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.attacker) else frame
