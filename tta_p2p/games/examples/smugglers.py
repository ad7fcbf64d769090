"""Smugglers: a little game of hidden barrels for 2 to 4 smugglers.

Eighteen crates with one back: barrels numbered 1, 2 and 3 (four of each) and lamps numbered 1 (three), 2
(two) and 3 (one). Everybody is dealt two crates, one more is shown and lies on the quay. Seats take turns.
In your turn take up to two actions (a table may play with three), each kind once, then end the turn:

- sell a barrel: it goes open onto the quay, you get its number in coins;
- stow a barrel unseen in the cave, for two coins: that it is a barrel is proved, which one is not;
- light the lighthouse: prove that your lamps add up to more than the light that burns; you keep it now;
- spy, for a coin: look at a crate in the cave or in another hand;
- fetch, for a coin, the top crate of the quay into your hand.

Ending a turn draws a crate. When the last one is drawn the cave is raided: its crates are mixed and shown,
and who keeps the light gets their numbers. Most coins and loot win. Who leaves takes its crates out of the
game; a light it kept goes out. The last one to stay wins at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from .. import contract as c
from .. import knowledge
from ..plain import PlainGame, ranked
from .texts import SMUGGLERS

BARRELS = ("barrel-1", "barrel-2", "barrel-3")
LAMPS = (("lamp-1", 1), ("lamp-2", 2), ("lamp-3", 3))
FACES = (*BARRELS * 4, *("lamp-1",) * 3, *("lamp-2",) * 2, "lamp-3")
BACK = "crate"
STOWED = 2
T = TypeVar("T")


class State(msgspec.Struct, frozen=True):
    """All that everybody sees; `deck`, `cave` and `out` are face down, `quay` and `loot` open."""

    acts: int
    left: tuple[c.Reason | None, ...]
    hands: tuple[tuple[c.Handle, ...], ...]
    coins: tuple[int, ...]
    stage: str = "start"
    needs: tuple[c.Need, ...] = ()
    next_need: int = 0
    next_handle: int = 0
    turn: c.Seat = 0
    used: tuple[str, ...] = ()
    deck: tuple[c.Handle, ...] = ()
    cave: tuple[c.Handle, ...] = ()
    out: tuple[c.Handle, ...] = ()
    quay: tuple[c.Face, ...] = ()
    loot: tuple[c.Face, ...] = ()
    light: int = 0
    keeper: c.Seat | None = None


class Smugglers(PlainGame[State]):
    """The rules of Smugglers."""

    name = "smugglers"
    seats = (2, 3, 4)
    settings = (c.Setting("actions", (2, 3)),)
    state_type = State

    def start(self, options: c.Options, seats: int) -> c.Step[State]:
        """Ask for the crates, the hands and the one on the quay."""
        acts = c.settle(self.settings, options)["actions"]
        if seats not in self.seats:
            raise c.BadOptions("bad-seats", seats)
        s = State(int(acts), (None,) * seats, ((),) * seats, (0,) * seats)
        s, into = _born(s, len(FACES))
        s = _ask(s, c.Shuffle(0, "crates", (), FACES, into))
        s = _ask(s, c.Show(1, into[:1]))
        for seat in range(seats):
            hand = into[1 + 2 * seat : 3 + 2 * seat]
            s = _ask_remix(_ask(s, c.Deal(s.next_need, hand, seat)), seat, hand)
        return c.Step(s)

    def apply(self, state: State, fact: c.Fact) -> c.Step[State]:
        """Give what the fact leads to."""
        match fact:
            case c.Act() | c.Acts():
                c.check_acts(self.decision(state), fact)
                assert isinstance(fact, c.Act)
                self.claims(state, fact)
                s, log = _acted(state, fact)
            case c.Left(seat, reason):
                if not 0 <= seat < len(state.left) or state.left[seat] is not None or state.stage == "over":
                    raise c.Illegal("not-playing", seat)
                s, log = _leave(state, seat, reason), (c.Line("left", (seat,)),)
            case _:
                need = c.check_answer(state.needs, fact)
                s, log = _answered(replace(state, needs=state.needs[1:]), need, fact)
        while not s.needs and s.stage not in ("turn", "over"):
            s = _advance(s)
        return c.Step(s, log, c.is_barrier(self, s, fact))

    def needs(self, state: State) -> tuple[c.Need, ...]:
        """Give all open needs."""
        return state.needs

    def decision(self, state: State) -> c.Decision | None:
        """The seat in turn decides."""
        if state.needs or state.stage != "turn":
            return None
        return c.Decision((state.turn,), "turn", (state.acts - len(state.used),), idle="end")

    def claims(self, state: State, act: c.Act) -> tuple[c.Claim, ...]:
        """Say what must be proved, and refuse what the rules do not allow."""
        s, seat = state, act.seat
        if s.needs or s.stage != "turn" or seat != s.turn:
            raise c.Illegal("nothing-to-decide", seat=seat)
        if act.verb != "end" and (act.verb in s.used or len(s.used) == s.acts):
            raise c.Illegal("no-more", act.verb, seat=seat)
        if act.verb in ("spy", "fetch") and not s.coins[seat]:
            raise c.Illegal("no-coin", seat=seat)
        hand = s.hands[seat]
        match act.verb, act.args:
            case "sell", (c.Card(handle, face),) if handle in hand and face in BARRELS:
                return (c.Is(handle, face),)
            case "stow", (c.Card(handle, ""),) if handle in hand:
                return (c.OneOf(handle, BARRELS),)
            case "light", (int(light),) if s.light < light <= 3 * len(hand):
                return (c.AtLeast(hand, LAMPS, light),)
            case "spy", (c.Card(handle, ""),) if handle not in hand and handle in _within_reach(s):
                return ()
            case ("fetch", ()) if s.quay:
                return ()
            case "end", ():
                return ()
        raise c.Illegal("not-possible", act.verb, seat=seat)

    def legal(self, state: State, knows: c.Knowledge, seat: c.Seat) -> tuple[c.Option, ...]:
        """List the actions that are left, then the end of the turn."""
        if state.needs or state.stage != "turn" or seat != state.turn:
            return ()
        hand, faces = state.hands[seat], knows.faces
        light = sum(dict(LAMPS).get(faces.get(h, ""), 0) for h in hand)
        acts = [c.Act(seat, "sell", (c.Card(h, faces.get(h, "")),)) for h in hand]
        acts += [c.Act(seat, "stow", (c.Card(h),)) for h in hand]
        acts += [c.Act(seat, "light", (n,)) for n in range(state.light + 1, light + 1)]
        acts += [c.Act(seat, "spy", (c.Card(h),)) for h in _within_reach(state)]
        acts += [c.Act(seat, "fetch"), c.Act(seat, "end")]
        seen = [(act, self.explain(state, knows, act)) for act in acts]
        return tuple(c.Option(act, told.cost) for act, told in seen if told.refusal is None)

    def explain(self, state: State, knows: c.Knowledge, act: c.Act) -> c.Explanation:
        """Say what an action costs and gives."""
        try:
            if not all(knowledge.agrees(knows, claim) for claim in self.claims(state, act)):
                raise c.Illegal("not-so", *act.args)
        except c.Illegal as refused:
            return c.Explanation(refusal=refused.line)
        cost = (("coin", 1),) if act.verb in ("spy", "fetch") else ()
        return c.Explanation(cost, (c.Line(act.verb, act.args),), act.verb not in ("sell", "light"))

    def ahead(self, state: State) -> tuple[c.Ahead, ...]:
        """No deck is laid out later."""
        return ()

    def standings(self, state: State) -> c.Standings:
        """Score coins, and for the keeper of the light the loot."""
        loot = sum(map(_number, state.loot))
        parts = [
            (("coins", coins), ("loot", loot if seat == state.keeper else 0))
            for seat, coins in enumerate(state.coins)
        ]
        ending = c.Line("alone" if len(_stay(state)) == 1 else "raided")
        return ranked(parts, state.left, ending if state.stage == "over" else None)

    def faces(self) -> tuple[c.Face, ...]:
        """List every face."""
        return tuple(sorted(set(FACES)))

    def back(self, face: c.Face) -> c.Back:
        """All crates look alike."""
        return dict.fromkeys(FACES, BACK)[face]

    def hidden(self, state: State) -> Mapping[c.Handle, c.Hidden]:
        """Say where every closed crate lies."""
        places = {h: c.Hidden(BACK, "hand", seat) for seat, hand in enumerate(state.hands) for h in hand}
        for zone, pile in (("deck", state.deck), ("cave", state.cave), ("out", state.out)):
            places.update(dict.fromkeys(pile, c.Hidden(BACK, zone)))
        return dict(sorted(places.items()))

    def unseen(self, state: State) -> Mapping[c.Back, tuple[c.Face, ...]]:
        """Give all faces but those lying open; none before the crates are mixed."""
        closed = Counter(FACES) - Counter(state.quay) - Counter(state.loot)
        return {BACK: tuple(sorted(closed.elements())) if self.hidden(state) else ()}

    def rules(self) -> Mapping[str, bytes]:
        """The engine's version, and the crates (few enough to be their own digest)."""
        return {"engine": b"1", "crates": " ".join(FACES).encode()}

    def texts(self, language: str) -> Mapping[str, str]:
        """English only."""
        cards = {f"card.{face}": face.replace("-", " ") for face in FACES}
        return {**SMUGGLERS, **cards} if language == "en" else {}


def _stay(s: State) -> list[c.Seat]:
    return [seat for seat, reason in enumerate(s.left) if reason is None]


def _number(face: c.Face) -> int:
    return int(face.partition("-")[2])


def _within_reach(s: State) -> tuple[c.Handle, ...]:
    """The crates a spy can open: the cave's, and those in other hands."""
    return (*s.cave, *(h for seat, hand in enumerate(s.hands) if seat != s.turn for h in hand))


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _pay(s: State, seat: c.Seat, coins: int) -> State:
    return replace(s, coins=_with(s.coins, seat, s.coins[seat] + coins))


def _born(s: State, count: int) -> tuple[State, tuple[c.Handle, ...]]:
    """Take new handles from the counter."""
    into = tuple(range(s.next_handle, s.next_handle + count))
    return replace(s, next_handle=s.next_handle + count), into


def _ask(s: State, need: c.Need) -> State:
    return replace(s, needs=(*s.needs, need), next_need=need.number + 1)


def _ask_remix(
    s: State, seat: c.Seat, hand: tuple[c.Handle, ...], faces: tuple[c.Face, ...] = ()
) -> State:
    """Ask a seat to mix its hand, so that nobody can follow a crate through it."""
    if len(hand) + len(faces) < 2 and not faces:
        return s
    s, into = _born(s, len(hand) + len(faces))
    return _ask(s, c.Remix(s.next_need, seat, hand, faces, into))


def _acted(s: State, act: c.Act) -> tuple[State, tuple[c.Line, ...]]:
    """Carry out an act that is allowed."""
    seat, hand = act.seat, s.hands[act.seat]
    log = (c.Line(act.verb, (seat, *act.args)),)
    s = replace(s, used=(*s.used, act.verb), stage="act" if act.verb in ("stow", "spy", "fetch") else "turn")
    match act.verb, act.args:
        case "sell", (c.Card(handle, face),):
            hand = tuple(h for h in hand if h != handle)
            s = _pay(replace(s, hands=_with(s.hands, seat, hand), quay=(face, *s.quay)), seat, _number(face))
        case "stow", (c.Card(handle, _),):
            s = _ask(_pay(s, seat, STOWED), c.Return(s.next_need, (handle,)))
        case "light", (int(light),):
            s = replace(s, light=light, keeper=seat)
        case "spy", (c.Card(handle, _),):
            s = _ask(_pay(s, seat, -1), c.Peek(s.next_need, (handle,), seat))
        case "fetch", _:
            s = _ask_remix(_pay(s, seat, -1), seat, hand, s.quay[:1])
        case _:
            s = _ask(replace(s, stage="end"), c.Deal(s.next_need, s.deck[:1], seat))
            s = _ask_remix(s, seat, (*hand, *s.deck[:1]))
    return s, log


def _answered(s: State, need: c.Need, fact: c.Fact) -> tuple[State, tuple[c.Line, ...]]:
    """Move the crates, now that the need is answered."""
    match need, fact:
        case c.Shuffle(_, "crates", _, _, into), _:
            return replace(s, deck=into), ()
        case c.Shuffle(_, _, _, _, into), _:
            return replace(s, cave=into), ()
        case c.Show(_, handles), c.Shown(_, faces) if s.stage == "start":
            deck = tuple(h for h in s.deck if h not in handles)
            return replace(s, deck=deck, quay=faces), (c.Line("quay", faces),)
        case c.Show(), c.Shown(_, faces):
            return replace(s, cave=(), loot=faces), tuple(c.Line("loot", (face,)) for face in faces)
        case c.Deal(_, handles, seat), _:
            deck = tuple(h for h in s.deck if h not in handles)
            return replace(s, deck=deck, hands=_with(s.hands, seat, (*s.hands[seat], *handles))), ()
        case c.Remix(_, seat, _, faces, into), _:
            return replace(s, hands=_with(s.hands, seat, into), quay=s.quay[len(faces) :]), ()
        case c.Return(_, handles), _:
            hands = tuple(tuple(h for h in hand if h not in handles) for hand in s.hands)
            return replace(s, hands=hands, cave=(*s.cave, *handles)), ()
    return s, ()


def _advance(s: State) -> State:
    """No need is open: go on to what comes next."""
    if len(_stay(s)) == 1:
        return replace(s, stage="over")
    match s.stage:
        case "end" if s.deck:
            after = [seat for seat in _stay(s) if seat > s.turn] or _stay(s)
            return replace(s, stage="turn", turn=after[0], used=())
        case "end" if s.cave:
            s, into = _born(replace(s, stage="raid"), len(s.cave))
            s = _ask(s, c.Shuffle(s.next_need, "cave", s.cave, (), into))
            return _ask(s, c.Show(s.next_need, into))
        case "start":
            return replace(s, stage="turn", turn=_stay(s)[0])
        case "act":
            return replace(s, stage="turn")
    return replace(s, stage="over")


def _leave(s: State, seat: c.Seat, reason: c.Reason) -> State:
    """Take the hand out of the game, drop what was asked of this seat, and end its turn."""
    gone = s.hands[seat]
    s = replace(s, left=_with(s.left, seat, reason), hands=_with(s.hands, seat, ()), out=(*s.out, *gone))
    needs = []
    for need in s.needs if len(_stay(s)) > 1 else ():
        match need:
            case c.Deal(_, _, to) | c.Remix(_, to, _, _, _) | c.Peek(_, _, to) if to == seat:
                pass
            case c.Return(_, handles) if set(handles) <= set(gone):
                pass
            case _:
                needs.append(need)
    s = replace(s, needs=tuple(needs))
    if s.keeper == seat:
        s = replace(s, keeper=None, light=0)
    if len(_stay(s)) == 1 or (s.turn == seat and s.stage in ("turn", "act")):
        s = replace(s, stage="end")
    return s
