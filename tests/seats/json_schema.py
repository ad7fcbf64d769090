"""As much of JSON Schema (2020-12) as the schemas of the seat protocol use; any other keyword is an error.

A schema is made into functions once, one a keyword: views have thousands of values.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
WORDS = {"$schema", "$defs", "title", "description", "default"}

Check: TypeAlias = Callable[[Any], list[str]]
"""Gives everything in which a value does not follow a schema, each with where in the value it is."""


class Schema:
    """One schema, of a document whose definitions it refers to."""

    def __init__(self, root: dict[str, Any], schema: Any = None) -> None:
        self._root = root
        self._defined: dict[str, Check] = {}
        self.wrong: Check = self._check(root if schema is None else schema)

    def _check(self, schema: Any) -> Check:
        if isinstance(schema, bool):
            return (lambda _: []) if schema else (lambda _: [": nothing may be here"])
        kind = schema.get("type")
        checks = [check for word, says in schema.items() if word != "type" for check in self._of(word, says, schema)]
        if kind is None and len(checks) == 1:
            return checks[0]
        types, boolean = (object,) if kind is None else TYPES[kind], kind in (None, "boolean")

        def wrong(value: Any) -> list[str]:
            if not isinstance(value, types) or (value.__class__ is bool and not boolean):
                return [f": {value!r} is no {kind}"]
            found: list[str] = []
            for check in checks:
                found += check(value)
            return found

        return wrong

    def _of(self, word: str, says: Any, schema: dict[str, Any]) -> Iterator[Check]:
        """Give the check that a keyword asks for, if any."""
        match word:
            case "$ref":
                yield self._referred(says.removeprefix("#/$defs/"))
            case "enum":
                yield lambda value: [] if value in says else [f": {value!r} is none of {says}"]
            case "const":
                yield lambda value: [] if value == says else [f": {value!r} is not {says!r}"]
            case "pattern":
                search = re.compile(says).search
                yield lambda value: [] if search(value) else [f": {value!r} does not match {says!r}"]
            case "contentEncoding":
                assert says == "base64"
                yield _no_base64
            case "anyOf":
                yield _any_of([self._check(one) for one in says])
            case "required":
                yield lambda value: [f": no {name!r}" for name in says if name not in value]
            case "properties":
                yield _properties([(name, self._check(one)) for name, one in says.items()])
            case "additionalProperties":
                yield _others(schema.get("properties", {}).keys(), self._check(says))
            case "prefixItems":
                firsts = [self._check(one) for one in says]
                yield lambda value: [
                    f"[{number}]{one}"
                    for number, (check, item) in enumerate(zip(firsts, value, strict=False))
                    for one in check(item)
                ]
            case "items":
                start, rest = len(schema.get("prefixItems", ())), self._check(says)
                yield lambda value: [
                    f"[{number}]{one}" for number, item in enumerate(value[start:], start) for one in rest(item)
                ]
            case "minItems":
                yield lambda value: [f": fewer than {says}"] if len(value) < says else []
            case "maxItems":
                yield lambda value: [f": more than {says}"] if len(value) > says else []
            case _:
                assert word in WORDS, f"{word} is not known here"

    def _referred(self, name: str) -> Check:
        """Give the check of a definition, which may refer to itself."""
        if name not in self._defined:
            self._defined[name] = lambda value: self._defined[name](value)
            self._defined[name] = self._check(self._root["$defs"][name])
        return self._defined[name]


def _no_base64(value: str) -> list[str]:
    try:
        base64.b64decode(value, validate=True)
    except ValueError:
        return [f": {value!r} is no base64"]
    return []


def _any_of(checks: list[Check]) -> Check:
    def wrong(value: Any) -> list[str]:
        tried: list[list[str]] = []
        for check in checks:
            found = check(value)
            if not found:
                return found
            tried.append(found)
        return [min(tried, key=len)[0]]

    return wrong


def _properties(checks: list[tuple[str, Check]]) -> Check:
    def wrong(value: dict[str, Any]) -> list[str]:
        found: list[str] = []
        for name, check in checks:
            if name in value and (one := check(value[name])):
                found += [f".{name}{what}" for what in one]
        return found

    return wrong


def _others(known: Any, check: Check) -> Check:
    return lambda value: [f".{name}{one}" for name in value.keys() - known for one in check(value[name])]
