"""Every way in which the network says no; the text of each is for a person to read."""

from __future__ import annotations

from typing import Self


class NetError(Exception):
    """Something between this peer and another did not work.

    ``why``: the same as a key with arguments, for whoever puts it into other words; empty where there is none.
    """

    why: tuple[str, ...] = ()
    kind = ""
    """How texts call it, where not by the name of its class."""

    def because(self, *why: str) -> Self:
        """The error, with the key that says why and its arguments."""
        self.why = why
        return self


class BadAddress(NetError):
    """A text that is not HOST:PORT or HOST:PORT#FINGERPRINT."""


class BadCertificate(NetError):
    """A certificate or key that a table cannot use."""


class ListenError(NetError):
    """This machine does not let us listen there."""


class NoMulticast(NetError):
    """Tables cannot find each other by themselves here."""


class Unreachable(NetError):
    """Nobody answers at an address."""


class BadFrame(NetError):
    """Bytes that are no frame of this phase."""


class HelloFailed(NetError):
    """The peer that answers could not show who it is."""


class WrongIdentity(HelloFailed):
    """Somebody else answers than the one that was meant."""


class HandshakeRefused(NetError):
    """The other end said no; ``why`` is what it said."""

    kind = "refused"


class ChannelLost(NetError):
    """A channel has ended; the text says why."""


class OwnFault(NetError):
    """This program has failed at what another node says; that says nothing about anybody, and the fault is in the log.

    ``fault``: the kind of the error, as its program names it.
    """

    why = ("own-fault",)
    kind = "own-fault"

    def __init__(self, text: str, fault: str) -> None:
        super().__init__(text)
        self.fault = fault


class ChannelFull(NetError):
    """More waits to be sent than a channel keeps."""
