"""As much of JSON Schema (2020-12) as the schemas of the seat protocol use; any other keyword is an error."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
WORDS = {"$schema", "$defs", "title", "description", "default"}


def wrong(value: Any, schema: Any, root: dict[str, Any], path: str = "$") -> Iterator[str]:
    """Everything in which a value does not follow a schema."""
    if isinstance(schema, bool):
        if not schema:
            yield f"{path}: nothing may be here"
        return
    for word, says in schema.items():
        match word:
            case "$ref":
                yield from wrong(value, root["$defs"][says.removeprefix("#/$defs/")], root, path)
            case "type":
                kinds = TYPES[says]
                if not isinstance(value, kinds) or (isinstance(value, bool) and says != "boolean"):
                    yield f"{path}: {value!r} is no {says}"
                    return
            case "enum":
                if value not in says:
                    yield f"{path}: {value!r} is none of {says}"
            case "const":
                if value != says:
                    yield f"{path}: {value!r} is not {says!r}"
            case "pattern":
                if not re.search(says, value):
                    yield f"{path}: {value!r} does not match {says!r}"
            case "contentEncoding":
                assert says == "base64"
                try:
                    base64.b64decode(value, validate=True)
                except ValueError:
                    yield f"{path}: {value!r} is no base64"
            case "anyOf":
                if all(next(wrong(value, one, root, path), None) is not None for one in says):
                    tried = (list(wrong(value, one, root, path)) for one in says)
                    yield min(tried, key=len)[0]
            case "required":
                yield from (f"{path}: no {name!r}" for name in says if name not in value)
            case "properties":
                for name, one in says.items():
                    if name in value:
                        yield from wrong(value[name], one, root, f"{path}.{name}")
            case "additionalProperties":
                for name in value.keys() - schema.get("properties", {}).keys():
                    yield from wrong(value[name], says, root, f"{path}.{name}")
            case "prefixItems":
                for number, (one, item) in enumerate(zip(says, value, strict=False)):
                    yield from wrong(item, one, root, f"{path}[{number}]")
            case "items":
                for number, item in enumerate(value[len(schema.get("prefixItems", ())) :]):
                    yield from wrong(item, says, root, f"{path}[{number}]")
            case "minItems":
                if len(value) < says:
                    yield f"{path}: fewer than {says}"
            case "maxItems":
                if len(value) > says:
                    yield f"{path}: more than {says}"
            case _:
                assert word in WORDS, f"{word} is not known here"
