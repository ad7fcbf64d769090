"""The log of a client: what failed to be shown is in a file of the data folder, and never on its terminal."""

from pathlib import Path

import pytest

from tta_p2p.cli._faults import FILE, MOST, logged
from tta_p2p.ui.guard import LOG


def test_a_fault_is_in_the_data_folder_and_a_client_without_faults_leaves_no_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with logged(tmp_path):
        pass
    assert not list(tmp_path.iterdir())
    with logged(tmp_path):
        LOG.error("%s failed; this repeats it: %s", "Board.side", "{}")
    LOG.error("after the client has ended")
    assert (tmp_path / FILE).read_text().strip().endswith("Board.side failed; this repeats it: {}")
    assert capfd.readouterr() == ("", "")


def test_the_log_stays_short_and_a_folder_that_takes_no_files_ends_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with logged(tmp_path):
        for _ in range(40):
            LOG.error("x" * (MOST // 10))
    assert sum(one.stat().st_size for one in tmp_path.iterdir()) <= 2 * MOST
    with logged(tmp_path / "gone"):
        LOG.error("nowhere")
    assert capfd.readouterr() == ("", "")
