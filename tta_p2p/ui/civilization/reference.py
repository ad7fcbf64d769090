"""Reference pages of Civilization: every part of the game with its text, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.civilizations import CIVILIZATIONS
from tta_p2p.games.civilization.tables.hidden import PEOPLE
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.i18n import ideographic

from ..blocks import lay_out
from ..cells import Row, Span, cut, pad, row, width
from ..reference import NotFound, Reference, game_option
from ..style import Style
from ..texts import Texts
from .cards import KIND_OF, KINDS, card_blocks, card_texts, gist, has_sheet

_TABLES: Mapping[str, Mapping[str, Any]] = {
    "technology": TECHS,
    "wonder": WONDERS,
    "building": BUILDINGS,
    "civilization": CIVILIZATIONS,
    "person": PEOPLE,
}


class CivilizationReference(Reference):
    """Rules and parts of Civilization."""

    def cards(self) -> list[str]:
        """Give every part that has a text, kind by kind, then other hidden cards, such as culture events."""
        listed = [face for faces in KINDS.values() for face in faces]
        more = [face for face in self.game.faces() if not has_sheet(face)]
        return [*listed, *more]

    def filter_cards(self, by: Mapping[str, str]) -> list[str]:
        """Give the parts of which all this holds: `kind` (technology, wonder …). Raises NotThere."""
        words = self.presenter.words
        for name in by:
            if name != "kind":
                raise NotFound(words("reference.not-by", name=name))
        asked = by.get("kind", "").lower()
        called = {words(f"civ.kind.{kind}").lower(): kind for kind in KINDS}
        kind = called.get(asked, asked)
        if asked and kind not in KINDS:
            raise NotFound(words("civ.no-such-kind", asked=by["kind"], kinds=words.listed([*called])))
        return list(KINDS[kind]) if asked else self.cards()

    def sheet(self, face: str, language: str, size: int) -> list[Row]:
        """Give all that is to be said about a part, in lines of this width."""
        if not has_sheet(face):
            return super().sheet(face, language, size)
        words = self.words(language)
        return lay_out(
            card_blocks(Texts(self.game, words), words, face), Style(size, ideographic=ideographic(language))
        )

    def listing(self, faces: Sequence[str], language: str, size: int) -> list[Row]:
        """Give a list of parts, a line each, under the names of their kinds."""
        words = self.words(language)
        texts = Texts(self.game, words)
        speech, lines, before = card_texts(texts, words), list[Row](), ""
        room = max(width(texts.card(face)) for face in faces) + 2
        for face in faces:
            kind = KIND_OF.get(face, "")
            heading = words(f"civ.kind.{kind}") if kind else texts.optional(f"back.{self.game.back(face)}") or ""
            if heading != before:
                lines += [*([row()] if before else []), row(Span(heading, "heading"))]
            before = heading
            lines.append(cut(row(" ", pad(texts.card(face), room), gist(speech, face)), size))
        return [*lines, row(), row(words("reference.cards", n=len(faces), of=game_option(self.game.name)))]

    def data(self, face: str) -> dict[str, Any]:
        """Give everything about a part, for programs."""
        names = {language: own[face] for language, own in self.names().items() if face in own}
        kind = KIND_OF.get(face, "")
        if not kind:
            return super().data(face)
        text = {}
        for language in names:
            words = self.words(language)
            text[language] = gist(card_texts(Texts(self.game, words), words), face)
        thing: Any = _TABLES.get(kind, {}).get(face)
        return {"id": face, "kind": kind, **(asdict(thing) if thing is not None else {}), "names": names, "text": text}
