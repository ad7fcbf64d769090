"""A game's texts, filled in for people: keys with arguments become sentences with names in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from tta_p2p.games.contract import Card, Cost, Line
from tta_p2p.games.game import Game
from tta_p2p.i18n import Words, chain, game_texts, templates
from tta_p2p.i18n.clauses import INSIDE, NAMING, ClauseForm, first_place, form_of, has_subject, is_whole
from tta_p2p.seats.messages import CardRef, TextArgument, TextRef

from .cells import Piece, Row, Span, row, width
from .digest_style import DigestStyle, digest_style
from .line_breaks import CLOSING, CLOSING_MARKS, OPENING_MARKS

SENTENCES = ("asked", "decision", "declared", "illegal", "log")
"""Kinds of texts that stand in others with arguments of their own."""
LONGEST_NESTED = 40
"""Arguments of a text that stands in another: none stands in others without end, whoever wrote the arguments."""
AGES = ("A", "I", "II", "III", "IV")
MARKS = frozenset(("", *CLOSING_MARKS, *OPENING_MARKS))

_named: dict[tuple[str, str], tuple[Mapping[str, str], Mapping[str, str]]] = {}
"""What cards are called by game and language, with the texts that say so: presenters are made often."""


@dataclass(frozen=True)
class Clause:
    """A clause about the seat `subject`, without its name; a whole sentence where that is None."""

    text: str
    subject: int | None = None
    form: ClauseForm = ClauseForm.SAID
    """How the name is put to it."""
    frame: str = ""
    """The same as a template of the place `subject`, where that is inside; empty: the name is put to the text."""
    language: str = field(default="", compare=False)
    """The language of the text; empty: that of the reader."""
    begins_with_name: bool = field(default=False, compare=False)
    """Whether the text begins with the name of a player, which stays as it is."""


class Texts:
    """The texts of a game in a language, English where it has none, and the names of those who play.

    `you` is the seat of whoever reads: it is called you, and sentences about it are in the second person. None:
    everybody goes by name.
    """

    def __init__(self, game: Game[Any, Any], words: Words, names: Sequence[str] = (), you: int | None = None) -> None:
        self.words = words
        self.names = tuple(names)
        self.you = you
        self._game, self._clauses, self._notes = game.name, game.clauses, game.notes
        self._texts: dict[str, str] = {}
        self._language: dict[str, str] = {}
        self._english: Set[str] = frozenset()
        for language in reversed(chain(words.language)):
            own = game_texts(game, language)
            self._texts |= own
            self._language |= dict.fromkeys(own, language)
            if language == "en":
                self._english = frozenset(own)
        self._card_names = _cards(game, words.language, self._texts)
        self.cards = self._card_names
        """The name of every card by its face; where cards share a name, with what tells them apart."""

    def for_reader(self, you: int) -> Texts:
        """Give the same texts for whoever sits there."""
        texts = copy(self)
        texts.you = you
        return texts

    def for_others(self) -> Texts:
        """Give the same texts for whoever goes by name, as all others do."""
        texts = copy(self)
        texts.you = None
        return texts

    def keep_cards(self, faces: Set[str]) -> None:
        """Let names of cards mean these alone, as at a table that has no others; all keep their names."""
        self.cards = {face: name for face, name in self._card_names.items() if face in faces}

    @cached_property
    def style(self) -> DigestStyle:
        """The game's style of digests."""
        return digest_style(self._game)

    @cached_property
    def _genders(self) -> Mapping[str, str]:
        """The numbers of the forms that go with words: a language has these texts where it needs them."""
        begins = "gender."
        return {key.removeprefix(begins): text for key, text in self._texts.items() if key.startswith(begins)}

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of all acts there are."""
        return tuple(key.removeprefix("act.") for key in self._texts if key.startswith("act."))

    @cached_property
    def decisions(self) -> tuple[str, ...]:
        """The keys of all decisions there are."""
        return tuple(key.removeprefix("decision.") for key in self._texts if key.startswith("decision."))

    @cached_property
    def plain_words(self) -> Mapping[str, str]:
        """The words of acts that name no card, with what they are called."""
        begins = "word."
        return {key.removeprefix(begins): text for key, text in self._texts.items() if key.startswith(begins)}

    @cached_property
    def verb_prefixes(self) -> Mapping[str, str]:
        """Give the names of acts before their card in a script without spaces (`拿取`), with their verbs."""
        found: dict[str, str] = {}
        for verb in self.verbs:
            for key in (f"act.{verb}", f"label.{verb}"):
                first = next(iter(templates.parts(self.optional(key) or "")), templates.TemplatePart(""))
                one = len(first.before) > 1 and width(first.before[-1:]) == 2
                if one and (key.startswith("act.") or first.sort == "card"):
                    found.setdefault(first.before, verb)
        return found

    def optional(self, key: str) -> str | None:
        """Give a text as it stands; None where the game has none, as English says, which is complete."""
        return self._texts[key] if self._has(key) else None

    def _has(self, key: str) -> bool:
        """Whether the game has a text: no other language decides what is said, only how."""
        return key in self._english

    def say(self, kind: str, key: str, args: Iterable[TextArgument | Card] = (), inside: bool = False) -> str:
        """Give the text of a key of this kind with its arguments; ``inside``: it goes on with a sentence."""
        return self.statement(self._say(kind, key, tuple(args), inside), inside)

    def clause(self, kind: str, line: TextRef | Line) -> Clause:
        """Give the text of a line as what is said of a seat, if it is that; else as a whole sentence."""
        return self._say(kind, line.key, tuple(line.args), inside=True)

    def subject(self, line: TextRef | Line) -> int | None:
        """Give the seat that a line of the log is about, whatever its text is in any language."""
        seat = line.args[0] if line.args and f"log.{line.key}" in self._clauses else None
        return seat if isinstance(seat, int) else None

    def statement(self, clause: Clause, inside: bool = False) -> str:
        """Say a clause of whom it is about; ``inside``: it goes on with a sentence."""
        if clause.subject is None:
            return clause.text
        said = self._put(clause.form, clause)
        return said if inside or self.begins_with_name(clause) else sentence(said)

    def frame(self, clause: Clause) -> str:
        """Give the template of the place `subject` by which a clause is said of whom it is about."""
        return clause.frame or templates.fill(
            self.template(clause.form, clause.language), lambda *_: clause.text, lambda *_: 0, INSIDE
        )

    def again(self, clause: Clause, you_again: bool = False) -> str:
        """Say a clause of whom it is about, who was just spoken of; ``you_again``: the reader may be named again."""
        if clause.subject is None:
            return clause.text
        reader = you_again and clause.subject == self.you
        return self._put(ClauseForm.READER_AGAIN if reader else ClauseForm.AGAIN, clause)

    def begins_with_name(self, clause: Clause) -> bool:
        """Whether a clause, said of whom it is about, begins with the name of a player, which stays as it is."""
        if clause.subject is None:
            return clause.begins_with_name
        first = first_place(clause.frame or self.template(clause.form, clause.language))
        if first is not None and first.place == "subject":
            return clause.subject != self.you
        return (first is not None or bool(clause.frame)) and clause.begins_with_name

    def template(self, form: ClauseForm, language: str = "") -> str:
        """Give the template by which a language (that of the reader: "") puts a name to a clause."""
        return self._words_of(language).template(form)

    def _put(self, form: ClauseForm, clause: Clause) -> str:
        name = self.name(clause.subject or 0)
        if not clause.frame:
            return self._words_of(clause.language)(form, subject=name, clause=clause.text)
        named = any(one.place == INSIDE for one in templates.places(self.template(form, clause.language)))
        return templates.fill(clause.frame, lambda *_: name, lambda *_: 0) if named else clause.text

    def _words_of(self, language: str) -> Words:
        return self.words if language in ("", self.words.language) else Words(language)

    def _say(self, kind: str, key: str, values: tuple[Any, ...], inside: bool) -> Clause:
        demand = f"{key}.{values[1]}" if key == "due-first" and len(values) > 1 else key
        if demand != key and self._has(f"{kind}.{demand}"):  # what is due has a sentence of its own
            key, values = demand, values[2:]
        hidden = any(isinstance(value, CardRef | Card) and not value.face for value in values)
        if hidden and self._has(f"{kind}.{key}.hidden"):  # of a card that this seat cannot name
            key = f"{key}.hidden"
        text = self.optional(f"{kind}.{key}")
        if text is None and (text := self.words.optional(f"common.{key}")) is None:
            return Clause(" ".join([key, *(self._show_value(value, "") for value in values)]))
        return self._clause(f"{kind}.{key}", text, values, inside)

    def _clause(self, key: str, text: str, values: tuple[Any, ...], inside: bool) -> Clause:
        """Fill a text in, as a clause if it is one."""
        language = self._language.get(key, "")
        begins = self._begins_with_name(text, values)
        if (
            (form := form_of(key, self._clauses, self._notes))
            and values
            and isinstance(values[0], int)
            and not is_whole(text)
        ):
            return self.clause_of(text, values, values[0], form, language)
        said = self.fill(text, values, language, inside)
        if key.startswith("log.") and not inside and text[:1].islower():  # with a word of its own: no name is touched
            said = sentence(said)
        return Clause(said, language=language, begins_with_name=begins)

    def clause_of(
        self,
        text: str,
        values: Sequence[Any],
        subject: int | None,
        form: ClauseForm = ClauseForm.SAID,
        language: str = "",
    ) -> Clause:
        """Fill a text in as a clause about a seat, if any; `language`: that of the text."""
        said = self.fill(text, values, language, inside=True)
        frame = self._filled(text, values, language, INSIDE) if subject is not None and has_subject(text) else ""
        return Clause(said, subject, form, frame, language, self._begins_with_name(text, values))

    def _begins_with_name(self, text: str, values: Sequence[Any]) -> bool:
        named = _first_named(text, values)
        return named is not None and named != self.you

    def line(self, kind: str, line: TextRef | Line, inside: bool = False) -> str:
        """Give the text of a line of the seat protocol, or of the rules."""
        return self.say(kind, line.key, line.args, inside)

    def effect(self, line: TextRef | Line) -> str:
        """Say what an act of the reader would bring, as a sentence: what is noted of the reader goes without a name."""
        clause = self.clause("effect", line)
        if clause.form is ClauseForm.NOTED and clause.subject is not None and clause.subject == self.you:
            return sentence(self.again(clause))
        said = self.statement(clause, inside=True)
        return said if self.begins_with_name(clause) else sentence(said)

    def label(self, label: TextRef | Line, inside: bool = False) -> str:
        """Say an act by its label; where that has no words, or others than are given, by its verb and arguments.

        With a capital letter, whatever the game, unless it begins with a name; ``inside``: it goes on with a sentence.
        """
        text = self.optional(f"label.{label.key}")
        if text is not None and _has_all(text, label.args):
            said = self.fill(text, label.args, self._language[f"label.{label.key}"])
        else:
            text = self.optional(f"act.{label.key}") or label.key
            said = self._phrase(text, self._name_args(label.args))
        if inside:
            return f"{said[:1].lower()}{said[1:]}" if text[:1].isupper() else said
        return sentence(said) if text[:1].islower() else said

    def deed(self, actor: int, label: TextRef | Line) -> Clause | None:
        """Give what somebody has done by an act; None where there are no words for it."""
        key, args = label.key, (actor, *label.args)
        while "-" in key and not self._has(f"deed.{key}"):  # `use-culture`: like any act of that verb
            key = key.rpartition("-")[0]
        text = self.optional(f"deed.{key}")
        if text is None or not _has_all(text, args):
            return None
        return self._clause(f"deed.{key}", text, args, inside=True)

    def label_detail(self, label: TextRef | Line) -> str:
        """Say what tells an act from others of its verb; empty if there is nothing."""
        text = self.optional(f"about.{label.key}")
        if text is not None and _has_all(text, label.args):
            return self.fill(text, label.args, self._language[f"about.{label.key}"])
        return self._name_args(label.args) if self._has(f"act.{label.key}") else self.label(label)

    def _name_args(self, args: Iterable[Any]) -> str:
        return _join_spaced(self._show_value(arg, "card" if isinstance(arg, str) else "") for arg in args)

    def _payment(self, args: Sequence[Any]) -> str:
        """List what is paid; what there is several times is counted, and may be called otherwise than as a card."""
        named = (getattr(arg, "face", arg) for arg in args)
        faces = Counter(face if isinstance(face, str | int) else str(face) for face in named)
        return self.words.listed([self._pieces(face, number) for face, number in faces.items()])

    def _pieces(self, face: str | int, number: int) -> str:
        """Name a number of what is paid with; ``paid.FACE.n`` says it of several, where that is no name to count."""
        if number > 1 and self._has(f"paid.{face}.n"):
            return self.numbered_name("paid", f"{face}.n", number)
        name = self.optional(f"paid.{face}") or self._show_value(face, "card")
        return _with_number(name, number) if number > 1 else name

    def _phrase(self, verb: str, about: str) -> str:
        if not about:
            return verb
        return f"{verb}: {about}" if " " in verb else f"{verb} {about}"

    def fill(self, text: str, args: Sequence[Any], language: str = "", inside: bool = False) -> str:
        """Fill the places of a text (`{0:seat}`) with what belongs there; `language`: that of the text.

        A clause names nobody then.
        """
        said = self._filled(text, args, language)
        return sentence(said) if not inside and self._begins_with_you(text, args) else said

    def _filled(self, text: str, args: Sequence[Any], language: str, left: str = "") -> str:
        """Fill a text in; the place ``left`` of it is left open."""

        def show(place: str, sort: str) -> str:
            at = int(place) if place.isdigit() else len(args)
            if at >= len(args):
                return "" if place == INSIDE else "?"
            if sort == "all":  # everything from here on
                return self._name_args(args[at:])
            if sort in ("paid", "paid-for"):  # up to a stroke, and behind it
                before, after = _split_args(args[at:])
                return self._payment(before if sort == "paid" else after)
            if sort == "asked":  # what is decided as others wait for it, where that has words of its own
                sort = "asked" if self._has(f"asked.{args[at]}") else "decision"
            if sort in SENTENCES:  # its own arguments follow it
                return self.say(sort, str(args[at]), args[at + 1 : at + 1 + LONGEST_NESTED])
            sort, _, by = sort.partition("*")
            return self._show_value(args[at], sort, _argument(args, by) if by else None)

        def form(place: str, sort: str) -> int:
            if place == INSIDE:
                return 0 if left else 1
            value = _argument(args, place)
            if sort == "you" and value is not None and value == self.you:
                return 0
            name = value.face if isinstance(value, CardRef | Card) else value
            gender = self._genders.get(str(name), "")
            return templates.chosen(language or self.words.language, sort, value, lambda _: gender)

        return templates.fill(text, show, form, left)

    def _begins_with_you(self, text: str, args: Sequence[Any]) -> bool:
        named = _first_named(text, args)
        return named is not None and named == self.you

    def card(self, face: str) -> str:
        """Give a card's name, or the text of another word where cards are named."""
        return self._card_names.get(face) or self.optional(f"word.{face}") or face

    def name(self, seat: int) -> str:
        """Give the name of who sits there, or what whoever reads is called."""
        return self.words("reader") if seat == self.you else self.seat_name(seat)

    def seat_name(self, seat: int) -> str:
        """Give the name of who sits there, whoever reads."""
        return self.names[seat] if 0 <= seat < len(self.names) else self.words("seat", seat=seat)

    def cost(self, cost: Cost | Iterable[tuple[str, int]]) -> str:
        """Give what something costs; empty if it is free."""
        return ", ".join(_with_number(self.numbered_name("cost", paid, number), number) for paid, number in cost)

    def numbered_name(self, kind: str, key: str, number: object = None) -> str:
        """Give the text `KIND.KEY` for so many, or for an unknown number; the key where there is none."""
        full = f"{kind}.{key}"
        if not self._has(full):
            return key
        form = partial(templates.chosen, self._language[full], value=number, gender=lambda _: "")
        return templates.fill(self._texts[full], lambda *_: str(number), lambda _, sort: form(sort=sort))

    def _show_value(self, value: Any, sort: str, number: object = None) -> str:
        match value:
            case CardRef(handle, face) | Card(handle, face):
                return self.card(face) if face else self.words("hidden-card", handle=handle)
            case int() if sort == "seat":
                return self.name(value)
            case int() if sort == "called":  # by name, whoever reads
                return self.seat_name(value)
            case int() if sort == "whose":
                return (
                    self.words("reader.whose") if value == self.you else self.words("whose", name=self.seat_name(value))
                )
            case int() if sort in ("n", "+"):
                return templates.number(self.words.language, value, sort == "+")
            case int() if sort == "card":
                return self.words("hidden-card", handle=value)
            case int() if sort == "age" and 0 <= value < len(AGES):
                return AGES[value]
            case str() if sort == "card":
                return self.card(value)
            case list():
                return self.words.listed(value)
            case str() if sort:  # the kind of text the argument is the key of
                return self.numbered_name(sort, value, number)
        return str(value)


def _split_args(args: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """Part arguments at the first stroke."""
    at = args.index("/") if "/" in args else len(args)
    return args[:at], args[at + 1 :]


def _cards(game: Game[Any, Any], language: str, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Name every card by its face; where cards share a name, with what tells them apart."""
    known, namesakes = _named.get((game.name, language)), getattr(game, "namesakes", ())
    if known is None or known[0] != texts:
        cards = {key.removeprefix("card."): text for key, text in texts.items() if key.startswith("card.")}
        reprints: Mapping[str, str] = getattr(game, "reprints", {})
        shared = Counter(name for face, name in cards.items() if face not in reprints)
        told = {
            face: _distinct_name(name, face.rpartition("-")[2].upper())
            if shared[name] > 1 and face not in namesakes
            else name
            for face, name in cards.items()
            if face not in reprints
        }
        told |= {face: told[namesake] for face, namesake in reprints.items() if namesake in told}
        known = _named[game.name, language] = texts, MappingProxyType(told)
    return known[1]


def _distinct_name(name: str, by: str) -> str:
    """Give a name with what tells its card from others of that name; beside an ideograph stands no space."""
    return f"{name}{by}" if width(name[-1:]) == 2 else f"{name} {by}"


def _with_number(name: str, number: int) -> str:
    """Say how many there are of something; beside an ideograph stands no space."""
    return f"{number}{name}" if width(name[:1]) == 2 else f"{number} {name}"


def _join_spaced(parts: Iterable[str]) -> str:
    """Put parts side by side; no space stands before marks, beside ideographic ones, and between a number and such."""
    said, last = "", ""
    for part in parts:
        marked = part[:1] in MARKS or part[:1] in CLOSING or said[-1:] in MARKS  # "" is one: no space at an end
        said += part if marked or (last.isdecimal() and width(part[0]) == 2) else f" {part}"
        last = part
    return said


def sentence(text: str) -> str:
    """Give what a game says as the beginning of a line: with a capital letter, but for names of squares (e8)."""
    return text if text[1:2].isdecimal() else text[:1].upper() + text[1:]


def row_of(template: str, role: str, **places: Piece) -> Row:
    """Fill pieces of a row into a template; its own words have a role."""
    pieces: list[Piece] = []
    for part in templates.parts(template):
        pieces += [Span(part.before, role), *((places[part.place],) if part.place is not None else ())]
    return row(*pieces)


def _first_named(text: str, args: Sequence[Any]) -> Any:
    """Give the argument whose name a text begins with; None where it begins otherwise, or there is no such argument."""
    first = first_place(text)
    if first is None or first.sort not in NAMING:
        return None
    return _argument(args, first.place)


def _argument(args: Sequence[Any], place: str | None) -> Any:
    """Give the argument of a place; None where it has none: what comes from elsewhere may have too few."""
    at = int(place) if place is not None and place.isdigit() else len(args)
    return args[at] if at < len(args) else None


def _has_all(text: str, args: Sequence[Any]) -> bool:
    """Whether there is an argument for every place of a text."""
    return all(int(one.place or 0) < len(args) for one in templates.places(text) if one.place != INSIDE)
