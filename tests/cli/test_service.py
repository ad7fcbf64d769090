"""`tta service`, with programs that answer as systemd's do and write down what they are asked."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tta_p2p.node.machine.user_service import ServiceFailed, UserServices, crontab_line

GAME, OTHER = "cce2d11a", "0011aabb"
FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >> {log}
case "$*" in
*"enable --now"*) mkdir -p {wants}; for last; do :; done; : > {wants}/"$last" ;;
*"disable --now"*) for last; do :; done; rm -f {wants}/"$last" ;;
*is-active*) echo active ;;
esac
exit {code}
"""


@pytest.fixture
def services(tmp_path: Path) -> UserServices:
    return make(tmp_path)


def make(folder: Path, code: int = 0, home: str = "data $HOME 100%") -> UserServices:
    """The services of a data folder with an awkward name, at a machine that systemd runs."""
    bin_, booted = folder / "bin", folder / "booted"
    for one in (bin_, booted):
        one.mkdir(exist_ok=True)
    wants = folder / "config" / "systemd" / "user" / "default.target.wants"
    for name in ("systemctl", "loginctl"):
        (bin_ / name).write_text(FAKE.format(log=folder / "log", wants=wants, code=code))
        (bin_ / name).chmod(0o755)
    environment = {"PATH": f"{bin_}:{os.environ['PATH']}", "XDG_CONFIG_HOME": str(folder / "config"), "HOME": "/none"}
    return UserServices(folder / home, environment, booted)


def asked(folder: Path) -> list[str]:
    return (folder / "log").read_text().splitlines()


def test_a_game_is_taken_up_whenever_the_computer_starts_until_that_is_taken_back(
    services: UserServices, tmp_path: Path
) -> None:
    assert services.possible and services.installed() == ()
    services.install(GAME)
    services.install(OTHER)
    assert services.installed() == (OTHER, GAME) and services.state(GAME) == "active"
    assert asked(tmp_path)[:3] == [
        "systemctl --user daemon-reload",
        "loginctl enable-linger",
        f"systemctl --user enable --now {services.instance(GAME)}",
    ]
    assert services.remove(GAME) and services.installed() == (OTHER,) and services.file.is_file()
    assert not services.remove(GAME)
    assert services.remove(OTHER) and not services.file.exists()


def test_another_data_folder_has_services_of_its_own(services: UserServices, tmp_path: Path) -> None:
    services.install(GAME)
    assert make(tmp_path, home="another").installed() == ()


def test_the_unit_runs_this_program_in_this_data_folder_whatever_its_name_is(services: UserServices) -> None:
    lines = dict(line.split("=", 1) for line in services.unit.splitlines() if "=" in line)
    words = [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(lines["ExecStart"])]
    assert words[-3:] == ["resume", "%i", "--detach"] and Path(words[0]).is_absolute()
    assert shlex.split(lines["Environment"])[0].replace("%%", "%").endswith("/data $HOME 100%")
    told = subprocess.run([*words[:-3], "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout.startswith("tta")


def test_where_systemd_does_not_run_or_refuses_a_sentence_says_so(tmp_path: Path) -> None:
    refuses = make(tmp_path, code=1)
    with pytest.raises(ServiceFailed):
        refuses.install(GAME)
    assert not UserServices(tmp_path, {"PATH": "/nowhere"}, tmp_path).possible
    assert not UserServices(tmp_path, booted=tmp_path / "not there").possible
    line = crontab_line(["/a b/python", "-m", "tta"], GAME)
    assert line == f"@reboot '/a b/python' -m tta resume {GAME} --detach"
