"""News on the screen, each in its place: below the game, over it, beside the log, in a question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tta_p2p.seats import messages as say

from .. import changes as new
from ..blocks import Block, Para
from ..cells import Span, plain, row
from ..charts import missing_course
from ..digest import action_rows, digest, line_before, since_own_turn
from ..instructions import Instruction, SendRequest
from ..news_text import announce, announcing_part, draft_so_far, draft_text, explanation, withdrawn_consent
from ..part import Area, Placement
from ..reading import Reading
from ..state import COURSE
from .notes import blocks_of
from .panes import Panes
from .screen_state import ScreenState

TABLE_CHANGES = (say.AccusationReply, say.RollbackReply, say.HaltReply, say.DepartureReply)
"""What is told of every table and kept beside the log; parts say what of theirs is."""

MOST_MOMENTS = 100
"""So many moments of the past the node is asked for at once."""
EARLIER = 120
"""So many lines of the log are told of what was before the last turn, as far as there is room."""


class Announcer:
    """Says what is new."""

    def __init__(self, panes: Panes) -> None:
        self._panes, self._view, self._notes, self._pager = panes, panes.view, panes.notes, panes.pager
        self._passes = False
        """Whether it was told that there is nothing to do but pass, and that this is done."""

    def announce(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        """Say what is new; `reading` is how things stand after it."""
        panes, state, presenter = self._panes, reading.state, reading.presenter
        match change:
            case new.TurnStarted(answered):
                yield from self.begin_turn(reading, answered)
            case new.DraftChanged(added, decision):
                yield from self._draft_changed(added, decision, reading)
            case new.TurnContinued(decision):
                panes.selection.settle(decision)
            case new.ChoiceSealed():  # once it is opened, nothing takes it back any more
                self._notes.add_transient(_announcement(change, reading))
            case new.LogExtended() if state.is_recording:
                pass  # whoever looks wants to come to it
            case new.LogExtended(lines, coming_in) if presenter is not None:
                shown = since_own_turn(state) if coming_in else lines
                before = line_before(state, lines) if not coming_in else None
                told_of = digest(shown, presenter.texts_for(state.seat), state.seat, before=before)
                whole = not coming_in or state.seat is None or self._view.has_room(told_of)
                if coming_in and not self._view.screen_state.notes:  # rows that are free tell what was before
                    earlier = state.log[: len(state.log) - len(shown)] if whole else state.log
                    told = action_rows(earlier[-EARLIER:], presenter.texts_for(state.seat), state.seat)
                    self._notes.add_read(tuple(Para(one, 2, 2) for one in told))
                if whole:
                    self._notes.add(told_of)
                else:
                    panes.recap.show()  # what happened while somebody was away is told whole
            case new.ActExplained(explained, typed) if panes.preview.is_asked(explained.text) and not typed:
                if panes.preview.hear(explained.text, explained.barrier):
                    said = explanation(change, reading, cards=False)  # of the focus that is said anyway
                    panes.preview.show(tuple(one for each in said for one in blocks_of(each)))
            case new.LobbyChanged(previous=None):
                self._view.screen_state = ScreenState()  # what was told of a game before is not told of this one
            case new.LobbyChanged():  # the picture shows the rest
                self._notes.add(
                    tuple(block for one in withdrawn_consent(change, reading.words) for block in blocks_of(one))
                )
            case new.CardsRevealed(sentences):
                panes.recap.add_card_news(sentences, state)
                self._add_note(change, reading)
            case new.ConfirmationOpened():
                pass  # the picture shows it
            case new.GameChanged(previous=None):
                self._view.screen_state = ScreenState()
                panes.notices.clear()
                panes.recap.clear()
                panes.novelties.clear()
            case say.GameOverReply() | say.HaltReply() if state.is_recording:
                pass  # whoever looks wants to come to it
            case say.GameOverReply():  # which keys there are stands below
                displays = announce(change, reading, False)
                self._notes.last_words = tuple(block for display in displays for block in blocks_of(display))
                self._pager.open(row(reading.words("over")), self._notes.last_words)
                if (missing := missing_course(reading)) and "past" in state.offers:
                    yield SendRequest(say.PastRequest(list(missing[:MOST_MOMENTS])), (), COURSE)
            case _:
                self._add_note(change, reading)

    def complete_last_page(self, reading: Reading) -> None:
        """Draw on the last page how it came to the end, now that the node has told that."""
        over, page, before = reading.state.game_over, self._pager.page, self._notes.last_words
        if over is None:
            return
        self._notes.last_words = tuple(one for each in announce(over, reading, False) for one in blocks_of(each))
        if page is not None and page.blocks == before:
            self._pager.show(replace(page, blocks=self._notes.last_words))

    def _draft_changed(self, added: bool, decision: bool, reading: Reading) -> Iterator[Instruction]:
        """Say what was done or taken back."""
        undo, scene, presenter = self._panes.undo, reading.scene, reading.presenter
        passed, self._passes = self._passes, False
        # That it was done is told. It is said until something else is done: then that says how much can be taken back.
        self._notes.add_transient(() if passed and added else blocks_of(draft_text(added, reading)))
        anew, undo.is_whole_draft = undo.is_whole_draft and not added, False
        if anew and presenter is not None and scene is not None and (passing := presenter.forced_act(scene)):
            yield SendRequest(say.ActRequest(passing), (say.TurnReply,))  # as at the beginning of the turn
        self._panes.selection.settle(decision)
        if not added:
            self._panes.selection.mark_act(undo.act)

    def show(self, change: new.Change, placement: Placement, reading: Reading) -> None:
        """Show what a part has to tell where the part wants it."""
        blocks, panes = placement.blocks or _announcement(change, reading), self._panes
        match placement.area:
            case Area.NOTE:
                self._notes.add(blocks)
            case Area.PROGRESS:
                self._notes.show_progress(type(change).__name__, blocks)
            case Area.OVER:
                self._notes.forget_answers()
                panes.selection.choose_among(placement.acts)
                if placement.numbered is not None:
                    shown = {one.item.text: one.number for one in self._view.spots() if one.item and one.number}
                    blocks = placement.numbered(shown)
                self._pager.open(row(reading.words(placement.title)), blocks, low=True)
            case Area.QUESTION:
                panes.question.add(blocks)
                panes.notices.add(blocks, reading.state)

    def _add_note(self, change: new.Change, reading: Reading) -> None:
        blocks, panes, look = _announcement(change, reading), self._panes, self._view.screen_state
        if self._view.context is None:  # nothing is shown yet, and perhaps nothing will be
            self._notes.last_words = blocks
        if isinstance(change, say.RollbackReply):  # the log begins anew
            panes.notices.begin_again()
            panes.recap.forget_card_news()
        part = announcing_part(type(change))
        if isinstance(change, TABLE_CHANGES if part is None else part.notice_types):
            panes.notices.add(blocks, reading.state)
        if isinstance(change, say.ErrorReply) and change.news:  # nobody has asked: it takes no place of a page
            panes.notices.add(blocks, reading.state)
            self._notes.add(blocks)
            return
        asked = isinstance(change, new.ActExplained)  # what the person has asked is not scrolled away
        free = look.page is None and look.input_line is None  # nothing takes the place of what is being read
        if (asked or isinstance(change, say.ErrorReply)) and self._pager.give_reason(blocks):
            return
        stops = isinstance(change, (say.AccusationReply, say.HaltReply))  # but this: nothing goes on
        if stops:  # the node may close the connection now, and the client has no more to say
            self._notes.last_words = blocks
        if stops or (not self._view.has_room(blocks) and (asked or free)):
            title = f"screen.title.{'why' if asked else 'refused' if isinstance(change, say.ErrorReply) else 'table'}"
            self._pager.open(row(reading.words(title)), blocks, low=True, stays=isinstance(change, say.AccusationReply))
        elif asked or isinstance(change, say.ErrorReply):
            self._notes.answer(blocks)
        else:
            self._notes.add(blocks)

    def begin_turn(self, reading: Reading, answered: bool = False) -> Iterator[Instruction]:
        """Begin a decision: in the own turn with what the others did, and without asking where there is no choice.

        ``answered``: as in `TurnStarted`.
        """
        panes, view, state = self._panes, self._view, reading.state
        board, scene, presenter = view.board, reading.scene, reading.presenter
        view.screen_state = replace(
            view.screen_state,
            list_name="",
            list_acts=(),
            asks_to_leave=False,
            moment=None,
            is_replaying=False,
            rival_offset=0,
        )
        view.screen_state = replace(
            view.screen_state, focus="", focus_index=0
        )  # what stands where it stood is another thing now
        if board is None or scene is None or presenter is None:
            return
        if board.is_own_turn(scene):
            if panes.lesson_panel.is_open:
                pass
            elif panes.recap.is_new(state):
                panes.recap.show()
            else:  # what others answered in this turn stands below
                self._pager.close()
            passing = presenter.forced_act(scene)
            if passing and state.seat not in state.autopilot_seats:
                decision = plain(presenter.decision(scene))
                self._notes.add((Para(row(Span(reading.words("passed-for-you", what=decision), "label"))),))
                self._passes = True
                yield SendRequest(say.ActRequest(passing), (say.TurnReply,))
        else:
            self._pager.close()
        # Until something else is done, as after every act.
        so_far = draft_so_far(reading, answered)
        self._notes.add_transient(tuple(block for display in so_far for block in blocks_of(display)))
        panes.selection.focus_default()


def _announcement(change: new.Change, reading: Reading) -> tuple[Block, ...]:
    """Give all that is said of a change; what there is to do at the end stands in the line of keys, if anything is."""
    names_commands = not isinstance(change, say.HaltReply) or reading.state.is_node_gone
    return tuple(block for display in announce(change, reading, names_commands) for block in blocks_of(display))
