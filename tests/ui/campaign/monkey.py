"""Somebody at the screen who presses keys at random, and now and then acts as people do: by keys."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.ui.campaign.walk import EVERY
from tests.ui.campaign.watch import LATIN, Size, Watch
from tests.ui.campaign.work import Limit
from tta_p2p.seats import messages as say
from tta_p2p.ui.cells import plain, target_at
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.key_row import KEY as KEY_KIND
from tta_p2p.ui.presenter import MenuItem
from tta_p2p.ui.screen.boards import Spot
from tta_p2p.ui.screen.face import ScreenFace

SIZES: tuple[Size, ...] = (
    *((80, 24),) * 5, *((60, 20),) * 3, (120, 40), (120, 40), (200, 60), (61, 21), (79, 23), (100, 30), (300, 80),
)  # fmt: skip
SMALL: tuple[Size, ...] = ((1, 1), (2, 2), (3, 20), (1, 24), (80, 1), (4, 4), (20, 8), (59, 20), (60, 19), (40, 12))
"""Windows in which there is no picture of a game; one comes back from them."""
TYPED = (
    *("", " ", "é", "中文测试", "👨‍👩‍👧", "\u202e反", "字" * 300, "'" * 40, "%s%n", "-1", "0", "99999999999999999999"),
    *("1 2 3", "1;2", "act", "act x", "sure", "sure 1", "look", "at", "at 0", "at -1", "at 9999", "at 1.1", "at x"),
    *("at 3 hand", "why", "why 1", "why take 99", "why build", "skip", "skip this", "skip off", "skip turn", "brief"),
    *("chart", "chart x", "news step", "news", "log 5", "log", "rules", "rules xyz", "rules war", "help", "help xyz"),
    *("help 1", "? rome", "conditions", "pause", "resume", "mute", "mute Bob", "autopilot", "autopilot off"),
    *("autopilot easy", "fair", "fair 3", "eyes", "turns", "who", "undo", "redo", "reset", "past", "past 1"),
    *("past 1 chart", "moves", "moves build", "l x", "hint", "rematch", "go-on", "dismiss Bob", "ready", "ready no"),
    *("start", "stats", "#comment", ":", "::", ":::act", "1", "2", "17"),
)
"""What makes sense somewhere, and what makes none."""
LEAVES = ("quit", "q", "exit", "leave", "resign", "call-off", "vote", "gone")
"""Commands that are not typed at random: the session would be over."""
IDLE = ("end", "pass", "done", "decline", "destroy", "disband", "by-hand")
PATIENCE = 120
"""So many tries of somebody who may act, each of many keys, may lead nowhere."""
KEY, PAUSE = 0.2, 10.0
"""Seconds from one key to the next, and before a number: digits that follow each other are one."""
ACTING = (KEY_KIND, "marked", "goal", "place", "marked-entry")
"""Kinds of what is drawn on which a click may act; on all else it moves a mark or shows something."""
KEPT = 40
"""So many keys before a finding are told with it."""


@dataclass
class Told:
    """What came of a session: how often everything happened, the decisions that were met, and what was found."""

    seed: int
    sort: str = ""
    game: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    language: str = ""
    """Of every screen; empty: by chance."""
    found: list[list[str]] = field(default_factory=list)
    """A finding as lines: its kind and matter, where it was seen, and what was seen there."""


class Stuck(Exception):
    """No key leads on."""


class Monkey:
    """A client of the full screen, and the fingers at its keyboard."""

    def __init__(
        self, client: SeatClient, face: ScreenFace, luck: random.Random, watch: Watch, told: Told, where: str,
        settle: Callable[[], Awaitable[None]], size: list[Size],
    ) -> None:  # fmt: skip
        """``settle`` waits until all that a key sets going has happened; ``size``: of the window, one value."""
        self.client, self.face, self.luck, self.watch, self.told = client, face, luck, watch, told
        self.where, self.size = where, size
        self._settle, self._limit = settle, Limit()
        self._keys: deque[str] = deque(maxlen=KEPT)
        self._sent: list[str] = []
        self._tries, self._stood = 0, (0, 0, 0)
        self._shown: object = None
        self._time = 0.0
        face.panes.numbers.clock = lambda: self._time
        inner = client._say

        async def note(request: say.Request) -> None:
            if isinstance(request, say.ActRequest) and request.text != self._forced():
                self._sent.append(request.text)
            await inner(request)

        client._say = note  # type: ignore[method-assign]

    # --- keys ------------------------------------------------------------------------------------------------

    def here(self) -> str:
        """Where the person is, and the keys that led there."""
        columns, rows = self.size[0]
        return f"{self.where}, {columns}×{rows}, keys {' '.join(self._keys)}"

    async def press(self, *keys: str) -> None:
        """Press keys, and look at every picture that comes of them."""
        for key in keys:
            before = self._marked() if key == "enter" else None
            self._sent.clear()
            self._keys.append(key)
            self._time += KEY
            self.told.counts["keys"] += 1
            with self._limit:
                self.face.press(key)
                await self._settle()
            self.look()
            if before is not None and self._sent and self._sent[0] != before:
                self.watch.find("an act that the mark did not show", self._sent[0], self.here(), f"marked: {before}")
            self.told.counts["acts"] += len(self._sent)

    def look(self) -> None:
        """Look at the picture, if it is another one."""
        shown = (
            self.face.screen_state,
            self.face.context.reading if self.face.context is not None else None,
            self.size[0],
        )
        if shown == self._shown:
            return
        self._shown = shown
        with self._limit:
            self.watch.look(self.face, self.size[0], self.here())

    def _forced(self) -> str:
        """The only act of this turn, which the client does by itself whatever key comes meanwhile; empty: a choice."""
        context = self.face.context
        if context is None or context.presenter is None or context.reading.scene is None:
            return ""
        return context.presenter.forced_act(context.reading.scene)

    def _marked(self) -> str | None:
        """The act that Enter does now, as far as that is clear from the picture: nothing is asked, read or typed."""
        if not self._is_free():
            return None
        spot = self._spot()
        return spot.item.text if spot is not None and spot.item is not None else "no act"

    def _is_free(self) -> bool:
        """Whether keys mean the list in sight."""
        look, state = self.face.screen_state, self.client.state
        seen = look.page is None and look.input_line is None and not look.asks_to_leave and look.moment is None
        return seen and state.confirmation is None and state.handover_seat is None and state.may_act

    def _spot(self) -> Spot | None:
        context = self.face.context
        return self.face.spot() if context is not None and context.presenter is not None else None

    async def type(self, line: str) -> None:
        """Type a line, letter by letter."""
        await self.press(":")
        if self.face.screen_state.input_line is None:
            return
        self.watch.written.update(LATIN.findall(line))
        for letter in line[:120]:
            self.face.press(letter)
        self._keys.append(repr(line[:60]))
        await self.press(*(["tab"] if self.luck.random() < 0.15 else []), "enter")

    async def number(self, number: int) -> None:
        """Type the number of a line: where one of the lines in sight shows it, the mark stands there."""
        self._time += PAUSE
        before = self.client.state.turn
        seen = self._is_free() and any(spot.number == number for spot in self.face.spots())
        await self.press(*str(number))
        spot = self._spot()
        stays = self.client.state.turn is before  # nobody else has acted between two digits
        if seen and stays and (spot is None or spot.number != number):
            stands = f"the mark is on {spot.number if spot is not None else 'nothing'}"
            self.watch.find("a number that marks another line", str(number), self.here(), stands)

    async def resize(self) -> None:
        """Make the window larger or smaller; from one that is very small one comes back."""
        if self.luck.random() < 0.3:
            self.size[0] = self.luck.choice(SMALL)
            await self.press("ctrl l", *(self.luck.choice(EVERY) for _ in range(2)))
            await self.step_back()
        self.size[0] = self.luck.choice(SIZES)
        await self.press("ctrl l")

    # --- the mouse -------------------------------------------------------------------------------------------

    async def point(self) -> None:
        """Click somewhere, or outside of the window, or turn the wheel; no question is answered but on its answer."""
        columns, lines = self.size[0]
        asked, turned = self.client.state.confirmation, self.luck.random() < 0.25
        column, line = self.luck.randrange(-1, columns + 2), self.luck.randrange(-1, lines + 2)
        target = None if turned else target_at(self.face.frame(self.size[0]).rows, column, line)
        self._sent.clear()
        self._keys.append("wheel" if turned else f"click {column},{line}")
        self._time += PAUSE
        self.told.counts["clicks"] += 1
        with self._limit:
            if turned:
                self.face.turn_wheel(self.luck.choice((-1, 1)))
            else:
                self.face.click(target)
            await self._settle()
        self.look()
        kind = target.kind if target is not None else ""
        if asked is not None and kind != KEY_KIND and (self._sent or self.client.state.confirmation is None):
            self.watch.find("a question that a click elsewhere answered", kind, self.here())
        if self._sent and kind not in ACTING:
            self.watch.find("an act by a click that chose nothing", self._sent[0], self.here(), kind)
        self.told.counts["acts"] += len(self._sent)

    # --- acting ----------------------------------------------------------------------------------------------

    def seen(self) -> list[str]:
        """The lines of the picture."""
        return [plain(one) for one in self.face.frame(self.size[0]).rows]

    def sent(self) -> list[str]:
        """The acts that the last key has sent."""
        return [*self._sent]

    def entries(self) -> list[MenuItem]:
        """What can be done now, but for giving up."""
        state = self.client.state
        found = self.client.reading.menu.entries if state.may_act and self.client.reading.scene is not None else ()
        return [entry for entry in found if entry.verb != "resign"]

    async def step_back(self) -> None:
        """Answer what is asked, and close what is open, so that the game is seen."""
        state, look = self.client.state, self.face.screen_state
        if state.handover_seat is not None:
            await self.press("enter")
        elif state.confirmation is not None:
            await self.press(*(["y", "enter"] if self.luck.random() < 0.75 else ["n", "enter"]))
        elif look.vote or look.asks_to_leave or look.page is not None or look.moment is not None or look.list_name:
            await self.press("esc")
        elif look.input_line is not None:
            await self.press("esc", "esc")

    async def act(self) -> None:
        """Do something that is legal, in one of the ways there are."""
        for _ in range(4):
            await self.step_back()
        entries = self.entries()
        if not entries:
            await self.press(self.luck.choice(("esc", "enter", "w", "e")))
            return
        busy = [entry for entry in entries if entry.verb not in IDLE]
        pool = busy if busy and self.luck.random() < 0.75 else entries
        verb = self.luck.choice(sorted({entry.verb for entry in pool}))
        entry = self.luck.choice([one for one in pool if one.verb == verb])
        turn = self.client.state.turn
        if turn is not None and turn.decision is not None:
            self.told.decisions[turn.decision.key] += 1
        how = self.luck.random()
        if how < 0.2:
            await self.type(entry.text)
        elif how < 0.4:
            if self.luck.random() < 0.5:  # the list in which numbers are those of the menu
                await self.press("a")
            await self.number(entry.number)
            await self.press("enter")
        elif how < 0.7:
            await self._find_in_list(entry)
        else:
            await self._by_letter(entry)
        if self.client.state.confirmation is not None:
            await self.press("y")

    async def _find_in_list(self, entry: MenuItem) -> None:
        """Go to an act in the list of all of them."""
        await self.press("a")
        found = self.face.spots()
        at = next((at for at, spot in enumerate(found) if spot.item is not None and spot.item.text == entry.text), -1)
        if at < 0:
            await self.press("esc")
            return
        self.face.press("home")
        for _ in range(max(0, at - 1)):
            self.face.press("down")
        await self.press(*["down"] * min(1, at), "enter")

    async def _by_letter(self, entry: MenuItem) -> None:
        """List the acts of its kind, and do one of them."""
        board = self.face.board
        letters = [key for key, letter in board.controls.letters.items() if entry.verb in letter.verbs] if board else []
        await self.press(*letters[:1], *["down"] * self.luck.randrange(4), "enter")
        for _ in range(2):
            if self.face.screen_state.list_name:
                await self.press(*["down"] * self.luck.randrange(2), "enter")

    async def hurry(self) -> bool:
        """Do something legal by its words, without looking; whether there was anything to do."""
        for _ in range(3):
            await self.step_back()
        entries = self.entries()
        if entries:
            self.told.counts["acts"] += 1
            self.face.panes.queue.put(f"act {self.luck.choice(entries).text}")
            with self._limit:
                await self._settle()
        return bool(entries)

    # --- anything --------------------------------------------------------------------------------------------

    async def fumble(self) -> None:
        """Press anything."""
        luck, what = self.luck, self.luck.random()
        if what < 0.08:
            for _ in range(luck.randrange(1, 4)):
                await self.point()
        elif what < 0.45:
            await self.press(*(luck.choice(EVERY) for _ in range(luck.randrange(1, 5))))
        elif what < 0.55:
            await self.type(luck.choice(TYPED))
        elif what < 0.6:
            names = [name for name in self.client.context().names() if name not in LEAVES]
            await self.type(luck.choice(names or ["who"]) + luck.choice(["", " ", " 1", " Bob", " x y", " 中", " -5"]))
        elif what < 0.64:
            said = luck.choice(("hi", "你好", "é👍", "字" * 90, ""))
            await self.press("'", *said, *(["tab"] if luck.random() < 0.3 else []), "enter")
        elif what < 0.68:
            asked = luck.choice(("rome", "war", "战", "zzz", "a", "1", "coin"))
            self.watch.written.update(LATIN.findall(asked))
            await self.press("/", *asked, "enter", "page down", "esc")
        elif what < 0.74:
            await self.press("o", *["right"] * luck.randrange(9), "page down", "end", "esc")
        elif what < 0.78:
            await self.press("tab", *["right"] * luck.randrange(5), "end", "esc")
        elif what < 0.82:
            await self.press("j", *(luck.choice(("down", "up", "enter", "left", "right", "home", "end", *"oksig"))
                                    for _ in range(6)), "esc", "esc")  # fmt: skip
        elif what < 0.88:
            await self.press(luck.choice('kgnf?w"vciUhl'), "page down", "end", "esc")
        elif what < 0.91:
            await self.press(luck.choice(("H", "S", "A", "Z", "R", "z", "y")))
        elif what < 0.94 and self.entries():
            await self.number(luck.choice(self.entries()).number)
        else:
            await self.resize()
        if self.face.screen_state.asks_to_leave:
            await self.press("esc")

    async def at_the_end(self) -> None:
        """Look at the end from everywhere."""
        await self.press("esc", "o", *["right"] * 9, "esc", "g", "page up", "home", "esc", "j", "enter", *["left"] * 3,
                         "esc", "esc", "k", "page down", "esc", "?", "page down", "esc", "n", " ", " ", "esc", "w", "f",
                         "esc", "tab", "right", "esc", "R", "A", "S", "e", "a", "enter", "esc")  # fmt: skip

    def goes_on(self, moved: int) -> None:
        """Note how far the game is, by the facts there are. Raises Stuck where somebody may act and no key leads on."""
        turn = self.client.state.turn
        stands = (moved, turn.number if turn is not None else 0, len(turn.draft) if turn is not None else 0)
        waits = self.client.state.may_act and not self.client.state.autopilot_seats
        self._tries = self._tries + 1 if stands == self._stood and waits else 0
        self._stood = stands
        if self._tries > PATIENCE:
            raise Stuck(self.here())
