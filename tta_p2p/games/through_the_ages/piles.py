"""Hidden cards: decks, hands and face-down piles, and the needs that move them (`kit.cards`).

Places change when a need is opened; `State.backs` (the living handles) changes when it is answered. So the
rest of the rules may go on with the new places, and `hidden_cards` looks at the open needs to say where a card
lies until they are carried out.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..contract import Back, CardLocation, Deal, Face, Handle, Pass, Peek, Random, Remix, Return, Seat, Show, Shuffle
from ..kit import cards
from ..kit.cards import can_be as can_be
from ..kit.cards import peek as peek
from ..kit.cards import reveal as reveal
from ..kit.cards import roll as roll
from ..kit.cards import show as show
from .index import BACK, BACK_AGE
from .state import Pending, State

# --- asking --------------------------------------------------------------------------------------------------


def shuffle(s: State, deck: str, handles: Iterable[Handle], faces: tuple[Face, ...]) -> tuple[Handle, ...]:
    """Ask for a shuffle of shared cards with open faces and give the new handles, top first."""
    return cards.shuffle(s, deck, sorted(handles), faces)


def deal(s: State, seat: Seat, handles: tuple[Handle, ...], back: Back) -> None:
    """Deal shared cards of one back into a seat's military hand, which is mixed before the seat decides anything."""
    cards.deal(s, seat, handles)
    p = s.players[seat]
    p.military_hand = tuple(sorted((*p.military_hand, *handles)))
    p.unmixed = tuple(sorted({*p.unmixed, back}))


def take_into_hand(s: State, seat: Seat, face: Face) -> None:
    """Let a seat take a military card that all have seen into its hand."""
    _mix(s, seat, (face,), BACK[face])


def mix_hand(s: State, seat: Seat) -> None:
    """Mix a hand into which cards have come, before anything is said of them: nobody can say which is which.

    The others need not wait for it: it is asked for only when the seat itself decides next.
    """
    for back in s.players[seat].unmixed:
        _mix(s, seat, (), back)


def _mix(s: State, seat: Seat, faces: tuple[Face, ...], back: Back) -> None:
    """Mix the cards of one back in a hand, together with open ones that come into it."""
    p = s.players[seat]
    backs = future_backs(s)
    group = tuple(sorted(h for h in p.military_hand if backs[h] == back))
    rest = [h for h in p.military_hand if h not in group]
    mixed = cards.remix(s, seat, group, faces)
    p.military_hand = (*rest, *mixed) if mixed != group else tuple(sorted((*rest, *group)))
    p.unmixed = tuple(one for one in p.unmixed if one != back)


def return_cards(s: State, seat: Seat, handles: tuple[Handle, ...]) -> None:
    """Ask for cards of a seat's hand to go face down to a shared place; the caller says to which."""
    p = s.players[seat]
    p.military_hand = tuple(h for h in p.military_hand if h not in handles)
    cards.return_cards(s, seat, sorted(handles))


def future_backs(s: State) -> dict[Handle, Back]:
    """Give the backs of all living handles and of those that open needs will bear."""
    return cards.future_backs(s, BACK.__getitem__)


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


def hidden_cards(s: State) -> dict[Handle, CardLocation]:
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
    return {h: CardLocation(s.backs[h], *places[h]) for h in sorted(s.backs)}
