"""A libsodium that lets pass what it must refuse is refused itself, before anything is done with it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from nacl import bindings
from nacl.exceptions import BadSignatureError, UnavailableError

from protocol import library
from protocol.errors import ProtocolError
from protocol.library import UnsoundLibrary, check_library, require_sound_library
from protocol.replay import Verifier
from protocol.signatures import IdentityKey, sign, verify
from tests.protocol.table import make_charter

ORDER_2 = bytes.fromhex("ec" + "ff" * 30 + "7f")
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
NAMES = [name for name in dir(bindings) if name.startswith("crypto_")]


def build(**other: Callable[..., Any]) -> SimpleNamespace:
    """The bindings as they are, with something else in the place of some."""
    return SimpleNamespace(**{**{name: getattr(bindings, name) for name in NAMES}, **other})


def valid(point: bytes) -> bool:
    return bool(bindings.crypto_core_ed25519_is_valid_point(point))


def multiply(scalar: bytes, point: bytes) -> bytes:
    return bytes(bindings.crypto_scalarmult_ed25519_noclamp(scalar, point))


def without(point: bytes, torsion: bytes) -> bytes:
    return bytes(bindings.crypto_core_ed25519_sub(point, torsion))


def mistakes_order_2(point: bytes) -> bool:
    """As libsodium did before the mend of CVE-2025-69277: it looks at one coordinate of the identity only."""
    try:
        return valid(point) or valid(without(point, ORDER_2))
    except Exception:
        return False


def only_looks_at_the_curve(point: bytes) -> bool:
    try:
        bindings.crypto_core_ed25519_add(point, ORDER_2)
    except Exception:
        return False
    return True


def multiplies_anything(scalar: bytes, point: bytes) -> bytes:
    try:
        return multiply(scalar, point)
    except Exception:
        return point


def multiplies_mixed(scalar: bytes, point: bytes) -> bytes:
    """It makes sure of everything but the subgroup."""
    try:
        return multiply(scalar, point)
    except Exception:
        for _ in range(8):
            point = without(point, ORDER_8)
            if valid(point):
                return multiply(scalar, point)
        raise


def lacks(*arguments: bytes) -> bytes:
    raise UnavailableError("Not available in minimal build")


def opens_anything(signed: bytes, key: bytes) -> bytes:
    return signed[64:]


def opens_what_anybody_signed(signed: bytes, key: bytes) -> bytes:
    try:
        return bytes(bindings.crypto_sign_open(signed, key))
    except BadSignatureError:
        if key[0] in (1, 0xEE):
            return signed[64:]
        raise


def opens_what_is_written_otherwise(signed: bytes, key: bytes) -> bytes:
    order = 2**252 + 27742317777372353535851937790883648493
    lower = (int.from_bytes(signed[32:64], "little") % order).to_bytes(32, "little")
    return bytes(bindings.crypto_sign_open(signed[:32] + lower + signed[64:], key))


POINT, MULTIPLY, OPEN = "crypto_core_ed25519_is_valid_point", "crypto_scalarmult_ed25519_noclamp", "crypto_sign_open"
CHANGED: dict[str, tuple[str, Callable[..., Any], str]] = {
    "takes order 2 for none": (POINT, mistakes_order_2, "takes a point of mixed order"),
    "looks at the curve only": (POINT, only_looks_at_the_curve, "takes a point of"),
    "takes all": (POINT, lambda point: True, "takes a point off the curve"),
    "takes other writings": (POINT, lambda point: valid(point) or point[31] & 0x7F == 0x7F, "takes a point"),
    "takes none": (POINT, lambda point: False, "refuses a point of the group"),
    "multiplies all": (MULTIPLY, multiplies_anything, "multiplies a point off the curve"),
    "multiplies mixed": (MULTIPLY, multiplies_mixed, "multiplies a point of mixed order"),
    "reckons wrong": (MULTIPLY, lambda scalar, point: point, "reckons wrong"),
    "is minimal": (POINT, lacks, "lacks what is needed"),
    "cannot multiply": (MULTIPLY, lacks, "lacks what is needed"),
    "opens all": (OPEN, opens_anything, "takes a signature written otherwise"),
    "opens other writings": (OPEN, opens_what_is_written_otherwise, "takes a signature written otherwise"),
    "is compatible": (OPEN, opens_what_anybody_signed, "takes signatures that anybody can make"),
}
BUILDS = {name: (build(**{which: other}), why) for name, (which, other, why) in CHANGED.items()}


@pytest.mark.parametrize(("sodium", "why"), BUILDS.values(), ids=BUILDS)
def test_a_build_that_lets_pass_what_it_must_refuse_is_refused_naming_what_to_install(
    sodium: SimpleNamespace, why: str
) -> None:
    with pytest.raises(UnsoundLibrary) as refused:
        check_library(sodium)
    assert refused.value.why.startswith(why)
    assert "pip install" in str(refused.value) and "pynacl" in str(refused.value)
    assert not isinstance(refused.value, ProtocolError), "it refuses nothing that anybody gave"
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_the_library_that_is_installed_is_sound() -> None:
    check_library(bindings)
    check_library(build())


@pytest.fixture
def unsound(monkeypatch: pytest.MonkeyPatch) -> Any:
    """This process has a libsodium that takes all points."""
    monkeypatch.setattr(library, "bindings", BUILDS["takes all"][0])
    require_sound_library.cache_clear()
    yield
    require_sound_library.cache_clear()


def test_nobody_plays_verifies_or_believes_a_signature_with_an_unsound_library(unsound: None) -> None:
    key = IdentityKey(bytes(32))
    with pytest.raises(UnsoundLibrary):
        make_charter((0, 1))[0].check()
    with pytest.raises(UnsoundLibrary):
        Verifier(make_charter((0, 1))[0])
    with pytest.raises(UnsoundLibrary):
        verify(key.identity, sign(key, "hello", b"x"), "hello", b"x")


def test_it_is_tried_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[bytes] = []

    def count(point: bytes) -> bool:
        tried.append(point)
        return valid(point)

    monkeypatch.setattr(library, "bindings", build(crypto_core_ed25519_is_valid_point=count))
    require_sound_library.cache_clear()
    make_charter((0, 1))[0].check()
    first = len(tried)
    make_charter((0, 1, 2))[0].check()
    require_sound_library.cache_clear()
    assert first == len(tried) > 20


def test_the_help_of_tta_does_not_wait_for_it() -> None:
    program = (
        "import sys\nsys.argv = ['tta', '--help']\nfrom tta_p2p.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    print('nacl' in sys.modules, 'protocol.library' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False False"
