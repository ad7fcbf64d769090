"""Every way in which the network says no; the text of each is for a person to read."""

from __future__ import annotations


class NetError(Exception):
    """Something between this peer and another did not work."""


class BadAddress(NetError):
    """A text that is not HOST:PORT or HOST:PORT#FINGERPRINT."""


class BadCertificate(NetError):
    """A certificate or key that a table cannot use."""


class CannotListen(NetError):
    """This machine does not let us listen there."""


class NoMulticast(NetError):
    """Tables cannot find each other by themselves here."""


class Unreachable(NetError):
    """Nobody answers at an address."""


class BadFrame(NetError):
    """Bytes that are no frame of this phase."""


class HelloFailed(NetError):
    """Whoever answers could not show who it is."""


class WrongIdentity(HelloFailed):
    """Somebody else answers than the one that was meant."""


class Refused(NetError):
    """The other end said no; ``words`` are its own, cleaned."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class ChannelLost(NetError):
    """A channel has ended; the text says why."""


class ChannelFull(NetError):
    """More waits to be sent than a channel keeps."""
