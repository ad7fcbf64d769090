"""The lessons of a tutorial: another one is laid out at the table."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tta_p2p.seats.messages import Reply, Request


class LessonRequest(Request, frozen=True, tag="lesson"):
    """Lay out the game of another lesson: so many later (``by``), or earlier; 0: the same one from its beginning."""

    by: Annotated[int, msgspec.Meta(ge=-1000, le=1000)] = 1


class LessonReply(Reply, frozen=True, tag="lesson"):
    """The game of this lesson (from 1 on) is laid out: a greeting follows, and everything begins anew."""

    number: int
