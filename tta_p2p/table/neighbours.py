"""Open needs that share their steps: those that the rules will hear of, whatever comes of the others.

An open need stays open until it is answered (`contract.Game.needs`), so those of different cards may be carried out
side by side. Remixes may wait: what is dealt or shown behind one goes with what stands before it, and is told when its
turn has come. What is passed does not go ahead of one: if its giver were gone before that is told, the rules would ask
for it otherwise, and it would have moved already. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from protocol.messages import MAX_PARTS
from protocol.wire import MAX_PILE
from tta_p2p.games.contract import Deal, Handle, Need, Pass, Remix, Return, Show

OPENED, MOVED, MIXED = (Deal, Show), (Pass, Return), (Remix,)


def together(needs: Sequence[Need], done: Collection[int], in_hand: Callable[[Handle], bool]) -> tuple[Need, ...]:
    """Give the first open need with its neighbours: what is opened, moved or mixed with it, in their order.

    `done`: numbers of needs that are carried out already and not told yet. `in_hand`: whether a card lies in a hand;
    to show one needs its holder, who may be gone, so that it is shown alone.
    """
    first = needs[0]
    stage = next((stage for stage in (OPENED, MOVED, MIXED) if isinstance(first, stage)), None)
    if stage is None or _is_shown_from_hand(first, in_hand):
        return (first,)
    chosen, taken, cards = [first], set(_named(first)), len(_mixed(first))
    for need in needs[1:]:
        if need.number in done:
            continue
        named = set(_named(need))
        cards += len(_mixed(need))
        fits = isinstance(need, stage) and not named & taken and not _is_shown_from_hand(need, in_hand)
        if fits and len(chosen) < MAX_PARTS and cards <= MAX_PILE:
            chosen.append(need)
        elif not isinstance(need, Remix) or stage is MOVED:
            break
        taken |= named
    return tuple(chosen)


def _is_shown_from_hand(need: Need, in_hand: Callable[[Handle], bool]) -> bool:
    return isinstance(need, Show) and any(map(in_hand, need.handles))


def _named(need: Need) -> tuple[Handle, ...]:
    """Give every handle that a need names, the new ones too."""
    return (*getattr(need, "handles", ()), *getattr(need, "into", ()))


def _mixed(need: Need) -> tuple[object, ...]:
    return (*getattr(need, "handles", ()), *getattr(need, "faces", ()))
