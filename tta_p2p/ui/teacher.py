"""Somebody who looks over the shoulder of one client: tells each lesson once, and has only its act done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import dropwhile

from tta_p2p.i18n import Words
from tta_p2p.keyboard.key_map import actions_at
from tta_p2p.keyboard.table import KeyPlace
from tta_p2p.seats.messages import TurnReply

from .blocks import Block, Gap, Para
from .cells import Span, row
from .guide import GuideTask
from .news_text import announce
from .reading import Reading
from .reference import game_option
from .state import ClientState, notations
from .tutorial import Lesson, LessonProgress, Tutorial, is_act, progress

END, END_KEY, ESCAPE_KEY = "end", "e", "esc"
"""The act that ends a phase, the usual key for it, and the one that closes a list."""
PASSING_VERBS = ("pass", END)
"""Acts that are no deed: what somebody does where nothing else is possible."""


def _keep_nothing(lesson: int) -> None:
    """Keep no lesson."""


class Teacher:
    """Tells the lessons of a tutorial, and refuses what a lesson does not ask for."""

    def __init__(
        self,
        tutorial: Tutorial,
        by_keys: bool,
        lesson: int = 0,
        letters: tuple[str, Mapping[str, str]] = ("", {}),
        keep: Callable[[int], None] = _keep_nothing,
    ) -> None:
        """``by_keys``: whether keys are pressed, else acts are typed; ``lesson``: the first one (from 0 on).

        ``letters``: the game, and its usual keys with the names of what they do; ``keep``: called with each lesson that
        begins.
        """
        self._tutorial, self._by_keys, self._letters, self._keep = tutorial, by_keys, letters, keep
        self._turn: TurnReply | None = None
        """The last turn of the seat that is known: the game of another lesson begins with another one."""
        self.begin(lesson)

    def begin(self, lesson: int) -> None:
        """Begin at a lesson: another game is laid out for it."""
        self._begun, self._told = self._tutorial.start_of(lesson), -1
        self._old_turn = self._turn

    @property
    def told(self) -> int:
        """The lesson (from 0 on) that was told last; the last one of its game once that is over."""
        return max(self._begun, min(self._told, self._end() - 1))

    def lesson(self, state: ClientState) -> int:
        """Give the number of the lesson that is under way, from 0 on."""
        return self._progress(state).lesson

    def objection(self, text: str, state: ClientState, words: Words) -> str:
        """Say why an act is not to be done now; empty if it may be."""
        lesson = self._lesson(state)
        if lesson is None:
            return ""
        at = self._progress(state)
        asked = lesson.steps[at.step].act
        if any(is_act(text, one) for one in (asked, *lesson.also)):
            return ""
        legal = notations(state.turn) if state.turn is not None else ()
        if text in PASSING_VERBS and not any(is_act(one, asked) for one in legal):
            return ""
        if self._by_keys:  # the task stands in sight
            return words("tutorial.not-this")
        return words("tutorial.not-now", task=self._task(at, state, words))

    def task(self, state: ClientState, words: Words) -> GuideTask:
        """Say what is to be done now; nothing once all lessons are learned."""
        at = self._progress(state)
        if at.lesson == self._end() < len(self._tutorial.lessons):
            return GuideTask((self._next(at.lesson, words),))
        if self._lesson(state) is None or not state.may_act:
            return GuideTask()
        keys = self._keys(at, state)
        rest = [keys[number:] for number in range(len(keys))] if self._by_keys else [keys]
        lines = (words("tutorial.task", task=self._task(at, state, words, one)) for one in rest)
        astray = words("tutorial.task", task=self._task(at, state, words, (ESCAPE_KEY, *keys)))
        return GuideTask(tuple(lines), keys, astray)

    def lesson_news(self, reading: Reading) -> tuple[str, tuple[Block, ...]] | None:
        """Give title and text of the lesson that has begun; None if it was told, or it is not the seat's turn."""
        state, presenter = reading.state, reading.presenter
        self._turn = state.turn
        lessons, at, is_over = self._tutorial.lessons, self._progress(state), state.game_over is not None
        is_stale = state.turn is self._old_turn
        if presenter is None or at.lesson <= self._told or is_stale or not (state.may_act or is_over):
            return None
        words = presenter.words
        self._told = at.lesson
        self._keep(at.lesson)
        if at.lesson >= self._end():
            title, told = self._closing(at.lesson, words)
            return title, (*told, *self._result(reading))
        lesson = lessons[at.lesson]
        key = f"tutorial.{lesson.key}"
        title = words("tutorial.title", n=at.lesson + 1, of=len(lessons), name=words(key))
        typed = not self._by_keys and lesson.has_typed_text
        since = words.optional(f"{key}.since")
        parts = [*([since] if since is not None else []), *words(f"{key}.why{'.typed' if typed else ''}").split("\n")]
        paragraphs = [Para(row(part)) for part in parts]
        blocks: list[Block] = []
        for one in paragraphs:
            blocks += [one, Gap()]
        blocks.append(Para(row(Span(words("tutorial.task", task=self._task(at, state, words)), "mine"))))
        return title, tuple(blocks)

    def _closing(self, lesson: int, words: Words) -> tuple[str, tuple[Block, ...]]:
        """Say that a game of the tutorial is over, and what comes then."""
        before = self._tutorial.lessons[lesson - 1].key
        done = words.optional(f"tutorial.{before}.done")
        blocks: list[Block] = [Para(row(words(f"tutorial.{before}.done"))), Gap()] if done is not None else []
        if lesson >= len(self._tutorial.lessons):
            game = game_option(self._letters[0]) if self._letters[0] else ""
            return words("tutorial.over"), (*blocks, Para(row(words("tutorial.over.why", game=game))))
        title = words("tutorial.done", n=lesson)
        return title, (*blocks, Para(row(Span(self._next(lesson, words), "mine"))))

    def _result(self, reading: Reading) -> tuple[Block, ...]:
        """Say how the game has ended, if it has and that is not told line by line."""
        over = reading.state.game_over
        shown = announce(over, reading, False) if over is not None and self._by_keys else ()
        return tuple(block for one in shown for block in (Gap(), *one.blocks))

    def _next(self, lesson: int, words: Words) -> str:
        """Say how to go on to a lesson that has a game of its own."""
        name = words(f"tutorial.{self._tutorial.lessons[lesson].key}")
        return words(f"tutorial.go-on{'' if self._by_keys else '.typed'}", n=lesson + 1, name=name)

    def _progress(self, state: ClientState) -> LessonProgress:
        return progress(self._tutorial, self._begun, state)

    def _end(self) -> int:
        """Give the lesson before which the game ends."""
        return self._tutorial.end_of(self._begun)

    def _lesson(self, state: ClientState) -> Lesson | None:
        """Give the lesson that is under way; None once those of this game are learned."""
        at = self._progress(state).lesson
        return self._tutorial.lessons[at] if at < self._end() else None

    def _keys(self, at: LessonProgress, state: ClientState) -> tuple[str, ...]:
        """Give the usual keys for what a lesson asks for now; while phases have to end first, the one for that."""
        if self._ends_first(at, state):
            return (END_KEY,)
        keys = self._tutorial.lessons[at.lesson].steps[at.step].keys
        return tuple(dropwhile(lambda key: key == END_KEY, keys)) or keys

    def _ends_first(self, at: LessonProgress, state: ClientState) -> bool:
        """Whether a phase has to end before what a lesson asks for can be done."""
        step = self._tutorial.lessons[at.lesson].steps[at.step]
        legal = notations(state.turn) if state.turn is not None else ()
        return step.keys[0] == END_KEY and END in legal and not any(is_act(one, step.act) for one in legal)

    def _task(self, at: LessonProgress, state: ClientState, words: Words, keys: tuple[str, ...] | None = None) -> str:
        """Say what a lesson asks for, and by which keys (by default all of them) or words it is done."""
        lesson = self._tutorial.lessons[at.lesson]
        step = lesson.steps[at.step]
        told = words(f"tutorial.{lesson.key}.task{f'.{at.step + 1}' if at.step else ''}")
        ends_first = self._ends_first(at, state)
        if self._by_keys:
            how = " ".join(self._written(key, words) for key in (self._keys(at, state) if keys is None else keys))
        else:
            how = END if ends_first else step.typed or step.act
        return words("tutorial.end-first" if ends_first else "tutorial.how", task=told, how=how)

    def _written(self, key: str, words: Words) -> str:
        """Write the stroke that this player has for a usual key."""
        game, letters = self._letters
        for action in actions_at(KeyPlace.GAME):
            if key in action.strokes:
                return words.stroke(words.keys.strokes(action.name)[0])
        own = words.keys.letters(game, letters).get(key, (key,))
        return words.stroke(own[0])
