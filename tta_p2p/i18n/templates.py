"""Templates: texts with places for arguments, and with words that take the form an argument asks for.

    {0}, {name}               an argument, by its place or its name
    {0:KIND}                  the same as something: a seat, a card, the text KIND.ARGUMENT, …
    {0:game}                  the title of a game, by its name
    {1:KIND*0}                the text KIND.ARGUMENT for as many as argument 0 says; it may ask for that as `n`
    {n:n}, {n:+}              a number as the language writes it, without and with a plus
    {n:n?card|cards}          what goes with that number: a form for each plural category the language has
                              (the order is that of CLDR: zero, one, two, few, many, other)
    {n:=1?this one|these {n}} the first where the argument is just that, else the second
    {0:you?take|takes}        what goes with the reader, and with anybody else
    {undo:key}                the key of an action of the screen (`tta_p2p.keyboard`); nothing is given for it
    {0:gender?he|she|it}      what goes with a word: the form that the text `gender.ARGUMENT` numbers, from 1
    {subject}                 in a clause: the name of whom it is about, where the language has it inside (`clauses`)
    {subject:named?a|b}       in a clause: the first where it names whom it is about, the second where it need not

Forms may hold places themselves. What stands alone between quotation marks (“{typed}”, 「{typed}」) was written by
somebody else than this program: of a long one only the beginning is shown, unless it is our own (“{act:ours}”). A
catalogue needs nothing but texts for all of this, so a language whose words have one form says things once.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Plural categories in the order in which a template names their forms."""

OURS = {"en": ("one", "other"), "zh-Hans": ("other",), "zh-Hant": ("other",), "ja": ("other",)}
"""The plural categories of languages that come with this program, where "one" is 1 and -1. To load what is known of all
languages takes as long as half of what a quick command does.
"""

QUOTES = (("“", "「"), ("”", "」"))
"""The marks before and behind what somebody has written."""
LONGEST = 40
"""Cells that are shown of what somebody has written and is quoted: nobody fills a screen with it."""

LARGEST = 10**24
"""Numbers from here on are no numbers of anything: nobody parts their digits."""

Show = Callable[[str, str], str]
"""Says what stands in a place: its name, and what it is to be shown as (empty: as it is)."""
Form = Callable[[str, str], int]
"""Says which form goes with the argument of a place: its name, and what asks for it (`n`, `=1`, `you`, `gender`)."""


@dataclass(frozen=True, slots=True)
class TemplatePart:
    """Some text and the place behind it; `place` is None at the end. `forms` is empty where an argument is shown."""

    before: str
    place: str | None = None
    sort: str = ""
    forms: tuple[str, ...] = ()


@lru_cache(4096)
def parts(text: str) -> tuple[TemplatePart, ...]:
    """Take a template apart. Raises ValueError for one that is not written as it should be."""
    found = []
    for before, place, spec, conversion in string.Formatter().parse(text):
        if conversion:
            raise ValueError(f"no place is converted here: {text!r}")
        sort, question, forms = (spec or "").partition("?")
        found.append(TemplatePart(before, place, sort, _split(forms) if question else ()))
    return tuple(found)


def _split(forms: str) -> tuple[str, ...]:
    """Split forms at the bars that stand in no place."""
    found, depth = [""], 0
    for letter in forms:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "|" and not depth:
            found.append("")
        else:
            found[-1] += letter
    return tuple(found)


def fill(text: str, show: Show, form: Form, left: str = "") -> str:
    """Fill a template in. The place ``left`` is left open: what is given is a template of that place then."""
    said: list[str] = []
    write = escape if left else str
    quoted: str | None = None
    for part in parts(text):
        if quoted is not None and part.before.startswith(QUOTES[1]):
            said[-1] = write(beginning(quoted))
        said.append(write(part.before))
        quoted = None
        if part.place is None:
            continue
        if part.forms:
            chosen = min(form(part.place, part.sort), len(part.forms) - 1)
            said.append(fill(part.forms[chosen], show, form, left))
        elif left and part.place == left:
            said.append(f"{{{left}}}")
        else:
            shown = show(part.place, part.sort)
            said.append(write(shown))
            quoted = shown if part.sort != "ours" and part.before.endswith(QUOTES[0]) else None
    return "".join(said)


def escape(text: str) -> str:
    """Give a template that says just this."""
    return text.replace("{", "{{").replace("}", "}}")


def replace_place(text: str, place: str, other: str) -> str:
    """Give a template with another place (`0:seat`) where one was, and the first of its forms."""
    said: list[str] = []
    for part in parts(text):
        said.append(escape(part.before))
        if part.place is None:
            continue
        forms = [replace_place(form, place, other) for form in part.forms]
        if part.place == place:
            said.append(forms[0] if forms else f"{{{other}}}")
            continue
        sort = f"{part.sort}?{'|'.join(forms)}" if forms else part.sort
        said.append(f"{{{part.place}:{sort}}}" if sort else f"{{{part.place}}}")
    return "".join(said)


def beginning(text: str) -> str:
    """Give a text that somebody has written as it is repeated: of a long one the beginning."""
    if len(text) * 2 <= LONGEST:
        return text
    room = LONGEST
    for at, letter in enumerate(text):
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return text[: at - 1].rstrip() + "…"
    return text


@lru_cache(4096)
def places(text: str) -> tuple[TemplatePart, ...]:
    """Give every place of a template, those in forms as well."""
    found: list[TemplatePart] = []
    for part in parts(text):
        if part.place is not None:
            found.append(part)
            for form in part.forms:
                found += places(form)
    return tuple(found)


@cache
def categories(language: str) -> tuple[str, ...]:
    """Give the plural categories of a language, in the order of a template's forms."""
    if language in OURS:
        return OURS[language]
    from babel import Locale  # not imported before a number asks for it: commands start quickly

    tags = Locale.parse(language, sep="-").plural_form.tags | {"other"}
    return tuple(one for one in CATEGORIES if one in tags)


def plural(language: str, number: int | float) -> int:
    """Say which form goes with a number in a language."""
    if language in OURS:
        return 0 if abs(number) == 1 else len(OURS[language]) - 1
    from babel import Locale

    return categories(language).index(Locale.parse(language, sep="-").plural_form(number))


def chosen(language: str, sort: str, value: object, gender: Callable[[object], str]) -> int:
    """Say which form goes with an argument; `gender` gives the text `gender.ARGUMENT`. A person is not the reader."""
    if sort.startswith("="):
        return 0 if str(value) == sort[1:] else 1
    if sort == "n":
        return plural(language, value) if isinstance(value, int | float) else len(CATEGORIES)
    if sort == "you":
        return 1
    return int(gender(value) or 1) - 1


def number(language: str, value: int | float, plus: bool = False) -> str:
    """Write a number as a language does."""
    if isinstance(value, int) and not 1000 <= abs(value) < LARGEST:  # as every language here writes it
        return f"{value:+d}" if plus else str(value)
    from babel.numbers import format_decimal

    written: str = format_decimal(value, locale=language.replace("-", "_"))
    return f"+{written}" if plus and value >= 0 else written
