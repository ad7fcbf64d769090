"""Whole games through folders alone, in the simulator; `./scripts/soak folder` plays more."""

from __future__ import annotations

from tests.simulation.folders import FolderWorld
from tests.simulation.world import play_in


def test_a_game_through_folders_alone_ends_fair_whatever_tools_do_to_the_files() -> None:
    told, world = play_in(FolderWorld, 1, brief=True)
    assert told.found == [], "\n".join(world.story)
    assert told.counts["games"] == 1 and told.counts["nodes over"] == len(world.computers)
    assert told.counts["accusations of honest"] == told.counts["said twice"] == 0
    reached = {
        "files that were cut",
        "copies beside files",
        "older copies in the place of files",
        "files of strangers",
        "kill -9",
    }
    assert not {what for what in reached if not told.counts[what]}, "another seed is needed for what this one was for"
