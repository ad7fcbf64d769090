"""Small honours at the end of a game: how it stands beside the earlier games that one person has played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from tta_p2p.games.contract import Place
from tta_p2p.i18n import Words

from .state import EarlierResult

STEPS = ((1000, 250), (100, 50), (0, 10))
"""From so many points on, a round number is a multiple of this."""


def result_for(game: str, places: Sequence[Place], seat: int) -> EarlierResult | None:
    """Give how a seat ended; None where it has no place."""
    own = next((place for place in places if place.seat == seat), None)
    if own is None:
        return None
    others = [place.points for place in places if place.seat != seat]
    return EarlierResult(game, len(places), own.points, own.place == 1, own.points - max(others, default=0))


def honours(now: EarlierResult, earlier: Sequence[EarlierResult], has_points: bool, words: Words) -> Iterator[str]:
    """Say what was never so before, in games of as many players; ``earlier``: the games of this person, last first."""
    alike = [one for one in earlier if (one.game, one.seats) == (now.game, now.seats)]
    if not alike:
        return
    row = 1 + len(list(takewhile(lambda one: one.won, alike))) if now.won else 0
    if now.won and not any(one.won for one in alike):
        yield words("honours.first-win", n=len(alike) + 1)
    elif row > 1:
        yield words("honours.wins-in-a-row", n=row)
    if not has_points:
        return
    best = max(one.points for one in alike)
    if now.points > best:
        yield words("honours.best", n=now.points, before=best)
        if (over := round_number(now.points)) > best:
            yield words("honours.first-over", n=over)
    else:
        yield words("honours.best-stays", n=best)
    if now.won and now.lead > max((one.lead for one in alike), default=0):
        yield words("honours.lead", n=now.lead)


def round_number(points: int) -> int:
    """Give the greatest round number below so many points, or just that."""
    step = next((step for least, step in STEPS if points >= least), 10)
    return points // step * step
