"""Undo of acts of the own draft."""

from __future__ import annotations

from tta_p2p.seats import messages as say


class Undo:
    """Knows what is taken back, so that the mark stands on it again and a turn begins as it began before."""

    def __init__(self) -> None:
        self.act = ""
        """The act that was taken back last; empty: none."""
        self.is_whole_draft = False
        """Whether the person takes back the whole turn."""

    def note(self, before: say.TurnReply | None, turn: say.TurnReply | None) -> None:
        """Note the first act of a draft that is no part of it any more."""
        if before is None or turn is None or before.number != turn.number or len(before.draft) <= len(turn.draft):
            self.act = ""
        else:
            self.act = before.draft[len(turn.draft)].text
