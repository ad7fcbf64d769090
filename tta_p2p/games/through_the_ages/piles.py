"""Hidden cards: decks, hands and face-down piles, and the needs that move them.

Places change when a need is opened; `State.backs` (the living handles) changes when it is answered. So the
rest of the rules may go on with the new places, and `hidden` looks at the open needs to say where a card
lies until they are carried out.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..contract import (
    Answer,
    Back,
    Deal,
    Face,
    Handle,
    Hidden,
    Illegal,
    Need,
    Pass,
    Peek,
    Random,
    Remix,
    Return,
    Seat,
    Show,
    Shown,
    Shuffle,
    check_answer,
)
from .flow import hear
from .index import BACK, BACK_AGE
from .state import Frame, Pending, State


def _births(s: State, count: int) -> tuple[Handle, ...]:
    first = s.next_handle
    s.next_handle = first + count
    return tuple(range(first, first + count))


def _open(s: State, need: Need, seat: Seat = -1, then: Frame | None = None) -> None:
    s.next_need += 1
    s.pending.append(Pending(need, seat, then))


# --- asking --------------------------------------------------------------------------------------------------


def shuffle(s: State, deck: str, handles: Iterable[Handle], faces: tuple[Face, ...]) -> tuple[Handle, ...]:
    """Ask for a shuffle of shared cards with open faces and give the new handles, top first."""
    old = tuple(sorted(handles))
    into = _births(s, len(old) + len(faces))
    _open(s, Shuffle(s.next_need, deck, old, faces, into))
    return into


def show(s: State, handles: Iterable[Handle], then: Frame) -> None:
    """Ask for cards to be shown; `then` hears their faces (`shown` gives them)."""
    _open(s, Show(s.next_need, tuple(handles)), -1, then)


def peek(s: State, handles: tuple[Handle, ...], seat: Seat) -> None:
    """Let a seat look at shared cards, which stay where they are."""
    _open(s, Peek(s.next_need, handles, seat), seat)


def roll(s: State, below: int, then: Frame) -> None:
    """Ask for a joint random number; `then` hears it."""
    _open(s, Random(s.next_need, below), -1, then)


def deal(s: State, seat: Seat, handles: tuple[Handle, ...], back: Back) -> None:
    """Deal shared cards of one back into a seat's military hand, which is mixed then."""
    _open(s, Deal(s.next_need, handles, seat), seat)
    _mix(s, seat, handles, (), back)


def take_into_hand(s: State, seat: Seat, face: Face) -> None:
    """Let a seat take a military card that all have seen into its hand."""
    _mix(s, seat, (), (face,), BACK[face])


def _mix(s: State, seat: Seat, arrived: tuple[Handle, ...], faces: tuple[Face, ...], back: Back) -> None:
    """Add cards to a hand; mix those of one back, so that nobody can say which is which."""
    p = s.players[seat]
    backs = backs_to_come(s)
    group = tuple(sorted([h for h in p.military_hand if backs[h] == back] + list(arrived)))
    if len(group) + len(faces) < 2 and not faces:
        p.military_hand = tuple(sorted(p.military_hand + arrived))
        return
    into = _births(s, len(group) + len(faces))
    _open(s, Remix(s.next_need, seat, group, faces, into), seat)
    rest = [h for h in p.military_hand if h not in group]
    p.military_hand = tuple(rest) + into


def put_back(s: State, seat: Seat, handles: tuple[Handle, ...]) -> None:
    """Ask for cards of a seat's hand to go face down to a shared place; the caller says to which."""
    p = s.players[seat]
    p.military_hand = tuple(h for h in p.military_hand if h not in handles)
    _open(s, Return(s.next_need, tuple(sorted(handles))), seat)


def backs_to_come(s: State) -> dict[Handle, Back]:
    """Give the backs of all living handles and of those that open needs will bear."""
    backs = s.backs
    if not s.pending:
        return backs
    backs = backs.copy()
    for pending in s.pending:
        need = pending.need
        if isinstance(need, Shuffle | Remix):
            one = BACK[need.faces[0]] if need.faces else backs[need.handles[0]]
            backs.update(dict.fromkeys(need.into, one))
    return backs


# --- answers -------------------------------------------------------------------------------------------------


def answer(s: State, fact: Answer) -> None:
    """Carry out the answer to the first open need. Raises Illegal."""
    need = check_answer(tuple(one.need for one in s.pending), fact)
    pending = s.pending[0]
    if isinstance(need, Show) and isinstance(fact, Shown):
        _check_faces(s, need, fact)
    del s.pending[0]
    if isinstance(need, Shuffle | Remix):
        _born(s, need)
    elif isinstance(need, Show) and isinstance(fact, Shown):
        for handle, face in zip(need.handles, fact.faces, strict=True):
            reveal(s, handle, face)
    if pending.then is not None:
        hear(s, pending.then, fact)


def _check_faces(s: State, need: Show, fact: Shown) -> None:
    left: dict[Face, int] = {}
    for handle, face in zip(need.handles, fact.faces, strict=True):
        left[face] = left.get(face, 0) + 1
        if BACK.get(face) != s.backs[handle] or left[face] > s.unseen[s.backs[handle]].get(face, 0):
            raise Illegal("no-such-card", handle, face)


def _born(s: State, need: Shuffle | Remix) -> None:
    if not need.into:
        return
    back = BACK[need.faces[0]] if need.faces else s.backs[need.handles[0]]
    for handle in need.handles:
        del s.backs[handle]
    s.backs.update(dict.fromkeys(need.into, back))
    unseen = s.unseen.setdefault(back, {})
    for face in need.faces:
        unseen[face] = unseen.get(face, 0) + 1


def reveal(s: State, handle: Handle, face: Face) -> None:
    """Make a hidden card public: its handle ends."""
    back = s.backs.pop(handle)
    unseen = s.unseen[back]
    unseen[face] -= 1
    if not unseen[face]:
        del unseen[face]


def can_be(s: State, handle: Handle, face: Face) -> bool:
    """Whether a living hidden card can have this face as far as everybody knows."""
    back = s.backs.get(handle)
    return back is not None and s.unseen[back].get(face, 0) > 0


def play_open(s: State, seat: Seat, handle: Handle, face: Face) -> None:
    """Let a seat lay a card of its hand open (its act claims what it is)."""
    p = s.players[seat]
    p.military_hand = tuple(h for h in p.military_hand if h != handle)
    reveal(s, handle, face)


def age_of(s: State, handle: Handle) -> int:
    """Give the age on the back of a living hidden card."""
    return BACK_AGE[s.backs[handle]]


# --- cancelling ----------------------------------------------------------------------------------------------


def cancel(s: State, cancelled: list[Pending]) -> None:
    """Drop open needs: what was to be mixed, dealt or shown leaves the game, hands keep what they have."""
    s.pending = [pending for pending in s.pending if pending not in cancelled]
    placed: set[Handle] = set()  # found a place by an earlier need
    for pending in cancelled:
        need = pending.need
        if isinstance(need, Random | Peek | Pass):
            continue
        living = tuple(h for h in need.handles if h in s.backs and h not in placed)
        placed.update(living)
        if isinstance(need, Shuffle | Remix):
            s.gone += need.faces
        if isinstance(need, Return):
            s.hidden_discards = tuple(h for h in s.hidden_discards if h not in living)
            s.future_events = tuple(h for h in s.future_events if h not in living)
            s.players[pending.seat].thrown += living
        elif isinstance(need, Remix):
            p = s.players[pending.seat]
            p.military_hand = tuple(h for h in p.military_hand if h not in need.into and h not in living) + living
        else:
            if isinstance(need, Deal):
                p = s.players[pending.seat]
                p.military_hand = tuple(h for h in p.military_hand if h not in living)
            s.gone_hidden += living


# --- where cards lie -----------------------------------------------------------------------------------------


def hidden(s: State) -> dict[Handle, Hidden]:
    """Say for every living hidden handle, ascending, where it lies."""
    places: dict[Handle, tuple[str, Seat | None]] = {}

    def lie(handles: Iterable[Handle], zone: str, seat: Seat | None = None) -> None:
        places.update(dict.fromkeys(handles, (zone, seat)))

    lie(s.civil_deck, "civil-deck")
    lie(s.military_deck, "military-deck")
    lie(s.current_events, "current-events")
    lie(s.future_events, "future-events")
    lie(s.hidden_discards, "discards")
    lie(s.gone_hidden, "out")
    for number, handles in enumerate(s.seat_events):
        lie(handles, f"end-events-{number}")
    for player in s.players:
        lie(player.military_hand, "hand", player.seat)
        lie(player.thrown, "out", player.seat)
    for pending in reversed(s.pending):
        need = pending.need
        if isinstance(need, Shuffle):
            zone = "discards" if need.deck.startswith("military") else "future-events"
            lie(need.handles, zone)
        elif isinstance(need, Remix | Return):
            lie(need.handles, "hand", pending.seat)
        elif isinstance(need, Deal):
            lie(need.handles, "military-deck")
        elif isinstance(need, Show):
            lie((h for h in need.handles if h not in places), "turning")
    return {h: Hidden(s.backs[h], *places[h]) for h in sorted(s.backs)}
