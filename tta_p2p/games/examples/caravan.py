"""Caravan: a little game of passing hands for 2 to 5 merchants.

Three goods, seven cards of each, numbered 1 to 7. A coin toss decides whether hands go left or right all
game. Everybody is dealt four cards. Then, all at once: choose a card of your hand and either keep it
(face up before you) or sell it (face down to the market) for coins. The rest of the hand goes to your
neighbour. When the hands are used up, the market is shuffled and its top card shown: that good is in
demand. You score the numbers on your kept cards, those of the good in demand twice, and your coins.

Who leaves takes the cards of its hand out of the game, and the others pass past it. The last one to stay
wins at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from .. import contract as c
from .. import knowledge
from ..plain import PlainGame, ranked
from .texts import CARAVAN

GOODS = ("salt", "silk", "spice")
FACES: tuple[c.Face, ...] = tuple(f"{good}-{number}" for good in GOODS for number in range(1, 8))
BACK = "bale"
HAND = 4
T = TypeVar("T")


class State(msgspec.Struct, frozen=True):
    """All that everybody sees; `deck`, `market` and `out` are face down."""

    sale: int
    left: tuple[c.Reason | None, ...]
    hands: tuple[tuple[c.Handle, ...], ...]
    kept: tuple[tuple[c.Face, ...], ...]
    coins: tuple[int, ...]
    stage: str = "deal"
    needs: tuple[c.Need, ...] = ()
    next_need: int = 0
    next_handle: int = 0
    to_left: bool = True
    deck: tuple[c.Handle, ...] = ()
    market: tuple[c.Handle, ...] = ()
    out: tuple[c.Handle, ...] = ()
    demand: c.Face = ""


class Caravan(PlainGame[State]):
    """The rules of Caravan."""

    name = "caravan"
    seats = (2, 3, 4, 5)
    settings = (c.Setting("sale", (3, 2, 4)),)
    state_type = State

    # --- laying out, and what a fact leads to --------------------------------------------------------

    def start(self, options: c.Options, seats: int) -> c.Step[State]:
        """Ask for the coin toss, the deck and the hands."""
        sale = c.settle(self.settings, options)["sale"]
        if seats not in self.seats:
            raise c.BadOptions("bad-seats", seats)
        nothing: tuple[tuple[int, ...], ...] = ((),) * seats
        s = State(int(sale), (None,) * seats, nothing, ((),) * seats, (0,) * seats)
        into = tuple(range(len(FACES)))
        s = replace(s, next_need=2, next_handle=len(FACES))
        s = replace(s, needs=(c.Random(0, 2), c.Shuffle(1, "bales", (), FACES, into)))
        for seat in range(seats):
            hand = into[seat * HAND : (seat + 1) * HAND]
            s = _ask(s, c.Deal(s.next_need, hand, seat))
            s = _ask_remix(s, seat, hand)
        return c.Step(s)

    def apply(self, state: State, fact: c.Fact) -> c.Step[State]:
        """Give what the fact leads to."""
        log: tuple[c.Line, ...] = ()
        match fact:
            case c.Act() | c.Acts():
                c.check_acts(self.decision(state), fact)
                s, log = _chosen(state, fact.acts if isinstance(fact, c.Acts) else (fact,))
            case c.Left(seat, reason):
                if not 0 <= seat < len(state.left) or state.left[seat] is not None or state.stage == "over":
                    raise c.Illegal("not-playing", seat)
                s, log = _leave(state, seat, reason), (c.Line("left", (seat,)),)
            case _:
                need = c.check_answer(state.needs, fact)
                s, log = _answered(replace(state, needs=state.needs[1:]), need, fact)
        while not s.needs and s.stage not in ("choose", "over"):
            s = _advance(s)
        return c.Step(s, log, c.is_barrier(self, s, fact))

    # --- what a state asks and offers ----------------------------------------------------------------

    def needs(self, state: State) -> tuple[c.Need, ...]:
        """Give all open needs."""
        return state.needs

    def decision(self, state: State) -> c.Decision | None:
        """Everybody with cards chooses one, all at once."""
        if state.needs or state.stage != "choose":
            return None
        seats = tuple(seat for seat, hand in enumerate(state.hands) if hand)
        return c.Decision(seats, "choose", sealed=True)

    def claims(self, state: State, act: c.Act) -> tuple[c.Claim, ...]:
        """A kept card is what it is said to be; a sold one may be anything."""
        _check(state, act)
        match act.args:
            case (c.Card(handle, face),) if act.verb == "keep":
                return (c.Is(handle, face),)
        return ()

    def legal(self, state: State, knows: c.Knowledge, seat: c.Seat) -> tuple[c.Option, ...]:
        """Keep or sell each card of the hand."""
        decision = self.decision(state)
        if decision is None or seat not in decision.seats:
            return ()
        hand = state.hands[seat]
        keep = [c.Option(c.Act(seat, "keep", (c.Card(h, knows.faces[h]),))) for h in hand if h in knows.faces]
        return (*keep, *(c.Option(c.Act(seat, "sell", (c.Card(h),))) for h in hand))

    def explain(self, state: State, knows: c.Knowledge, act: c.Act) -> c.Explanation:
        """Say what keeping or selling gives."""
        try:
            claims = self.claims(state, act)
            if not all(knowledge.agrees(knows, claim) for claim in claims):
                raise c.Illegal("not-that-card", *act.args)
        except c.Illegal as refused:
            return c.Explanation(refusal=refused.line)
        gain = c.Line("kept", act.args) if act.verb == "keep" else c.Line("coins", (state.sale,))
        return c.Explanation(effects=(gain,), barrier=True)

    def ahead(self, state: State) -> tuple[c.Ahead, ...]:
        """The only shuffle of known faces is the first."""
        return ()

    def standings(self, state: State) -> c.Standings:
        """Score kept cards and coins; who left comes last."""
        parts = []
        for kept, coins in zip(state.kept, state.coins, strict=True):
            wanted = [face for face in kept if _good(face) == _good(state.demand)]
            score = (sum(map(_number, kept)), sum(map(_number, wanted)), coins)
            parts.append(tuple(zip(("cards", "demand", "coins"), score, strict=True)))
        ending = c.Line("alone" if len(_stay(state)) == 1 else "sold-out")
        return ranked(parts, state.left, ending if state.stage == "over" else None)

    # --- cards ---------------------------------------------------------------------------------------

    def faces(self) -> tuple[c.Face, ...]:
        """List every face."""
        return tuple(sorted(set(FACES)))

    def back(self, face: c.Face) -> c.Back:
        """All bales look alike."""
        return {known: BACK for known in FACES}[face]

    def hidden(self, state: State) -> Mapping[c.Handle, c.Hidden]:
        """Say where every face-down bale lies."""
        places = {h: c.Hidden(BACK, "hand", seat) for seat, hand in enumerate(state.hands) for h in hand}
        for zone, pile in (("deck", state.deck), ("market", state.market), ("out", state.out)):
            places.update(dict.fromkeys(pile, c.Hidden(BACK, zone)))
        return dict(sorted(places.items()))

    def unseen(self, state: State) -> Mapping[c.Back, tuple[c.Face, ...]]:
        """Give all faces but those lying open; none before the deck is laid out."""
        seen = {state.demand, *(face for kept in state.kept for face in kept)}
        return {BACK: tuple(face for face in FACES if face not in seen) if self.hidden(state) else ()}

    # --- bytes and words -----------------------------------------------------------------------------

    def rules(self) -> Mapping[str, bytes]:
        """The engine's version, and the cards (few enough to be their own digest)."""
        return {"engine": b"1", "cards": " ".join(FACES).encode()}

    def texts(self, language: str) -> Mapping[str, str]:
        """English only."""
        cards = {f"card.{face}": f"{_good(face)} {_number(face)}" for face in FACES}
        return {**CARAVAN, **cards} if language == "en" else {}


def _stay(s: State) -> list[c.Seat]:
    return [seat for seat, reason in enumerate(s.left) if reason is None]


def _next(s: State, seat: c.Seat) -> c.Seat:
    """Give the neighbour, of those who stay, that gets this seat's hand."""
    circle = [other for other, reason in enumerate(s.left) if reason is None or other == seat]
    return circle[(circle.index(seat) + (1 if s.to_left else -1)) % len(circle)]


def _good(face: c.Face) -> str:
    return face.partition("-")[0]


def _number(face: c.Face) -> int:
    return int(face.partition("-")[2])


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _ask(s: State, need: c.Need) -> State:
    return replace(s, needs=(*s.needs, need), next_need=need.number + 1)


def _ask_remix(s: State, seat: c.Seat, hand: tuple[c.Handle, ...]) -> State:
    """Ask a seat to mix its new hand, so that nobody can follow a card through it."""
    if len(hand) < 2:
        return s
    into = tuple(range(s.next_handle, s.next_handle + len(hand)))
    return replace(_ask(s, c.Remix(s.next_need, seat, hand, (), into)), next_handle=into[-1] + 1)


def _check(s: State, act: c.Act) -> None:
    """Refuse what is not a choice in this state."""
    if not 0 <= act.seat < len(s.hands) or s.stage != "choose" or s.needs:
        raise c.Illegal("nothing-to-decide", seat=act.seat)
    match act.args:
        case (c.Card(handle, face),) if act.verb in ("keep", "sell"):
            if handle not in s.hands[act.seat]:
                raise c.Illegal("not-in-hand", c.Card(handle), seat=act.seat)
            if face not in (FACES if act.verb == "keep" else ("",)) or any(face in kept for kept in s.kept):
                raise c.Illegal("bad-card", c.Card(handle), seat=act.seat)
        case _:
            raise c.Illegal("keep-or-sell", seat=act.seat)


def _chosen(s: State, acts: tuple[c.Act, ...]) -> tuple[State, tuple[c.Line, ...]]:
    """Everybody's choice is open: kept cards lie face up, sold ones go to the market."""
    for act in acts:
        _check(s, act)
    cards = [(act, arg) for act in acts for arg in act.args if isinstance(arg, c.Card)]
    faces = [card.face for _, card in cards if card.face]
    if len(set(faces)) < len(faces):
        raise c.Illegal("bad-card", *(card for _, card in cards))
    log = []
    for act, card in cards:
        seat = act.seat
        if act.verb == "keep":
            hand = tuple(handle for handle in s.hands[seat] if handle != card.handle)
            s = replace(s, hands=_with(s.hands, seat, hand))
            s = replace(s, kept=_with(s.kept, seat, (*s.kept[seat], card.face)))
            log.append(c.Line("keeps", (seat, card.face)))
        else:
            s = replace(s, coins=_with(s.coins, seat, s.coins[seat] + s.sale))
            s = _ask(s, c.Return(s.next_need, (card.handle,)))
            log.append(c.Line("sells", (seat, card, s.sale)))
    return replace(s, stage="sell"), tuple(log)


def _answered(s: State, need: c.Need, fact: c.Fact) -> tuple[State, tuple[c.Line, ...]]:
    """Move the cards, now that the need is answered."""
    match need, fact:
        case c.Random(), c.Rolled(_, value):
            return replace(s, to_left=value == 0), (c.Line("to-left" if value == 0 else "to-right"),)
        case c.Shuffle(_, "bales", _, _, into), _:
            return replace(s, deck=into), ()
        case c.Shuffle(_, _, _, _, into), _:
            return replace(s, market=into), ()
        case c.Deal(_, handles, seat), _:
            s = _without(s, handles)
            return replace(s, hands=_with(s.hands, seat, (*s.hands[seat], *handles))), ()
        case c.Pass(_, handles, seat), _:
            s = _without(s, handles)
            return replace(s, hands=_with(s.hands, seat, (*s.hands[seat], *handles))), ()
        case c.Return(_, handles), _:
            s = _without(s, handles)
            if s.stage == "sell":
                return replace(s, market=(*s.market, *handles)), ()
            return replace(s, out=(*s.out, *handles)), ()
        case c.Remix(_, seat, _, _, into), _:
            return replace(s, hands=_with(s.hands, seat, into)), ()
        case c.Show(), c.Shown(_, (face,)):
            return replace(s, market=s.market[1:], demand=face), (c.Line("demand", (_good(face),)),)
    raise AssertionError(f"never asked: {need}")


def _without(s: State, handles: tuple[c.Handle, ...]) -> State:
    """Take cards from wherever they lie."""
    hands = tuple(tuple(h for h in hand if h not in handles) for hand in s.hands)
    return replace(s, hands=hands, deck=tuple(h for h in s.deck if h not in handles))


def _advance(s: State) -> State:
    """No need is open: go on to what comes next."""
    if len(_stay(s)) == 1:
        return replace(s, stage="over")
    match s.stage:
        case "sell":
            for seat in _stay(s):
                if s.hands[seat]:
                    s = _ask(s, c.Pass(s.next_need, s.hands[seat], _next(s, seat)))
            return replace(s, stage="pass")
        case "pass":
            for seat in _stay(s):
                s = _ask_remix(s, seat, s.hands[seat])
            return replace(s, stage="mix")
        case "deal" | "mix" | "left" if any(s.hands):
            return replace(s, stage="choose")
        case "deal" | "mix" | "left" if s.market:
            into = tuple(range(s.next_handle, s.next_handle + len(s.market)))
            s = replace(s, stage="show", next_handle=into[-1] + 1)
            s = _ask(s, c.Shuffle(s.next_need, "market", s.market, (), into))
            return _ask(s, c.Show(s.next_need, into[:1]))
    return replace(s, stage="over")


def _leave(s: State, seat: c.Seat, reason: c.Reason) -> State:
    """Take the hand out of the game; what was under way to or from this seat finds another way."""
    before, hand = s.needs, set(s.hands[seat])
    s = replace(s, left=_with(s.left, seat, reason), needs=(), hands=_with(s.hands, seat, ()))
    moved: list[c.Need] = []
    for need in before if len(_stay(s)) > 1 else ():
        match need:
            case c.Deal(_, _, to) | c.Remix(_, to, _, _, _) if to == seat:
                continue
            case c.Return(_, handles) if hand.issuperset(handles):
                continue
            case c.Pass(_, handles, to) if to == seat:
                moved.append(c.Return(0, handles))  # the next neighbour gets nothing this time
            case c.Pass(_, handles, to) if hand.issuperset(handles):
                moved.append(c.Deal(0, handles, to))  # nobody's cards now, but the neighbour still gets them
                s = replace(s, deck=(*s.deck, *handles))
                hand.difference_update(handles)
            case _:
                s = replace(s, needs=(*s.needs, need))
    for need in moved:
        s = _ask(s, replace(need, number=s.next_need))
    s = replace(s, out=(*s.out, *sorted(hand)))
    return replace(s, stage="left") if s.stage == "choose" or len(_stay(s)) == 1 else s
