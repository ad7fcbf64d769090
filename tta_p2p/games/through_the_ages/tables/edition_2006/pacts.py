"""The pact that gives something else in the edition of 2006."""

from __future__ import annotations

from ..model import OnAttack, PactSide, Symbols
from ..pacts import symmetric_pact

PACTS = (symmetric_pact("military-pact-2006", 3, PactSide(Symbols(strength=4)), OnAttack.ENDS),)
