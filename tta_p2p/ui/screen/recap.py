"""Recap of the events since the own last turn: shown once by itself, and on demand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tta_p2p.seats.messages import LogEntry

from ..blocks import Block, Para
from ..cells import Span, row
from ..digest import action_rows, digest, end_of_own_turn, since_own_turn
from ..state import ClientState
from .notes import MAX_NOTES
from .pager import Pager
from .viewport import Viewport


class Recap:
    """Tells each seat what the others did, what it has learned by that, and what its own last turn has brought."""

    def __init__(self, view: Viewport, pager: Pager) -> None:
        self._view, self._pager = view, pager
        self._shown: dict[int | None, list[int]] = {}
        """From which fact on each seat was told by itself what the others did."""
        self._card_news: tuple[tuple[int | None, int, Block], ...] = ()
        """What seats have learned, each with the seat and how many lines the log had then."""
        self._receipt_shown = -1
        """Up to which fact it was told what the ends of own turns have brought."""

    def add_card_news(self, sentences: Iterable[str], state: ClientState) -> None:
        """Note what the seat has learned."""
        found = ((state.seat, len(state.log), Para(row(Span(one, "good")), 2, 2)) for one in sentences)
        self._card_news = (*self._card_news, *found)[-MAX_NOTES:]

    def forget_card_news(self) -> None:
        """Tell nothing any more of what seats have learned: the log begins anew."""
        self._card_news = ()

    def clear(self) -> None:
        """Begin with another game."""
        self._card_news, self._shown = (), {}

    def is_new(self, state: ClientState) -> bool:
        """Whether the seat has not been told by itself what the others did since its last turn; once."""
        begins = [line.number for line in since_own_turn(state)[:1]]
        if begins == self._shown.get(state.seat):
            return False
        self._shown[state.seat] = begins
        return True

    def show(self) -> None:
        """Show what has happened since the own last turn, by player; what must be read before stays over it."""
        page = self._pager.page
        if page is not None and page.needs_escape:
            self._pager.show(replace(page, shows_news_after=True))
            return
        context = self._view.context
        assert context is not None and context.presenter is not None
        lines, seat = since_own_turn(context.state), context.state.seat
        texts = context.presenter.texts_for(seat)
        receipt = self._receipt(lines[0].number) if lines else ()
        begin = context.state.log.index((*receipt, *lines)[0]) if lines else 0
        learned = (block for whose, after, block in self._card_news if whose == seat and after > begin)
        blocks = (*digest(receipt, texts, seat), *learned, *digest(lines, texts, seat, merged=True))
        if blocks:
            deeds = action_rows((*receipt, *lines), texts, seat)
            title = context.words("screen.news" if seat is not None else "screen.log")  # who looks on has no turn
            self._pager.open(row(title), blocks, deeds=tuple(deeds), low=True)
        else:
            self._pager.show(None)

    def _receipt(self, before: int) -> tuple[LogEntry, ...]:
        """Give what the end of the own last turn has brought, as far as that was before a fact of this number."""
        context, board = self._view.context, self._view.board
        assert context is not None
        return end_of_own_turn(context.state, board.controls.end_verbs if board is not None else (), before)

    def receipt_for_lesson(self) -> tuple[Block, ...]:
        """Say what the end of the own last turn has brought, once: with the lesson that begins then."""
        context, board = self._view.context, self._view.board
        if context is None or context.presenter is None or board is None:
            return ()
        facts = 1 + max((line.number for line in context.state.log), default=0)
        receipt = self._receipt(facts)
        act = receipt[0].act if receipt else None
        if (
            act is None
            or act.text.split(" ")[0] not in board.controls.end_verbs[:1]
            or receipt[-1].number <= self._receipt_shown
        ):
            return ()
        self._receipt_shown = receipt[-1].number
        return digest(receipt, context.presenter.texts_for(context.state.seat), context.state.seat)
