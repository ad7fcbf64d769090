"""Letters for texts that Hypothesis makes up: all of Unicode but halves of pairs, as it takes by itself.

By itself it finds them by encoding each of them, which takes three seconds in every process that is the first to ask.
"""

from __future__ import annotations

from hypothesis import strategies as st

LETTERS = st.characters(exclude_categories=("Cs",))
