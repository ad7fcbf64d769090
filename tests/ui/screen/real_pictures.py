"""Pictures of real positions as people see them: with the log so far, and with what the rules say of the mark."""

from __future__ import annotations

from typing import Any

from tests.ui.screen.keyboard import coming, face_told
from tta_p2p.games.local import LocalGame
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.ui.changes import ActExplained
from tta_p2p.ui.news_text import explanation
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.notes import blocks_of


def face_at(local: LocalGame[Any, Any], seat: int, language: str, size: tuple[int, int]) -> ScreenFace:
    """Give the face of a client that has come to a game under way."""
    welcome, turn = coming(local, seat)
    lines = wording.log(local.game, local.log, local.dealer.knowledge_of(seat).faces)
    face = face_told([welcome, say.LogReply(0, lines, len(lines)), turn], language, size)
    while face.screen_state.page is not None:
        face.press("esc")
    preview(local, seat, face)
    return face


def preview(local: LocalGame[Any, Any], seat: int, face: ScreenFace) -> None:
    """Let the rules say what the marked act costs and does."""
    panes = face.panes
    text, context = panes.preview.focus_query(), panes.view.context
    if not text or context is None or not context.state.may_act:
        return
    option = next(one for one in local.legal(seat) if local.game.write(one.act) == text)
    faces = local.dealer.knowledge_of(seat)
    said = local.game.explain(local.state, faces, option.act)
    reply = wording.explain_reply(local.game, local.state, text, option.act, said, faces.faces)
    told = explanation(ActExplained(reply, ""), context.reading, cards=False)
    panes.preview.show(tuple(block for one in told for block in blocks_of(one)))


def press(local: LocalGame[Any, Any], seat: int, face: ScreenFace, key: str) -> None:
    """Press a key, and let the rules say what is then marked."""
    face.press(key)
    preview(local, seat, face)
