"""Clauses: what is said of somebody without the name, which a language puts to it in its own order, or leaves out.

A catalogue has `log.takes` = “takes {1:card}”; the templates of the language (`clause.said` and its kin) make “Ann
takes Moses” of it. Where a language wants the name elsewhere in one text, that text has it in its own place
(“{0:seat}”, “{0:whose}”): it is a whole sentence then, to which nothing is put and of which nothing is left out.
Where the subject of a language stands inside its clauses, a text has a place for it: “{1:card} {subject} takes”. With
forms (“{1:card} {subject:named?{subject} |}takes”) it stands there only where a clause names whom it is about.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import StrEnum
from functools import lru_cache

from . import Words, templates

SUBJECT = "0"
"""The place of the argument that a clause is about: it has its name from the template of the language."""
INSIDE = "subject"
"""The place for the name in a clause whose subject stands inside."""
WITH_SUBJECT = ("deed.", "digest.", "effect.", "log.")
"""How the keys of texts begin that may be clauses."""
DEED = "deed."
"""How the keys of texts begin that say what somebody has done by an act: all of them are clauses."""
NAMING = frozenset(("seat", "whose"))
"""Sorts of places that show the name of a seat."""


class ClauseForm(StrEnum):
    """The way a language puts a name to a clause: keys of its templates, with places `subject` and `clause`."""

    SAID = "clause.said"
    """A sentence: Ann takes Moses."""
    NOTED = "clause.noted"
    """A note of somebody: Ann: strength 3 → 4."""
    AGAIN = "clause.again"
    """Of whom the clause before was about: gains 2 food."""
    READER_AGAIN = "clause.again.you"
    """The same of the reader."""


@lru_cache(4096)
def has_subject(text: str) -> bool:
    """Whether a text has a place for the name of whom it is about."""
    return INSIDE in text and any(one.place == INSIDE for one in templates.places(text))


@lru_cache(4096)
def is_whole(text: str) -> bool:
    """Whether a text names whom it is about itself."""
    return not has_subject(text) and any(one.place == SUBJECT and one.sort in NAMING for one in templates.places(text))


def form_of(key: str, clauses: Set[str], notes: Set[str]) -> ClauseForm | None:
    """Say how a name is put to the text of a key, by the clauses and notes of its game; None: it is no clause."""
    if key in clauses or key.startswith(DEED):
        return ClauseForm.SAID
    return ClauseForm.NOTED if key in notes else None


def whole_texts(texts: Mapping[str, str], clauses: Set[str], notes: Set[str], words: Words) -> dict[str, str]:
    """Give the texts of a game with every clause as a whole sentence, for those who only fill in places."""

    def whole(key: str, text: str) -> str:
        form, name = form_of(key, clauses, notes), f"{SUBJECT}:seat"
        if has_subject(text):
            return templates.replace_place(text, INSIDE, name)
        return text if form is None or is_whole(text) else words(form, subject=f"{{{name}}}", clause=text)

    return {key: whole(key, text) for key, text in texts.items()}


def first_place(text: str) -> templates.TemplatePart | None:
    """Give the place that a text begins with; None where it begins with words."""
    first = next(iter(templates.parts(text)), None)
    return first if first is not None and not first.before and first.place is not None else None
