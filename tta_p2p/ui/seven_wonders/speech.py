"""People's words for acts of 7 Wonders: buildings by their names, a stage whatever its number."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.seven_wonders.tables import CARDS

from ..presenter import Guess, Scene, Speech
from .hand import USES

OF_STAGES = ("of", "the", "wonder", "with", "under", "it")
"""What a stage is called with, besides its card and what is bought for it."""


class SevenWondersSpeech(Speech):
    """Knows the own hand, and what is meant by a stage."""

    def normalize(self, typed: str, asking: bool = False) -> str:
        """Give words as an act: a stage is built whatever its number, and who asks about a card means building it."""
        words = typed.split()
        said = [word.casefold() for word in words]
        if said[:1] == ["build"] and "stage" in said[1:3]:  # build stage, build the stage
            words = words[said.index("stage") :]
        if words and words[0].casefold() == "stage":
            rest = words[2:] if words[1:2] in (["1"], ["2"], ["3"], ["4"]) else words[1:]
            return " ".join(["stage", *(word for word in rest if word.casefold() not in OF_STAGES)])
        a_verb = any(verb.startswith(said[0]) for verb in self.texts.verbs) if said else True
        return typed if a_verb or not asking else f"build {typed}"

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words: cards of the hand become handles, and nothing is bought."""
        guess = super().guess(typed, scene)
        if not typed or typed[0] not in USES:
            return guess
        if list(typed) == ["stage"] and self._hand(scene):  # any card lies as well under it as another
            return Guess(f"stage #{self._hand(scene)[0]} 0 0")
        held = {scene.faces[handle]: handle for handle in reversed(self._hand(scene)) if handle in scene.faces}
        words = guess.text.split()
        face = next((word for word in words[1:] if word in CARDS), "")
        if not face:
            return guess
        if face not in held:
            return Guess("", missing=face)
        named = f"#{held[face]}" + (f"={face}" if typed[0] == "build" else "")
        coins = [word for word in words[1:] if word.isdigit()][:2]
        way = [] if typed[0] == "sell" else coins if len(coins) == 2 else ["0", "0"]
        return Guess(" ".join([typed[0], named, *way]), guess.unknown)

    def _hand(self, scene: Scene) -> tuple[int, ...]:
        return scene.view.hands[scene.seat] if scene.seat is not None else ()
