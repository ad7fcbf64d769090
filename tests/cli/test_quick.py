"""Values of a command line that need no converting are taken as they are; all others as typer takes them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from tta_p2p.cli.help.quick import PlainConverter, convert_plainly
from tta_p2p.cli.main import build

GIVEN = [None, "", "x", "12", "0", "-1", "1.5", "99999999999999999999", "²", "true", True, 3, ("a", "b"), ["a"], ()]
PATHS = [__file__, (__file__, "."), (__file__, "no such"), ("a\0b",), "/", "-"]


def of(convert: object, value: object, param: object, ctx: object) -> object:
    try:
        found = convert.coerce(value, param=param, ctx=ctx)  # type: ignore[attr-defined]
    except Exception as error:  # what is raised must be alike, whatever it is
        return type(error), str(error)
    return type(found), found


@pytest.mark.parametrize("name", ["play", "host", "join", "attach", "resume", "replay", "id", "verify"])
def test_every_value_becomes_what_typer_makes_of_it(name: str) -> None:
    command = get_command(build()).commands[name]  # type: ignore[attr-defined]
    with command.make_context(name, ["--help-not"], resilient_parsing=True, ignore_unknown_options=True) as ctx:
        for param in command.get_params(ctx):
            quick = param.get_runtime_param()
            assert isinstance(quick, PlainConverter), "typer no longer asks so: it is slow again, but right"
            slow = type(param).get_runtime_param(param)
            for value in GIVEN + PATHS:
                assert of(quick, value, param, ctx) == of(slow, value, param, ctx), (param.name, value)


class Plain:
    """A parameter that reads values in its own way, and describes them in a way that nobody here knows."""

    multiple, nargs, default = False, 1, None
    type_descriptor = object()

    def get_runtime_param(self) -> Plain:
        return self

    def coerce(self, value: object, param: object, ctx: object) -> object:
        return "its own", value


def test_where_typer_shows_its_parameters_in_another_way_it_converts_all_itself() -> None:
    (other,) = convert_plainly([Plain()])
    assert other.get_runtime_param().coerce("x", param=other, ctx=None) == ("its own", "x")
    unknown = object()
    assert convert_plainly([unknown]) == [unknown], "what shows nothing is left as it is"


@pytest.mark.parametrize("words", [["play", "A B C", "--bots", "9"], ["verify", __file__]])
@pytest.mark.parametrize("settings", [None, "{}"])
def test_a_game_begins_and_a_file_is_verified_without_what_takes_long_and_ends_at_once(
    words: list[str], settings: str | None, tmp_path: Path
) -> None:
    """Neither what converts values, nor what looks for games and languages that are installed beside this program, nor,
    in English, how wide the letters of other languages are; and at its end no garbage is looked for.
    """
    asked = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0))\n"  # called last
    asked += f"import sys; sys.argv = {['tta', *words]!r}; from tta_p2p.cli import main\n"
    asked += "try: main.main()\nexcept SystemExit: pass\n"
    asked += "print(*(name in sys.modules for name in ('pydantic', 'importlib.metadata', 'wcwidth')))"
    if settings is not None:  # somebody has chosen something, but no language
        (tmp_path / "settings.json").write_text(settings)
    here = {**os.environ, "TTA_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, env=here)
    assert done.stdout.split()[-4:] == ["False"] * 3 + ["True"], done.stderr
