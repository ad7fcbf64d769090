"""Invitations: where a table is and whose key must answer there, found in whatever message they were sent in.

The text of an invitation is ``tta join HOST:PORT#KEY`` in a sentence of any language, and the same again for each other
address of the table: one to eight commands, each of which every release takes by itself. Addresses with commas between
them before one key are read as well. A message comes as it was pasted: quoted, in bold, broken over lines, forwarded
twice. Nothing of it counts but addresses and key, and whoever answers must show that key. The work is bounded by
`MAX_INVITATION`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tta_p2p.net.addresses import FINGERPRINT_LETTERS, Address, is_fingerprint, parse_address, peer_addresses
from tta_p2p.net.errors import BadAddress

COMMAND = "tta join"
"""How the command of an invitation begins, whatever this program is called here."""
MAX_INVITATION_ADDRESSES = 8
MAX_INVITATION = 20_000
"""Letters of a message in which an invitation is looked for."""
REGION = 2_000
"""Letters before a key among which its addresses are looked for."""

_HIDDEN = frozenset({"Cf", "Mn", "Me", "Cc"})
"""Categories of letters that nobody sees: joiners, direction marks, variation selectors, control characters."""
_DECORATION = r"\s*_~`|>\"'“”‘’«»„‚‹›\\<()=│┃▌▎"
"""What messengers, mail and terminals put between the letters of a text that they quote, highlight or break."""
_GLUE = re.compile(f"[{_DECORATION}]+")
_MARK = re.compile(
    "".join(f"{letter}[{_DECORATION}]{'+' if letter in 'an' else '*'}" for letter in "ttajoin"), re.IGNORECASE
)
"""The command, broken anywhere."""
_LINK = re.compile(r"https?:/*", re.IGNORECASE)
_LAST_WORD = re.compile(r"[A-Za-z0-9.:,\[\]-]+\s*\Z")
_PLACE = re.compile(r"(?<![A-Za-z0-9.-])(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*):[0-9]{1,5}")
_KEY_LETTERS = re.compile(r"[a-z2-7]", re.IGNORECASE)


def write_places(addresses: Sequence[Address]) -> str:
    """Write the places of a table in one word, for this release: ``HOST:PORT,HOST:PORT#KEY``; the key of the first
    one.
    """
    places = ",".join(str(one.place) for one in addresses[:MAX_INVITATION_ADDRESSES])
    key = addresses[0].fingerprint if addresses else ""
    return f"{places}#{key}" if key else places


def parse_places(text: str) -> tuple[Address, ...]:
    """Read the output of `write_places`, also as a person types it: at most eight addresses of one key. Raises
    BadAddress.
    """
    places, hash_sign, key = text.strip().partition("#")
    parts = places.split(",")
    if len(parts) > MAX_INVITATION_ADDRESSES:
        error = BadAddress(f"{len(parts)} addresses are too many; an invitation has at most {MAX_INVITATION_ADDRESSES}")
        raise error.because("address-many", str(len(parts)), str(MAX_INVITATION_ADDRESSES))
    return tuple(dict.fromkeys(parse_address(part.strip() + hash_sign + key) for part in parts))


def read_invitation(message: str) -> tuple[Address, ...]:
    """The addresses of the one invitation in a message, or those that are the whole of it. Raises BadAddress.

    Addresses of one key in several places, as in a message that quotes another, are one invitation. What follows the
    command counts before what only looks like an address; of that, addresses with the same key are taken as well.
    """
    refused: BadAddress | None = None
    if not any(letter.isspace() for letter in message.strip()):
        try:
            return parse_places(message)
        except BadAddress as error:
            refused = error
    if len(message) > MAX_INVITATION:
        raise BadAddress(f"this message has {len(message)} letters; paste the line with the invitation alone").because(
            "invitation-long", str(len(message))
        )
    text = _plain(message)
    found = list(_candidates(text))
    commanded = [addresses for marked, addresses in found if marked]
    unmarked = [addresses for marked, addresses in found if not marked]
    keys = {addresses[0].fingerprint for addresses in commanded or unmarked}
    if not keys:
        raise refused or _missing(text)
    if len(keys) > 1:
        raise BadAddress("this message holds several invitations; paste one of them").because("invitation-several")
    listed = (one for addresses in (*commanded, *unmarked) for one in addresses if one.fingerprint in keys)
    return tuple(dict.fromkeys(listed))[:MAX_INVITATION_ADDRESSES]


def read_places(text: str) -> tuple[Address, ...]:
    """Read a person's words for a place: one address, with a key or without, or an invitation. Raises BadAddress."""
    try:
        return (parse_address(text),)
    except BadAddress:
        if "#" not in text:
            raise
    return read_invitation(text)


def _plain(message: str) -> str:
    """The letters that count: wide ones as narrow ones, without those that nobody sees, which part nothing."""
    letters = (one if one.isspace() else unicodedata.normalize("NFKC", one) for one in message)
    return "".join(one for one in "".join(letters) if one.isspace() or unicodedata.category(one) not in _HIDDEN)


def _candidates(text: str) -> Iterator[tuple[bool, tuple[Address, ...]]]:
    """Give the words that may be an invitation, in the order of the text, and whether each follows the command."""
    begin = 0
    for sign in re.finditer("#", text):
        key, end = _key_after(text, sign.end())
        if len(key) == FINGERPRINT_LETTERS and is_fingerprint(key):
            region = text[max(begin, sign.start() - REGION) : sign.start()]
            for marked, places in _places_before(region):
                yield marked, tuple(replace(place, fingerprint=key) for place in places)
                break
            begin = end
        else:
            begin = sign.end()


def _key_after(text: str, at: int) -> tuple[str, int]:
    """The letters of a key that begins here, decoration left out, and where it ends; one more where it goes on."""
    letters: list[str] = []
    while at < len(text) and len(letters) <= FINGERPRINT_LETTERS:
        if _KEY_LETTERS.match(text[at]):
            if len(letters) == FINGERPRINT_LETTERS and _GLUE.match(text[at - 1]):
                break  # another word
            letters.append(text[at].lower())
        elif text[at].isalnum() and text[at].isascii():
            if not letters or not _GLUE.match(text[at - 1]):
                letters = ["?"] * (FINGERPRINT_LETTERS + 1)  # no key at all
            break
        elif text[at] == "-":
            if len(letters) == FINGERPRINT_LETTERS and _GLUE.match(text[at - 1]):
                break  # another word, as a signature begins
        elif not _GLUE.match(text[at]):
            break
        at += 1
    return "".join(letters), at


def _places_before(region: str) -> Iterator[tuple[bool, tuple[Address, ...]]]:
    """The addresses with which a text ends: those behind the last command, else its last word."""
    for mark in reversed(list(_MARK.finditer(region))[-MAX_INVITATION_ADDRESSES:]):
        if (places := _places(_GLUE.sub("", region[mark.end() :]))) is not None:
            yield True, places
    word = _LAST_WORD.search(region)
    if word is not None and (places := _places(word.group().strip())) is not None:
        yield False, places


def _places(text: str) -> tuple[Address, ...] | None:
    """Addresses with nothing but commas between them, as links or not; None if this is anything else."""
    parts = _LINK.sub("", text).strip(",").split(",")
    if len(parts) > MAX_INVITATION_ADDRESSES or not all(_PLACE.fullmatch(part) for part in parts):
        return None
    found = peer_addresses(parts)
    return found if len(found) == len(set(parts)) else None


def _missing(text: str) -> BadAddress:
    """Name the missing part of a message that holds no invitation."""
    begun = [key for sign in re.finditer("#", text) if 0 < len(key := _key_after(text, sign.end())[0]) <= 26]
    if _MARK.search(text + " ") and begun:
        most = max(begun, key=len)
        if len(most) == FINGERPRINT_LETTERS:
            if is_fingerprint(most):
                error = BadAddress("the address before the # is not whole; copy the whole line of the invitation")
                return error.because("invitation-address")
            error = BadAddress("a letter of the key behind the # is wrong; copy the whole line of the invitation")
            return error.because("invitation-key-wrong")
        error = BadAddress(
            f"the key behind the # has {len(most)} letters instead of {FINGERPRINT_LETTERS}; copy the whole line"
        )
        return error.because("invitation-key", str(len(most)), str(FINGERPRINT_LETTERS))
    if _PLACE.search(text):
        error = BadAddress("the key is missing: an invitation goes on behind the address with # and 26 letters")
        return error.because("invitation-no-key", str(FINGERPRINT_LETTERS))
    error = BadAddress("there is no invitation in this; it is a line with HOST:PORT#KEY")
    return error.because("invitation-none")
