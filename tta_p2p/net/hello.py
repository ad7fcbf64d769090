"""The lobby handshake: first what is played, in the open, then who is there, bound to the certificate between both.

Both sign the role, both nonces, the SHA-256 of the server's certificate *as each sees it*, both identity keys and
both greetings (our own form of RFC 5929, tls-server-end-point). The server has proved its certificate key inside TLS,
so somebody in the middle must show another certificate, and then neither signature fits. The server signs first.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from protocol import signatures
from protocol.errors import BadEncoding, BadSignature
from protocol.messages import Hello
from protocol.signatures import Signer
from protocol.wire import encode
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.cleaning import clean
from tta_p2p.net.control import (
    DIFFERENT,
    MAX_ARGUMENT,
    Greeting,
    HandshakeSignature,
    HandshakeWelcome,
    Parts,
    farewell,
    receive_words,
    send_words,
)
from tta_p2p.net.errors import HandshakeRefused, HelloFailed, WrongIdentity
from tta_p2p.net.framing import STRANGER_LIMIT, FrameKind, FrameStream
from tta_p2p.net.tls import Entropy


class Refusal(NamedTuple):
    """A refusal to let a peer in: a key, the versions there and here, and the parts of the rules that differ."""

    key: str
    theirs: str
    mine: str
    differs: str = ""


Judge = Callable[[Hello], Refusal | None]
"""What is said to somebody with this hello: a refusal, or nothing to let it in."""


@dataclass(frozen=True, slots=True)
class ProvenPeer:
    """The proved identity of the other end, and its hello."""

    identity: bytes
    hello: Hello


def same_hello(mine: Hello) -> Judge:
    """Let in exactly those who speak this protocol and play by these rules, and tell the others what differs.

    A guest that does not know the game yet names no rules (``ANY_RULES``).
    """

    def judge(theirs: Hello) -> Refusal | None:
        if theirs.protocol != mine.protocol:
            return Refusal("version", _shown(theirs), _shown(mine))
        if theirs.rules != mine.rules and ANY_RULES not in (theirs.rules, mine.rules):
            return Refusal("rules", _shown(theirs), _shown(mine))
        return None

    return judge


def _shown(hello: Hello) -> str:
    """Program and protocol, as people are told."""
    return clean(f"{hello.product} ({hello.protocol})", MAX_ARGUMENT)


def played(mine: Parts, theirs: Parts) -> tuple[Parts, Parts]:
    """The parts of the rules of the game that both ends name, the first word of a part: a host names its table's only.

    Other games are nobody's business here, and neither is a game that one end does not have: the room says so.
    """
    games = {name.partition(" ")[0] for name, _ in mine} & {name.partition(" ")[0] for name, _ in theirs}
    ours, others = (tuple(part for part in one if part[0].partition(" ")[0] in games) for one in (mine, theirs))
    return ours, others


def _unlike(judge: Judge, mine: Greeting, theirs: Greeting) -> Refusal | None:
    """Give the reason why the other end cannot play here, if there is one."""
    differs = differing(*played(mine.parts, theirs.parts))
    no = judge(theirs.hello)
    if differs and (no is None or no.key == "rules"):
        return Refusal("parts", _shown(theirs.hello), _shown(mine.hello), differs)
    return no


ANY_RULES = bytes(32)
"""The rules that a guest names before it knows the game."""

CHOICE = "choice-"
"""How the names of parts begin that only tables of some choice have (`Game.played_by`)."""

SHOWN = 4
"""The most parts of the rules that a refusal names."""


def differing(mine: Parts, theirs: Parts) -> str:
    """Give the parts of the rules that differ, as far as both ends have named them; empty if nothing is known.

    Parts of a choice (`CHOICE`) are of one that a table has made and a guest does not know yet: the charter tells.
    """
    here, there = dict(mine), dict(theirs)
    if not here or not there:
        return ""
    alone = {name for name in here.keys() ^ there.keys() if name.partition(" ")[2].startswith(CHOICE)}
    names = sorted(
        name for name in here.keys() | there.keys() if name not in alone and here.get(name) != there.get(name)
    )
    told = [clean(name, 32) for name in names[:SHOWN]]
    return clean(", ".join(told), MAX_ARGUMENT - 3) + " …" * (len(names) > SHOWN)


def _fields(role: str, certificate: bytes, client: Greeting, server: Greeting) -> tuple[bytes, ...]:
    return (
        role.encode(),
        client.nonce,
        server.nonce,
        certificate,
        client.identity,
        server.identity,
        encode(client),
        encode(server),
    )


def _check(role: str, certificate: bytes, client: Greeting, server: Greeting, signed: HandshakeSignature) -> None:
    author = client if role == "client" else server
    try:
        fields = _fields(role, certificate, client, server)
        signatures.verify(author.identity, signed.signature, signatures.HELLO, *fields)
        signatures.check_identity(author.identity)
    except (BadSignature, BadEncoding) as error:
        raise HelloFailed(
            "the other end could not show who it is; perhaps somebody stands between you two and reads along"
        ).because("in-between") from error


def _sign(signer: Signer, role: str, certificate: bytes, client: Greeting, server: Greeting) -> HandshakeSignature:
    return HandshakeSignature(signatures.sign(signer, signatures.HELLO, *_fields(role, certificate, client, server)))


async def answer_hello(
    framed: FrameStream,
    *,
    signer: Signer,
    hello: Hello,
    certificate: bytes,
    entropy: Entropy,
    judge: Judge,
    parts: Parts = (),
) -> ProvenPeer:
    """The server's part; ``certificate`` is the hash of its own. Ends before the welcome, see ``welcome``.

    Raises HandshakeRefused (by either), HelloFailed, BadFrame or ChannelLost. The caller sets the deadline.
    """
    theirs = await receive_words(framed, FrameKind.HELLO, Greeting)
    mine = Greeting(hello, entropy(32), signer.identity, parts)
    if (no := _unlike(judge, mine, theirs)) is not None:
        await _refuse(framed, no.key, no.mine, no.theirs, no.differs)
    if hmac.compare_digest(theirs.identity, signer.identity):
        await _refuse(framed, "yourself")
    await send_words(framed, FrameKind.HELLO, mine)
    await send_words(framed, FrameKind.HELLO, _sign(signer, "server", certificate, theirs, mine))
    signed = await receive_words(framed, FrameKind.HELLO, HandshakeSignature)
    _check("client", certificate, theirs, mine, signed)
    return ProvenPeer(theirs.identity, theirs.hello)


async def welcome(framed: FrameStream) -> None:
    """Let the client in. Raises ChannelLost."""
    await send_words(framed, FrameKind.HELLO, HandshakeWelcome())


async def say_hello(
    framed: FrameStream,
    *,
    signer: Signer,
    hello: Hello,
    certificate: bytes,
    entropy: Entropy,
    judge: Judge,
    expected: str = "",
    parts: Parts = (),
) -> ProvenPeer:
    """The client's part; ``certificate`` is the hash of the one that the server has shown.

    ``expected``: the fingerprint of the identity that must answer. Raises WrongIdentity, HandshakeRefused, HelloFailed,
    BadFrame or ChannelLost. The caller sets the deadline.
    """
    framed.reader.limit = STRANGER_LIMIT
    mine = Greeting(hello, entropy(32), signer.identity, parts)
    await send_words(framed, FrameKind.HELLO, mine)
    try:
        theirs = await receive_words(framed, FrameKind.HELLO, Greeting)
    except HandshakeRefused as error:
        why, *args = error.why
        if why in DIFFERENT and args:  # what is played here need not be believed
            args[1:2] = [_shown(hello)]
        raise error.because(why, *args) from None
    if (no := _unlike(judge, mine, theirs)) is not None:
        raise HandshakeRefused(f"the other end plays something else: {no}").because(
            no.key, no.theirs, no.mine, no.differs
        )
    if expected and fingerprint(theirs.identity) != expected:
        raise WrongIdentity(
            f"somebody else answers there ({fingerprint(theirs.identity)}); ask the host for the address once more"
        ).because("wrong-key", fingerprint(theirs.identity))
    if theirs.identity == signer.identity:
        raise HelloFailed("you are connecting to yourself, or somebody sends you your own words back").because(
            "yourself"
        )
    signed = await receive_words(framed, FrameKind.HELLO, HandshakeSignature)
    _check("server", certificate, mine, theirs, signed)
    await send_words(framed, FrameKind.HELLO, _sign(signer, "client", certificate, mine, theirs))
    await receive_words(framed, FrameKind.HELLO, HandshakeWelcome)
    return ProvenPeer(theirs.identity, theirs.hello)


async def _refuse(framed: FrameStream, *why: str) -> None:
    await send_words(framed, FrameKind.HELLO, farewell(*why))
    raise HandshakeRefused(f"refused: {', '.join(why)}").because(*why)
