"""Guide of one client through puzzles: tells the goal, gives clues step by step, compares the turn with the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tta_p2p.i18n import Words

from .blocks import Block, Gap, Para
from .cells import Span, row
from .guide import GuideTask
from .log_text import by_act
from .presenter import Presenter
from .puzzle import SOLVER, BadTurn, Puzzle, TurnComparison, TurnStep, Value, carry_out, judge
from .reading import Reading
from .state import ClientState, ClueState

NewsText = tuple[str, tuple[Block, ...]]
"""A title, and what stands below it."""
END = "end"
"""The verb that ends a turn."""


class PuzzlePages:
    """Pages about puzzles in the words of a presenter."""

    def __init__(self, presenter: Presenter) -> None:
        self._words, self._texts = presenter.words, presenter.texts_for(SOLVER)
        self._presenter = presenter

    def theme(self, puzzle: Puzzle) -> str:
        """Say what a puzzle is about."""
        return self._words(f"puzzle.theme.{puzzle.theme}")

    def goal(self, puzzle: Puzzle) -> tuple[Block, ...]:
        """Say the goal, a sentence a line."""
        told = (self._words(f"puzzle.goal.{one.key}", what=self._argument(one.args)) for one in puzzle.goal)
        return tuple(Para(row(Span(one, "mine"))) for one in told)

    def short_goal(self, puzzle: Puzzle) -> str:
        """Say in a few words what must be so, and what is counted."""
        words = self._words
        cards = [self._argument(one.args) for one in puzzle.goal if one.args and one.args[0] not in puzzle.counts]
        counted = words("puzzle.then").join(words(f"puzzle.counts.{name}") for name in puzzle.counts)
        return words("puzzle.apart").join((*cards, counted))

    def value(self, puzzle: Puzzle, value: Value | None) -> str:
        """Say what a turn comes to."""
        words = self._words
        if value is None:
            return words("puzzle.missed")
        return words.listed(
            [words(f"puzzle.counted.{name}", n=n) for name, n in zip(puzzle.counts, value, strict=True)]
        )

    def label(self, step: TurnStep, inside: bool = False) -> str:
        """Say an act of a turn."""
        return self._texts.label(step.label, inside)

    def solution(self, puzzle: Puzzle) -> tuple[Block, ...]:
        """Say the best turn act by act, with what each costs and brings, what it comes to, and how sure that is."""
        words = self._words
        steps, value = carry_out(puzzle, puzzle.turn)
        return (
            *self.goal(puzzle),
            Gap(),
            *(one for number, step in enumerate(steps, 1) for one in self._step(number, step)),
            Gap(),
            Para(row(words("puzzle.comes-to", value=self.value(puzzle, value)))),
            *self.assurance(puzzle),
        )

    def assurance(self, puzzle: Puzzle) -> Iterator[Block]:
        """Say what bots reach, and how it is known that no turn is better."""
        words = self._words
        told = words("puzzle.apart").join(
            words("puzzle.bot", level=words(f"level.{level}"), value=self.value(puzzle, value))
            for level, value in puzzle.bots.items()
        )
        yield Para(row(words("puzzle.bots", bots=told)))
        yield Para(row(words(f"puzzle.proof.{puzzle.proof}", n=puzzle.states)))

    def _step(self, number: int, step: TurnStep) -> Iterator[Block]:
        cost = self._presenter.cost_row(step.cost)
        name = Span(f"{number}. {self.label(step)}", "heading")
        yield Para(row(name, self._words("costs"), cost) if cost else row(name), 0, 3)
        for line in step.effects:
            yield Para(row(self._texts.effect(line)), 3, 5)

    def _argument(self, args: Sequence[object]) -> str:
        if not args:
            return ""
        word = str(args[0])
        counted = self._words.optional(f"puzzle.counts.{word}")
        return counted if counted is not None else self._texts.card(word)


class PuzzleGuide:
    """Sets puzzles, one after the other."""

    def __init__(
        self, puzzles: Sequence[Puzzle], number: int, by_keys: bool, keep: Callable[[Puzzle, bool, int], None]
    ) -> None:
        """``number``: the first one (from 0 on); ``by_keys``: whether keys are pressed, else acts are typed.

        ``keep``: called with each turn that is finished: whether it is as good as the best, after how many clues.
        """
        self._puzzles, self._by_keys, self._keep = puzzles, by_keys, keep
        self.begin(number)

    def begin(self, number: int) -> None:
        """Begin at a puzzle: its position is laid out anew."""
        self.number = number
        self._is_set, self._clues, self._verdict = False, 0, ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is set."""
        return self._puzzles[self.number]

    def objection(self, text: str, state: ClientState, words: Words) -> str:
        """Say why an act is not to be done; empty if it may be."""
        verb = text.partition(" ")[0]
        return words("puzzle.not-so") if verb in self.puzzle.without and not self._verdict else ""

    def task(self, state: ClientState, words: Words) -> GuideTask:
        """Say in a line what is to be done now."""
        if self._verdict:
            return GuideTask((words(f"puzzle.{self._verdict}.task"),))
        if not state.may_act:
            return GuideTask()
        counts = words("puzzle.then").join(words(f"puzzle.counts.{name}") for name in self.puzzle.counts)
        return GuideTask((words("puzzle.task", n=self.number + 1, counts=counts),))

    def lesson_news(self, reading: Reading) -> NewsText | None:
        """Give title and text of what is new: the puzzle, a clue, what the turn has come to; None: nothing is."""
        state, presenter = reading.state, reading.presenter
        is_over = state.game_over is not None
        if presenter is None or not (state.may_act or is_over):
            return None
        pages = PuzzlePages(presenter)
        acts = _turn(state)
        if acts and acts[-1] == END:
            if self._verdict:
                return None
            return self._judge(acts, pages, presenter.words)
        if not self._is_set:
            self._is_set = True
            return self._intro(pages, presenter.words)
        asked = state.part(ClueState).asked
        if asked > self._clues:
            self._clues = asked
            return self._clue(asked, pages, presenter.words)
        return None

    def _title(self, words: Words) -> str:
        theme = words(f"puzzle.theme.{self.puzzle.theme}")
        return words("puzzle.title", n=self.number + 1, of=len(self._puzzles), theme=theme)

    def _intro(self, pages: PuzzlePages, words: Words) -> NewsText:
        how = "puzzle.how" if self._by_keys else "puzzle.how.typed"
        return self._title(words), (*pages.goal(self.puzzle), Gap(), Para(row(words(how))))

    def _clue(self, number: int, pages: PuzzlePages, words: Words) -> NewsText:
        """Give a clue: first what the best turn comes to, then its acts one by one."""
        puzzle = self.puzzle
        steps, _ = carry_out(puzzle, puzzle.turn)
        shown = steps[: number - 1]
        blocks: list[Block] = [Para(row(words("puzzle.clue.value", value=pages.value(puzzle, puzzle.best))))]
        blocks += [
            Para(row(words("puzzle.clue.act", n=at, act=pages.label(step))), 0, 3) for at, step in enumerate(shown, 1)
        ]
        blocks.append(Para(row(words("puzzle.clue.more" if len(shown) < len(steps) else "puzzle.clue.last"))))
        return words("puzzle.clue", n=min(number, len(steps) + 1), of=len(steps) + 1), tuple(blocks)

    def _judge(self, acts: Sequence[str], pages: PuzzlePages, words: Words) -> NewsText:
        puzzle = self.puzzle
        try:
            verdict = judge(puzzle, acts)
        except BadTurn as error:
            self._verdict = "other"
            return self._title(words), (Para(row(words("puzzle.not-legal", act=error.act))),)
        best = verdict.is_best(puzzle)
        self._verdict = "solved" if best else "other"
        self._keep(puzzle, best, self._clues)
        return words(f"puzzle.{self._verdict}"), (
            *compare(puzzle, verdict, pages, words),
            Gap(),
            Para(row(words("puzzle.go-on" if self._by_keys else "puzzle.go-on.typed", n=str(self.number + 1)))),
        )


def compare(puzzle: Puzzle, verdict: TurnComparison, pages: PuzzlePages, words: Words) -> Iterator[Block]:
    """Say how a turn compares with the best one."""
    missed = verdict.value is None
    yield Para(
        row(words("puzzle.yours.missed" if missed else "puzzle.yours", value=pages.value(puzzle, verdict.value)))
    )
    if verdict.value == puzzle.best:
        yield Para(row(Span(words("puzzle.same"), "mine")))
    elif verdict.value is not None and verdict.value > puzzle.best:
        yield Para(row(Span(words("puzzle.better"), "mine")))
    else:
        yield Para(row(Span(words("puzzle.best", value=pages.value(puzzle, puzzle.best)), "mine")))
        if verdict.value is not None:
            at = next(at for at, n in enumerate(puzzle.best) if n != verdict.value[at])
            name, n = puzzle.counts[at], puzzle.best[at] - verdict.value[at]
            yield Para(row(words("puzzle.less", value=words(f"puzzle.counted.{name}", n=n))))
    if verdict.parted is not None:
        step = verdict.steps[verdict.parted]
        key = "puzzle.parted.end" if step.act == END else "puzzle.parted"
        yield Para(row(words(key, act=pages.label(step), n=verdict.parted + 1)))
    yield from pages.assurance(puzzle)


def _turn(state: ClientState) -> list[str]:
    """Give the acts of the person's turn as far as it is played."""
    found: list[str] = []
    for group in by_act(state.log):
        act = group[0].act
        if act is not None and group[0].actor == SOLVER:
            found.append(act.text)
            if act.text == END:
                break
    return found
