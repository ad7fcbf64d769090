"""Reference pages of 7 Wonders: every building and both sides of every wonder, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.games.seven_wonders.tables.model import COLOURS
from tta_p2p.i18n import ideographic

from ..blocks import lay_out
from ..cells import Row, Span, cut, pad, row, width
from ..reference import NotFound, Reference, game_option
from ..style import Style
from ..texts import Texts
from .cards import card_sheet, wonder_sheet, wording_for
from .wording import ROLES, SevenWondersWording

_AGES = {"i": 1, "ii": 2, "iii": 3, "1": 1, "2": 2, "3": 3}


class SevenWondersReference(Reference):
    """Rules, buildings and wonders of 7 Wonders."""

    def cards(self) -> list[str]:
        """Give all buildings in the order of the tables, then the wonders."""
        return [*CARDS, *BOARD]

    def filter_cards(self, by: Mapping[str, str]) -> list[str]:
        """Give the buildings of which all this holds: `age`, `kind` (a colour), `players`. Raises NotThere."""
        words, texts = self.presenter.words, self.presenter.texts
        for name in by.keys() - {"age", "kind", "players"}:
            raise NotFound(words("reference.not-by", name=name))
        age = _AGES.get(by.get("age", "1").lower())
        if age is None:
            raise NotFound(words("seven.no-such-age", asked=by["age"]))
        called = {texts.optional(f"colour.{one}") or one: one for one in COLOURS}
        asked = by.get("kind", COLOURS[0])
        colour = called.get(asked, asked.lower())
        if colour not in COLOURS:
            colours = words("seven.and").join(called)
            raise NotFound(words("seven.no-such-colour", asked=asked, colours=colours))
        players = by.get("players", "7")
        if players not in ("3", "4", "5", "6", "7"):
            raise NotFound(words("seven.no-such-decks", asked=players))
        if not by:
            return self.cards()
        found = [
            face
            for face, card in CARDS.items()
            if ("age" not in by or card.age == age)
            and ("kind" not in by or card.colour == colour)
            and ("players" not in by or not card.copies or card.copies[0] <= int(players))
        ]
        if not found:
            raise NotFound(words("seven.no-such-cards"))
        return found

    def _wording(self, language: str) -> SevenWondersWording:
        """Give the words of a language for cards, whatever language the application speaks."""
        words = self.words(language)
        return wording_for(Texts(self.game, words), words)

    def sheet(self, face: str, language: str, size: int) -> list[Row]:
        """Give all that is to be said about a building or wonder, in lines of this width."""
        wording = self._wording(language)
        blocks = card_sheet(wording, face) if face in CARDS else wonder_sheet(wording, face)
        return lay_out(blocks, Style(size, ideographic=ideographic(language)))

    def listing(self, faces: Sequence[str], language: str, size: int) -> list[Row]:
        """Give a list of buildings by age and of wonders, a line each: colour, cost, what they bring."""
        wording, lines, before = self._wording(language), list[Row](), ""
        names = self.names()[language]
        room = max(width(names[face]) for face in faces) + 2
        for face in faces:
            heading = f"back.{self.game.back(face)}" if face in CARDS else "seven.wonders"
            if heading != before:
                called = wording.texts.optional(heading) or wording.words("seven.wonders")
                lines += [*([row()] if before else []), row(Span(called, "heading"))]
            before = heading
            if face in CARDS:
                card = CARDS[face]
                cost = wording.cost(card.cost) or wording.words("seven.free")
                colour = Span(f"{wording.text('colour', card.colour)}  ", ROLES[card.colour])
                told = row(colour, cost, wording.words("seven.colon"), wording.gist(card.effects))
            else:
                told = row(wording.words("seven.wonder-makes", goods=wording.text("resource", BOARD[face].makes)))
            lines.append(cut(row(" ", pad(names[face], room), told), size))
        return [*lines, row(), row(wording.words("reference.cards", n=len(faces), of=game_option(self.game.name)))]

    def data(self, face: str) -> dict[str, Any]:
        """Give everything about a building or wonder, for programs."""
        names = {language: names[face] for language, names in self.names().items() if face in names}
        text = {language: self._wording(language).prose(CARDS[face].effects) for language in names if face in CARDS}
        thing = CARDS[face] if face in CARDS else BOARD[face]
        return {"id": face, **asdict(thing), "names": names, **({"text": text} if text else {})}
