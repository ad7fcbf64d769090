"""Hidden cards: requests to the dealer, and what follows from its answers.

A game keeps its own lists of handles (a deck, a hand). It may change them together with the request, which allocates
the new handles; the living handles (`backs`) and the faces they carry together (`unseen`) change with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..contract import (
    Answer,
    Back,
    Deal,
    Face,
    Handle,
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
)
from ..game import check_answer
from .state import Frame, Pending, ResumableState

# --- requests ------------------------------------------------------------------------------------------------


def shuffle(
    s: ResumableState, deck: str, handles: Iterable[Handle], faces: tuple[Face, ...] = ()
) -> tuple[Handle, ...]:
    """Ask for a shuffle of shared cards with open faces; return the new handles, top first."""
    old = tuple(handles)
    into = _allocate_handles(s, len(old) + len(faces))
    _open_need(s, Shuffle(s.next_need, deck, old, faces, into))
    return into


def show(s: ResumableState, handles: Iterable[Handle], listener: Frame) -> None:
    """Ask for cards to be shown; `listener` gets their faces. The answer retires the handles."""
    _open_need(s, Show(s.next_need, tuple(handles)), -1, listener)


def peek(s: ResumableState, handles: tuple[Handle, ...], seat: Seat) -> None:
    """Let a seat look at cards, which stay where they are."""
    _open_need(s, Peek(s.next_need, handles, seat), seat)


def roll(s: ResumableState, below: int, listener: Frame) -> None:
    """Ask for a joint random number, at least 0 and below `below`; `listener` gets it."""
    _open_need(s, Random(s.next_need, below), -1, listener)


def deal(s: ResumableState, seat: Seat, handles: tuple[Handle, ...]) -> None:
    """Deal shared cards into a seat's hand; the caller remixes the hand if it held others."""
    _open_need(s, Deal(s.next_need, handles, seat), seat)


def pass_cards(s: ResumableState, seat: Seat, handles: tuple[Handle, ...]) -> None:
    """Pass cards face down from their hand into this seat's; the caller remixes that hand."""
    _open_need(s, Pass(s.next_need, handles, seat), seat)


def return_cards(s: ResumableState, seat: Seat, handles: Iterable[Handle]) -> None:
    """Return cards of a seat's hand face down to a shared place, which the caller keeps."""
    _open_need(s, Return(s.next_need, tuple(handles)), seat)


def remix(s: ResumableState, seat: Seat, group: Iterable[Handle], faces: tuple[Face, ...] = ()) -> tuple[Handle, ...]:
    """Let a seat mix cards of one back in its hand with open ones that it takes; return the new handles.

    A single card needs no mixing and keeps its handle.
    """
    old = tuple(group)
    if len(old) + len(faces) < 2 and not faces:
        return old
    into = _allocate_handles(s, len(old) + len(faces))
    _open_need(s, Remix(s.next_need, seat, old, faces, into), seat)
    return into


def _allocate_handles(s: ResumableState, count: int) -> tuple[Handle, ...]:
    first = s.next_handle
    s.next_handle = first + count
    return tuple(range(first, first + count))


def _open_need(s: ResumableState, need: Need, seat: Seat = -1, listener: Frame | None = None) -> None:
    s.next_need += 1
    s.pending.append(Pending(need, seat, listener))


# --- answers -------------------------------------------------------------------------------------------------


def take_answer(s: ResumableState, fact: Answer, back: Callable[[Face], Back]) -> Pending:
    """Take in the answer to the first open need and return that need; the caller tells its `listener`. Raises Illegal.

    `back` gives the back of a face.
    """
    need = check_answer(tuple(one.need for one in s.pending), fact)
    if isinstance(need, Show) and isinstance(fact, Shown):
        _check_faces(s, need, fact)
    pending = s.pending.pop(0)
    if isinstance(need, Shuffle | Remix):
        _issue(s, need, back)
    elif isinstance(need, Show) and isinstance(fact, Shown):
        for handle, face in zip(need.handles, fact.faces, strict=True):
            reveal(s, handle, face)
    return pending


def _check_faces(s: ResumableState, need: Show, fact: Shown) -> None:
    left: dict[Face, int] = {}
    for handle, face in zip(need.handles, fact.faces, strict=True):
        left[face] = left.get(face, 0) + 1
        if left[face] > s.unseen[s.backs[handle]].get(face, 0):
            raise Illegal("no-such-card", handle, face)


def _issue(s: ResumableState, need: Shuffle | Remix, back: Callable[[Face], Back]) -> None:
    if not need.into:
        return
    one = back(need.faces[0]) if need.faces else s.backs[need.handles[0]]
    for handle in need.handles:
        del s.backs[handle]
    s.backs.update(dict.fromkeys(need.into, one))
    unseen = s.unseen.setdefault(one, {})
    for face in need.faces:
        unseen[face] = unseen.get(face, 0) + 1


def reveal(s: ResumableState, handle: Handle, face: Face) -> None:
    """Make a hidden card public: its handle ends. Raises Illegal if it cannot have this face."""
    if not can_be(s, handle, face):
        raise Illegal("no-such-card", handle, face)
    unseen = s.unseen[s.backs.pop(handle)]
    unseen[face] -= 1
    if not unseen[face]:
        del unseen[face]


# --- positions ---------------------------------------------------------------------------------------------


def can_be(s: ResumableState, handle: Handle, face: Face) -> bool:
    """Whether a living hidden card can have this face as far as everybody knows."""
    back = s.backs.get(handle)
    return back is not None and s.unseen[back].get(face, 0) > 0


def future_backs(s: ResumableState, back: Callable[[Face], Back]) -> dict[Handle, Back]:
    """Return the backs of all living handles and of the handles that open needs will issue."""
    backs = s.backs
    if not s.pending:
        return backs
    backs = backs.copy()
    for pending in s.pending:
        need = pending.need
        if isinstance(need, Shuffle | Remix):
            one = back(need.faces[0]) if need.faces else backs[need.handles[0]]
            backs.update(dict.fromkeys(need.into, one))
    return backs


def unseen_faces(s: ResumableState) -> dict[Back, tuple[Face, ...]]:
    """Return for every back the faces that its hidden handles carry together, sorted, with repeats."""
    return {back: expand_counts(faces) for back, faces in sorted(s.unseen.items()) if faces}


def expand_counts(numbers: Mapping[Face, int]) -> tuple[Face, ...]:
    """Return each face as often as it is there, sorted.

    >>> expand_counts({"silk": 1, "salt": 2})
    ('salt', 'salt', 'silk')
    """
    return tuple(face for face, number in sorted(numbers.items()) for _ in range(number))
