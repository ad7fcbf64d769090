"""The key of a person: made once, for its owner alone, locked if its owner likes."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tta_p2p.store.identity import (
    KEY_FILE,
    BadIdentity,
    NeedsPassphrase,
    change_passphrase,
    create,
    load,
    load_or_create,
    write_private,
)


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    seed = load_or_create(tmp_path)
    assert len(seed) == 32
    assert load_or_create(tmp_path) == seed == load(tmp_path)
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE], "nothing half written is left"


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    seed = create(tmp_path)
    with pytest.raises(BadIdentity, match="already"):
        create(tmp_path)
    assert load(tmp_path) == seed


def test_a_locked_key_opens_with_its_passphrase_only(tmp_path: Path) -> None:
    seed = create(tmp_path, "three blind mice")
    assert b"ENCRYPTED" in (tmp_path / KEY_FILE).read_bytes()
    assert load(tmp_path, "three blind mice") == seed
    with pytest.raises(NeedsPassphrase, match="TTA_PASSPHRASE"):
        load(tmp_path)
    with pytest.raises(BadIdentity, match="passphrase is wrong"):
        load(tmp_path, "four blind mice")


def test_a_passphrase_for_a_key_that_is_not_locked_does_no_harm(tmp_path: Path) -> None:
    seed = create(tmp_path)
    assert load(tmp_path, "whatever") == seed


def test_the_passphrase_can_be_changed_and_taken_off_and_the_key_stays(tmp_path: Path) -> None:
    seed = create(tmp_path)
    change_passphrase(tmp_path, None, "new words")
    with pytest.raises(NeedsPassphrase):
        load(tmp_path)
    with pytest.raises(BadIdentity):
        change_passphrase(tmp_path, "wrong words", None)
    assert load(tmp_path, "new words") == seed
    change_passphrase(tmp_path, "new words", None)
    assert load(tmp_path) == seed
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    create(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o644)
    with pytest.raises(BadIdentity, match="chmod 600"):
        load(tmp_path)


@pytest.mark.parametrize("data", [b"", b"garbage\n", b"\xff" * 100])
def test_a_file_that_holds_no_key_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    write_private(tmp_path / KEY_FILE, data, exclusive=True)
    with pytest.raises(BadIdentity, match="holds no identity key"):
        load_or_create(tmp_path)


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = Ed448PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_private(tmp_path / KEY_FILE, other, exclusive=True)
    with pytest.raises(BadIdentity, match="Ed25519"):
        load(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadIdentity, match="nowhere"):
        create(tmp_path / "nowhere")
    with pytest.raises(BadIdentity, match="nowhere"):
        load(tmp_path / "nowhere")
