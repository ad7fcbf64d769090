"""Words of a command line that are taken as they are: the machinery for the others costs a tenth of a second to load.

Typer converts every value with pydantic, also a text that stays a text. What needs no converting is not handed to it;
everything else is, so that what is wrong is said as ever. Only public names of typer's parameters are used, and where
one of them is missing, typer converts all by itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


class PlainConverter:
    """Converts the values of one parameter, in place of what typer makes for it when a value is asked for."""

    def __init__(self, param: Any) -> None:
        """``param``: typer's parameter, which makes its own converter when it is first needed."""
        self._descriptor, self._make = param.type_descriptor, param.get_runtime_param

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Give a value as the command wants it. Raises what typer raises for a bad one."""
        try:
            found = self._as_it_is(value, param)
        except AttributeError:  # typer describes what it takes in another way than it did
            found = None
        return self._make().coerce(value, param=param, ctx=ctx) if found is None else found[0]

    def _as_it_is(self, value: Any, param: Any) -> tuple[Any] | None:
        """Give what a value is where that is plain; None: typer is to say."""
        takes, several = self._descriptor.annotation, param.multiple or param.nargs == -1
        if value is None:
            return (() if several else None,)
        if takes is str and type(value) is str and not several:
            return (value,)
        if takes == list[str] and isinstance(value, list | tuple) and all(type(one) is str for one in value):
            return (list(value),)
        if takes is Path and not several and self._is_path(value):
            return (Path(value),)
        if takes == list[Path] and isinstance(value, list | tuple) and all(map(self._is_path, value)):
            return ([Path(one) for one in value],)
        if takes in (bool, int, float) and type(value) is takes and value == param.default:
            return (value,)
        if takes is int and type(value) is str and value.isascii() and value.isdecimal() and len(value) < DIGITS:
            info = self._descriptor.parameter_info
            if (info.min is None or int(value) >= info.min) and (info.max is None or int(value) <= info.max):
                return (int(value),)
        return None

    def _is_path(self, value: Any) -> bool:
        """Whether this names something that can be read, where nothing else is asked of a path."""
        info = self._descriptor.parameter_info
        own = info.path_type or info.resolve_path or info.allow_dash or info.writable
        plain = not own and info.file_okay and info.dir_okay
        return plain and type(value) is str and "\0" not in value and os.access(value, os.R_OK)


DIGITS = 18
"""Longer numbers are left to typer."""
SHOWN = ("get_runtime_param", "type_descriptor")
"""What is used of typer's parameters. They ask themselves for the first each time that a value is to be converted."""


def convert_plainly(params: list[Any]) -> list[Any]:
    """Give parameters, having seen to it that their values are taken as they are wherever that is possible.

    Where typer no longer asks for it so, it converts all of them itself.
    """
    for param in params:
        if all(hasattr(param, name) for name in SHOWN) and SHOWN[0] not in vars(param) and not _converts(param):
            quick = PlainConverter(param)
            param.get_runtime_param = lambda quick=quick: quick
    return params


def _converts(param: Any) -> bool:
    """Whether a parameter has a way of its own to read its values."""
    info = getattr(param.type_descriptor, "parameter_info", None)
    return getattr(info, "parser", None) is not None or getattr(info, "click_type", None) is not None
