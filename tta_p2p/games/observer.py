"""An observer of a game: the faces it has seen, and statements about other cards, computed on demand.

Legal acts and claims need the faces, which are always up to date. The statements about groups of cards
(`Knowledge.among`, `worth`) grow with every mix and few read them: views, bots that guess, and checks. So an observer
keeps the changes since the last request, in a chain that it shares with the observers that branched off it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from . import knowledge
from .contract import NO_KNOWLEDGE, Answer, Claim, Face, Handle, Is, Knowledge, Need, Remix, Show, Shown, Shuffle


class Observer:
    """The knowledge of a seat, or of everybody, at one instant. A value: each change returns another one."""

    __slots__ = ("_before", "_change", "_knows", "faces")

    def __init__(self, knows: Knowledge = NO_KNOWLEDGE) -> None:
        self.faces: Mapping[Handle, Face] = knows.faces
        """The faces seen of the living cards."""
        self._knows: Knowledge | None = knows
        self._before: Observer | None = None
        self._change: Callable[[Knowledge], Knowledge] | None = None

    @property
    def knowledge(self) -> Knowledge:
        """All knowledge, statements about groups included."""
        chain: list[Observer] = []
        one: Observer = self
        while one._knows is None:
            chain.append(one)
            assert one._before is not None
            one = one._before
        knows = one._knows
        for one in reversed(chain):
            assert one._change is not None
            knows = one._change(knows)
            one._knows, one._before, one._change = knows, None, None  # a later request finds the result here
        return knows

    def after_answer(self, need: Need, fact: Answer, told: Mapping[Handle, Face]) -> Observer:
        """Return the observer after a need was answered (`knowledge.after_answer`)."""
        faces = self.faces
        if isinstance(need, Shuffle | Remix):
            faces = dict(faces)
            for handle in need.handles:
                faces.pop(handle, None)
            faces.update(told)
        elif isinstance(need, Show) and isinstance(fact, Shown):
            faces = {**faces, **dict(zip(need.handles, fact.faces, strict=True))}
        elif told:
            faces = {**faces, **told}
        else:
            return self
        return self._with_change(faces, partial(knowledge.after_answer, need=need, fact=fact, told=told))

    def after_claim(self, claim: Claim) -> Observer:
        """Return the observer after a claim was proved."""
        faces = self.faces
        if isinstance(claim, Is):
            if faces.get(claim.handle) == claim.face:
                return self
            faces = {**faces, claim.handle: claim.face}
        return self._with_change(faces, partial(knowledge.after_claim, claim=claim))

    def _with_change(self, faces: Mapping[Handle, Face], change: Callable[[Knowledge], Knowledge]) -> Observer:
        new = Observer.__new__(Observer)
        new.faces, new._knows, new._before, new._change = faces, None, self, change
        return new
