"""Tutorials: a real game from a position laid out for it, in which each lesson asks for one act and says why.

A game has one if its module in `tta_p2p.ui` has `make_tutorial()`. How far somebody has come is not kept: it follows
from what was done, so undo goes back a lesson, and every client tells the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tta_p2p.games.contract import Option
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words
from tta_p2p.registry import companion_module

from .blocks import Block, Fields, Gap, Heading, Para
from .cells import Span, row
from .log_text import by_act
from .presenter import Presenter
from .reference import reference_of
from .state import ClientState, notations

_KEY_NAMES = {"down": "↓", "up": "↑", "end": "End"}
PASSING_VERBS = ("pass",)
"""Acts that are no deed: what somebody does where nothing else is possible."""
RIVAL = ("pass", "end", "decline", "done")
"""What the rival of a tutorial does, the first that is legal: it never surprises."""


@dataclass(frozen=True)
class Lesson:
    """One lesson: its texts are `tutorial.KEY`, `tutorial.KEY.why` and `tutorial.KEY.task`; `act` is what it asks for.

    `tutorial.KEY.why.typed` is what whoever types is told instead, if ``has_typed_text``.

    An act is named as it is written in notation; where that depends on numbers of cards, by its verb. `keys` do it on
    the full screen.
    """

    key: str
    act: str
    keys: tuple[str, ...]
    has_typed_text: bool = False

    def is_asked_act(self, text: str) -> bool:
        """Whether this act, in notation, is the one that is asked for."""
        return text == self.act or text.startswith(f"{self.act} #")


@dataclass(frozen=True)
class Tutorial:
    """A game from its beginning, and its lessons in order; the person sits on the first seat."""

    make: Callable[[], LocalGame[Any, Any]]
    lessons: tuple[Lesson, ...]


def tutorial_for(game: str) -> Tutorial | None:
    """Give the tutorial of a game; None if it has none."""
    make: Callable[[], Tutorial] | None = getattr(companion_module("tta_p2p.ui", game), "make_tutorial", None)
    return make() if make is not None else None


def lessons_done(tutorial: Tutorial, state: ClientState) -> int:
    """Give how many lessons have been learned, by what the seat has done and drafted."""
    texts = [group[0].act.text for group in by_act(state.log) if group[0].act is not None and group[0].actor == 0]
    texts += [act.text for act in state.turn.draft] if state.turn is not None else []
    at = 0
    for text in texts:
        if at < len(tutorial.lessons) and tutorial.lessons[at].is_asked_act(text):
            at += 1
    return at


class Teacher:
    """Somebody who looks over the shoulder of one client: tells each lesson once, and has only its act done."""

    def __init__(self, tutorial: Tutorial, by_keys: bool) -> None:
        """``by_keys``: whether keys are pressed, else acts are typed."""
        self._tutorial, self._by_keys = tutorial, by_keys
        self._told = -1

    @property
    def number(self) -> int:
        """The number of the lesson that was told last, from 1 on."""
        return max(1, min(self._told + 1, len(self._tutorial.lessons)))

    def lesson(self, state: ClientState) -> int:
        """Give the number of the lesson that is under way."""
        return lessons_done(self._tutorial, state)

    def objection(self, text: str, state: ClientState, words: Words) -> str:
        """Say why an act is not to be done now; empty if it may be."""
        at = self.lesson(state)
        if at >= len(self._tutorial.lessons) or self._tutorial.lessons[at].is_asked_act(text):
            return ""
        legal = notations(state.turn) if state.turn is not None else ()
        if text in PASSING_VERBS and not any(map(self._tutorial.lessons[at].is_asked_act, legal)):
            return ""
        if self._by_keys:  # the task stands in sight
            return words("tutorial.not-this")
        return words("tutorial.not-now", task=self._task(at, words))

    def task(self, state: ClientState, words: Words) -> str:
        """Say in a line what is to be done now; empty once all lessons are learned."""
        lessons, at = self._tutorial.lessons, self.lesson(state)
        if at >= len(lessons) or not state.may_act:
            return ""
        return words("tutorial.task", task=self._task(at, words))

    def lesson_news(self, state: ClientState, words: Words) -> tuple[str, tuple[Block, ...]] | None:
        """Give title and text of the lesson that has begun; None if it was told, or it is not the seat's turn."""
        lessons, at = self._tutorial.lessons, self.lesson(state)
        if at <= self._told or not (state.may_act or at >= len(lessons)):
            return None
        self._told = at
        if at >= len(lessons):
            return words("tutorial.over"), (Para(row(words("tutorial.over.why"))),)
        key = f"tutorial.{lessons[at].key}"
        title = words("tutorial.title", n=at + 1, of=len(lessons), name=words(key))
        typed = not self._by_keys and lessons[at].has_typed_text
        paragraphs = [Para(row(part)) for part in words(f"{key}.why{'.typed' if typed else ''}").split("\n")]
        blocks: list[Block] = []
        for one in paragraphs:
            blocks += [one, Gap()]
        return title, (*blocks, Para(row(Span(words("tutorial.task", task=self._task(at, words)), "mine"))))

    def _task(self, at: int, words: Words) -> str:
        """Say what a lesson asks for, and by which keys or words it is done."""
        lesson = self._tutorial.lessons[at]
        written = {**_KEY_NAMES, "enter": words("tutorial.enter")}
        how = " ".join(written.get(key, key) for key in lesson.keys) if self._by_keys else lesson.act
        return words("tutorial.how", task=words(f"tutorial.{lesson.key}.task"), how=how)


def game_at_lesson(tutorial: Tutorial, lesson: int) -> LocalGame[Any, Any]:
    """Give the game as it stands when a lesson begins (0: the first): what comes before was done as it is asked for."""
    local = tutorial.make()
    local.answer_needs()
    for one in tutorial.lessons[:lesson]:
        while True:
            _play_rivals(local)
            wanted = next((option for option in local.legal(0) if one.is_asked_act(local.game.write(option.act))), None)
            local.act((wanted or quietest_act(local.legal(0))).act)
            if wanted is not None:
                break
    _play_rivals(local)
    return local


def _play_rivals(local: LocalGame[Any, Any]) -> None:
    """Let the rivals decide until it is the first seat's turn."""
    while local.decision is not None and 0 not in local.decision.seats:
        seat = local.decision.seats[0]
        local.act(quietest_act(local.legal(seat)).act)


def quietest_act(options: Sequence[Option]) -> Option:
    """Give the legal act by which the least happens."""
    return next((option for verb in RIVAL for option in options if option.act.verb == verb), options[-1])


def general_page(presenter: Presenter) -> tuple[Block, ...]:
    """Give the page of a game that has no lessons: how any game is played here, and what there is to read of it."""
    words = presenter.words
    blocks: list[Block] = []
    for part in ("see", "act", "turn", "help"):
        blocks += [Heading(row(words(f"tutorial.any.{part}"))), Para(row(words(f"tutorial.any.{part}.why"))), Gap()]
    reference = reference_of(presenter)
    topics = reference.topics(words.language) if words.language in reference.rules else reference.topics("en")
    named = tuple((row(topic.name), row(topic.title)) for topic in topics[:8])
    return (*blocks, Heading(row(words("tutorial.any.rules"))), Fields(named, 2))


def lesson_titles(tutorial: Tutorial, words: Words) -> Iterator[tuple[str, str]]:
    """Give number and title of each lesson."""
    for number, lesson in enumerate(tutorial.lessons, 1):
        yield str(number), words(f"tutorial.{lesson.key}")
