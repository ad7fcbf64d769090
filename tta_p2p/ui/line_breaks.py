"""Line breaks of East Asian scripts (kinsoku): letters with which no line begins, and with which none ends.

The classes are those of Unicode's line breaking algorithm (UAX #14): CL, EX, NS and CJ begin no line, OP and PR end
none; nor does a line begin with what stands between two things (／, ～). A table of eighty letters does for this
program: it needs nothing but the letters of East Asian scripts, since beside others a line breaks at blanks alone, so
that commands, paths and notation stay whole. A library of the whole algorithm breaks those at every slash and hyphen,
and takes as long to load as half of what a quick command does.
"""

from __future__ import annotations

CLOSING_MARKS = frozenset("、。，．：；？！」』〉》】〕〗〙〛〞〟）］｝｠・‼⁇⁈⁉％￠｡｣､･／～")
"""Punctuation of East Asian scripts with which no line begins: it stays with the letter before it."""
SMALL_KANA = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ")
ITERATION_MARKS = frozenset("ー々〻ゝゞヽヾ〜゠゛゜ｰﾞﾟ")
"""Long vowels, repetitions and sound marks: they go with the letter before them."""
NEVER_FIRST = CLOSING_MARKS | SMALL_KANA | ITERATION_MARKS
OPENING_MARKS = frozenset("「『〈《【〔〖〘〚〝（［｛｟｢＄￡￥")
"""Brackets of East Asian scripts with which no line ends: they stay with the letter after them."""
CLOSING = frozenset("”’,;:.!?)")
"""Marks that stay with an East Asian letter before them, a name for instance; beside other letters no line breaks."""
JOINTS = frozenset("…‥·%")
"""Others that stay with such a letter, whatever follows."""
BEGINNING = frozenset(",;:.!?")
"""Those of the closing marks that a word may begin with, which then stay with it: ./scripts/tta, :builder."""
NEVER_LAST = OPENING_MARKS | frozenset("“‘([{")
HALF_KANA = ("｡", "ﾟ")
"""The first and the last of the letters of half width beside which lines break as beside those of full width."""
