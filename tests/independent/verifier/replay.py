"""Section 11, going back: a session that can take everything after a place back."""

from .charter import Charter
from .lanes import Place
from .session import GoBack, Session
from .shapes import Record
from .verdicts import Fault


class Replay:
    """Takes records as a spectator does. `session` is where the game stands."""

    def __init__(self, charter: Charter, accused: int | None = None) -> None:
        """`accused` is the operator against whom a certificate is judged, if that is what the replay is for."""
        self.charter = charter
        self.accused = accused
        self.session = Session(charter, accused=accused)
        # Records, convictions by something else, and motions that took effect at a place that lay behind.
        self._log: list[Record | Fault] = []

    @property
    def convicted(self) -> list[Fault]:
        """Who is convicted of what, each seat of what came first."""
        first: dict[int, Fault] = {}
        for fault in self.session.convicted:
            first.setdefault(fault.seat, fault)
        return list(first.values())

    def take(self, record: Record) -> None:
        """Take the next record. Raises `Damage` or `Disagreement`; then nothing more can be taken."""
        self._enter(record)

    def convict(self, fault: Fault) -> None:
        """Somebody is convicted by something else than the records."""
        self._enter(fault)

    def _enter(self, entry: Record | Fault) -> None:
        self._log.append(entry)
        try:
            _tell(self.session, entry)
        except GoBack as back:
            convicted = self.session.convicted
            self._log = self._log[: back.records]
            self.session = self._again(back.place)
            known = [fault.seat for fault in self.session.convicted]
            for fault in convicted:
                if fault.seat not in known:
                    self._log.append(fault)
                    _tell(self.session, fault)
            self._log.append(back.motion)
            _tell(self.session, back.motion)

    def _again(self, place: Place) -> Session:
        """The session that had just come to this place."""
        session = Session(self.charter, place, self.accused)
        for entry in self._log:
            _tell(session, entry)
        session.halt = None
        return session


def _tell(session: Session, entry: Record | Fault) -> None:
    if isinstance(entry, Fault):
        session.convict(entry)
    elif entry.kind == "Motion":
        session.begin_epoch(entry)
    else:
        session.take(entry)
