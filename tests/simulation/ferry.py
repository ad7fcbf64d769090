"""Ferry: the little game that most simulated tables play, soon over and yet with every kind of operation on cards.

Two goods, six crates of each. A coin toss decides who boards first, and a crate is shown. Everybody is dealt two crates
and chooses at the same time, unseen, to keep one face up or to leave one face down on the ferry; the other one goes to
the neighbour. Then each in turn looks at the top crate of the pier, or takes it into its hand. When all have, the ferry
is shuffled and its top crate shown. Kept crates of that good, and those that are taken, count. Who leaves takes its
crates out of the game. It is known to the simulator only (`world.py`), and nobody reads about it: it has no words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tta_p2p.games import contract as c
from tta_p2p.games.entry import Entry
from tta_p2p.games.game import Game
from tta_p2p.games.kit import cards
from tta_p2p.games.kit.encoding import state_codec
from tta_p2p.games.kit.flow import Args, Flow, Verb, pop, push
from tta_p2p.games.kit.game import KitGame, rank_seats
from tta_p2p.games.kit.state import Frame, GameState, TableFrame

GOODS = ("wool", "wine")
FACES = GOODS * 6
HAND = 2


@dataclass(slots=True, kw_only=True)
class State(GameState):
    """All that everybody sees; `pier` and `ferry` are face down."""

    hands: list[tuple[c.Handle, ...]]
    kept: list[tuple[c.Face, ...]]
    turns: int = 0
    pier: tuple[c.Handle, ...] = ()
    ferry: tuple[c.Handle, ...] = ()
    shown: tuple[c.Face, ...] = ()


FLOW: Flow[State] = Flow()


class Toss(TableFrame, frozen=True):
    """The coin was tossed."""


class Turned(TableFrame, frozen=True):
    """A crate was shown."""


class Choose(TableFrame, frozen=True):
    """All choose a crate of their hand, all at once."""


class PassOn(TableFrame, frozen=True):
    """The rest of the hands goes to the neighbours."""


class Board(Frame, frozen=True):
    """A seat looks, or takes."""


class Next(TableFrame, frozen=True):
    """Another seat boards, or the ferry leaves."""


@FLOW.listener(Toss)
def _toss(s: State, frame: Toss, fact: c.Rolled) -> None:
    s.turns = fact.value


@FLOW.listener(Turned)
def _turned(s: State, frame: Turned, fact: c.Shown) -> None:
    s.shown = (*s.shown, *fact.faces)
    if len(s.shown) > 1:
        s.finish("gone")


@FLOW.runner(PassOn)
def _pass_on(s: State, frame: PassOn) -> None:
    before, s.hands = s.hands, [()] * len(s.hands)
    for seat in s.active_seats:
        if before[seat]:
            neighbour = s.seat_after(seat)
            cards.pass_cards(s, neighbour, before[seat])
            s.hands[neighbour] = before[seat]
    push(s, Next(0))


@FLOW.runner(Next)
def _next(s: State, frame: Next) -> None:
    if frame.seat < len(s.hands) and s.pier:
        push(s, Next(frame.seat + 1))
        seat = (frame.seat + s.turns) % len(s.hands)
        if seat in s.active_seats:
            push(s, Board(seat))
    elif s.ferry:
        mixed = cards.shuffle(s, "ferry", s.ferry)
        cards.show(s, mixed[:1], Turned(0))
        s.ferry = mixed[1:]
    else:
        s.finish("gone")


FLOW.question(
    Choose,
    "choose",
    ("keep", "leave"),
    seats=lambda s, frame: tuple(seat for seat, hand in enumerate(s.hands) if hand),
)
FLOW.question(Board, "board", ("look", "take"), idle="look")


class Choice(Verb[State]):
    """One crate of the hand, with its face if it is shown."""

    shape = (c.Card,)

    def check(self, s: State, frame: Choose, args: Args) -> c.Cost | c.Line:
        (card,) = args
        fits = card.handle in s.hands[frame.seat] and self.fits(s, card)
        return () if fits else c.Line("no-crate", (c.Card(card.handle),))

    def do(self, s: State, frame: Choose, args: Args, cost: c.Cost) -> None:
        (card,) = args
        s.hands[frame.seat] = tuple(h for h in s.hands[frame.seat] if h != card.handle)
        self.carry_out(s, frame.seat, card)

    def effects(self, s: State, frame: Choose, args: Args) -> tuple[c.Line, ...]:
        return (c.Line(self.name, args),)

    def fits(self, s: State, card: c.Card) -> bool:
        """Say whether the face is named as it must be."""
        raise NotImplementedError

    def carry_out(self, s: State, seat: c.Seat, card: c.Card) -> None:
        """Do with the card what was chosen; it is out of the hand already."""
        raise NotImplementedError


@FLOW.verb
class Keep(Choice):
    """`keep #7=wool`: the crate lies open before its owner."""

    name = "keep"

    def candidates(self, s: State, frame: Choose, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            if handle in knows.faces:
                yield (c.Card(handle, knows.faces[handle]),)

    def fits(self, s: State, card: c.Card) -> bool:
        return cards.can_be(s, card.handle, card.face)

    def claims(self, s: State, frame: Choose, args: Args) -> tuple[c.Claim, ...]:
        return (c.Is(args[0].handle, args[0].face),)

    def carry_out(self, s: State, seat: c.Seat, card: c.Card) -> None:
        cards.reveal(s, card.handle, card.face)
        s.kept[seat] = (*s.kept[seat], card.face)


@FLOW.verb
class Leave(Choice):
    """`leave #7`: the crate goes face down onto the ferry."""

    name = "leave"

    def candidates(self, s: State, frame: Choose, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            yield (c.Card(handle),)

    def fits(self, s: State, card: c.Card) -> bool:
        return card.face == ""

    def carry_out(self, s: State, seat: c.Seat, card: c.Card) -> None:
        cards.return_cards(s, seat, (card.handle,))
        s.ferry = (*s.ferry, card.handle)


class Boarding(Verb[State]):
    """What a seat does in its turn with the top crate of the pier."""

    def check(self, s: State, frame: Board, args: Args) -> c.Cost | c.Line:
        return () if s.pier else c.Line("no-crate", ())

    def effects(self, s: State, frame: Board, args: Args) -> tuple[c.Line, ...]:
        return (c.Line(self.name),)


@FLOW.verb
class Look(Boarding):
    """`look`: nobody else sees the crate."""

    name = "look"

    def do(self, s: State, frame: Board, args: Args, cost: c.Cost) -> None:
        pop(s)
        cards.peek(s, s.pier[:1], frame.seat)


@FLOW.verb
class Take(Boarding):
    """`take`: the crate comes into the hand, which is mixed."""

    name = "take"

    def do(self, s: State, frame: Board, args: Args, cost: c.Cost) -> None:
        pop(s)
        taken, s.pier = s.pier[:1], s.pier[1:]
        cards.deal(s, frame.seat, taken)
        s.hands[frame.seat] = cards.remix(s, frame.seat, (*s.hands[frame.seat], *taken))


class Ferry(KitGame[State]):
    """The rules of Ferry."""

    name = "ferry"
    seats = (2, 3, 4, 5)
    settings = ()
    flow = FLOW
    codec = state_codec(State, 1, FLOW.frames)
    words: Mapping[str, Mapping[str, str]] = {"en": {}, "zh-Hans": {}}
    names: Mapping[str, Mapping[str, str]] = {"en": {}, "zh-Hans": {}}

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        """Ask for the toss, the crates, the one that is shown, and the hands."""
        s = State(left=[None] * seats, hands=[()] * seats, kept=[()] * seats)
        cards.roll(s, seats, Toss(0))
        crates = cards.shuffle(s, "crates", (), FACES)
        cards.show(s, crates[:1], Turned(0))
        s.pier = crates[1:]
        for seat in range(seats):
            hand, s.pier = s.pier[:HAND], s.pier[HAND:]
            cards.deal(s, seat, hand)
            s.hands[seat] = cards.remix(s, seat, hand)
        push(s, Choose(0), PassOn(0))
        return s

    def clear_seat(self, s: State, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        """Take the hand out of the game; what was on its way to the seat is lost, too."""
        s.hands[seat] = ()

    def turn(self, state: State) -> tuple[int, c.Seat | None]:
        """There is one turn."""
        return 1, None

    def zones(self, state: State) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        """Say where the crates lie that are face down."""
        yield "pier", None, state.pier
        yield "ferry", None, state.ferry
        for seat, hand in enumerate(state.hands):
            yield "hand", seat, hand

    def upcoming_shuffles(self, state: State) -> tuple[c.UpcomingShuffle, ...]:
        """The only shuffle of known faces is the first."""
        return ()

    def standings(self, state: State) -> c.Standings:
        """Score kept crates of the good that was shown last, and the hands."""
        wanted = state.shown[-1:]
        parts = [
            (("kept", sum(face in wanted for face in kept)), ("hand", len(hand)))
            for kept, hand in zip(state.kept, state.hands, strict=True)
        ]
        return rank_seats(parts, state.left, c.Line(state.ending) if state.over else None)

    def faces(self) -> tuple[c.Face, ...]:
        """List every face."""
        return tuple(sorted(GOODS))

    def back(self, face: c.Face) -> c.Back:
        """All crates look alike."""
        return dict.fromkeys(GOODS, "crate")[face]

    def rules_digests(self) -> Mapping[str, bytes]:
        """The engine's version, and the crates."""
        return {"engine": b"1", "crates": " ".join(FACES).encode()}


def _rules() -> Game[Any, Any]:
    return Ferry()


ENTRY = Entry("Ferry", seats=Ferry.seats, rules=_rules, example=True)
