"""Battles: a toy in which two armies fight with random parts of themselves, again and again.

Troops of three kinds have one back, and each kind its deck. In its turn a seat fights the other one or rests. For a
battle both armies are put down unseen and mixed, and each seat is dealt a part of its own, its front, and then the
rest. The attacker plays a card of its front, then the defender plays one or yields. The lower card falls, the other
goes back. At the end of the next turn what has fallen is mixed into the deck of its kind, and the armies are filled
up again. So everybody knows many things about piles that overlap, and more with each battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tta_p2p.games import contract as c
from tta_p2p.games import knowledge
from tta_p2p.games.plain import PlainGame, ranked

KINDS = ("foot", "guns", "horse")
FACES = tuple(f"{kind}-{number}" for kind in KINDS for number in range(1, 9))
BACK = "troop"
ARMY = 6
FRONT = 3
T = TypeVar("T")


class State(msgspec.Struct, frozen=True):
    """What everybody sees; `played` are the open cards of the battle, `due` will be mixed into the decks."""

    turns: int
    left: tuple[c.Reason | None, ...] = (None, None)
    armies: tuple[tuple[c.Handle, ...], ...] = ((), ())
    fronts: tuple[tuple[c.Handle, ...], ...] = ((), ())
    camps: tuple[tuple[c.Handle, ...], ...] = ((), ())
    decks: tuple[tuple[c.Handle, ...], ...] = ((), (), ())
    out: tuple[c.Handle, ...] = ()
    fallen: tuple[c.Face, ...] = ()
    due: tuple[c.Face, ...] = ()
    played: tuple[c.Face, ...] = ()
    won: tuple[int, ...] = (0, 0)
    turn: c.Seat = 0
    stage: str = "start"
    needs: tuple[c.Need, ...] = ()
    next_need: int = 0
    next_handle: int = 0


class Battles(PlainGame[State]):
    name = "battles"
    seats = (2,)
    settings = (c.Setting("turns", (8, 12, 200)),)
    state_type = State

    def start(self, options: c.Options, seats: int) -> c.Step[State]:
        turns = c.settle(self.settings, options)["turns"]
        if seats not in self.seats:
            raise c.BadOptions("bad-seats", seats)
        s = State(int(turns))
        decks = []
        for kind in KINDS:
            faces = _of_kind(kind, FACES)
            s, into = _born(s, len(faces))
            s = _ask(s, c.Shuffle(s.next_need, kind, (), faces, into))
            decks.append(into)
        for seat in (0, 1):
            s, decks = _fill(s, seat, decks)
        return c.Step(s)

    def apply(self, state: State, fact: c.Fact) -> c.Step[State]:
        match fact:
            case c.Act() | c.Acts():
                c.check_acts(self.decision(state), fact)
                assert isinstance(fact, c.Act)
                self.claims(state, fact)
                s, log = _acted(state, fact), (c.Line(fact.verb, (fact.seat, *fact.args)),)
            case c.Left(seat, reason):
                if not 0 <= seat < 2 or state.left[seat] is not None or state.stage == "over":
                    raise c.Illegal("not-playing", seat)
                hand = (*state.armies[seat], *state.fronts[seat])
                s = replace(state, armies=_with(state.armies, seat, ()), fronts=_with(state.fronts, seat, ()))
                s = replace(s, left=_with(s.left, seat, reason), out=hand, needs=(), stage="over")
                log = (c.Line("left", (seat,)),)
            case _:
                need = c.check_answer(state.needs, fact)
                s, log = _answered(replace(state, needs=state.needs[1:]), need), ()
        while not s.needs and s.stage in ("start", "muster", "after", "end"):
            s = _advance(s)
        return c.Step(s, log, c.is_barrier(self, s, fact))

    def needs(self, state: State) -> tuple[c.Need, ...]:
        return state.needs

    def decision(self, state: State) -> c.Decision | None:
        if state.needs or state.stage == "over":
            return None
        idle = {"turn": "rest", "defend": "yield"}.get(state.stage, "")
        return c.Decision((1 - state.turn if state.stage == "defend" else state.turn,), state.stage, idle=idle)

    def claims(self, state: State, act: c.Act) -> tuple[c.Claim, ...]:
        decision = self.decision(state)
        if decision is None or decision.seats != (act.seat,):
            raise c.Illegal("nothing-to-decide", seat=act.seat)
        match state.stage, act.verb, act.args:
            case ("turn", "fight" | "rest", ()) | ("defend", "yield", ()):
                return ()
            case "attack" | "defend", "play", (c.Card(handle, face),) if handle in state.fronts[act.seat]:
                if face in FACES and face not in (*state.fallen, *state.due, *state.played):
                    return (c.Is(handle, face),)
        raise c.Illegal("not-possible", act.verb, seat=act.seat)

    def legal(self, state: State, knows: c.Knowledge, seat: c.Seat) -> tuple[c.Option, ...]:
        decision = self.decision(state)
        if decision is None or seat not in decision.seats:
            return ()
        front = [c.Act(seat, "play", (c.Card(h, knows.faces.get(h, "")),)) for h in state.fronts[seat]]
        acts = [*front, *(c.Act(seat, verb) for verb in ("fight", "rest", "yield"))]
        return tuple(c.Option(act) for act in acts if self.explain(state, knows, act).refusal is None)

    def explain(self, state: State, knows: c.Knowledge, act: c.Act) -> c.Explanation:
        try:
            if not all(knowledge.agrees(knows, claim) for claim in self.claims(state, act)):
                raise c.Illegal("not-so", *act.args)
        except c.Illegal as refused:
            return c.Explanation(refusal=refused.line)
        return c.Explanation(barrier=True)

    def ahead(self, state: State) -> tuple[c.Ahead, ...]:
        if state.stage == "over":
            return ()
        piles = zip(KINDS, state.decks, strict=True)
        announced = (c.Ahead(kind, _of_kind(kind, state.due), deck) for kind, deck in piles)
        return tuple(one for one in announced if one.faces)

    def standings(self, state: State) -> c.Standings:
        parts = [(("won", won),) for won in state.won]
        return ranked(parts, state.left, c.Line("peace") if state.stage == "over" else None)

    def faces(self) -> tuple[c.Face, ...]:
        return FACES

    def back(self, face: c.Face) -> c.Back:
        return dict.fromkeys(FACES, BACK)[face]

    def hidden(self, state: State) -> Mapping[c.Handle, c.Hidden]:
        places = dict.fromkeys(state.out, c.Hidden(BACK, "out"))
        for kind, deck in zip(KINDS, state.decks, strict=True):
            places.update(dict.fromkeys(deck, c.Hidden(BACK, kind)))
        for seat in (0, 1):
            places.update(dict.fromkeys(state.camps[seat], c.Hidden(BACK, "camp")))
            places.update(dict.fromkeys(state.armies[seat], c.Hidden(BACK, "army", seat)))
            places.update(dict.fromkeys(state.fronts[seat], c.Hidden(BACK, "front", seat)))
        return dict(sorted(places.items()))

    def unseen(self, state: State) -> Mapping[c.Back, tuple[c.Face, ...]]:
        seen = {*state.fallen, *state.due, *state.played}
        return {BACK: tuple(face for face in FACES if face not in seen) if self.hidden(state) else ()}

    def rules(self) -> Mapping[str, bytes]:
        return {"engine": b"1"}

    def texts(self, language: str) -> Mapping[str, str]:
        keys = ["decision.turn", "decision.attack", "decision.defend", "act.fight", "act.rest", "act.play", "act.yield"]
        keys += ["log.fight", "log.rest", "log.play", "log.yield", "log.left", "ending.peace", "score.won"]
        keys += ["back.troop", "zone.army", "zone.front", "zone.out", *(f"zone.{kind}" for kind in KINDS)]
        keys += ["illegal.not-possible", "setting.turns"]
        return dict.fromkeys((*keys, *(f"card.{face}" for face in FACES)), "words")


def _of_kind(kind: str, faces: tuple[c.Face, ...]) -> tuple[c.Face, ...]:
    return tuple(face for face in faces if face.startswith(kind))


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _born(s: State, count: int) -> tuple[State, tuple[c.Handle, ...]]:
    into = tuple(range(s.next_handle, s.next_handle + count))
    return replace(s, next_handle=s.next_handle + count), into


def _ask(s: State, need: c.Need) -> State:
    return replace(s, needs=(*s.needs, need), next_need=need.number + 1)


def _fill(
    s: State, seat: c.Seat, decks: list[tuple[c.Handle, ...]], back: tuple[c.Face, ...] = ()
) -> tuple[State, list[tuple[c.Handle, ...]]]:
    """Ask for cards of the highest decks until the army is complete, and mix all of it with a card that comes back."""
    kept = (*s.armies[seat], *s.fronts[seat])
    drawn: tuple[c.Handle, ...] = ()
    while len(kept) + len(back) + len(drawn) < ARMY:
        highest = max(range(len(decks)), key=lambda at: len(decks[at]))
        drawn = (*drawn, *decks[highest][:1])
        decks = [*decks[:highest], decks[highest][1:], *decks[highest + 1 :]]
    if drawn:
        s = _ask(s, c.Deal(s.next_need, drawn, seat))
    if drawn or back or s.fronts[seat]:
        s, into = _born(s, ARMY)
        s = _ask(s, c.Remix(s.next_need, seat, tuple(sorted((*kept, *drawn))), back, into))
    return s, decks


def _acted(s: State, act: c.Act) -> State:
    match act.verb, act.args:
        case "fight", ():
            for seat in (0, 1):
                s = _ask(s, c.Return(s.next_need, s.armies[seat]))
            return replace(s, stage="muster")
        case "play", (c.Card(handle, face),):
            front = tuple(h for h in s.fronts[act.seat] if h != handle)
            s = replace(s, fronts=_with(s.fronts, act.seat, front), played=(*s.played, face))
            return replace(s, stage="defend" if s.stage == "attack" else "after")
        case "yield", ():
            return replace(s, stage="after")
    return replace(s, stage="after")


def _answered(s: State, need: c.Need) -> State:
    """Move the cards, now that the need is answered."""
    match need:
        case c.Shuffle(_, deck, _, faces, into) if deck in KINDS:
            due = tuple(face for face in s.due if face not in faces)
            return replace(s, decks=_with(s.decks, KINDS.index(deck), into), due=due)
        case c.Shuffle(_, camp, _, _, into):
            return replace(s, camps=_with(s.camps, int(camp), into))
        case c.Return(_, handles):
            seat = s.armies.index(handles)
            return replace(s, armies=_with(s.armies, seat, ()), camps=_with(s.camps, seat, handles))
        case c.Deal(_, handles, seat):
            mustered = bool(s.camps[seat]) and not s.fronts[seat]
            decks = tuple(_without(deck, handles) for deck in s.decks)
            s = replace(s, decks=decks, camps=_with(s.camps, seat, _without(s.camps[seat], handles)))
            if mustered:
                return replace(s, fronts=_with(s.fronts, seat, handles))
            return replace(s, armies=_with(s.armies, seat, (*s.armies[seat], *handles)))
        case c.Remix(_, seat, _, faces, into):
            s = replace(s, armies=_with(s.armies, seat, into), fronts=_with(s.fronts, seat, ()))
            return replace(s, played=tuple(face for face in s.played if face not in faces))
    raise AssertionError(f"never asked: {need}")


def _without(handles: tuple[c.Handle, ...], gone: tuple[c.Handle, ...]) -> tuple[c.Handle, ...]:
    return tuple(h for h in handles if h not in gone)


def _advance(s: State) -> State:
    """No need is open: go on to what comes next."""
    match s.stage:
        case "start":
            return replace(s, stage="turn")
        case "muster":
            for seat in (0, 1):
                s, into = _born(s, len(s.camps[seat]))
                s = _ask(s, c.Shuffle(s.next_need, str(seat), s.camps[seat], (), into))
                s = _ask(s, c.Deal(s.next_need, into[:FRONT], seat))
                s = _ask(s, c.Deal(s.next_need, into[FRONT:], seat))
            return replace(s, stage="attack")
        case "after":
            return _after(s)
    turns = s.turns - 1
    s = replace(s, turns=turns, turn=1 - s.turn, due=s.fallen, fallen=())
    return replace(s, stage="turn" if turns else "over")


def _after(s: State) -> State:
    """The turn is over: the lower card falls, the other goes back, and the armies are filled up."""
    back: tuple[tuple[c.Face, ...], ...] = ((), ())
    if s.played:
        best = max(s.played, key=lambda face: (face[-1], face))
        winner = s.turn if best == s.played[0] else 1 - s.turn
        back = _with(back, winner, (best,))
        fallen = tuple(face for face in s.played if face != best)
        s = replace(s, played=(best,), fallen=fallen, won=_with(s.won, winner, s.won[winner] + 1))
    decks = list(s.decks)
    for at, kind in enumerate(KINDS):
        faces = _of_kind(kind, s.due)
        if faces:
            s, into = _born(s, len(decks[at]) + len(faces))
            s = _ask(s, c.Shuffle(s.next_need, kind, decks[at], faces, into))
            decks[at] = into
    for seat in (0, 1):
        s, decks = _fill(s, seat, decks, back[seat])
    return replace(s, stage="end")
