"""TLS keys and contexts: what is pinned passes, nothing else does."""

from __future__ import annotations

import datetime
import hashlib
import os
import ssl
import tempfile
from pathlib import Path
from typing import Any

import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from trio.testing import memory_stream_pair

from tests.net.parts import key_of
from tta_p2p.net import tls
from tta_p2p.net.errors import BadCertificate
from tta_p2p.net.tls import TlsKey, certificate_hash


async def shake_hands(server: ssl.SSLContext, client: ssl.SSLContext) -> tuple[bytes, bytes, str]:
    """The hashes that the server and the client see, and the version; BrokenResourceError where TLS refuses."""
    here, there = memory_stream_pair()
    a, b = trio.SSLStream(here, server, server_side=True), trio.SSLStream(there, client)

    async def one(stream: trio.SSLStream[trio.abc.Stream]) -> None:
        try:
            await stream.do_handshake()
            await stream.send_all(b"!")  # a client learns only from the first bytes that it was refused
            await stream.receive_some(1)
        except trio.BrokenResourceError:
            await stream.transport_stream.aclose()
            raise

    failed: BaseException | None = None
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one, a)
            nursery.start_soon(one, b)
    except BaseExceptionGroup as group:
        failed = group.exceptions[0]
    if failed is not None:
        raise failed
    return tls.peer_hash(a), tls.peer_hash(b), str(b.version())


def test_equal_seeds_give_equal_certificates_and_others_do_not() -> None:
    assert key_of("a").certificate == key_of("a").certificate
    assert key_of("a").hash != key_of("b").hash
    assert key_of("a").hash == hashlib.sha256(key_of("a").certificate).digest()
    with pytest.raises(BadCertificate):
        TlsKey(b"short")


def test_a_certificate_is_of_no_ca_and_valid_whatever_the_clock_says() -> None:
    certificate = x509.load_der_x509_certificate(key_of("a").certificate)
    assert certificate.not_valid_before_utc == datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
    assert certificate.not_valid_after_utc.year == 9999
    assert certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False
    assert len(key_of("a").certificate) <= tls.MAX_CERTIFICATE
    certificate.verify_directly_issued_by(certificate)


async def test_in_a_lobby_the_client_sees_the_servers_certificate_and_shows_none() -> None:
    server, client, version = await shake_hands(tls.lobby_server(key_of("host")), tls.lobby_client())
    assert (server, client, version) == (b"", key_of("host").hash, "TLSv1.3")


async def test_at_a_table_both_see_the_pinned_certificate_of_the_other() -> None:
    a, b, c = (key_of(name) for name in "abc")
    pinned = [a.certificate, b.certificate, c.certificate]
    for server, client in ((a, b), (b, c), (c, a)):
        seen = await shake_hands(tls.table_server(server, pinned), tls.table_client(client, pinned))
        assert seen == (client.hash, server.hash, "TLSv1.3")


@pytest.mark.parametrize("how", ["memory", "no files in memory", "no names for them"])
async def test_a_key_comes_into_a_context_and_is_never_open_on_a_disk(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, load = list[tuple[Path, bytes]](), ssl.SSLContext.load_cert_chain

    def watched(context: ssl.SSLContext, path: Any, **more: Any) -> None:
        if how == "no names for them" and str(path).startswith("/proc"):
            raise FileNotFoundError(path)
        taken.append((Path(path), Path(path).read_bytes()))
        load(context, path, **more)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", watched)
    if how == "no files in memory" or not hasattr(os, "memfd_create"):
        how = "no files in memory"
        monkeypatch.delattr(os, "memfd_create", raising=False)
    seen = await shake_hands(tls.lobby_server(key_of("host")), tls.lobby_client())
    assert seen[1] == key_of("host").hash
    ((path, data),) = taken
    assert not path.exists()
    if how == "memory":
        assert path.parts[:2] == ("/", "proc")
    else:
        assert b"BEGIN ENCRYPTED PRIVATE KEY" in data and b"BEGIN PRIVATE KEY" not in data


@pytest.mark.parametrize("year", [1960, 2090])
async def test_certificates_made_by_a_wrong_clock_pass_as_well(monkeypatch: pytest.MonkeyPatch, year: int) -> None:
    here = key_of("here")
    monkeypatch.setattr(tls, "_FROM", datetime.datetime(year, 1, 1, tzinfo=datetime.UTC))
    monkeypatch.setattr(tls, "_TO", datetime.datetime(year + 1, 1, 1, tzinfo=datetime.UTC))
    wrong = key_of(f"wrong clock of {year}")
    assert x509.load_der_x509_certificate(wrong.certificate).not_valid_before_utc.year == year
    pinned = [here.certificate, wrong.certificate]
    for server, client in ((here, wrong), (wrong, here)):
        seen = await shake_hands(tls.table_server(server, pinned), tls.table_client(client, pinned))
        assert seen == (client.hash, server.hash, "TLSv1.3")
    seen = await shake_hands(tls.lobby_server(wrong), tls.lobby_client())
    assert seen == (b"", wrong.hash, "TLSv1.3")


async def test_a_stranger_is_refused_at_both_ends_of_a_table() -> None:
    a, b, stranger = (key_of(name) for name in ("a", "b", "stranger"))
    pinned = [a.certificate, b.certificate]
    everybody = [*pinned, stranger.certificate]
    with pytest.raises(trio.BrokenResourceError):
        await shake_hands(tls.table_server(a, pinned), tls.table_client(stranger, everybody))
    with pytest.raises(trio.BrokenResourceError):
        await shake_hands(tls.table_server(stranger, everybody), tls.table_client(a, pinned))
    with pytest.raises(trio.BrokenResourceError):
        await shake_hands(tls.table_server(a, pinned), tls.lobby_client())  # shows nothing


async def test_a_member_cannot_vouch_for_a_certificate_in_the_name_of_another() -> None:
    a, b = key_of("a"), key_of("b")
    pinned = [a.certificate, b.certificate]
    issuer = x509.load_der_x509_certificate(b.certificate)
    forger = Ed25519PrivateKey.from_private_bytes(b.seed)
    fresh = Ed25519PrivateKey.generate()
    forged = (
        x509.CertificateBuilder()
        .subject_name(x509.load_der_x509_certificate(a.certificate).subject)
        .issuer_name(issuer.subject)
        .public_key(fresh.public_key())
        .serial_number(7)
        .not_valid_before(issuer.not_valid_before_utc)
        .not_valid_after(issuer.not_valid_after_utc)
        .sign(forger, None)
    )
    context = tls.table_client(b, pinned)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forged.pem"
        secret = fresh.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        path.write_bytes(secret + forged.public_bytes(Encoding.PEM) + issuer.public_bytes(Encoding.PEM))
        context.load_cert_chain(path)
    # Whether OpenSSL follows the chain or not: what is compared is the certificate that is shown.
    try:
        seen, _, _ = await shake_hands(tls.table_server(a, pinned), context)
    except trio.BrokenResourceError:
        return
    assert seen == certificate_hash(forged.public_bytes(Encoding.DER)) not in (a.hash, b.hash)


async def test_older_versions_of_tls_are_refused() -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(trio.BrokenResourceError):
        await shake_hands(tls.lobby_server(key_of("host")), old)


def test_certificates_that_cannot_be_read_are_a_typed_error() -> None:
    with pytest.raises(BadCertificate):
        tls.table_server(key_of("a"), [b"no certificate"])
