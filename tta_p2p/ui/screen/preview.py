"""Preview: the rules' words on the act in focus, before it is done."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Para
from ..cells import plain, row
from ..state import ClientState
from .line_queue import LineQueue
from .screen_state import TURNS
from .viewport import Viewport, may_act


class Preview:
    """Asks the rules what the act in focus costs and does, once it is in focus, and shows their answer."""

    def __init__(self, view: Viewport, queue: LineQueue) -> None:
        self._view, self._queue = view, queue
        self._query: list[str] = []
        """The acts that the rules are being asked about because they were in focus."""
        self._waits = ""
        """The act in focus about which the rules are still to be asked."""
        self._final: dict[str, bool] = {}
        """Of the acts that the rules were asked about in this decision: whether they cannot be taken back."""

    def focus_query(self) -> str:
        """Give in notation what the rules are asked about the focus."""
        spot = self._view.spot()
        return spot.item.text if spot is not None and spot.item is not None else ""

    def refresh(self) -> None:
        """Have the rules say what the act in focus costs and does."""
        view, context, spot = self._view, self._view.context, self._view.spot()
        if view.screen_state.moment is not None or view.screen_state.list_name == TURNS:
            self.clear()
            return
        if context is None or spot is None or not may_act(context.state) or context.state.confirmation is not None:
            if spot is not None and spot.refusal:
                self._say(spot.refusal)
            return
        if spot.item is None:
            listed = context.words("screen.listed", n=len(spot.acts)) if len(spot.acts) > 1 else ""
            key, taken = view.screen_state.last_act_note
            is_taken = bool(taken) and key == spot.key and bool(spot.refusal)  # what was taken is told above
            self._say(context.words("screen.taken") if is_taken else spot.refusal or spot.offer or listed)
            return
        text = self.focus_query()
        if view.screen_state.preview or text in (self._waits, *self._query) or "explain" not in context.state.offers:
            return
        self._waits = text
        self._queue.ask(f"why {text}", text)

    def _say(self, told: str) -> None:
        self.show((Para(row(told)),) if told else ())

    def clear(self) -> None:
        """Show nothing that was said of an act."""
        self.show(())

    def forget_question(self) -> None:
        """Ask nothing any more of what the rules are still to be asked."""
        self._waits = ""

    def begin(self) -> None:
        """Begin with a decision: nothing is known of its acts."""
        self._waits, self._final = "", {}
        self._view.screen_state = replace(self._view.screen_state, longest_preview=())
        self.clear()

    def is_pending(self, about: str, state: ClientState) -> bool:
        """Whether the rules are still to be asked about an act: it is in focus, and nothing else is asked; once."""
        if about != self._waits or state.confirmation is not None or not may_act(state):
            return False
        self._waits = ""
        self._query.append(about)
        return True

    def is_asked(self, text: str) -> bool:
        """Whether the rules are being asked about this act."""
        return text in self._query

    def hear(self, text: str, final: bool) -> bool:
        """Note what the rules say of an act: whether it cannot be taken back. Give whether it is in focus still."""
        self._query.remove(text)
        self._final = {**self._final, text: final}
        return text == self.focus_query()

    def show(self, blocks: tuple[Block, ...]) -> None:
        """Show what the rules say of the act in focus."""
        look = self._view.screen_state
        longest = max(look.longest_preview, blocks, key=_length)
        self._view.screen_state = replace(look, preview=blocks, longest_preview=longest)

    def is_final(self, text: str) -> bool:
        """Whether an act cannot be taken back, as far as is known; what nothing is known of cannot."""
        return self._final.get(text, True)


def _length(blocks: tuple[Block, ...]) -> int:
    """Give the letters of what is said of an act."""
    return sum(len(plain(one.text)) for one in blocks if isinstance(one, Para))
