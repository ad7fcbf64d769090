"""The folder of a game as clients hear of it, and as a plan names it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.node.contexts import Wire, context_of
from tests.node.plans import plan
from tests.table.peers import Peers
from tta_p2p.i18n import Words
from tta_p2p.net.folder.post import PostTrouble
from tta_p2p.node.data_folder import soundness
from tta_p2p.node.game.parts.folder import Folder
from tta_p2p.node.plan.plans import NO_FOLDER, Secrets, with_folder
from tta_p2p.seats import messages as say
from tta_p2p.store.database import GameRow, Store


async def test_a_folder_that_cannot_be_used_is_told_once_and_to_whoever_comes_until_it_can() -> None:
    peers, wire = Peers("caravan", [0, 1, 2]), Wire()
    post: Any = SimpleNamespace(trouble=PostTrouble.NONE, strange=[], path=Path("/a"), reached=frozenset({1}))
    mesh: Any = SimpleNamespace(post=post)
    part = Folder(context_of(peers.tables[0], 0, wire=wire, mesh=mesh))

    async def told() -> list[tuple[str, list[Any]]]:
        await part.tick()
        await part.tick()
        said, wire.told[:] = [*wire.told], []
        return [(one.key, one.args) for one in said if isinstance(one, say.ErrorReply)]

    assert await told() == [] and [*part.news()] == []
    for trouble in (PostTrouble.UNREADABLE, PostTrouble.FULL, PostTrouble.UNWRITABLE):
        post.trouble = trouble
        assert await told() == [(f"node.folder-{trouble}", ["/a"])]
        assert [one.key for one in part.news() if isinstance(one, say.ErrorReply)] == [f"node.folder-{trouble}"]
    post.trouble, post.strange = PostTrouble.NONE, ["x (1).box"]
    assert await told() == [("node.folder-well", ["/a"]), ("node.folder-strange", ["x (1).box"])]
    assert [*part.news()] == [] and part.summary() == "well reaches [1]"


@pytest.mark.parametrize(
    ("wanted", "kept", "used"),
    [("", "", ""), ("", "/kept", "/kept"), ("/new", "/kept", "/new"), (NO_FOLDER, "/kept", ""), ("/new", "", "/new")],
)
def test_a_game_goes_on_through_its_folder_another_one_or_none_as_its_person_says(
    wanted: str, kept: str, used: str
) -> None:
    secrets = msgspec.structs.replace(Secrets(b"", [], [], 0, {}, ""), folder=kept)
    assert with_folder(plan(0, do="resume", folder=wanted), secrets).folder == used
    assert with_folder(plan(0, do="host", folder="/new"), None).folder == "/new"


def test_a_look_at_this_machine_says_whether_the_folders_of_games_under_way_can_be_used(tmp_path: Path) -> None:
    home, shared, peers = tmp_path / "home", tmp_path / "shared", Peers("caravan", [0, 1])
    home.mkdir(mode=0o700)
    shared.mkdir()
    secrets = msgspec.structs.replace(Secrets(b"", [], [], 0, {}, ""), folder=str(shared))
    row = GameRow(peers.signed.charter.sid, "caravan", 0, 0, 0, peers.signed.encode(), "playing", b"")
    with closing(Store(home)) as store:
        store.add_game(replace(row, secrets=msgspec.msgpack.encode(secrets)))
    ((ok, says),) = soundness.shared_folders(home, Words())
    assert ok and str(shared) in says and row.sid.hex()[:8] in says
    shared.rmdir()
    ((ok, says),) = soundness.shared_folders(home, Words())
    assert not ok and "--folder" in says
