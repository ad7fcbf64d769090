"""People's words for acts of Civilization: other verbs, squares, parts and figures in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.i18n import page_texts

from ..cells import EMPTY, Row
from ..plain_view import normalize_name
from ..presenter import Guess, Scene, Speech
from .cards import KIND_OF
from .guesses import guess, names_figures
from .wording import CivilizationWording

DONE_WITH = {
    ("figures", "figure"): "post",
    ("start", "government"): "government",
    ("start", "person"): "place",
    ("person", "person"): "place",
    ("manage", "figure"): "build",
    ("manage", "building"): "build",
    ("manage", "wonder"): "build",
    ("manage", "unit"): "unit",
    ("manage", "resource"): "harvest",
    ("manage", "technology"): "use",
    ("trading", "technology"): "use",
    ("study", "technology"): "research",
}
"""Decision and kind of a part -> the verb of what is done with it then."""
_BESIDE = re.compile(r"(?<=[\u3400-\u9fff])(?=[a-z]?\d)")
"""Between a letter of a script without spaces and a square or number behind it."""
GOES_ON = {"move": "go", "discover": "look"}
"""What figures do -> what it is called while they are under way."""
SQUARE = re.compile(r"[a-z]\d{1,2}")


@cache
def _english() -> Mapping[str, str]:
    return page_texts("civilization", {}, "en")


class CivilizationSpeech(Speech):
    """Knows squares, figures, and the verbs that people say."""

    def normalize(self, typed: str, asking: bool = False) -> str:
        """Give what somebody typed as an act with the verb of the game, where people say another one.

        In a script without spaces squares and numbers are set apart from what is before them.
        """
        typed = _BESIDE.sub(" ", typed)
        first, space, rest = typed.partition(" ")
        said = {word: verb for verb in self.texts.verbs for word in self._called(verb) if word not in self.texts.verbs}
        if first.isascii() or first in said:
            return f"{said.get(first.lower(), first)}{space}{rest}"
        begun = max((word for word in said if first.startswith(word)), key=len, default="")
        whole = not begun or any(name.startswith(first) for name in self.texts.cards.values())
        return typed if whole else f"{said[begun]} {first[len(begun) :]}{space}{rest}"

    def _called(self, verb: str) -> Iterator[str]:
        """Give people's words for a verb, in English too: its own name is English in every language."""
        key = f"civ.said.{verb}"
        for called in (_english().get(key, ""), self.words.optional(key) or ""):
            yield from called.split()

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words that are no legal act: squares, parts, figures, in whatever order they came."""
        if not typed or scene.seat is None or not CivilizationWording.of(scene, self.presenter).is_set_up(scene.seat):
            return super().guess(typed, scene)
        if typed[0] == "strike" and scene.view.battle is None and any(word in SQUARES for word in typed[1:]):
            typed = ["move", *typed[1:]]  # who attacks a square wants to go there
        if typed[0] == "place" and names_figures(typed[1:], self.texts):
            typed = ["post", *typed[1:]]  # great people are placed as well
        if scene.turn.mine and scene.turn.decision is not None and scene.turn.decision.key == "on-the-way":
            typed = _continuation(typed)
        return guess([self._meant(typed[0], scene), *typed[1:]], scene.view, scene.seat, self.texts)

    def _meant(self, verb: str, scene: Scene) -> str:
        """Give the verb of what is decided that is called by a word which is the verb of something else, too."""
        legal = dict.fromkeys(one.text.split(" ")[0] for one in scene.turn.legal)
        called = [one for one in legal if self.presenter.verb_name(one).lower().split(" ")[0] == verb]
        return called[0] if verb not in legal and len(called) == 1 else verb

    def verb_for(self, face: str, scene: Scene) -> str:
        """Give the verb of what is done with a part of the game in what is decided now."""
        decision = scene.turn.decision
        kind = "figure" if face in ("army", "scout") else KIND_OF.get(face, "")
        return DONE_WITH.get((decision.key, kind), "") if decision is not None and scene.turn.mine else ""

    def place_text(self, asked: str, scene: Scene) -> Row:
        """Say what a square of the map is, and what lies and stands there."""
        square = SQUARES.get(normalize_name(asked), -1)
        return CivilizationWording.of(scene, self.presenter).square(square) if square >= 0 else EMPTY


def _continuation(typed: Sequence[str]) -> Sequence[str]:
    """Give what a group does that is under way where somebody says what figures do that set out: the last square."""
    verb = GOES_ON.get(typed[0], "")
    squares = [word for word in typed[1:] if SQUARE.fullmatch(word)]
    return [verb, squares[-1]] if verb and squares else typed
