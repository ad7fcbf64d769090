"""The open motions as the clients of a node know them, and what they are told when that changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from protocol.messages import Motion
from protocol.motions import LEAVING
from tta_p2p.seats.parts.votes import MotionReply

Subject = tuple[str, int]
"""The question that a motion puts to people: its kind, and about whom; 0 where it is about nobody."""


class MotionNotices:
    """The open motions, each once: two ends of a game that do without different people put one question.

    A client that was there all the time and one that has just come know the same: both learn it from here.
    """

    def __init__(self) -> None:
        self._known: dict[Subject, dict[int, bool]] = {}

    def all(self) -> list[MotionReply]:
        """Tell all votes on every open motion, for a client that comes now."""
        return [MotionReply(*about, by, yes) for about, votes in self._known.items() for by, yes in votes.items()]

    def update(
        self, still: Iterable[tuple[Motion, Mapping[int, bool]]], carried: Motion | None = None
    ) -> list[MotionReply]:
        """Give what is new.

        ``still``: what is open now, and the votes on it by operator. ``carried``: what has just been agreed on.
        """
        now, before = dict[Subject, dict[int, bool]](), self._known
        for motion, votes in still:
            now.setdefault(_subject(motion), {}).update(votes)
        self._known = now
        about = _subject(carried) if carried is not None else None
        over = {one for one, votes in before.items() if not votes.keys() <= now.get(one, {}).keys()}
        said = [MotionReply(*one, one[1], False, open=False) for one in before if one in over and one != about]
        if about is not None:
            said.append(MotionReply(*about, about[1], True, open=False))
        for one, votes in now.items():
            known = before.get(one, {}) if one not in over else {}
            said += [MotionReply(*one, by, yes) for by, yes in votes.items() if known.get(by) != yes]
        return said


def _subject(motion: Motion) -> Subject:
    about_somebody = motion.kind in LEAVING
    return motion.kind, motion.operator if about_somebody else 0
