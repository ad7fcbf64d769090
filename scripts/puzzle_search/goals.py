"""Goals that a position has an interesting turn for: hard to meet by chance, and made of several acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.phases import Actions
from tta_p2p.ui.through_the_ages.puzzle_goals import Condition, Goal, Value

from .positions import FoundPosition
from .turns import HiddenOutcome, Position, Turns

RARE = 0.004
"""At most this share of all ends of turns may be best."""
FEWEST_ACTS = 3
"""Acts of the best turn, its end left out."""
_PAIRS = (
    ("culture", "science"), ("science", "culture"), ("science", "resources"), ("resources", "food"),
    ("strength", "culture"), ("strength", "science"), ("culture-rate", "science"), ("culture-rate", "culture"),
    ("science-rate", "resources"), ("science-rate", "culture"), ("resource-rate", "science"),
    ("workers", "culture"), ("workers", "resources"), ("happiness", "culture"), ("happiness", "science"),
)  # fmt: skip


@dataclass(frozen=True)
class FoundGoal:
    """A goal with the best turn."""

    theme: str
    goal: Goal
    best: Value
    acts: tuple[Act, ...]
    share: float
    """The share of ends of turns that are as good."""


def goals_of(found: FoundPosition, turns: Turns, position: Position) -> Iterator[FoundGoal]:
    """Yield the goals that make a puzzle of a position, the rarest first of each theme."""
    by_theme: dict[str, list[FoundGoal]] = {}
    for theme, asked in _candidates(found, turns, position):
        goal = Goal(asked.most, asked.having, position.without)
        one = _weigh(theme, goal, turns, position)
        if one is not None:
            by_theme.setdefault(one.theme, []).append(one)
    for some in by_theme.values():
        yield min(some, key=lambda one: (len(one.goal.most), one.share))


def _candidates(found: FoundPosition, turns: Turns, position: Position) -> Iterator[tuple[str, Goal]]:
    if found.last:
        yield "last-round", Goal(("culture",))
        return
    if found.at_war:
        yield "war", Goal(("lead",))
        yield "war", Goal(("lead", "culture"))
        yield "war", Goal(("lead", "science"))
        return
    for pair in _PAIRS:
        yield THEMES[pair[0]], Goal(pair)
    yield "people", Goal(("workers", "culture"), (Condition("content"),))
    yield "people", Goal(("culture-rate", "science"), (Condition("content"),))
    p = position.state.players[0]
    ends = [end.state.players[0] for end in turns.ends.values()]
    for face in sorted({face for end in ends for face in end.wonders} - set(p.wonders)):
        for pair in (("culture", "science"), ("science", "resources"), ("strength", "culture"), ("resources", "food")):
            yield "wonder", Goal(pair, (Condition("wonder", face),))
    for face in sorted({end.government for end in ends} - {p.government}):
        for pair in (("culture", "science"), ("science", "resources"), ("strength", "culture")):
            yield "revolution", Goal(pair, (Condition("government", face),))
    for face in sorted({end.leader for end in ends} - {p.leader, ""}):
        for pair in (("culture", "science"), ("science", "resources"), ("strength", "culture")):
            yield "leader", Goal(pair, (Condition("leader", face),))


THEMES = {
    "culture": "culture", "culture-rate": "culture", "science": "science", "science-rate": "science",
    "resources": "stores", "resource-rate": "stores", "strength": "military", "workers": "people",
    "happiness": "people",
}  # fmt: skip
"""The theme of a goal without conditions, by what it counts first."""


def _weigh(theme: str, goal: Goal, turns: Turns, position: Position) -> FoundGoal | None:
    values = {kind: goal.value(end.state, 0) for kind, end in turns.ends.items()}
    reached = [value for value in values.values() if value is not None]
    if not reached:
        return None
    best = max(reached)
    total = sum(turns.numbers.values())
    number = sum(turns.numbers[kind] for kind, value in values.items() if value == best)
    if number > RARE * total or len(set(reached)) < 5:
        return None
    if len(goal.most) > 1:  # the second quantity must be what makes it hard
        first = sum(turns.numbers[kind] for kind, value in values.items() if value and value[0] == best[0])
        if first == number:
            goal = Goal(goal.most[:1], goal.having, goal.without)
            best = best[:1]
    end = next(turns.ends[kind] for kind, value in values.items() if value is not None and value[: len(best)] == best)
    acts = shortest([*end.node.acts(), end.end], position, goal, best)
    if len(acts) <= FEWEST_ACTS:
        return None
    return FoundGoal(theme, goal, best, tuple(acts), number / total)


def value_of(acts: Sequence[Act], position: Position, goal: Goal) -> Value | None:
    """Give what a turn comes to; None if it is not legal, or a condition does not hold."""
    s = position.state
    for act in acts:
        option = next((option for option in position.legal(s) if option.act == act), None)
        if option is None:
            return None
        if act.verb == "end" and isinstance(s.stack[-1], Actions):
            return goal.value(position.finished(s, option), 0)
        try:
            s = position.after(s, option)
        except HiddenOutcome:
            return None
    return None


def shortest(acts: list[Act], position: Position, goal: Goal, best: Value) -> list[Act]:
    """Leave out what the best turn does not need."""
    at = 0
    while at < len(acts) - 1:
        for size in (2, 1):
            fewer = [*acts[:at], *acts[at + size :]]
            if at + size < len(acts) and value_of(fewer, position, goal) == best:
                acts = fewer
                break
        else:
            at += 1
    return acts
