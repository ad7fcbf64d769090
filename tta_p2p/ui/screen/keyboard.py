"""The keyboard of the screen: what each key stands for."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Para
from ..cells import Span, row
from ..commands.others import phrases
from ..commands.typed import completions
from ..history import with_notices
from ..past import course_of
from ..plain import whole
from ..presenter import MenuItem
from ..telling import chat_line
from .boards import Spot
from .edges import due_key, troubled
from .editing import edited
from .frame import hidden_before, page_rows, told_next
from .helping import context_blocks
from .history import History
from .keys import BY_NAME
from .look import ALL, HAND, SOME, TURNS, Opened, Typing, focused, tells_the_end
from .numbers import is_auction, on_page, typed_on
from .showing import may_act

OF_A_KIND = 2
"""So many verbs of a letter are so much alike that why the first is not possible says why none is."""


class Keyboard(History):
    """Takes keys. A key never does more than its words: most stand for a line that could have been typed."""

    def press(self, key: str) -> None:
        """Take a key, as urwid names it; one that fails costs itself."""
        try:
            self._press(key)
        except Exception as error:  # what a page raises as it is opened or turned
            self._fails("press", error, key)
            self.changed()

    def _press(self, key: str) -> None:
        context = self._context
        self._forget_answers()
        self.look = replace(self.look, fresh=0)
        self._number = self._number if BY_NAME.get(key) == "number" else None  # any other key ends it
        if context is None:
            if key in ("ctrl c", "q", "esc"):
                self._line("quit")
            return
        if not self._is_seen():
            if key in ("ctrl c", "q"):
                self._line("quit")
        elif self._dismissed is not None:
            self._dismissed.set()
        elif key == "ctrl l":
            pass
        elif context.state.handing_over is not None:
            if self.look.leaving:
                self._answer_leaving(key)
            elif key == "enter":
                self._line("")
            elif key == "q":
                self._leave()
        elif self.look.typing is not None:
            self._edit(self.look.typing, key)
        elif self.look.leaving:
            self._answer_leaving(key)
        elif context.state.confirmation is not None:
            self._answer(key)
        elif key == "q" and tells_the_end(self.look, context.reading):
            self._leave()
        elif self.look.page is not None and self._turn_page(self.look.page, key):
            pass
        elif not self._looks_back(key):
            self._command(key)
        self.changed()

    def _answer_leaving(self, key: str) -> None:
        self.look = replace(self.look, leaving=False)
        if key in ("y", "Y", "enter"):
            self._line("quit")

    def _answer(self, key: str) -> None:
        """Answer what is asked; Esc only calls it off.

        What others move is asked unawares, so a key meant for something else must not be a vote: Enter casts it.
        """
        assert self._context is not None
        asked = self._context.state.confirmation
        assert asked is not None
        vote, self.look = self.look.vote, replace(self.look, vote="")
        if key in ("y", "Y", "n", "N") and asked.motion is not None:
            self.look = replace(self.look, vote=key.lower())
        elif vote and key == "enter":
            self._line(vote)
        elif vote:
            pass
        elif key in ("y", "Y", "n", "N"):
            self._line(key.lower())
        elif key == "enter" and asked.enter:
            self._line("")
        elif key in ("esc", "ctrl c"):
            self._line("n" if asked.enter else "")

    def _turn_page(self, page: Opened, key: str) -> bool:
        """Move on a page, or close it; whether the key was one for pages."""
        columns, lines = self._size()
        height = max(1, lines - 3)
        rows = len(page_rows(page, replace(self._style, width=columns), height))
        last = max(0, rows - height)
        by = {"up": -1, "down": 1, "page up": -height, "page down": height, "home": -rows, "end": rows}
        if key in by:
            step = -by[key] if page.end or page.step else by[key]
            page = replace(page, scroll=max(0, min(last, min(page.scroll, last) + step)))
        elif key == " " and page.deeds:
            told = told_next(page, replace(self._style, width=columns), height)
            if told is None:
                self.look = replace(self.look, page=None)
                self._preview()
                return True
            page = told
        elif key == " " and not page.end and page.scroll < last:
            page = replace(page, scroll=min(last, page.scroll + height))
        elif key in ("left", "right", "tab", "shift tab") and page.cycle:
            self._cycle(page.cycle, page.at + (1 if key in ("right", "tab") else -1))
            return True
        elif page.stays and key not in ("esc", "ctrl c", "q"):
            return True
        elif key in ("esc", "ctrl c", "enter", " ", "q"):
            self.look = replace(self.look, page=None)
            if page.news:
                self._news()
            self._preview()
            return True
        else:
            if key not in BY_NAME and not self._own(key):
                return True
            if BY_NAME.get(key) == "number":
                found = page_rows(page, replace(self._style, width=columns), height)
                self._on_page = on_page(found, self._menu_numbers())
            self.look = replace(self.look, page=None)
            return False
        self.look = replace(self.look, page=page)
        return True

    def _menu_numbers(self) -> frozenset[int]:
        return frozenset(entry.number for entry in self._context.reading.menu.entries) if self._context else frozenset()

    def _own(self, key: str) -> bool:
        return self._board is not None and (key in self._board.letters or key in self._board.pages)

    def _cycle(self, what: str, to: int) -> None:
        """Show one of the pages of the game, or one of its players."""
        context = self._context
        reading = self.reading()
        if context is None or reading is None or reading.presenter is None or reading.scene is None:
            return
        presenter, scene = reading.presenter, reading.scene
        if what == "pages":
            to %= len(presenter.pages)
            page = presenter.page(presenter.pages[to], "", scene)
        else:
            to %= max(1, len(presenter.texts.names))
            page = presenter.player(to, scene)
        self._open(page.title, page.blocks, cycle=what, at=to)

    def _command(self, key: str) -> None:
        """Take a key that is pressed while the game is seen."""
        assert self._context is not None
        context, board, words = self._context, self._board, self._context.words
        does = BY_NAME.get(key, "")
        seat = context.state.seat
        if self.look.shown == TURNS and does in ("end", "undo", "redo", "reset", "all"):
            pass  # what acts waits until the list is closed
        elif key in ("up", "down", "page up", "page down", "home", "end") and context.state.in_lobby:
            self._scroll_lobby(key)
        elif key in ("up", "down", "page up", "page down", "home", "end"):
            self._move(key)
        elif does == "number":
            self._digit(key)
        elif does == "enter" and self.look.shown == TURNS:
            self._go_to_turn(self.spot())
        elif does == "enter" and self.look.past is None:
            self._do(self.spot())
        elif does == "past":
            self._list_turns()
        elif does in ("chart", "fair"):
            self._line(does)
        elif does == "escape":
            listed, self.look = self.look.shown, replace(self.look, shown="", some=())
            self._focus(self._default() if listed else focused(self.look, self.spots()))
        elif does == "all":
            self._list(ALL)
        elif does == "end":
            self._end()
        elif does in ("undo", "redo", "reset", "hint", "who"):
            self._begins_anew = does == "reset"
            self._line(does)
        elif does == "skip":
            turn = context.state.turn
            self._line("skip off" if turn is not None and turn.skips else "skip turn")
        elif does == "typed":
            self.look = replace(self.look, typing=Typing(":"))
        elif does == "chat" and "chat" not in context.state.offers:
            self._answer_with((Para(row(words("chat.not-here"))),))
        elif does == "chat":
            self.look = replace(self.look, typing=Typing("'"))
        elif does == "look-up":
            self.look = replace(self.look, typing=Typing("/"))
        elif does == "players":
            self._cycle("players", (seat if seat is not None else -1) + 1)
        elif does == "pages":
            self._cycle("pages", 0)
        elif does == "news" and context.presenter is not None:
            self._news()
            if self.look.page is None:
                self._answer_with((Para(row(words("news.nothing"))),))
        elif does == "log" and context.presenter is not None:
            texts, told = context.presenter.addressed(seat), context.state.log
            if self.look.past is not None:  # what came after it is not told there
                told = tuple(line for place in course_of(context.state)[: self.look.past + 1] for line in place.lines)
            notices = ((after, notice) for after, notice in self._notices if after <= len(told))
            log = with_notices(told, notices, texts)
            self._open(row(words("screen.log")), log or (Para(row(words("log-empty"))),), end=True)
        elif does == "help":
            self._help()
        elif does == "chats":
            heard = tuple(chat_line(one, context.reading) for one in context.state.chat)
            self._open(row(words("screen.chats")), heard or (Para(row(words("screen.no-chat"))),), end=True)
        elif does == "leave":
            self._leave()
        elif does == "ready" and context.state.in_lobby:
            guests = context.state.lobby.guests if context.state.lobby is not None else []
            ready = any(guest.ready for guest in guests if any(one.key == "you" for one in guest.known))
            self._line("ready no" if ready else "ready")
        elif does == "ready" and (due := due_key(context.state)):
            self._line({"resume": "resume", "owes": "vote"}[due])
        elif (does == "start" and context.state.in_lobby) or (does == "invite" and context.state.in_lobby):
            self._line(does)
        elif does == "dismiss" and context.state.in_lobby and "dismiss" in context.state.offers:
            self._dismiss(context.state.others_here)
        elif does == "autopilot" and "autopilot" in context.state.offers:
            self._line("autopilot")
        elif does == "autopilot" and not context.state.in_lobby:
            self._answer_with((Para(row(words("autopilot.not-here"))),))
        elif does == "rematch" and (context.state.over is not None or context.state.ended):
            self._line("rematch")
        elif does == "rival":
            self._other_board(1 if key == "right" else -1)
        elif board is not None and key in board.letters:
            self._list(key)
        elif board is not None and board.pages.get(key) == HAND and self._list_hand():
            pass
        elif board is not None and key in board.pages and context.presenter is not None:
            if self.look.past is not None:
                self._page_of_then(board.pages[key])
            else:
                self._line(f":{board.pages[key]}")

    def _dismiss(self, names: tuple[str, ...]) -> None:
        """Ask whom to send away; it is done once Enter is pressed."""
        if names:
            text = f"dismiss {names[0] if len(names) == 1 else ''}"
            self.look = replace(self.look, typing=Typing(":", text, len(text)))

    def _scroll_lobby(self, key: str) -> None:
        """Show the rest of what everybody agrees to."""
        assert self._context is not None
        columns, lines = self._size()
        most = hidden_before(self.look, self._context.reading, replace(self._style, width=columns), lines - 2)
        by = {"up": -1, "down": 1, "page up": -lines // 2, "page down": lines // 2, "home": -most, "end": most}
        self.look = replace(self.look, scroll=max(0, min(most, self.look.scroll + by[key])))

    def _move(self, key: str) -> None:
        found = self.spots()
        self._by_hand = True
        at = focused(self.look, found)
        by = {"up": -1, "down": 1, "page up": -10, "page down": 10, "home": -len(found), "end": len(found)}
        if found and key in ("up", "down"):  # from one end to the other
            self._focus((at + by[key]) % len(found))
        else:
            self._focus(at + by[key])

    def _digit(self, digit: str) -> None:
        """Go to the number that is being typed; one that means nothing leaves the mark where it was and says so."""
        assert self._context is not None
        context, page, self._on_page = self._context, self._on_page, frozenset[int]()
        if page:  # it shows numbers of the menu
            self.look = replace(self.look, shown="", some=())
        found = self.spots()
        among = page or frozenset(spot.number for spot in found if spot.number)
        at = focused(self.look, found)
        stands = (found[at].key, at) if found else ("", 0)
        bids = self._board is not None and is_auction(found, self._board)
        typed = self._number = typed_on(self._number, digit, self.clock(), among, bool(page), stands, bids=bids)
        self._by_hand = True
        if typed.number is not None and typed.of_menu:
            item = context.reading.menu.numbered(typed.number)
            self._stand_alone_on(item.text if item is not None else "")
        elif typed.number is not None:
            self._focus(next(at for at, spot in enumerate(found) if spot.number == typed.number))
        else:
            self.look = replace(self.look, focus=typed.focus, place=typed.place)
            self._focus(focused(self.look, found))
            key = f"screen.number.{'longer' if typed.longer else 'bid' if bids else 'none'}"
            self._answer_with((Para(row(Span(context.words(key, n=typed.digits), "warn"))),))

    def _stand_alone_on(self, text: str) -> None:
        """Put the mark on an act; where it has no line of its own, what it is chosen among is listed."""
        self.look = replace(self.look, shown="", some=())
        group = next((spot.several for spot in self.spots() if text in spot.several), (text,))
        if any(spot.item is not None and spot.item.text == text for spot in self.spots()):
            self._stand_on(text)
        else:
            self.look = replace(self.look, shown=SOME, some=group, focus="", place=0, preview=())
            self._stand_on(text)

    def _do(self, spot: Spot | None) -> None:
        """Do the act in focus; where there is none, it is said why."""
        assert self._context is not None
        if spot is None or not may_act(self._context.state):
            self._line("who")
        elif spot.item is not None:
            self._line(f"{'sure' if self._asks_first(spot.item) else 'act'} {spot.item.text}")
            self._by_hand = False
        elif spot.several:
            self._by_hand = False
            self.look = replace(self.look, shown=SOME, some=spot.several, focus="", place=0, preview=())
            self._focus(0)
        elif spot.refusal:
            self._answer_with((Para(row(spot.refusal)),))
        elif spot.ask:
            self._line(f"why {spot.ask}")

    def _asks_first(self, item: MenuItem) -> bool:
        """Whether an act in focus is asked about before it is done: final, and no key has chosen it among others."""
        board = self._board
        if board is None or not board.careful or self._by_hand or item.verb in board.ending:
            return False
        return self._final.get(item.text, True) and len(self.spots()) > 1

    def _numbered(self, typed: str) -> str:
        """Give the question about the act whose number was typed, where it is final: nothing has said what it does."""
        context, board, number = self._context, self._board, whole(typed)
        item = context.reading.menu.numbered(number) if context is not None and number is not None else None
        if item is None or board is None or context is None or not board.careful or item.verb in board.ending:
            return ""
        found = self.spots()
        seen = item.text in context.state.listed or any(spot.item == item for spot in found)
        if not (may_act(context.state) and seen and len(found) > 1):
            return ""
        return f"sure {item.text}" if self._final.get(item.text, True) else ""

    def _other_board(self, by: int) -> None:
        """Show the board of another player beside what there is to choose among."""
        number = len(self._context.presenter.texts.names) if self._context and self._context.presenter else 0
        if self._board is not None and self._board.panels and number:
            self.look = replace(self.look, rival=(self.look.rival + by) % number)

    def _list_hand(self) -> bool:
        """List the own cards, each with what can be done with it; whether there are any that are not listed yet."""
        if self.look.past is not None or self.look.shown == HAND:
            self.look = replace(self.look, shown="")
            return False
        before = self.look
        self.look = replace(self.look, shown=HAND, some=(), focus="", place=0, preview=())
        if not self.spots():
            self.look = before
            return False
        self._focus(0)
        return True

    def _list(self, key: str) -> None:
        """List acts; where the only one is meant by the key, it is done."""
        context, board = self._context, self._board
        if context is None or board is None:
            return
        if not may_act(context.state):
            self._line("who")
            return
        before = self.look
        self.look = replace(self.look, shown=key, some=(), focus="", place=0, preview=())
        found = self.spots()
        letter = board.letters.get(key)
        if letter is not None and letter.at_once and len(found) == 1:
            self.look = before
            self._do(found[0])
        elif not found:
            self.look = before
            scene = context.reading.scene
            decision = scene.turn.decision if scene is not None else None
            own = scene is not None and (board.own_turn(scene) or (decision is not None and decision.sealed))
            if letter is not None and len(letter.verbs) <= OF_A_KIND and own:
                self._line(f"why {letter.verbs[0]}")  # the rules say what is missing
            elif letter is not None:
                none = context.words("screen.none", what=context.words(f"key.{letter.does}"))
                self._answer_with((Para(row(none)),))
        else:
            self._focus(0)

    def _end(self) -> None:
        """Do what ends the turn, or lets something pass."""
        context, board = self._context, self._board
        if context is None or board is None:
            return
        entries = context.reading.menu.entries if may_act(context.state) else ()
        for verb in board.ending:
            meant = [item for item in entries if item.verb == verb]
            if len(meant) == 1:
                self._line(f"act {meant[0].text}")
                return
        if entries:
            self._answer_with((Para(row(context.words("screen.no-end"))),))
        else:
            self._line("who")

    def _help(self) -> None:
        """Show the card in focus, and all keys."""
        context, spot = self._context, self.spot()
        assert context is not None
        blocks: list[Block] = [*self._lesson]
        if context.presenter is not None and spot is not None and not troubled(context.reading):
            for face in spot.faces:
                blocks += [*context.presenter.card(face)]
        if self._board is not None and context.reading.scene is not None:
            blocks += self._board.signs(context.reading.scene)
        blocks += context_blocks(context, self._board)
        self._open(row(context.words("screen.help")), tuple(blocks))

    def _leave(self) -> None:
        """Ask whether to leave, unless the command itself asks or nothing is left to play."""
        context = self._context
        assert context is not None
        state = context.state
        asks = state.in_lobby or not (context.comeback or state.over is not None or not state.begun)
        if asks or state.recorded or state.over is not None or state.ended:
            self._line("quit")
        else:
            self.look = replace(self.look, leaving=True)

    # --- typing ----------------------------------------------------------------------------------------------

    def _edit(self, typing: Typing, key: str) -> None:
        """Take a key while a line is typed."""
        assert self._context is not None
        if key == "enter":
            self.look = replace(self.look, typing=None)
            self._enter(typing)
            return
        known: tuple[str, ...] = ()
        if key == "tab" and typing.before == ":":
            known = completions(self._context)
        elif key == "tab" and typing.before == "'":
            known = phrases(self._context)
        elif key == "tab" and typing.before == "/":
            asked = (one for one in completions(self._context) if one.startswith("? "))
            known = tuple(one.removeprefix("? ") for one in asked)
        self.look = replace(self.look, typing=edited(typing, key, known, self._typed))

    def _enter(self, typing: Typing) -> None:
        """Say the line that was typed."""
        text = typing.text.strip()
        if not text:
            return
        if typing.before == ":":
            self._typed.append(text)
            self._line(self._numbered(text) or text)
        else:
            self._line({"'": f"chat {text}", "/": f"? {text}"}[typing.before])
