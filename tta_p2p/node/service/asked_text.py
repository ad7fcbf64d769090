"""Questions to a seat as sentences of a notice: clients say them better, and are not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tta_p2p.games.contract import Arg, Card, Decision, write_arg
from tta_p2p.games.game import Game
from tta_p2p.i18n import Words, chain, game_texts, has_text, templates

STROKE = "/"
"""Stands between what is paid and what for."""
SENTENCES = ("asked", "declared", "decision", "log")
"""Sorts of places in which another text stands, with the arguments that follow."""


class NoticeTexts:
    """The texts of a game in a language, filled in with names alone."""

    def __init__(self, game: Game[Any, Any], language: str, names: Sequence[str]) -> None:
        self._game, self._texts = (
            game,
            {key: text for one in reversed(chain(language)) for key, text in game_texts(game, one).items()},
        )
        self._words, self._names = Words(language), names

    def asked(self, decision: Decision) -> str:
        """Say what is to be decided; the key of the decision where its text is more than this can fill in."""
        try:
            return self._say("decision", decision.key, decision.args)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return decision.key

    def _say(self, kind: str, key: str, args: Sequence[Arg]) -> str:
        text = self._texts[f"{kind}.{key}"]

        def show(place: str, sort: str) -> str:
            at = int(place)
            if sort in SENTENCES:
                return self._say(
                    sort if has_text(self._game, f"{sort}.{args[at]}") else "decision", str(args[at]), args[at + 1 :]
                )
            if sort in ("all", "paid", "paid-for"):
                return self._all(args[at:], sort)
            return self._name(args[at], sort)

        def form(place: str, sort: str) -> int:
            value = args[int(place)] if place.isdigit() and int(place) < len(args) else None
            return templates.chosen(self._words.language, sort, value, lambda _: "")

        return templates.fill(text, show, form)

    def _all(self, args: Sequence[Arg], sort: str) -> str:
        """Name several things, each with its number; what is paid and what for stand on two sides of a stroke."""
        at = args.index(STROKE) if STROKE in args else len(args)
        some = {"paid": args[:at], "paid-for": args[at + 1 :]}.get(sort, args)
        found = Counter(self._name(arg, "") for arg in some)
        return self._words.listed([name if number == 1 else f"{number} {name}" for name, number in found.items()])

    def _name(self, arg: Arg, sort: str) -> str:
        match arg:
            case Card() if arg.face:
                return self._word(arg.face, "card")
            case int() if sort in ("seat", "whose") and 0 <= arg < len(self._names):
                return self._names[arg]
            case str():
                return self._word(arg, "card", "word", "act", "cost")
        return write_arg(arg)

    def _word(self, word: str, *kinds: str) -> str:
        """Give the text of a word of the first kind that has one; else the word."""
        keys = (f"{kind}.{word}" for kind in kinds)
        return next((self._texts[key] for key in keys if has_text(self._game, key)), word)
