"""JSON that remembers which of its values were read, so that a test can say what nobody looked at."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"


class Watched:
    """A list or dict of a JSON document. What is neither is a value, and read by being taken out."""

    def __init__(self, content: Any, path: str, read: set[str]) -> None:
        self.content, self.path, self.read = content, path, read

    def __getitem__(self, key: Any) -> Any:
        content, path = self.content[key], f"{self.path}/{key}"
        if isinstance(content, dict | list):
            return Watched(content, path, self.read)
        self.read.add(path)
        return content

    def __iter__(self) -> Iterator[Any]:
        """The values of a list, the keys of a dict."""
        if isinstance(self.content, dict):
            return iter(self.content)
        return (self[i] for i in range(len(self.content)))

    def __len__(self) -> int:
        return len(self.content)

    def __contains__(self, key: object) -> bool:
        return key in self.content

    def items(self) -> Iterator[tuple[str, Any]]:
        return ((key, self[key]) for key in self.content)

    def values(self) -> Iterator[Any]:
        return (self[key] for key in self.content)

    def hex(self, key: Any) -> bytes:
        return bytes.fromhex(self[key])

    def all_hex(self, key: Any) -> tuple[bytes, ...]:
        return tuple(map(bytes.fromhex, self[key]))

    def plain(self, key: Any) -> Any:
        """All that lies at a key."""
        value = self[key]
        if not isinstance(value, Watched):
            return value
        if isinstance(value.content, dict):
            return {each: value.plain(each) for each in value}
        return [value.plain(i) for i in range(len(value))]

    def unread(self, key: Any) -> list[str]:
        """The paths of the values at a key that nobody took out."""
        return [path for path in _paths(self.content[key], f"{self.path}/{key}") if path not in self.read]


def _paths(content: Any, path: str) -> Iterator[str]:
    if isinstance(content, dict | list):
        for key, value in content.items() if isinstance(content, dict) else enumerate(content):
            yield from _paths(value, f"{path}/{key}")
    else:
        yield path


def document(file: str) -> Watched:
    return Watched(json.loads((VECTORS / f"{file}.json").read_text("utf-8")), file, set())


def sections() -> list[tuple[str, str]]:
    """Every section of every file of vectors."""
    return [(path.stem, section) for path in sorted(VECTORS.glob("*.json")) for section in document(path.stem)]
