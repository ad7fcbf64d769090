"""Battles: a toy in which two armies fight with random parts of themselves, again and again.

Troops of three kinds have one back, and each kind its deck. In its turn a seat fights the other one or rests. For a
battle both armies are put down unseen and mixed, and each seat is dealt a part of its own, its front, and then the
rest. The attacker plays a card of its front, then the defender plays one or yields. The lower card falls, the other
goes back. At the end of the next turn what has fallen is mixed into the deck of its kind, and the armies are filled
up again. So everybody knows many things about piles that overlap, and more with each battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tta_p2p.games import contract as c
from tta_p2p.games.kit import cards
from tta_p2p.games.kit.encoding import state_codec
from tta_p2p.games.kit.flow import Args, Flow, Verb, pop, push
from tta_p2p.games.kit.game import KitGame, rank_seats
from tta_p2p.games.kit.state import Frame, GameState, TableFrame

KINDS = ("foot", "guns", "horse")
FACES = tuple(f"{kind}-{number}" for kind in KINDS for number in range(1, 9))
BACK = "troop"
ARMY = 6
FRONT = 3


@dataclass(slots=True, kw_only=True)
class State(GameState):
    """What everybody sees; `played` are the open cards of the battle, `due` will be mixed into the decks."""

    turns: int
    armies: list[tuple[c.Handle, ...]] = field(default_factory=lambda: [(), ()])
    fronts: list[tuple[c.Handle, ...]] = field(default_factory=lambda: [(), ()])
    decks: dict[str, tuple[c.Handle, ...]] = field(default_factory=dict)
    played: tuple[c.Face, ...] = ()
    due: tuple[c.Face, ...] = ()
    won: list[int] = field(default_factory=lambda: [0, 0])


FLOW: Flow[State] = Flow()


class Turn(Frame, frozen=True):
    """A seat fights or rests."""


class Attack(Frame, frozen=True):
    """The attacker plays a card of its front."""


class Defend(Frame, frozen=True):
    """The defender plays a card of its front, or yields."""


class Muster(TableFrame, frozen=True):
    """Both armies have been put down: fronts are drawn from them."""


class EndOfTurn(TableFrame, frozen=True):
    """Troops go back and are replaced; the other seat is next."""


FLOW.question(Turn, "turn", ("fight", "rest"), idle="rest")
FLOW.question(Attack, "attack", ("play",))
FLOW.question(Defend, "defend", ("play", "yield"), idle="yield")


@FLOW.runner(Muster)
def muster(s: State, frame: Muster) -> None:
    for seat in (0, 1):
        mixed = cards.shuffle(s, f"camp-{seat}", s.armies[seat])
        s.fronts[seat], s.armies[seat] = mixed[:FRONT], mixed[FRONT:]
        cards.deal(s, seat, s.fronts[seat])
        cards.deal(s, seat, s.armies[seat])


@FLOW.runner(EndOfTurn)
def _end_of_turn(s: State, frame: EndOfTurn) -> None:
    fallen, back = _outcome(s, frame.seat)
    for kind in KINDS:
        if faces := _of_kind(kind, s.due):
            s.decks[kind] = cards.shuffle(s, kind, s.decks[kind], faces)
    s.due, s.played = fallen, ()
    for seat in (0, 1):
        _fill(s, seat, back.get(seat, ()))
    s.turns -= 1
    if s.turns:
        push(s, Turn(1 - frame.seat))
    else:
        push(s, Peace(0))


class Peace(TableFrame, frozen=True):
    """The last turn is over."""


@FLOW.runner(Peace)
def _peace(s: State, frame: Peace) -> None:
    s.finish("peace")


def _outcome(s: State, attacker: c.Seat) -> tuple[tuple[c.Face, ...], dict[c.Seat, tuple[c.Face, ...]]]:
    """Give what has fallen, and what goes back to whom."""
    if not s.played:
        return (), {}
    best = max(s.played, key=lambda face: (face[-1], face))
    winner = attacker if best == s.played[0] else 1 - attacker
    s.won[winner] += 1
    return tuple(face for face in s.played if face != best), {winner: (best,)}


def _fill(s: State, seat: c.Seat, back: tuple[c.Face, ...]) -> None:
    """Deal cards of the highest decks until the army is complete, and mix all of it with a card that comes back."""
    kept = (*s.armies[seat], *s.fronts[seat])
    drawn: list[c.Handle] = []
    while len(kept) + len(back) + len(drawn) < ARMY:
        kind = max(KINDS, key=lambda kind: len(s.decks[kind]))
        drawn.append(s.decks[kind][0])
        s.decks[kind] = s.decks[kind][1:]
    if drawn:
        cards.deal(s, seat, tuple(drawn))
    if drawn or back or s.fronts[seat]:
        s.armies[seat], s.fronts[seat] = cards.remix(s, seat, (*kept, *drawn), back), ()


@FLOW.verb
class Fight(Verb[State]):
    name = "fight"

    def check(self, s: State, frame: Turn, args: Args) -> c.Cost | c.Line:
        return ()

    def do(self, s: State, frame: Turn, args: Args, cost: c.Cost) -> None:
        pop(s)
        s.say("fight", frame.seat)
        for seat in (0, 1):
            cards.return_cards(s, seat, s.armies[seat])
        push(s, Muster(0), Attack(frame.seat), Defend(1 - frame.seat), EndOfTurn(frame.seat))


@FLOW.verb
class Rest(Verb[State]):
    name = "rest"

    def check(self, s: State, frame: Turn, args: Args) -> c.Cost | c.Line:
        return ()

    def do(self, s: State, frame: Turn, args: Args, cost: c.Cost) -> None:
        pop(s)
        s.say("rest", frame.seat)
        push(s, EndOfTurn(frame.seat))


@FLOW.verb
class Play(Verb[State]):
    name = "play"
    shape = (c.Card,)

    def candidates(self, s: State, frame: Frame, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.fronts[frame.seat]:
            yield (c.Card(handle, knows.faces.get(handle, "")),)

    def check(self, s: State, frame: Frame, args: Args) -> c.Cost | c.Line:
        (card,) = args
        there = card.handle in s.fronts[frame.seat] and cards.can_be(s, card.handle, card.face)
        return () if there else c.Line("not-in-front", (card,))

    def claims(self, s: State, frame: Frame, args: Args) -> tuple[c.Claim, ...]:
        return (c.Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Frame, args: Args, cost: c.Cost) -> None:
        (card,) = args
        pop(s)
        s.say("play", frame.seat, card)
        cards.reveal(s, card.handle, card.face)
        s.fronts[frame.seat] = tuple(h for h in s.fronts[frame.seat] if h != card.handle)
        s.played = (*s.played, card.face)


@FLOW.verb
class Yield(Verb[State]):
    name = "yield"

    def check(self, s: State, frame: Defend, args: Args) -> c.Cost | c.Line:
        return ()

    def do(self, s: State, frame: Defend, args: Args, cost: c.Cost) -> None:
        pop(s)
        s.say("yield", frame.seat)


SAID = (
    "decision.turn", "decision.attack", "decision.defend", "act.fight", "act.rest", "act.play", "act.yield",
    "label.play",
    "log.fight", "log.rest", "log.play", "log.yield", "log.left", "ending.peace", "ending.alone", "score.won",
    "back.troop", "zone.army", "zone.front", *(f"zone.{kind}" for kind in KINDS), "illegal.not-in-front",
    "setting.turns",
)  # fmt: skip


class Battles(KitGame[State]):
    name = "battles"
    seats = (2,)
    settings = (c.Setting("turns", (8, 12, 200)),)
    flow = FLOW
    codec = state_codec(State, 1, FLOW.frames)
    words: Mapping[str, Mapping[str, str]] = {"en": {key: key.partition(".")[2] for key in SAID}}
    names: Mapping[str, Mapping[str, str]] = {"en": {face: face.replace("-", " ") for face in FACES}}

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        s = State(left=[None] * seats, turns=int(options["turns"]))
        for kind in KINDS:
            s.decks[kind] = cards.shuffle(s, kind, (), _of_kind(kind, FACES))
        for seat in (0, 1):
            _fill(s, seat, ())
        push(s, Turn(0))
        return s

    def clear_seat(self, s: State, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        s.armies[seat] = s.fronts[seat] = ()

    def zones(self, state: State) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        for kind, deck in state.decks.items():
            yield kind, None, deck
        for seat in (0, 1):
            yield "army", seat, state.armies[seat]
            yield "front", seat, state.fronts[seat]

    def upcoming_shuffles(self, state: State) -> tuple[c.UpcomingShuffle, ...]:
        if state.over or state.pending:
            return ()
        announced = (c.UpcomingShuffle(kind, _of_kind(kind, state.due), deck) for kind, deck in state.decks.items())
        return tuple(one for one in announced if one.faces)

    def standings(self, state: State) -> c.Standings:
        parts = [(("won", won),) for won in state.won]
        return rank_seats(parts, state.left, c.Line(state.ending) if state.over else None)

    def faces(self) -> tuple[c.Face, ...]:
        return FACES

    def back(self, face: c.Face) -> c.Back:
        return dict.fromkeys(FACES, BACK)[face]

    def rules_digests(self) -> Mapping[str, bytes]:
        return {"engine": b"1"}


def _of_kind(kind: str, faces: tuple[c.Face, ...]) -> tuple[c.Face, ...]:
    return tuple(face for face in faces if face.startswith(kind))
