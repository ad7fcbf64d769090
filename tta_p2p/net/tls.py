"""TLS 1.3 with self-signed Ed25519 certificates: one key per lobby and one per table, pinned by SHA-256.

TLS keeps bystanders out and spoofed traffic away; that nobody cheats rests on signed messages alone. Certificates are
not of a CA, so none can vouch for another. They are valid from 2000 to 9999, and the dates of others are not looked at:
what counts is what the charter pins, so no wrong clock, of either end, locks anybody out.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import ssl
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import trio
from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tta_p2p.net.errors import BadCertificate

Entropy = Callable[[int], bytes]
"""Gives that many fresh random bytes."""

MAX_CERTIFICATE = 1024
SIGNATURE = 64
"""Bytes of an Ed25519 signature, with which a certificate ends."""

_FROM = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_TO = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
_NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, for which Python has no name."""


def certificate_hash(certificate: bytes) -> bytes:
    """The 32 bytes by which a certificate (DER) is pinned: its SHA-256."""
    return hashlib.sha256(certificate).digest()


class TlsKey:
    """An Ed25519 key for TLS and its self-signed certificate; equal seeds give equal certificates."""

    def __init__(self, seed: bytes) -> None:
        """From the 32 secret bytes that are to be stored with a game."""
        if len(seed) != 32:
            raise BadCertificate("the seed of a TLS key has 32 bytes")
        self.seed = seed
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.certificate = _certify(self._key)
        self.hash = certificate_hash(self.certificate)

    @classmethod
    def generate(cls, entropy: Entropy) -> TlsKey:
        """A new key."""
        return cls(entropy(32))

    def load_into(self, context: ssl.SSLContext) -> None:
        """Let a context use this key. OpenSSL takes it from a file only: from one in memory where there are such."""
        try:
            number = os.memfd_create("tta-p2p")
        except (AttributeError, OSError):
            self._load_from_disk_into(context)
            return
        with open(number, "wb", buffering=0) as file:  # noqa: PTH123
            file.write(self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + self._pem())
            try:
                context.load_cert_chain(f"/proc/self/fd/{number}")
            except OSError:
                self._load_from_disk_into(context)

    def _load_from_disk_into(self, context: ssl.SSLContext) -> None:
        """The same through a file that is locked, which takes longer, and gone at once."""
        lock = os.urandom(16).hex()
        pem = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(lock.encode()))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "key.pem"
            path.write_bytes(pem + self._pem())
            context.load_cert_chain(path, password=lock)

    def _pem(self) -> bytes:
        return ssl.DER_cert_to_PEM_cert(self.certificate).encode()


def check_certificate(certificate: bytes) -> None:
    """Refuse what is not exactly what `TlsKey` makes of its key. Raises BadCertificate.

    Of two certificates with one name OpenSSL may take either for the issuer, and refuse the other: whoever chose a
    name freely could lock another member out. Here the name follows from the key. And nobody else can write the
    certificate of a key in another way: what stands around what is signed is looked at as well.
    """
    try:
        read = x509.load_der_x509_certificate(certificate)
        public = read.public_key()
        if not isinstance(public, Ed25519PublicKey):
            raise BadCertificate("a certificate of another form than those of this program")
        public.verify(read.signature, read.tbs_certificate_bytes)
    except (ValueError, TypeError, x509.InvalidVersion, UnsupportedAlgorithm, InvalidSignature) as error:
        raise BadCertificate("a certificate that cannot be read") from error
    alike = _about(public).sign(Ed25519PrivateKey.from_private_bytes(bytes(32)), None).public_bytes(Encoding.DER)
    if certificate != alike[:-SIGNATURE] + read.signature:
        raise BadCertificate("a certificate of another form than those of this program")


def _certify(key: Ed25519PrivateKey) -> bytes:
    return _about(key.public_key()).sign(key, None).public_bytes(Encoding.DER)


def _about(public: Ed25519PublicKey) -> x509.CertificateBuilder:
    name_hash = hashlib.sha256(public.public_bytes_raw()).digest()[:16]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"tta-p2p {name_hash.hex()}")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(public)
    builder = builder.serial_number(int.from_bytes(name_hash, "big") >> 1 | 1)
    builder = builder.not_valid_before(_FROM).not_valid_after(_TO)
    return builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)


def lobby_server(key: TlsKey) -> ssl.SSLContext:
    """For whoever holds a lobby: shows its certificate, asks for none (the hello signatures say who is there)."""
    context = _context(ssl.PROTOCOL_TLS_SERVER)
    key.load_into(context)
    return context


def lobby_client() -> ssl.SSLContext:
    """For whoever enters a lobby: takes any certificate, because the hello signatures are bound to it."""
    return _context(ssl.PROTOCOL_TLS_CLIENT)


def table_server(key: TlsKey, certificates: Sequence[bytes]) -> ssl.SSLContext:
    """For accepting at a table: both ends show a certificate of the table. Raises BadCertificate."""
    context = _context(ssl.PROTOCOL_TLS_SERVER)
    key.load_into(context)
    _pin(context, certificates)
    return context


def table_client(key: TlsKey, certificates: Sequence[bytes]) -> ssl.SSLContext:
    """For dialling at a table; see ``table_server``."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT)
    key.load_into(context)
    _pin(context, certificates)
    return context


def _context(side: int) -> ssl.SSLContext:
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if side == ssl.PROTOCOL_TLS_SERVER:
        context.num_tickets = 0  # every connection proves everything anew, and nobody waits for a ticket
    return context


def _pin(context: ssl.SSLContext, certificates: Sequence[bytes]) -> None:
    context.verify_mode = ssl.CERT_REQUIRED
    context.verify_flags |= ssl.VerifyFlags(_NO_CHECK_TIME)
    try:
        context.load_verify_locations(cadata=b"".join(certificates))
    except (ssl.SSLError, ValueError) as error:
        raise BadCertificate("a certificate of this table cannot be read") from error


def peer_hash(stream: trio.SSLStream[Any]) -> bytes:
    """The SHA-256 of the certificate that the other end has shown and proved; empty if it showed none."""
    certificate = stream.getpeercert(binary_form=True)
    return certificate_hash(certificate) if certificate else b""
