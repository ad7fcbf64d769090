"""The page over the game: opened, closed, turned over to the next of its kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..blocks import Block, Heading, Para, lay_out
from ..cells import Row, Span, plain, row
from .notes import Notes
from .screen_state import OpenPage, PageEntry
from .viewport import Viewport


class Pager:
    """Opens and closes the page over the game."""

    def __init__(self, view: Viewport, notes: Notes) -> None:
        self._view, self._notes = view, notes
        self.answer: OpenPage | None = None
        """The page on which the answer to the last line stands; None: it has room below the game."""

    @property
    def page(self) -> OpenPage | None:
        """The page that is open."""
        return self._view.screen_state.page

    def open(
        self,
        title: object,
        blocks: tuple[Block, ...],
        *,
        deeds: tuple[Row, ...] = (),
        cycle: str = "",
        at: int = 0,
        end: bool = False,
        low: bool = False,
        stays: bool = False,
        entries: tuple[PageEntry, ...] = (),
        below: OpenPage | None = None,
    ) -> None:
        """Show a page, the rest of it as in `OpenPage`; of one without content it is only said that there is none."""
        page = OpenPage(title if isinstance(title, tuple) else row(), blocks, entries=entries, below=below)
        if not page.title and blocks and isinstance(blocks[0], Heading):
            page = replace(page, title=blocks[0].text, blocks=blocks[1:])
        view = self._view
        if not any(map(plain, lay_out(page.blocks, view.style))):
            empty = view.context.words("screen.empty") if view.context is not None else ""
            self._notes.answer((Para(row(page.title, ": " if page.title else "", empty)),))
            return
        page = replace(page, actions=deeds, cycle=cycle, number=at, from_end=end, is_low=low, needs_escape=stays)
        view.screen_state = replace(view.screen_state, page=page)

    def give_reason(self, blocks: Iterable[Block]) -> bool:
        """Say on the page that is open why nothing was done; whether it waits for that."""
        page, words = self.page, " ".join(plain(block.text) for block in blocks if isinstance(block, Para))
        if page is None or not page.awaits_reason:
            return False
        told = f"{plain(page.note)} {words}" if page.note else words
        self.show(replace(page, note=row(Span(told, "warn"))))
        return True

    def show(self, page: OpenPage | None) -> None:
        """Show this page, or none, whatever is open."""
        self._view.screen_state = replace(self._view.screen_state, page=page)

    def close(self) -> None:
        """Close the page, unless it must have been read."""
        if self.page is not None and not self.page.needs_escape:
            self.show(None)

    def cycle(self, what: str, to: int) -> None:
        """Show one of the ``pages`` of the game, or one of its ``players``: number ``to`` of them, round and round."""
        reading = self._view.reading()
        if reading is None or reading.presenter is None or reading.scene is None:
            return
        presenter, scene = reading.presenter, reading.scene
        if what == "pages":
            to %= len(presenter.pages)
            page = presenter.page(presenter.pages[to], "", scene)
        else:
            to %= max(1, len(presenter.texts.names))
            page = presenter.player(to, scene)
        self.open(page.title, page.blocks, cycle=what, at=to)
