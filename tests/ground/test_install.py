"""The scripts install what they need: on small checkouts with the real scripts, real environments and the real pip.

The small project is built by a backend of its own, so that nothing is fetched from anywhere; the backend writes
down each time it is asked, which counts the installations. The Python that makes environments is this one, except that
the pip that it brings into them is a link to its own: to unpack and compile one takes longer than all the rest.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from functools import cached_property
from pathlib import Path

import _venv
import pip
import pytest

from tests.ground.repository import ROOT

PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "tta-p2p"
version = "1"
"""
BACKEND = """\
import pathlib, time, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    here = pathlib.Path.cwd()
    with (here / "installations").open("a") as count:
        count.write("1")
    while (here / "hold").exists():
        time.sleep(0.05)
    if (here / "fail").exists():
        raise SystemExit("the backend was told to fail")
    facts = "Metadata-Version: 2.1\\nName: tta-p2p\\nVersion: 1\\nProvides-Extra: dev\\n"
    with zipfile.ZipFile(pathlib.Path(folder) / "tta_p2p-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tta_p2p.pth", str(here))
        wheel.writestr("tta_p2p-1.dist-info/METADATA", facts)
        wheel.writestr("tta_p2p-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("tta_p2p-1.dist-info/RECORD", "")
    return "tta_p2p-1-py3-none-any.whl"
"""
BRINGS_PIP = """\
import pathlib, venv

def bring(builder, context):
    (packages,) = pathlib.Path(context.env_dir).glob("lib/python*/site-packages")
    (packages / "pip").symlink_to(PIP)

venv.EnvBuilder._setup_pip = bring
"""
"""Done by a Python as it starts: what else `python -m venv` does stays as it is."""


class Checkout:
    """A small checkout with the scripts of this one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        (root / "pyproject.toml").write_text(PROJECT)
        (root / "backend.py").write_text(BACKEND)
        (root / "tta_p2p" / "cli").mkdir(parents=True)
        (root / "tta_p2p" / "cli" / "__main__.py").write_text(
            "import os, sys; print('ran', *sys.argv[1:]); (os.environ['TTA_PROGRAM'] == sys.argv[-1]) and print('so')"
        )

    @cached_property
    def base(self) -> Path:
        """The Python that makes environments."""
        base = self.root.parent / "base"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", base], check=True)
        (packages,) = base.glob("lib/python*/site-packages")
        (packages / "pip").symlink_to(Path(pip.__file__).parent)
        (packages / "bring_pip.py").write_text(f"PIP = {str(packages / 'pip')!r}\n{BRINGS_PIP}")
        (packages / "bring_pip.pth").write_text("import bring_pip\n")
        return base / "bin" / "python"

    def environ(self, **more: str) -> dict[str, str]:
        return {**os.environ, "PYTHON": str(self.base), "PIP_NO_INDEX": "1", **more}

    def start(self, *arguments: str, script: Path | None = None, cwd: Path | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [script or self.root / "scripts" / "tta", *arguments],
            cwd=cwd, env=self.environ(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip

    def run(self, *arguments: str, script: Path | None = None, cwd: Path | None = None) -> tuple[int, str, str]:
        child = self.start(*arguments, script=script, cwd=cwd)
        out, err = child.communicate()
        return child.returncode, out, err

    @property
    def installations(self) -> int:
        count = self.root / "installations"
        return len(count.read_text()) if count.exists() else 0

    @property
    def venv(self) -> Path:
        return self.root / ".venv"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "it's a checkout")


def test_first_runs_at_the_same_time_install_once_and_later_ones_only_after_changes(
    checkout: Checkout, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "else where"
    (elsewhere / "bin").mkdir(parents=True)
    link = elsewhere / "bin" / "tta"
    link.symlink_to(os.path.relpath(checkout.root / "scripts" / "tta", link.parent))
    (elsewhere / "tta_p2p.py").write_text("raise SystemExit('a file of the folder one is in was imported')")

    # An environment made by hand is kept, and without a pip of its own that of the system installs into it.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout.venv], check=True)
    (own := checkout.venv / "own").touch()
    (checkout.root / "fail").touch()
    code, out, err = checkout.run()
    assert (code, out) == (1, "")
    assert "the backend was told to fail" in err and "installing failed" in err and "install.log" in err
    (checkout.root / "fail").unlink()

    # An installation that failed is tried again. This one is broken off: then everything is made anew.
    (hold := checkout.root / "hold").touch()
    child = checkout.start()
    while checkout.installations == 1:
        assert child.poll() is None
        time.sleep(0.05)
    assert own.exists(), "pip took back what it had begun, so the environment was still good"
    (half := checkout.venv / "half-installed").touch()
    os.killpg(child.pid, signal.SIGKILL)
    assert "creating" not in child.communicate()[1]
    hold.unlink()

    said = ""
    children = [checkout.start("a b", str(number), script=link, cwd=elsewhere) for number in range(3)]
    for number, child in enumerate(children):
        out, err = child.communicate()
        assert (child.returncode, out) == (0, f"ran a b {number}\n"), err
        said += err
    assert "creating .venv" in said and "installing" in said and "ready" in said
    assert not half.exists() and len(list(checkout.venv.glob("lib/python*/site-packages/pip"))) == 1
    assert checkout.installations == 3

    assert checkout.run("again", cwd=elsewhere) == (0, "ran again\n", "")
    for started in (link, checkout.root / "scripts" / "tta"):  # the program is told by which name it was started
        assert checkout.run(str(started), script=started) == (0, f"ran {started}\nso\n", "")
    assert checkout.installations == 3

    # A checkout that was moved is installed from its new place, by the pip of its own; what tests need includes what
    # running needs.
    assert not (checkout.venv / "stamp-dev").exists()
    moved = checkout.root.rename(tmp_path / "moved")
    checkout.root = moved
    assert would_install(checkout, tmp_path / "tools")
    ensure: list[str | Path] = [sys.executable, moved / "scripts" / "_venv.py", moved, "dev"]
    done = subprocess.run(ensure, env=checkout.environ(), check=True, capture_output=True, text=True)
    assert "installing" in done.stderr and "creating" not in done.stderr
    assert checkout.installations == 4
    assert checkout.run() == (0, "ran\n", "")
    assert not would_install(checkout, tmp_path / "tools")

    # After changes it is installed again.
    with (checkout.root / "pyproject.toml").open("a") as project:
        project.write('description = "changed"\n')
    assert would_install(checkout, tmp_path / "tools")
    environment = _venv.Environment(moved)
    assert environment.is_usable() and not environment.is_current("run") and not environment.is_current("dev")


def would_install(checkout: Checkout, tools: Path) -> bool:
    """Whether a run begins by installing, told where there is no Python that could; else it runs."""
    done = subprocess.run(
        [checkout.root / "scripts" / "tta"], env={"PATH": str(without_python(tools))}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) in ((0, "ran\n"), (1, ""))
    assert ("Python 3.11 or newer is needed" in done.stderr) == (done.returncode == 1)
    return done.returncode == 1


def without_python(tools: Path) -> Path:
    """A folder with what the scripts call, other than Python."""
    tools.mkdir(exist_ok=True)
    for name in ("sh", "dirname", "readlink", "cat", "cmp"):
        if not (tools / name).exists():
            (tools / name).symlink_to(str(shutil.which(name)))
    return tools


def test_an_environment_is_made_anew_where_its_python_has_gone_or_reads_other_packages(checkout: Checkout) -> None:
    environment = _venv.Environment(checkout.root)
    assert not environment.is_usable()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout.venv], check=True)
    assert environment.is_usable()
    environment.mark.touch()
    assert not environment.is_usable(), "an installation was broken off"
    environment.mark.unlink()
    (packages,) = (checkout.venv / "lib").glob("python*")
    aside = packages.rename(packages.with_name("python3.old"))
    assert not environment.is_usable(), "it is of a Python before"
    aside.rename(packages)
    environment.python.unlink()
    environment.python.symlink_to(checkout.root / "no-python")
    assert not environment.is_usable()


def test_what_installs_is_the_pip_of_the_environment_or_one_that_can_from_outside(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = _venv.Environment(checkout.root)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout.venv], check=True)
    outside = [sys.executable, "-m", "pip", "--python", str(environment.python)]
    assert environment.pip() == outside
    (packages,) = (checkout.venv / "lib").glob("python*/site-packages")
    (packages / "pip.py").write_text("__version__ = '9.0.1'")
    assert environment.pip() == [str(environment.python), "-m", "pip"]
    monkeypatch.setattr(sys, "executable", str(environment.python))
    environment.python = tmp_path / "gone"
    environment.python.symlink_to("/bin/false")
    with pytest.raises(_venv.Failed, match="no pip was found"):
        environment.pip()  # the one outside is too old


def test_without_a_python_that_is_new_enough_the_person_is_told(checkout: Checkout, tmp_path: Path) -> None:
    tools = without_python(tmp_path / "bin")
    old = tools / "python3"
    old.write_text("#!/bin/sh\ncase $2 in *version_info*print*|*print*) echo 3.9.2;; *) exit 1;; esac\n")
    old.chmod(0o755)
    done = subprocess.run(
        [checkout.root / "scripts" / "tta"], env={"PATH": str(tools)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and done.stdout == ""
    assert "Python 3.11 or newer is needed" in done.stderr and "python3 is 3.9.2" in done.stderr
    assert "PYTHON=" in done.stderr
