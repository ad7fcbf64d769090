"""The input of a game under way: frames of peers, requests of clients, results of checks, and the passing of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from protocol.certificates import Certificate
from tta_p2p.net.mesh import MeshEvent
from tta_p2p.node.service.clients import Client
from tta_p2p.node.workers.pool import WorkerFailed
from tta_p2p.seats import messages as say


@dataclass(frozen=True, slots=True)
class ClientRequest:
    """A client asks for something; None: it has gone."""

    client: Client
    request: say.Request | None


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a check; ``failure`` if nothing is known."""

    job: int
    result: Any
    failure: WorkerFailed | None = None


@dataclass(frozen=True, slots=True)
class CertificateVerified:
    """A peer has handed over a proof that somebody is a cheat, and it has been checked here."""

    certificate: Certificate


class Wake:
    """A bot has thought, or may act now."""


class Tick:
    """Some time has passed."""


Item = MeshEvent | ClientRequest | JobResult | CertificateVerified | Wake | Tick
"""Whatever the loop of a game takes in, one after the other."""
