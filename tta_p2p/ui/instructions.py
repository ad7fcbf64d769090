"""Instructions to a client after something was typed, pressed or heard: typed values, which the client carries out."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from msgspec import Struct

from tta_p2p.seats import messages as say

from .blocks import Block, Page, Para
from .cells import Piece, Span, row
from .state import ClientState, HistoryRequest, PartState, PendingConfirmation, notations


class Display(Struct, frozen=True):
    """Show a page, or some blocks as they come; ``transient``: it is true as long as nothing moves."""

    content: Page | tuple[Block, ...]
    transient: bool = False

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks that are shown, without the title of a page."""
        return self.content.blocks if isinstance(self.content, Page) else self.content


class ListActs(Struct, frozen=True):
    """Show acts by their numbers in the menu (None: all that are legal); the numbers hold as long as the menu does."""

    numbers: tuple[int, ...] | None = None


class SendRequest(Struct, frozen=True):
    """Say something to the node; `answers` are what would answer it, `query` the words it was guessed from, or what
    somebody wants to see of the past.
    """

    request: say.Request
    answers: tuple[type[say.Reply], ...] = ()
    query: str = ""


class CheckAct(Struct, frozen=True):
    """Do an act if it can be taken back, as the rules say; if not, ask the person first."""

    text: str


class AskConfirmation(Struct, frozen=True):
    """Ask something that is to be answered with yes or no; None: nothing is asked any more."""

    confirmation: PendingConfirmation | None


class TakeSeat(Struct, frozen=True):
    """Hot seat: go on as the person of this seat."""

    seat: int


class SetBrief(Struct, frozen=True):
    """List acts on request only, or whenever they change."""

    brief: bool


class StorePartState(Struct, frozen=True):
    """Let a part keep something else of its own; the others are not told."""

    part_state: PartState


class ShowNewsStep(Struct, frozen=True):
    """So many deeds of the news were shown one by one; None: no more are."""

    number: int | None


class ClearScreen(Struct, frozen=True):
    """Make what was shown so far unseen, as far as the terminal can."""


class Quit(Struct, frozen=True):
    """Go; the game goes on. ``onward``: to another game that waits for the same person."""

    onward: bool = False


Instruction: TypeAlias = (
    Display
    | ListActs
    | SendRequest
    | CheckAct
    | AskConfirmation
    | TakeSeat
    | SetBrief
    | StorePartState
    | ShowNewsStep
    | ClearScreen
    | Quit
)


def text_display(text: Piece, role: str = "", hanging: int = 2) -> Display:
    """Show one paragraph."""
    said = row(Span(text, role)) if isinstance(text, str) else row(text)
    return Display((Para(said, 0, hanging),))


def apply_instruction(state: ClientState, instruction: Instruction) -> ClientState:
    """Give the state once an instruction has been carried out."""
    match instruction:
        case ListActs() if state.turn is not None and state.turn.mine:
            return replace(state, listed_acts=notations(state.turn))
        case SendRequest(say.ActRequest(text)):
            return replace(state, pending_act=text)
        case SendRequest(say.ExplainRequest(), _, typed):
            return replace(state, pending_query=typed)
        case SendRequest(say.PastRequest(numbers), _, typed) if typed:
            return replace(state, history_request=HistoryRequest(typed, tuple(numbers)))
        case AskConfirmation(confirmation):
            return replace(state, confirmation=confirmation)
        case TakeSeat():
            return replace(state, handover_seat=None)
        case SetBrief(brief):
            return replace(state, brief=brief)
        case StorePartState(kept):
            return state.with_part(kept)
        case ShowNewsStep(number):
            return replace(state, news_step=number)
    return state
