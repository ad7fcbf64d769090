"""Chat of people at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatReply, ChatRequest

from ..blocks import Page, Para
from ..cells import Span, cut, plain, row, width
from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, StorePartState, text_display
from ..part import Area, KeyEffect, Part, PartState, Placement
from ..plain_view import normalize_name
from ..reading import Reading
from ..state import ClientState
from ..texts import sentence

MAX_LINES = 500
"""How much of what was said is kept."""
MAX_LINE = 500
"""More letters are not said at once."""
LINES_SHOWN = 10
"""How much of what was said last is shown whole."""
FOLDED, MARGIN = 200, 40
"""Cells that are shown of what somebody says, and how many more it must have to be cut: nobody fills a screen."""


@dataclass(frozen=True)
class ChatState(PartState):
    """The chat so far, and the people whose chat is hidden."""

    lines: tuple[ChatReply, ...] = ()
    muted: frozenset[str] = frozenset()
    """The names of those whose chat is not shown."""

    def for_next_game(self) -> ChatState | None:
        """Give what was said: people talk on."""
        return ChatState(self.lines) if self.lines else None


class ChatPart(Part):
    """Says something to the others, and shows what they say."""

    reply_types = change_types = (ChatReply,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord("chat", _chat, ("say",), rank=30, mark="'", prose=True, key_help=True,
                        group={"others": "chat", "lobby": "chat"}, is_offered=offered_with("chat")),
            CommandWord("mute", _mute, rank=90, group={"others": "mute"}, is_offered=offered_with("chat")),
        )  # fmt: skip

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Keep what somebody says, unless that is not to be shown."""
        assert isinstance(reply, ChatReply)
        kept = state.part(ChatState)
        if reply.name in kept.muted:
            return state, ()
        return state.with_part(replace(kept, lines=(*kept.lines, reply)[-MAX_LINES:])), (reply,)

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say what somebody says, in lines."""
        assert isinstance(change, ChatReply)
        yield Display((chat_line(change, reading, "chat.rest"),))

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Show it below the game; all of it has a page of its own."""
        assert isinstance(change, ChatReply)
        return Placement(Area.NOTE, blocks=(chat_line(change, reading, "screen.chat-rest"),))

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Begin to say something, or show all that was said."""
        if does == "chat":
            return KeyEffect(prefix="'") if "chat" in reading.state.offers else KeyEffect(note="chat.not-here")
        if does != "chats":
            return None
        words, said = reading.words, reading.state.part(ChatState).lines
        heard = tuple(chat_line(one, reading) for one in said) or (Para(row(words("screen.no-chat"))),)
        return KeyEffect(page=Page(row(words("screen.chats")), heard))

    def words_heard(self, state: ClientState) -> int:
        """Count the lines of others."""
        return sum(one.seat != state.seat for one in state.part(ChatState).lines)

    def phrases(self, sign: str, words: Words) -> tuple[str, ...]:
        """Give what is often said."""
        return tuple(words("chat.phrases").split("|")) if sign == "'" else ()


def chat_line(chat: ChatReply, reading: Reading, rest: str = "") -> Para:
    """Give what somebody says; ``rest``: the key that says where all of it stands, if only its beginning is shown."""
    name, text, words = chat.name, chat.text, reading.words
    if chat.seat == reading.state.seat and len(reading.state.seat_request.shared_seats) < 2:
        name = sentence(words("reader"))
    shown = plain(cut(text, FOLDED, "")) if rest and width(text) > FOLDED + MARGIN else text
    more = Span(words(rest, n=len(text) - len(shown)), "label") if shown != text else ""
    said = words("chat", name=name)
    space = " " if width(said[-1:]) == 1 else ""  # a wide colon has its own
    return Para(row(Span(said, "chat"), space, shown, more), hanging=4)


def _chat(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if rest:
        yield SendRequest(ChatRequest(rest[:MAX_LINE]), (ChatReply,))
        if len(rest) > MAX_LINE:
            yield text_display(context.words("chat.too-long", most=MAX_LINE), "warn")
    elif heard := context.state.part(ChatState).lines[-LINES_SHOWN:]:
        yield Display(tuple(chat_line(one, context.reading) for one in heard))
    else:
        yield text_display(context.words("chat-what"))


def _mute(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Show nothing any more of what somebody says, or (named once more) show it again."""
    state, words, kept = context.state, context.words, context.state.part(ChatState)
    seats = state.welcome.seats if state.welcome is not None else []
    others = [info for info in seats if info.operator != state.operator]
    talking = [info.operated_by for info in others if not info.bot or info.operated_by != info.name]  # bots say nothing
    names = {normalize_name(name): name for name in talking}
    name = names.get(normalize_name(rest))
    if name is None:
        key = "mute.whom" if names else "mute.nobody"
        yield text_display(words(key, names=words.any_of([*names.values()])))
    else:
        yield StorePartState(replace(kept, muted=kept.muted ^ {name}))
        yield text_display(words("mute.off" if name in kept.muted else "mute.on", name=name))


PART = ChatPart()
