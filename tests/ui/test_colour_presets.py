"""Presets of colours: hues are far apart by CIEDE2000, for the eyes that a preset is for, and can be read."""

from __future__ import annotations

import math
import re
from itertools import combinations, product
from pathlib import Path

import pytest

from tta_p2p.store.settings import Settings, change_settings, read_settings
from tta_p2p.ui.cells import Span, row
from tta_p2p.ui.civilization.signs import CHIPS, GROUNDS, MARK
from tta_p2p.ui.colour_presets import HUES, PRESETS
from tta_p2p.ui.style import COLOURS, Style

Colour = tuple[float, float, float]
STEPS = (0, 95, 135, 175, 215, 255)
SIXTEEN: dict[int, Colour] = {
    30: (0, 0, 0), 31: (205, 0, 0), 32: (0, 205, 0), 33: (205, 205, 0), 34: (0, 0, 238), 35: (205, 0, 205),
    36: (0, 205, 205), 37: (229, 229, 229), 90: (127, 127, 127), 91: (255, 0, 0), 92: (0, 255, 0), 93: (255, 255, 0),
    94: (92, 92, 255), 95: (255, 0, 255), 96: (0, 255, 255), 97: (255, 255, 255),
}  # fmt: skip
"""The 16 colours as xterm has them; other terminals may have others."""
EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What eyes without one kind of cone see, of linear red, green and blue (Machado, Oliveira, Fernandes 2009)."""
SEEN_BY = {"red-green": ("", "protan", "deutan"), "blue-yellow": ("", "tritan")}
FAR = {16: 14.0, 256: 22.0}
"""How far apart two hues of a preset are at least; 2.3 is about what is only just seen."""

DRAWN_FAR = {(16, ""): 11.0, (16, "eyes"): 8.0, (256, ""): 18.0, (256, "eyes"): 17.5}
"""How far apart are grounds of a map and pieces on them, by depth; `eyes`: for those a preset is for.

Of 16 colours there are not ten that are far apart to eyes that mix up red and green; signs stand on grounds there.
"""
READ = {16: 3.9, 256: 4.5}
"""The contrast of letters with what is behind them at least."""

TEXTURE = {16: (1.2, 4.0), 256: (2.3, 4.0)}
"""That of the signs and names of squares: fainter than what stands there, but to be read where colours are mixed up."""


def rgb(code: str) -> Colour:
    number = int(code.rpartition(";")[2])
    if ";" not in code:
        behind = code.startswith("4") or len(code) == 3
        return SIXTEEN[number - 10 * behind]
    number -= 16
    if number >= 216:
        return (8 + 10 * (number - 216),) * 3
    return (STEPS[number // 36], STEPS[number // 6 % 6], STEPS[number % 6])


def linear(colour: Colour, eyes: str = "") -> Colour:
    some = [one / 255 for one in colour]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in some)
    if not eyes:
        return red, green, blue
    seen = [a * red + b * green + c * blue for a, b, c in EYES[eyes]]
    return tuple(min(1.0, max(0.0, one)) for one in seen)  # type: ignore[return-value]


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(colour: Colour) -> Colour:
    red, green, blue = colour
    x, y, z = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    fx, fy, fz = (one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Colour, other: Colour) -> float:
    """Distance of two colours (Sharma, Wu, Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = stretch * a1, stretch * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma, middle = (l1 + l2) / 2, (c1 + c2) / 2, h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    weight = (
        1 - 0.17 * math.cos(math.radians(middle - 30)) + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6)) - 0.2 * math.cos(math.radians(4 * middle - 63))
    )  # fmt: skip
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc, dh = (c2 - c1) / (1 + 0.045 * chroma), hue / (1 + 0.015 * chroma * weight)
    blue = math.sin(math.radians(60 * math.exp(-(((middle % 360 - 275) / 25) ** 2))))
    cross = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * blue
    return math.sqrt(dl**2 + dc**2 + dh**2 + cross * dc * dh)


def test_the_formula_gives_what_its_authors_print() -> None:
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "usual"])
def test_no_two_hues_of_a_preset_look_alike(name: str) -> None:
    for depth, codes in ((16, PRESETS[name].few), (256, PRESETS[name].many)):
        for eyes in SEEN_BY.get(name, ("",)):
            seen = {hue: lab(linear(rgb(codes[hue]), eyes)) for hue in HUES}
            near = {pair: ciede2000(seen[pair[0]], seen[pair[1]]) for pair in combinations(HUES, 2)}
            assert min(near.values()) >= FAR[depth], (depth, eyes, min(near, key=near.__getitem__))


@pytest.mark.parametrize(("name", "behind"), [("dark", 0), ("high-contrast", 0), ("light", 255)])
def test_every_hue_can_be_read_on_the_terminal_that_a_preset_is_for(name: str, behind: int) -> None:
    for hue, (depth, codes) in product(HUES, ((16, PRESETS[name].few), (256, PRESETS[name].many))):
        assert contrast(rgb(codes[hue]), (behind, behind, behind)) >= READ[16], (hue, depth)


def drawn(role: str, preset: str, depth: int) -> tuple[Colour, Colour]:
    """Give the colours of the letters of a role, and behind them, as a terminal is told them."""
    painted = Style(80, colour=True, deep=depth == 256, preset=preset).paint(row(Span("a", role)))
    codes = re.findall(r"[34]8;5;\d+|\d+", painted.partition("m")[0])
    letters, behind = sorted(codes, key=lambda code: code.startswith(("4", "10")))
    return rgb(letters), rgb(behind)


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("depth", [16, 256])
@pytest.mark.parametrize("name", PRESETS)
def test_no_two_grounds_of_a_map_and_no_figures_on_them_look_alike(name: str, depth: int) -> None:
    grounds = {f"ground.{one.hue}" for one in GROUNDS.values()}
    pieces = {*CHIPS.values()}
    assert {*PRESETS} >= {*SEEN_BY} and len(grounds | pieces | {MARK}) == 10
    for eyes in SEEN_BY.get(name, ("",)):
        seen = {role: lab(linear(drawn(role, name, depth)[1], eyes)) for role in grounds | pieces | {MARK}}
        pairs = [*combinations(sorted(grounds | pieces), 2), *((MARK, ground) for ground in grounds)]
        near = {pair: ciede2000(seen[pair[0]], seen[pair[1]]) for pair in pairs}
        least = DRAWN_FAR[depth, "eyes" if name in SEEN_BY else ""]
        assert min(near.values()) >= least, (eyes, min(near.items(), key=lambda one: one[1]))


@pytest.mark.parametrize("depth", [16, 256])
@pytest.mark.parametrize("name", PRESETS)
def test_letters_can_be_read_on_every_ground_and_piece_and_textures_are_seen(name: str, depth: int) -> None:
    for role in sorted(one for one in COLOURS if one.startswith(("ground", "chip"))):
        least = 7.0 if (name, depth) == ("high-contrast", 256) else READ[depth]
        assert contrast(*drawn(role, name, depth)) >= least, role
    for role in sorted(one for one in COLOURS if one.startswith("texture")):
        least, most = TEXTURE[depth] if name != "high-contrast" else (READ[depth], 21.0)
        assert least <= contrast(*drawn(role, name, depth)) <= most, role
        assert drawn(role, name, depth)[1] == drawn(role.replace("texture", "ground"), name, depth)[1]


def test_a_preset_changes_hues_alone_and_high_contrast_has_nothing_faint() -> None:
    some = row(Span("a", "bad"), Span("b", "label"), Span("c", "heading"))
    usual = Style(80, colour=True, deep=True).paint(some)
    dark = Style(80, colour=True, deep=True, preset="dark").paint(some)
    assert dark == usual.replace("38;5;167", "38;5;196") != usual
    assert "\x1b[2m" not in Style(80, colour=True, preset="high-contrast").paint(some)
    assert Style(80, preset="dark").paint(some) == "abc"


def test_a_preset_is_a_setting_and_the_usual_one_is_not_written(tmp_path: Path) -> None:
    change_settings(tmp_path, lambda found: Settings(colours="light"))
    assert read_settings(tmp_path).colours == "light"
    change_settings(tmp_path, lambda found: Settings())
    assert "colours" not in (tmp_path / "settings.json").read_text()
