"""Whether the libsodium that is installed here refuses what everything above it takes for refused.

Points of small or mixed order, points written otherwise than canonically, and signatures of identities for which
anybody can sign: libsodium refuses them, but builds and releases differ (CVE-2025-69277 let points of mixed order pass,
minimal builds lack the checks, compatible ones take old signatures). So it is tried, once in a process, before it
is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import nacl
from nacl import bindings
from nacl.exceptions import CryptoError

_GENERATOR = bytes.fromhex("58" + "66" * 31)
_ORDER = 2**252 + 27742317777372353535851937790883648493
_PRIME = 2**255 - 19
_TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
"""A point of order 8; its multiples are all points of small order."""
_OFF_CURVE = b"\x02" + bytes(31)
_IDENTITY = b"\x01" + bytes(31)


class UnsoundLibrary(Exception):
    """A libsodium with which nobody can play: what it lets pass would open cards or forge signatures."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"the libsodium that PyNaCl {nacl.__version__} uses here {why}; with it others could cheat you. Install"
            " PyNaCl from its wheel, which brings a sound one:"
            " python -m pip install --force-reinstall --only-binary :all: pynacl"
        )
        self.why = why

    def __reduce__(self) -> tuple[type[UnsoundLibrary], tuple[str]]:
        return type(self), (self.why,)


@cache
def require_sound_library() -> None:
    """Refuse to go on with a libsodium that is not sound. Raises ``UnsoundLibrary``; costs a few milliseconds, once."""
    check_library(bindings)


def check_library(sodium: Any) -> None:
    """Try what libsodium must take and must refuse; ``sodium`` are its bindings. Raises ``UnsoundLibrary``."""
    try:
        _check_points(sodium)
        _check_signatures(sodium)
    except UnsoundLibrary:
        raise
    except Exception as error:  # bindings to a minimal build raise when what they lack is called
        raise UnsoundLibrary(f"lacks what is needed ({error})") from error


def _check_points(sodium: Any) -> None:
    multiply, three = sodium.crypto_scalarmult_ed25519_noclamp, (3).to_bytes(32, "little")
    good = sodium.crypto_scalarmult_ed25519_base_noclamp((12345).to_bytes(32, "little"))
    for point in (_GENERATOR, good):
        if not sodium.crypto_core_ed25519_is_valid_point(point):
            raise UnsoundLibrary("refuses a point of the group")
    if multiply(three, _GENERATOR) != sodium.crypto_scalarmult_ed25519_base_noclamp(three):
        raise UnsoundLibrary("reckons wrong")
    for what, point in _bad_points(sodium, good):
        if sodium.crypto_core_ed25519_is_valid_point(point):
            raise UnsoundLibrary(f"takes {what} for one of the group")
        # Points that come in are often only multiplied, because that makes the same checks.
        if not _refuses(multiply, three, point):
            raise UnsoundLibrary(f"multiplies {what}")


def _bad_points(sodium: Any, good: bytes) -> list[tuple[str, bytes]]:
    add = sodium.crypto_core_ed25519_add
    bad = [("a point off the curve", _OFF_CURVE)]
    small = _TORSION
    for _ in range(7):
        bad.append(("a point of small order", small))
        bad += [("a point of mixed order", add(point, small)) for point in (_GENERATOR, good)]
        small = add(small, _TORSION)
    bad.append(("a point of small order", small))  # the identity
    # The same points, and others, with y written as y + p; only y below 19 has room for that.
    written = [(y + _PRIME) | sign << 255 for y in range(19) for sign in (0, 1)]
    bad += [("a point that is not written canonically", number.to_bytes(32, "little")) for number in written]
    return bad


def _check_signatures(sodium: Any) -> None:
    identity, secret = sodium.crypto_sign_seed_keypair(bytes(32))
    signed = sodium.crypto_sign(b"m", secret)
    if sodium.crypto_sign_open(signed, identity) != b"m":
        raise UnsoundLibrary("does not know its own signatures")
    greater = int.from_bytes(signed[32:64], "little") + _ORDER
    if not _refuses(sodium.crypto_sign_open, signed[:32] + greater.to_bytes(32, "little") + b"m", identity):
        raise UnsoundLibrary("takes a signature written otherwise")
    non_canonical = (_PRIME + 1).to_bytes(32, "little")
    for anybodys in (_IDENTITY, non_canonical):
        if not _refuses(sodium.crypto_sign_open, _IDENTITY + bytes(32) + b"m", anybodys):
            raise UnsoundLibrary("takes signatures that anybody can make")


def _refuses(function: Callable[..., Any], *arguments: bytes) -> bool:
    try:
        function(*arguments)
    except CryptoError:
        return True
    return False
