"""Lines that a node reports as it starts: a person reads those that are for people, in their own language."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tta_p2p.cli.nodes.processes import wait_for_report
from tta_p2p.node.plan.plans import Plan

LINES = """shown 127.0.0.1:7777#bg3q
waiting: \x1b[2Jknocking again
announced now
not all of it is here
playing 00
"""


@pytest.mark.parametrize(("language", "watched"), [("en", "Others watch with:"), ("zh", "别人观看请用：")])
def test_what_a_node_reports_is_told_in_the_readers_words_and_obeyed_by_no_terminal(
    language: str, watched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTA_LANG", language)
    (tmp_path / "lines").write_text(LINES)
    with subprocess.Popen(["cat", tmp_path / "lines"], stdout=subprocess.PIPE) as process:
        assert wait_for_report(process, Plan(do="resume", id="x", name="Ann"), tmp_path, "playing") == "00"
    first, *rest = capsys.readouterr().err.splitlines()
    assert first.startswith(watched) and "watch 127.0.0.1:7777#bg3q" in first
    assert rest == ["[2Jknocking again", "all of it is here"], "what is for programs is not told"
