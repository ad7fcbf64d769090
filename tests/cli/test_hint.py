"""`tta hint`: a bot's advice for a stored game, without playing on in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import memory_stream_pair

from tests.cli.terminals import here, tta
from tta_p2p.cli.commands.hint import _ask
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines


def test_a_stored_game_is_asked_about_and_stays_as_it_is(tmp_path: Path) -> None:
    refused = here(tmp_path, "hint")
    assert refused.returncode == 1 and "tta host" in refused.stderr
    tta(tmp_path, "play", "--lines", "--seats", "2", "--seed", "7", typed="take 1\nend\npass\n")
    listed = here(tmp_path, "games", "--json").stdout
    done = here(tmp_path, "hint")
    first, *others = done.stdout.splitlines()
    assert done.returncode == 0 and first.startswith("A bot (hard) advises: ")
    assert any(line.startswith("  What it expects, in points by the end: ") for line in others)
    assert any("points less)" in line for line in others)
    assert here(tmp_path, "hint").stdout == done.stdout and here(tmp_path, "games", "--json").stdout == listed
    assert here(tmp_path, "hint", "zzz").returncode == 1


async def test_where_another_window_plays_the_seat_one_reads_that_the_question_is_asked_there() -> None:
    ours, theirs = memory_stream_pair()
    await Lines(theirs).send(say.ErrorReply("node.seat-taken", [0], "taken"))
    with pytest.raises(CommandFailed, match=r"Ask there: hint \(H on the screen\)"):
        await _ask(Lines(ours))


@pytest.mark.parametrize(("over", "said"), [(True, "tta rematch"), (False, "not your turn")])
async def test_after_the_end_of_a_game_one_reads_that_it_is_over_and_what_can_be_done(over: bool, said: str) -> None:
    ours, theirs = memory_stream_pair()
    node = Lines(theirs)
    await node.send(say.TurnReply(9, None, False, [], {}, [], []))
    if over:
        await node.send(say.GameOverReply({}))
    await node.send(say.ErrorReply("not-now.hint", [], "not now"))
    with pytest.raises(CommandFailed, match=said):
        await _ask(Lines(ours), end_text=lambda: "It is over. tta rematch")
