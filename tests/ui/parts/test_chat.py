"""What people say to each other."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.commands import do, greeting, reading_of, said
from tests.ui.fake_node import talk
from tests.ui.positions import acting, random_moments
from tests.ui.screen.keyboard import face_of, face_told, shown
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.cells import plain
from tta_p2p.ui.commands import parser
from tta_p2p.ui.commands.table import CommandContext
from tta_p2p.ui.instructions import (
    Display,
    apply_instruction,
)
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.parts.chat import ChatState


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letter", ["x", "长"], ids=["narrow", "wide"])
async def test_a_stranger_who_says_much_fills_no_screen_and_all_of_it_can_be_read(letter: str, language: str) -> None:
    room = say.LobbyReply("waiting", "Evening", "", [], 3, [], "", ["chat"], "through_the_ages")
    much = ChatReply(-1, "Mal", f"{letter * 490}finis")
    face = face_told([room, much], language)
    assert sum(letter * 20 in line for line in shown(face)) <= 4
    assert "finis" not in "".join(shown(face)) and Words(language)("screen.chat-rest", n=0)[:3] in "".join(shown(face))
    face.press('"')
    assert "finis" in "".join(line.strip() for line in shown(face))
    _, lines, _ = await talk([room, much], "chat", "quit")
    asked = lines.index("> chat")
    short, whole = ("".join(line.strip() for line in some) for some in (lines[:asked], lines[asked:]))
    assert "finis" not in short and 50 < short.count(letter) < 250
    assert "finis" in whole and whole.count(letter) >= 490


def test_who_is_muted_is_not_read_until_named_once_more() -> None:
    local, seat = next(iter(random_moments("caravan", 2, seed=1)))
    reading = reading_of(greeting(local, seat), turn_message(local, seat))
    mine = reading.state.operator
    name = "Ann" if mine else "Bob"
    context = CommandContext(reading, parser.COMMANDS, True, "")
    for read in (False, True):
        for instruction in parser.instructions(replace(context, reading=reading), f"mute {name.lower()}"):
            reading = reading.of(apply_instruction(reading.state, instruction))
        state, changes = reduce_reply(reading.state, ChatReply(1 - (seat or 0), name, "spam"))
        assert bool(changes) == read and bool(state.part(ChatState).lines) == read
        state, changes = reduce_reply(reading.state, ChatReply(5, "Eve", "hello"))
        assert changes
    (told,) = parser.instructions(context, "mute nobody")
    assert isinstance(told, Display) and name in plain(told.content[0].text)  # type: ignore[union-attr, index]
    welcome = greeting(local, seat)
    bots = [msgspec.structs.replace(info, bot="easy") if info.seat != seat else info for info in welcome.seats]
    alone = reading_of(msgspec.structs.replace(welcome, seats=bots), turn_message(local, seat))
    assert said(do(alone, "mute")[1]) == alone.words("mute.nobody"), "a bot of its own says nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_shows_all_that_was_said_or_that_nobody_has_said_anything(language: str) -> None:
    face, words = face_of(acting(), 0, language), Words(language)
    face.press('"')
    assert face.screen_state.page is not None and words("screen.no-chat") in "".join(shown(face))
    face = face_of(acting(), 0, language, replies=[ChatReply(1, "Bob", "Hello!")])
    face.press('"')
    assert face.screen_state.page is not None and "Hello!" in "".join(shown(face))
    assert words("screen.no-chat") not in "".join(shown(face))
