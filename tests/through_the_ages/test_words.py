"""Whatever the rules say has an English text with the right places, and no text is left over."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from tests.texts import sentences_of
from tta_p2p import i18n
from tta_p2p.games import kit
from tta_p2p.games import through_the_ages as package
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import COMMON_ERRORS, Act, Arg, Card, Line, Reason
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import changes, flow, game, options, statistics
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.effects import Choose
from tta_p2p.games.through_the_ages.index import BACK, KIND, ONCE_PER_TURN
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables import effects as e
from tta_p2p.i18n import templates

from .choosing import lively
from .tables.walk import doing, records

HOMES = (Path(package.__path__[0]), Path(kit.__path__[0]))
LANGUAGES = {
    language: {key: text for key, text in sentences_of(game.GAME, language).items() if not key.startswith("card.")}
    for language in i18n.LANGUAGES
}
WORDS = LANGUAGES["en"]
NUMBER = re.compile("=[0-9]+")
"""What goes with just this number."""
SORTS = {"seat", "whose", "you", "n", "card", "age", "all", "cost", "act", "decision", "asked", "score", "word"}
SORTS |= {None, ""}
EXPLAINING = {"changes", "forecast", "explain"}
"""Modules whose lines are explanations, as in the methods `effects` and `ending_lines`; all others are refusals."""


class Said(ast.NodeVisitor):
    """Collects what a module says: kind and key of each line with its number of arguments (None: cannot be read)."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.function = ""
        self.lines: list[tuple[str, str, int | None]] = []
        self.patterns: list[str] = []
        self.constants: set[str] = set()
        self.zones: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer, self.function = self.function, node.name
        self.generic_visit(node)
        self.function = outer

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.constants.add(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = [re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".+" for one in node.values]
        self.patterns.append("".join(parts))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        explains = self.function in ("effects", "ending_lines") or self.module in EXPLAINING
        if name == "say":
            self._line("log", node.args[0], _count(node.args[1:]))
        elif name in ("Illegal", "BadOptions"):
            self._line("illegal", node.args[0], _count(node.args[1:]))
        elif name == "Line":
            args = node.args[1] if len(node.args) > 1 else ast.Tuple([])
            count = _count(args.elts) if isinstance(args, ast.Tuple) else None
            kind = "label" if self.module == "labels" else "effect" if explains else "illegal"
            self._line(kind, node.args[0], count)
        elif name == "question":
            args = node.args[3].body if len(node.args) > 3 and isinstance(node.args[3], ast.Lambda) else ast.Tuple([])
            count = _count(args.elts) if isinstance(args, ast.Tuple) else None
            self._line("decision", node.args[1], count)
        elif name == "lie" and isinstance(node.args[1], ast.Constant):
            self.zones.add(str(node.args[1].value))
        self.generic_visit(node)

    def _line(self, kind: str, key: ast.expr, count: int | None) -> None:
        for one in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
            if isinstance(one, ast.Constant):
                self.lines.append(("illegal" if one.value == "not-true" else kind, str(one.value), count))


def _count(args: list[ast.expr]) -> int | None:
    return None if any(isinstance(arg, ast.Starred) for arg in args) else len(args)


@cache
def said() -> list[Said]:
    found = []
    for file in sorted(file for home in HOMES for file in home.glob("*.py")):
        one = Said(file.stem)
        one.visit(ast.parse(file.read_text()))
        found.append(one)
    return found


def places(text: str) -> list[tuple[int, str | None]]:
    """Give the places of a text with their sorts; a cost may say how its name goes with a number (`n`)."""
    found = [one for one in templates.places(text) if one.place != "n"]
    return [(int(one.place or 0), one.sort.partition("*")[0]) for one in found]


def counted() -> set[str]:
    """Give the keys of what simulations count."""
    found = statistics.statistics(game.GAME.start({}, 2).state, ())
    return {*found.game, *found.seats, *found.cards}


def needed() -> dict[str, int | None]:
    """Give every key the rules can use, with the fewest arguments it is used with, as far as the code says it."""
    found: dict[str, int | None] = {}
    for one in said():
        for kind, key, count in one.lines:
            full = f"{kind}.{key}"
            if key in COMMON_ERRORS and kind == "illegal":
                continue
            counts = [n for n in (found.get(full), count) if n is not None]
            found[full] = min(counts, default=None)
    found.update({f"effect.{key}": 3 for key, _ in changes.NUMBERS})
    found.update(dict.fromkeys((f"act.{verb}" for verb in flow.SHAPES), 0))
    about = (name for name, shape in flow.SHAPES.items() if shape != () and name not in ("choose", "use"))
    found.update({key: found.get(key) for key in (f"label.{name}" for name in about)})
    found.update(dict.fromkeys((f"word.{reason}" for reason in get_args(Reason)), 0))
    found.update(dict.fromkeys((f"back.{back}" for back in BACK.values()), 0))
    found.update(dict.fromkeys((f"figure.{key}" for key in counted()), 0))
    for setting in options.SETTINGS:
        found[f"setting.{setting.name}"] = 0
        found.update({f"setting.{setting.name}.{choice}": 0 for choice in setting.choices})
    return found


def test_everything_the_rules_can_say_has_a_text() -> None:
    missing = [key for key in sorted(needed()) if key not in WORDS]
    assert not missing, f"no English text for {missing}"


def test_texts_have_places_only_for_what_is_said() -> None:
    wrong = []
    for key, count in needed().items():
        for place, sort in places(WORDS.get(key, "")):
            if (sort not in SORTS and not NUMBER.fullmatch(sort)) or (count is not None and place >= count):
                wrong.append(f"{key} ({count} arguments): {WORDS[key]}")
    assert not wrong, wrong


def test_no_text_is_left_over() -> None:
    used = needed()
    constants = {text for one in said() for text in one.constants}
    patterns = [re.compile(pattern) for one in said() for pattern in one.patterns if pattern != ".+"]
    kinds = {str(kind) for kind in KIND.values()}
    zones = {zone for one in said() for zone in one.zones}
    left = []
    for full in WORDS:
        kind, _, key = full.partition(".")
        there = key in constants or any(pattern.fullmatch(key) for pattern in patterns)
        if (kind == "about" and f"label.{key}" in WORDS) or (kind == "asked" and f"decision.{key}" in WORDS):
            continue
        if kind == "deed" and f"act.{key}" in WORDS:  # an act that no line of the log says: tests/ui/test_languages.py
            continue
        due = key.removeprefix("due-first.")  # what is due first is said as a demand, where that has words
        if kind == "illegal" and due != key and f"decision.{due}" in WORDS:
            continue
        if full in used or (kind in ("log", "label", "effect", "cost", "ending", "score") and there):
            continue
        if (kind in ("score", "word") and (key in kinds or there)) or (kind == "zone" and (key in zones or there)):
            continue
        if kind in (
            "advice",
            "choice",
            "order",
        ):  # tests/bots/test_advice.py, tests/ui/test_choices.py, tests/ui/parts/test_orders.py
            continue
        left.append(full)
    assert not left, f"texts nobody uses: {left}"


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_other_languages_say_the_same_with_the_same_places(language: str) -> None:
    texts = LANGUAGES[language]
    assert texts.keys() == WORDS.keys(), sorted(texts.keys() ^ WORDS.keys())
    wrong = [key for key, text in texts.items() if {n for n, _ in places(text)} != {n for n, _ in places(WORDS[key])}]
    assert not wrong, wrong


def test_everything_said_in_random_games_has_a_text() -> None:
    """Every variant of each edition once, and the complete games of four, in which most is said."""
    seen: Counter[tuple[str, tuple[Arg, ...]]] = Counter()

    def line(kind: str, one: Line | None) -> None:
        if one is not None and not (kind == "illegal" and one.key in COMMON_ERRORS):
            seen[f"{kind}.{one.key}", one.args] += 1

    tables = [(edition, variant) for edition, rules in EDITIONS.items() for variant in rules.variants]
    for number, (edition, variant) in enumerate([*tables, *((edition, "complete") for edition in EDITIONS)]):
        seats = 2 + number % 3 if number < len(tables) else 4
        chance = Chance(f"words {seats} {number}")
        chosen = {"edition": edition, "variant": variant}
        local = LocalGame(game.GAME, seats, chosen, chance.fork("dealer"))
        local.answer_needs()
        while not local.over:
            assert local.decision is not None
            (seat,) = local.decision.seats
            line("decision", Line(local.decision.key, local.decision.args))
            legal = local.legal(seat)
            option = lively(chance, legal)
            for one in legal:
                label = game.GAME.label(local.state, one.act)
                if label.args or f"act.{label.key}" not in WORDS:
                    line("label", label)
            for name, _ in option.cost:
                seen[f"cost.{name}", ()] += 1
            if not chance.below(2):
                knows = local.dealer.knowledge_of(seat)
                for effect in game.GAME.explain(local.state, knows, option.act).effects:
                    line("effect", effect)
                other = Act(seat, chance.choice(sorted(flow.SHAPES)), option.act.args)
                line("illegal", game.GAME.explain(local.state, knows, other).refusal)
            local.act(option.act)
        for one in local.log:
            line("log", one)
        standings = game.GAME.standings(local.state)
        line("ending", standings.ending)
        for place in standings.places:
            for part, _ in place.parts:
                seen[f"score.{part}", ()] += 1
        for hidden in game.GAME.hidden_cards(local.state).values():
            seen[f"zone.{hidden.zone}", ()] += 1
    for key, args in sorted(seen, key=repr):
        assert key in WORDS, f"no English text for {key}"
        nonsense = key.startswith("illegal.")  # what is refused may name anything
        wrong = [
            place
            for place, sort in places(WORDS[key])
            if place >= len(args) or not (nonsense or fits(sort, args[place]))
        ]
        assert not wrong, f"{key} with {args}: {WORDS[key]}"


def fits(sort: str | None, arg: Arg) -> bool:
    """Whether an argument is of the sort its text says."""
    if sort == "all":
        return True
    if isinstance(arg, Card):
        return sort == "card"
    if sort == "card":
        return arg in KIND
    if isinstance(arg, int):
        return sort in ("seat", "whose", "you", "n", "age", "") or bool(NUMBER.fullmatch(sort or ""))
    return f"{sort}.{arg}" in WORDS


def test_every_choice_of_the_cards_can_be_said() -> None:
    local = LocalGame(game.GAME, 2)
    found = set()
    for face, abilities in ONCE_PER_TURN.items():
        for number in range(len(abilities[0].options)):
            found.add(game.GAME.label(local.state, Act(0, "use", (face, number + 1))).key)
    one_ofs = [one for card in CARDS.values() for one in records(doing(card)) if isinstance(one, e.OneOf)]
    for one in one_ofs:
        state = local.state.copy()
        state.pending.clear()
        state.stack.append(Choose(0, one.options, one.may, "moses", -1, 0))
        for number in range(len(one.options)):
            found.add(game.GAME.label(state, Act(0, "choose", (number + 1,))).key)
    assert len(one_ofs) > 4 and {"use-pool", "choose-food", "choose-free", "choose-upgrade"} <= found
    assert {f"label.{key}" for key in found} <= WORDS.keys()
