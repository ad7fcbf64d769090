"""What is checked of the vectors: `CHECKS` has one entry for every section of every file."""

from collections.abc import Callable

from ..verifier.hashes import Context
from ..watched import Watched

Check = Callable[[Watched], None]
CHECKS: dict[tuple[str, str], Check] = {}


def checks(file: str, *sections: str) -> Callable[[Check], Check]:
    """The check of some sections of a file; it is given the whole file."""

    def register(check: Check) -> Check:
        for section in sections:
            CHECKS[file, section] = check
        return check

    return register


def context_of(given: Watched) -> Context:
    context = Context(
        given.hex("sid"), given.hex("op"), given["seat"], given["role"], given["generation"], given.hex("deck")
    )
    assert bytes(context) == given.hex("encoded")
    return context


def number(value: int) -> bytes:
    return value.to_bytes(32, "little")


def as_json(value: object) -> object:
    """A plain value as the vectors write it: bytes in hexadecimal digits."""
    if isinstance(value, bytes):
        return value.hex()
    return [as_json(each) for each in value] if isinstance(value, list) else value


from . import hashing, messages, proofs, transcripts  # noqa: E402, F401 (they register their checks)
