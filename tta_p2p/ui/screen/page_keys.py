"""The keys that show something, and those that turn the page over the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tta_p2p.keyboard.table import BY_STROKE

from ..blocks import Block, Page, Para
from ..cells import EMPTY, Span, plain, row
from ..commands.parser import instructions
from ..instructions import Display
from ..style import Style
from .borders import is_troubled
from .context_help import context_blocks, context_entries, past_blocks, past_entries, question_blocks
from .filters import edit_filter, is_filter_key
from .frame import entry_rows, next_news_step, page_rows
from .keys import entry_blocks
from .panes import Panes
from .screen_state import InputLine, OpenPage, PageEntry, entry_texts, shown_entries

MOST_REASONS = 2
"""So many paragraphs say why something is not done; more are an answer of their own."""


class PageKeys:
    """Opens pages, and turns them."""

    def __init__(self, panes: Panes, press: Callable[[str], None]) -> None:
        """``press`` takes a usual key once the page is closed: what was chosen on it."""
        self._panes, self._view, self._pager, self._press = panes, panes.view, panes.pager, press

    def turn(self, page: OpenPage, key: str) -> bool:
        """Move on the page that is open, or close it; whether the key was one for pages."""
        if page.is_over_question:
            self._turn_question_help(page, key)
            return True
        columns, lines = self._view.size()
        style, height = replace(self._view.style, width=columns), max(1, lines - 3)
        page = replace(page, note=EMPTY, awaits_reason=False)
        rows = len(page_rows(page, style, height))
        last = max(0, rows - height)
        by = {"up": -1, "down": 1, "page up": -height, "page down": height, "home": -rows, "end": rows}
        if page.entries and self._turn_list(page, key, style, height):
            pass
        elif key in by and not last and page.is_low and self._panes.lesson_panel.is_open:
            self._pager.show(None)  # a lesson names the keys for the board, and there is nothing to scroll
            return False
        elif page.is_low and self._panes.lesson_panel.awaits(key):
            self._pager.show(None)
            return False
        elif key in by:
            step = -by[key] if page.from_end or page.actions_shown else by[key]
            self._pager.show(replace(page, scroll=max(0, min(last, min(page.scroll, last) + step))))
        elif key == " " and page.actions:
            told = next_news_step(page, style, height)
            self._pager.show(told)
            if told is None:
                self._panes.preview.refresh()
        elif key == " " and not page.from_end and page.scroll < last:
            self._pager.show(replace(page, scroll=min(last, page.scroll + height)))
        elif key in ("left", "right", "tab", "shift tab") and page.cycle:
            self._pager.cycle(page.cycle, page.number + (1 if key in ("right", "tab") else -1))
        elif page.needs_escape and key not in ("esc", "q"):
            self._note(page, "screen.page.stays")
        elif key in ("esc", "enter", " ", "q"):
            self.close()
        elif BY_STROKE.get(key) == "help":
            self._panes.lesson_panel.note_key(key)
            self._help(page.below if page.entries else page)
        elif key in BY_STROKE or self._is_own(key):
            if BY_STROKE.get(key) == "number":
                self._panes.numbers.note_page(page_rows(page, style, height))
            self._pager.show(None)
            return False
        return True

    def scroll(self, page: OpenPage, by: int) -> None:
        """Scroll the page that is open by so many rows; no line of it is marked then."""
        columns, lines = self._view.size()
        height = max(1, lines - 3)
        last = max(0, len(page_rows(page, replace(self._view.style, width=columns), height)) - height)
        step = -by if page.from_end or page.actions_shown else by
        self._pager.show(replace(page, scroll=max(0, min(last, min(page.scroll, last) + step)), mark=-1))

    def close(self) -> None:
        """Close the page that is open, if any is, and come back to the one below it."""
        page = self._pager.page
        if page is not None:
            self._pager.show(page.below)
            if page.shows_news_after:
                self._panes.recap.show()
            self._panes.preview.refresh()

    def choose(self, page: OpenPage) -> None:
        """Do what the marked line of a page stands for."""
        entry = shown_entries(page)[page.mark]
        if entry.can_run:
            self._choose(page, entry)
        else:
            written = plain(entry_texts(page.blocks[entry.block])[0]).strip()
            key = "in-shell" if entry.is_outside else "press-it"
            self._note(page, f"screen.page.{key}", keys=written, typed=written)

    def _note(self, page: OpenPage, key: str, **values: str) -> None:
        """Leave a page open, and say on it why a key did nothing."""
        context = self._view.context
        assert context is not None
        self._pager.show(replace(page, note=row(Span(context.words(key, **values), "warn"))))

    def explain_question(self) -> None:
        """Show what the keys do that answer what is asked; it waits below for the answer."""
        context = self._view.context
        assert context is not None
        blocks = question_blocks(context, self._view.screen_state)
        self._pager.show(OpenPage(row(context.words("screen.help")), blocks, is_over_question=True))

    def _turn_question_help(self, page: OpenPage, key: str) -> None:
        """Move on the page about a question; any other key closes it and is no answer."""
        columns, lines = self._view.size()
        last = len(page_rows(page, replace(self._view.style, width=columns), max(1, lines - 3))) - 1
        by = {"up": -1, "down": 1, "page up": -lines // 2, "page down": lines // 2, "home": -last, "end": last}
        shown = replace(page, scroll=max(0, min(last, page.scroll + by[key]))) if key in by else None
        self._pager.show(shown)

    def _turn_list(self, page: OpenPage, key: str, style: Style, height: int) -> bool:
        """Filter what can be chosen on a page, mark some of it, do it; whether the key was one for that."""
        if is_filter_key(key, page.filter) or (key == "esc" and page.filter):
            typed = "" if key == "esc" else edit_filter(key, page.filter)
            self._pager.show(replace(page, filter=typed, mark=0 if typed and shown_entries(replace(page, filter=typed))
                                     else -1, scroll=0))  # fmt: skip
        elif key in ("up", "down"):
            self._move_mark(page, 1 if key == "down" else -1, style, height)
        elif key == "enter" and page.mark >= 0:
            self.choose(page)
        elif key == "enter" and page.filter:
            if any(plain(one) for one in page_rows(page, style, height)):
                self._note(page, "screen.filter.only-told")
            else:
                self._look_up(page)
        elif key in ("page up", "page down", "home", "end", " "):
            self._pager.show(replace(page, mark=-1))
            return False
        else:
            return False
        return True

    def _move_mark(self, page: OpenPage, by: int, style: Style, height: int) -> None:
        """Put the mark on the next line that is seen; where none is, scroll to it line by line."""
        places = entry_rows(page, style)
        rows = len(page_rows(replace(page, mark=-1), style, height))
        scroll = min(page.scroll, max(0, rows - height))
        if page.mark < 0:
            seen = [at for at, place in enumerate(places) if scroll <= place.start < scroll + height]
            to = seen[0 if by > 0 else -1] if seen else -1
        else:
            to = max(0, min(page.mark + by, len(places) - 1)) if page.mark + by >= 0 else -1
        if to < 0:
            self._pager.show(replace(page, mark=-1, scroll=max(0, min(rows - height, scroll + by))))
            return
        scroll = min(scroll, places[to].start)
        scroll = max(scroll, places[to].stop - height)
        self._pager.show(replace(page, mark=to, scroll=scroll))

    def _choose(self, page: OpenPage, entry: PageEntry) -> None:
        """Close the page, and do what was chosen on it; where nothing follows but a reason, the page stays with it."""
        view, queue = self._view, self._panes.queue
        self._pager.show(None)
        before = view.screen_state
        with queue.hold() as lines:
            if entry.stroke:
                self._press(entry.stroke)
            elif entry.line.endswith(" "):
                line = InputLine(":", entry.line, len(entry.line))
                view.screen_state = replace(view.screen_state, input_line=line)
            elif entry.line:
                queue.put(f":{entry.line}")
        stays = replace(view.screen_state, notes=before.notes, fresh_notes=before.fresh_notes) == before
        told = self._reason([one.line for one in lines], BY_STROKE.get(entry.stroke, "")) if stays else None
        if told is None:
            for one in lines:
                queue.enqueue(one)
        elif told:
            self._pager.show(replace(page, note=row(Span(told, "warn"))))
        else:  # the rules of the game are asked
            queue.enqueue(lines[0])
            self._pager.show(replace(page, awaits_reason=True))

    def _look_up(self, page: OpenPage) -> None:
        """Look in the rules and cards for what no line of help is called; where nothing is, help stays and says so."""
        context = self._view.context
        assert context is not None
        line = f"? {page.filter.strip()}"
        given = [one for one in instructions(context, line) if isinstance(one, Display)]
        told = [block for one in given for block in one.blocks]
        if context.presenter is None:
            self._note(page, "screen.filter.none")
        elif len(told) == 1 and isinstance(told[0], Para):
            self._pager.show(replace(page, note=row(Span(plain(told[0].text), "warn"))))
        elif told:
            title = next((one.content.title for one in given if isinstance(one.content, Page)), row(line))
            self._pager.open(title, self._view.fit_charts(told), below=page)

    def _reason(self, lines: Sequence[str], does: str) -> str | None:
        """Give why a key that was chosen does nothing; empty: its line asks why; None: it does something.

        ``does``: the action of the key, if it is one of every game.
        """
        context = self._view.context
        assert context is not None
        if not lines:
            told = self._panes.notes.take_answers()
        elif len(lines) > 1 or does == "who":  # its answer is what is asked for
            return None
        elif lines[0].startswith("why "):
            return ""
        else:
            given = list(instructions(context, lines[0]))
            if not all(isinstance(one, Display) and not isinstance(one.content, Page) for one in given):
                return None
            told = tuple(block for one in given if isinstance(one, Display) for block in one.blocks)
        paragraphs = [plain(block.text) for block in told if isinstance(block, Para)]
        return " ".join(paragraphs) if 0 < len(paragraphs) == len(told) <= MOST_REASONS else None

    def _is_own(self, key: str) -> bool:
        """Whether it is a key of the game itself."""
        board = self._view.board
        return board is not None and (key in board.controls.letters or key in board.controls.pages)

    def press(self, does: str, key: str) -> bool:
        """Take a key by what it does; whether it was one that shows something."""
        context = self._view.context
        assert context is not None
        words, seat = context.words, context.state.seat
        if does == "past":
            self._panes.history.list_turns()
        elif does == "chart":
            self._panes.history.ask_chart()
        elif does == "who":
            self._panes.queue.put(does)
        elif does == "players":
            self._pager.cycle("players", (seat if seat is not None else -1) + 1)
        elif does == "pages":
            self._pager.cycle("pages", 0)
        elif does == "news" and context.presenter is not None:
            self._panes.recap.show()
            if self._pager.page is None:
                self._panes.notes.answer((Para(row(words("news.nothing"))),))
        elif does == "log" and context.presenter is not None:
            self._panes.notices.show_log()
        elif does == "help":
            self._help()
        elif does == "rival":
            self._other_board(1 if key == "right" else -1)
        else:
            return False
        return True

    def show(self, name: str) -> None:
        """Show a page of the game, as it stood where the past is looked at."""
        if self._view.screen_state.moment is not None:
            self._panes.history.show_page(name)
        else:
            self._panes.queue.put(f":{name}")

    def _other_board(self, by: int) -> None:
        """Show the board of another player beside what there is to choose among."""
        view, context = self._view, self._view.context
        number = len(context.presenter.texts.names) if context is not None and context.presenter is not None else 0
        if view.board is not None and view.board.has_panels and number:
            view.screen_state = replace(view.screen_state, rival_offset=(view.screen_state.rival_offset + by) % number)

    def _help(self, below: OpenPage | None = None) -> None:
        """Show the card in focus, what the signs of the picture mean, and all keys; trouble comes before all else.

        ``below``: the page that it is opened over.
        """
        view, context, spot = self._view, self._view.context, self._view.spot()
        assert context is not None
        blocks: list[Block] = [*self._panes.lesson_panel.blocks]
        if context.presenter is not None and spot is not None and not is_troubled(context.reading):
            for face in spot.faces:
                blocks += [*context.presenter.card_sheet(face)]
        legend: tuple[Block, ...] = ()
        if view.board is not None and context.reading.scene is not None and not is_troubled(context.reading):
            legend = view.board.legend(context.reading.scene)
        if view.screen_state.moment is not None:  # the keys are others there
            told, groups = [*blocks, *past_blocks(context), *legend], past_entries(context, view.board)
        else:
            told = [*blocks, *legend, *context_blocks(context, view.board)]
            groups = context_entries(context, view.board)
        listed, entries = entry_blocks(told, groups)
        self._pager.open(row(context.words("screen.help")), listed, entries=entries, below=below)
