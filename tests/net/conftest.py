"""What tests of the network ask for."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from functools import lru_cache

import pytest

from tta_p2p.net import pairing, tls


@lru_cache
def server(key: tls.TlsKey, certificates: tuple[bytes, ...]) -> ssl.SSLContext:
    return tls.table_server(key, certificates)


@lru_cache
def client(key: tls.TlsKey, certificates: tuple[bytes, ...]) -> ssl.SSLContext:
    return tls.table_client(key, certificates)


class Contexts:
    """TLS as a mesh asks for it."""

    peer_hash = staticmethod(tls.peer_hash)

    @staticmethod
    def table_server(key: tls.TlsKey, certificates: Sequence[bytes]) -> ssl.SSLContext:
        """For accepting."""
        return server(key, tuple(certificates))

    @staticmethod
    def table_client(key: tls.TlsKey, certificates: Sequence[bytes]) -> ssl.SSLContext:
        """For dialling."""
        return client(key, tuple(certificates))


@pytest.fixture(autouse=True)
def with_contexts_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The meshes of these tests have few keys: what OpenSSL reads of a key and certificates, it reads once."""
    monkeypatch.setattr(pairing, "tls", Contexts)
