"""A bot's advice in words: what it would do, how it means to go on, what it sees in it, and what is next best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import AdviceReply, HintRequest, Suggestion

from ..blocks import Block, Para
from ..cells import EMPTY, Piece, Row, Span, join, row
from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, StorePartState, text_display
from ..part import Area, KeyEffect, Part, Placement
from ..reading import Reading
from ..state import ClientState, ClueState
from ..texts import Texts

REASONS = 3
"""How many reasons are named, those that count most first."""
FAR_WORSE = 100_000
"""A loss of so many hundredths of a point is named without a number: no game has so many."""
MIN_REASON = 10
"""A reason that is worth less than this, in hundredths of a point, is none."""
PLACE = "\ue000"
"""A mark, of no script, for what is put into a text that has been said."""


class AdvicePart(Part):
    """Asks a bot what it would do; in a puzzle, asks for a clue."""

    reply_types = change_types = (AdviceReply,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord("hint", _hint, rank=21, own_turn=True, group={"turn": "hint"}, is_offered=_is_offered),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Advice is an answer."""
        return state, (reply,)

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say what the bot would do; to a person with the numbers of the acts."""
        assert isinstance(change, AdviceReply)
        numbers = {entry.text: entry.number for entry in reading.menu.entries} if interactive else {}
        for block in _advice(change, reading, numbers):
            yield Display((block,))

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Show it until it has been read; Enter does it then, and each number does what it does in the list behind."""
        assert isinstance(change, AdviceReply)

        def numbered(numbers: Mapping[str, int]) -> tuple[Block, ...]:
            return tuple(_advice(change, reading, numbers))

        return Placement(Area.OVER, "screen.title.hint", tuple(one.text for one in change.proposals), numbered=numbered)

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Ask for it."""
        return KeyEffect("hint") if does == "hint" else None


def _advice(said: AdviceReply, reading: Reading, numbers: Mapping[str, int]) -> Iterator[Block]:
    """Give a bot's choice; nothing where nobody plays here. ``numbers``: of the acts that have one, by notation."""
    words, presenter, scene = reading.words, reading.presenter, reading.scene
    if presenter is None or scene is None or not said.proposals:
        return
    texts = presenter.texts_for(scene.seat)
    first, *others = said.proposals
    level = words(f"level.{said.level}")
    cost = presenter.cost_row(first.cost)
    number = _number(first, numbers)
    act = Span(texts.label(first.label), "heading")
    yield Para(row(words("advice", level=level), number, act, words("costs") if cost else "", cost), 0, 2)
    told: list[Piece] = []
    if first.then:
        joined = words("advice.and-then").join(words("advice.act", act=texts.label(label)) for label in first.then)
        told.append(words("advice.then", acts=joined))
    told += [texts.line("advice", line) for line in first.facts]
    if reasons := _reasons(first, reading, texts):
        own = texts.optional("advice.why") is not None
        told.append(texts.say("advice", "why", (reasons,)) if own else words("advice.why", reasons=reasons))
    elif not first.then and not first.facts:
        told += [texts.effect(line) for line in first.effects]
    if others:
        beside = join((_loss(one, numbers, reading, texts) for one in others), words("advice.or"))
        told.append(_filled(words("advice.else", others=PLACE), beside))
    for line in told:
        yield Para(row(line), 2, 4)


def _reasons(one: Suggestion, reading: Reading, texts: Texts) -> str:
    found = [reason for reason in one.reasons if abs(reason[1]) >= MIN_REASON]
    found.sort(key=lambda reason: -abs(reason[1]))
    found = sorted(found[:REASONS], key=lambda reason: -reason[1])  # what speaks for it first
    words = reading.words
    named = [
        words("advice.reason", n=points(worth), what=texts.optional(f"advice.{key}") or key) for key, worth in found
    ]
    return words("comma").join(named)


def _loss(one: Suggestion, numbers: Mapping[str, int], reading: Reading, texts: Texts) -> Row:
    words, label = reading.words, texts.label(one.label)
    named = row(_number(one, numbers), label) if one.text in numbers else row(words("advice.act", act=label))
    if one.less is None:
        return named
    if one.less >= FAR_WORSE:
        return _filled(words("advice.far-less", act=PLACE), named)
    return _filled(words("advice.less", act=PLACE, n=points(one.less)), named)


def _number(one: Suggestion, numbers: Mapping[str, int]) -> Row:
    """Give the number of an act; pages whose numbers are those of the menu (`ON_PAGE`) have them in one piece."""
    return row(Span(str(numbers[one.text]), "number"), ") ") if one.text in numbers else EMPTY


def _filled(said: str, piece: Row) -> Row:
    """Put what has roles of its own in the place of a text."""
    before, _, after = said.partition(PLACE)
    return row(before, piece, after)


def points(hundredths: int) -> float | int:
    """Points to a tenth, as they are read."""
    tenths = round(hundredths / 10)
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def _is_offered(state: ClientState) -> bool:
    """Offer it where the node gives advice, and in a puzzle."""
    return state.seat_request.puzzle or offered_with("hint")(state)


def _hint(context: CommandContext, rest: str) -> Iterator[Instruction]:
    state, words = context.state, context.words
    if state.seat_request.puzzle:
        yield StorePartState(ClueState(state.part(ClueState).asked + 1))
        return
    if state.ended_early or state.game_over is not None:
        yield text_display(words("ended" if state.ended_early else "over-acts"))
        return
    if state.seat in state.autopilot_seats:
        yield text_display(words("advice.bot-plays"))
        return
    if context.interactive and state.may_act and _is_offered(state):  # where it is not, the node says at once why
        yield text_display(words("screen.thinks"))
    yield SendRequest(HintRequest(), (AdviceReply,))


PART = AdvicePart()
