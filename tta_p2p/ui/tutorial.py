"""Tutorials: real games from positions laid out for them, in which each lesson asks for one act and says why.

A game has some if its module in `tta_p2p.ui` has `make_tutorials()`. How far somebody has come within a game is not
kept: it follows from what was done, so undo goes back a lesson, and every client tells the same.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tta_p2p.games.contract import Act, Option, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import companion_module

from .blocks import Block, Fields, Gap, Heading, Para
from .cells import row
from .log_text import by_act
from .presenter import Presenter
from .reference import reference_of
from .state import ClientState

RIVAL = ("pass", "end", "decline", "done")
"""What a rival does that wishes nothing, the first that is legal: it never surprises."""


class LessonStep(NamedTuple):
    """An act that a lesson asks for, as `is_act` names it, and the usual keys that do it on the full screen.

    ``typed``: the words that do it line by line, where they are others than those of the act.
    """

    act: str
    keys: tuple[str, ...]
    typed: str = ""


@dataclass(frozen=True)
class Opening:
    """The game in which a lesson begins, and what the rivals do there wherever it is legal, most wanted first.

    The person sits on the first seat. `wishes` are read as `is_act` reads them; rivals without any only pass.
    `course`: what all did from there on in a game that was played before, in notation; the rivals do so once more.
    """

    make: Callable[[], LocalGame[Any, Any]]
    wishes: tuple[str, ...] = ()
    course: tuple[tuple[Seat, str], ...] = ()

    @cached_property
    def facts_before(self) -> int:
        """The number of facts of the game before the lesson."""
        return len(self.make().facts) if self.course else 0


class RivalPlay:
    """The play of the rivals in the game of an opening, decision by decision."""

    def __init__(self, opening: Opening) -> None:
        self._wishes = opening.wishes
        self._course: dict[Seat, deque[str]] = defaultdict(deque)
        for seat, text in opening.course:
            self._course[seat].append(text)

    def act(self, game: Game[Any, Any], options: Sequence[Option], seat: Seat) -> Act:
        """Give what a rival does: what it did next in the course, if that is legal; else the first of its wishes."""
        course = self._course[seat]
        if course:
            for option in options:
                if game.write(option.act) == course[0]:
                    course.popleft()
                    return option.act
        return rival_act(game, options, self._wishes)


@dataclass(frozen=True)
class Lesson:
    """One lesson: its texts are `tutorial.KEY`, `tutorial.KEY.why` and `tutorial.KEY.task`; `act` is what it asks for.

    `tutorial.KEY.since`, where there is one, says what has happened since the lesson before.

    `tutorial.KEY.why.typed` is what whoever types is told instead, if ``has_typed_text``. `then`: further acts, the
    task of the second is `tutorial.KEY.task.2`. `also`: acts that may be done on the way. Without an `opening` it
    begins where the one before it ended.
    """

    key: str
    act: str
    keys: tuple[str, ...]
    has_typed_text: bool = False
    typed: str = ""
    then: tuple[LessonStep, ...] = ()
    also: tuple[str, ...] = ()
    opening: Opening | None = None

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """The acts that it asks for, in order."""
        return (LessonStep(self.act, self.keys, self.typed), *self.then)


@dataclass(frozen=True)
class Tutorial:
    """One part of what is taught of a game: its title is the text `tutorial.part.NAME`.

    Its first lesson has an opening.
    """

    name: str
    lessons: tuple[Lesson, ...]

    def start_of(self, lesson: int) -> int:
        """Give the lesson (from 0 on) with which the game of this one began."""
        return next(at for at in range(min(lesson, len(self.lessons) - 1), -1, -1) if self.lessons[at].opening)

    def end_of(self, lesson: int) -> int:
        """Give the lesson before which the game of this one ends; at the end the number of all lessons."""
        later = (at for at in range(lesson + 1, len(self.lessons)) if self.lessons[at].opening)
        return next(later, len(self.lessons))


def tutorials_for(game: str) -> tuple[Tutorial, ...]:
    """Give the tutorials of a game, in the order in which they are learned."""
    make: Callable[[], tuple[Tutorial, ...]] | None
    make = getattr(companion_module("tta_p2p.ui", game), "make_tutorials", None)
    return make() if make is not None else ()


class LessonProgress(NamedTuple):
    """The lesson (from 0 on) that is under way, and which of its acts is asked for."""

    lesson: int
    step: int = 0


def progress(tutorial: Tutorial, begun: int, state: ClientState) -> LessonProgress:
    """Say how far the game that began with lesson ``begun`` has come, by what the seat has done and drafted."""
    past = opening_of(tutorial, begun).facts_before
    acts = (group[0] for group in by_act(state.log) if group[0].number > past and group[0].actor == 0)
    texts = [line.act.text for line in acts if line.act is not None]
    texts += [act.text for act in state.turn.draft] if state.turn is not None else []
    at, step, end = begun, 0, tutorial.end_of(begun)
    for text in texts:
        if at < end and is_act(text, tutorial.lessons[at].steps[step].act):
            step += 1
            if step == len(tutorial.lessons[at].steps):
                at, step = at + 1, 0
    return LessonProgress(at, step)


def game_at_lesson(tutorial: Tutorial, lesson: int) -> tuple[LocalGame[Any, Any], RivalPlay]:
    """Give the game as it stands when a lesson begins (0: the first), and how its rivals go on.

    What comes before was done as it is asked for.
    """
    begun, opening = tutorial.start_of(lesson), opening_of(tutorial, lesson)
    local, rivals = opening.make(), RivalPlay(opening)
    local.answer_needs()
    for one in tutorial.lessons[begun:lesson]:
        for step in one.steps:
            _do_step(local, step, rivals, one.also)
    play_rivals(local, rivals)
    return local, rivals


def opening_of(tutorial: Tutorial, lesson: int) -> Opening:
    """Give the opening of the game in which a lesson is learned."""
    opening = tutorial.lessons[tutorial.start_of(lesson)].opening
    assert opening is not None, "the first lesson has an opening"
    return opening


def is_act(text: str, wanted: str) -> bool:
    """Whether an act, in notation, is the wanted one: `*` stands for any word, and words at its end may be left out.

    A card that is played is named by its face alone: its handle differs from game to game.
    """
    words, asked = text.split(" "), wanted.split(" ")
    return len(words) >= len(asked) and all(
        one in ("*", word, word.partition("=")[2] or word.partition("#")[0])
        for word, one in zip(words, asked, strict=False)
    )


def rival_act(game: Game[Any, Any], options: Sequence[Option], wishes: Sequence[str]) -> Act:
    """Give what a rival does: the first legal one of its wishes, else what changes the least."""
    written = [(game.write(option.act), option) for option in options] if wishes else []
    wanted = (option for wish in wishes for text, option in written if is_act(text, wish))
    quiet = (option for verb in RIVAL for option in options if option.act.verb == verb)
    return next(wanted, next(quiet, options[0])).act


def _do_step(local: LocalGame[Any, Any], step: LessonStep, rivals: RivalPlay, also: Sequence[str]) -> None:
    """Do what is asked for, and before it what may be done on the way (``also``), else what is no deed."""
    while True:
        play_rivals(local, rivals)
        decision = local.decision
        assert decision is not None, f"the game is over before {step.act}"
        own = local.legal(0)
        wanted = next((option.act for option in own if is_act(local.game.write(option.act), step.act)), None)
        others = [seat for seat in decision.seats if seat and decision.sealed]
        acts = [rivals.act(local.game, local.legal(seat), seat) for seat in others]
        local.act(wanted or rival_act(local.game, own, also), *acts)
        if wanted is not None:
            return


def play_rivals(local: LocalGame[Any, Any], rivals: RivalPlay) -> None:
    """Let the rivals decide until it is the first seat's turn."""
    while local.decision is not None and 0 not in local.decision.seats:
        seats = local.decision.seats if local.decision.sealed else local.decision.seats[:1]
        local.act(*(rivals.act(local.game, local.legal(seat), seat) for seat in seats))


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
