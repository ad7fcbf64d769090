"""Titles of games and bots in the reader's language."""

from __future__ import annotations

from contextlib import suppress

from tta_p2p.i18n import Words, bot_number
from tta_p2p.registry import UnknownGame, entry
from tta_p2p.seats.names import BY_PROGRAM

from .page_texts import with_pages


def title_text(name: str, words: Words) -> str:
    """Give the title of a game in the language of the words, else as it has it itself; its name where it is unknown."""
    try:
        one = entry(name)
    except UnknownGame:
        return name
    own = {language: {"title": title} for language, title in {"en": one.title, **one.titles}.items()}
    known = words.extended(own)
    with suppress(UnknownGame):
        known = with_pages(known, name)
    return known.optional("title") or one.title


def bot_name(name: str, words: Words) -> str:
    """Call a bot in the language of the words, if it is called by its number in any."""
    number = bot_number(name)
    return words("bot.called", n=number) if number else name


def seat_name(name: str, is_bot: bool, words: Words) -> str:
    """Call a seat in the language of the words: the bot or the program that plays it; people keep their names."""
    if is_bot:
        return bot_name(name, words)
    return words("seat.by-program", name=name.removesuffix(BY_PROGRAM)) if name.endswith(BY_PROGRAM) else name
