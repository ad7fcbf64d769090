"""The owner of a data folder and known people: name, key, the SSH key that certifies it."""

from __future__ import annotations

import getpass
import json
import os
import re
import subprocess
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.signatures import IdentityKey
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.cleaning import clean
from tta_p2p.node.lobby.phrase import key_words
from tta_p2p.seats.messages import TextRef
from tta_p2p.store.home import home
from tta_p2p.store.regular_files import named_path, read_regular

if TYPE_CHECKING:
    from tta_p2p.store.database import Store

NAME_FILE = "profile.json"
LONGEST_NAME = 32
"""Letters of the name that a person chooses for oneself or a table."""
NAMESPACE = "tta-identity@tta-p2p"
"""The SSHSIG namespace: a signature for it means nothing to SSH, and none of SSH means anything here."""


class PeopleError(Exception):
    """Something about a person could not be done; ``why`` is a key that says so with its arguments."""

    def __init__(self, text: str, *why: object) -> None:
        super().__init__(text)
        self.why = why


@dataclass(frozen=True, slots=True)
class OwnIdentity:
    """This player as others see it."""

    name: str
    identity: bytes
    fingerprint: str
    words: str
    ssh: str


def own_identity(passphrase: str | None = None) -> OwnIdentity:
    """This player; the first time a key is made."""
    from tta_p2p.store import identity

    folder = home()
    key = IdentityKey(identity.load_or_create(folder, passphrase or os.environ.get("TTA_PASSPHRASE")))
    profile = _profile(folder)
    own = key.identity
    return OwnIdentity(own_name(), own, fingerprint(own), words_of(own), profile.get("ssh", ""))


def fingerprint_of(identity_key: bytes) -> str:
    """Give the fingerprint of a key, by which people compare it."""
    return fingerprint(identity_key)


def words_of(identity_key: bytes) -> str:
    """Give the words of a key, by which people compare it aloud."""
    return key_words(identity_key)


def acquaintance(store: Store, mine: bytes, identity_key: bytes, name: str) -> TextRef:
    """Describe the acquaintance with a key and the name it goes by: a text `acquaintance.KEY`."""
    if identity_key == mine:
        return TextRef("you")
    player = store.player(identity_key)
    if player is None:
        others = [other for other in store.players() if other.name == name]
        return TextRef("other-key" if others else "new")
    if player.name != name:
        return TextRef("was", [player.name])
    return TextRef("compared" if player.compared else "not-compared")


def own_name() -> str:
    """The name that others read; asking for it makes no key and no folder."""
    return clean(_profile(home(make=False)).get("name", ""), LONGEST_NAME) or default_name()


def has_chosen_name() -> bool:
    """Whether this player has ever chosen a name; until then others read the name of the account."""
    return bool(_profile(home()).get("name"))


def name_for_strangers(identity_key: bytes) -> str:
    """The name that strangers read: the one that was chosen, and never that of the account."""
    chosen = clean(_profile(home()).get("name", ""), LONGEST_NAME)
    return chosen or f"spectator {fingerprint(identity_key)[:4]}"


def default_name() -> str:
    """The name of the account, until another is chosen."""
    try:
        name = clean(getpass.getuser(), LONGEST_NAME)
        return name if is_pronounceable(name) else "player"
    except (KeyError, OSError):
        return "player"


def is_pronounceable(name: str) -> bool:
    """Whether a name has a letter or a digit of any script: signs alone are read as punctuation, or not at all.

    A name of signs alone that was chosen with an older release or another program stays, and is shown as any other.
    """
    return any(unicodedata.category(letter)[0] in "LN" for letter in name)


def valid_name(name: str) -> str:
    """Give the name that a person chose for oneself or a table, as all screens show it.

    Raises PeopleError for one that screens cannot show as it is, or that is too long: nobody reads another name than
    was typed.
    """
    chosen = unicodedata.normalize("NFC", re.sub(" +", " ", name.strip(" ")))
    if not is_pronounceable(chosen):
        raise PeopleError("a name has at least one letter or digit", "name-empty")
    if clean(chosen, len(chosen)) != chosen:
        text = "a name is one line of visible letters; this one holds others (control characters)"
        raise PeopleError(text, "name-letters")
    if len(chosen) > LONGEST_NAME:
        text = f"a name has at most {LONGEST_NAME} letters; this one has {len(chosen)}"
        raise PeopleError(text, "name-long", LONGEST_NAME, len(chosen))
    return chosen


def rename(name: str) -> str:
    """Choose the name that others read. Raises PeopleError."""
    chosen = valid_name(name)
    _change(home(), name=chosen)
    return chosen


def link_ssh(key: str) -> str:
    """Let an SSH key sign the identity once (``ssh-keygen -Y sign``); its fingerprint. Raises PeopleError."""
    from tta_p2p.store import identity

    folder = home()
    own = own_identity().identity
    path = named_path(key)
    if not path.is_file():  # a pipe would be waited for
        raise PeopleError(f"{path}: there is no such key file", "no-key-file", path)
    with tempfile.TemporaryDirectory() as scratch:
        statement = Path(scratch) / "identity"
        statement.write_bytes(b"tta-p2p/1 identity " + own.hex().encode() + b"\n")
        try:
            done = subprocess.run(
                ["ssh-keygen", "-Y", "sign", "-f", str(path), "-n", NAMESPACE, str(statement)],
                capture_output=True,
                text=True,
                errors="replace",  # names of files are in it
                check=False,
            )
            shown = subprocess.run(
                ["ssh-keygen", "-l", "-f", str(path)], capture_output=True, text=True, errors="replace", check=False
            )
        except FileNotFoundError as error:
            raise PeopleError("ssh-keygen is not installed here", "no-ssh-keygen") from error
        if done.returncode or shown.returncode:
            told = (done.stderr or shown.stderr).strip()[:200]
            raise PeopleError(f"ssh-keygen did not sign: {told}", "ssh-keygen", told)
        signature = statement.with_name("identity.sig").read_text()
    name = shown.stdout.split()[1]
    identity.write_private(folder / "identity.sshsig", signature.encode(), exclusive=False)
    _change(folder, ssh=name)
    return name


def _profile(folder: Path) -> dict[str, str]:
    try:
        found = json.loads(read_regular(folder / NAME_FILE, 1 << 20))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _change(folder: Path, **values: str) -> None:
    """Change what is kept of this player, whatever another process changes at the same moment.

    Raises OSError, BadIdentity.
    """
    from tta_p2p.store import identity, locks  # no word of a key needs what reads key files

    with locks.held(folder, "profile", locks.PATIENCE):
        profile = {**_profile(folder), **values}
        identity.write_private(folder / NAME_FILE, json.dumps(profile).encode(), exclusive=False)
