"""The colours of the page, for light and for dark. Tests hold every text to a contrast of 4.5 (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

LIGHT = {
    "paper": "#ffffff", "ink": "#1a1a1a", "rule": "#b8b8b8", "shade": "#f2f2ee",
    "l": "#595959", "m": "#00596b", "c": "#005f73", "g": "#1e6b1e", "b": "#b00020", "y": "#855000", "p": "#8a2a86",
    "k0": "#005f73", "k1": "#8a2a86", "k2": "#855000", "k3": "#1e6b1e", "k4": "#b00020", "k5": "#3b3bb3",
    "k6": "#444444",
}  # fmt: skip
DARK = {
    "paper": "#16181a", "ink": "#e8e6e3", "rule": "#55585c", "shade": "#212427",
    "l": "#a3a8ad", "m": "#5fd0e6", "c": "#62c4d8", "g": "#7fce7f", "b": "#ff8a8f", "y": "#e8b25a", "p": "#e29ade",
    "k0": "#62c4d8", "k1": "#e29ade", "k2": "#e8b25a", "k3": "#7fce7f", "k4": "#ff8a8f", "k5": "#a9a9ff",
    "k6": "#c8c8c8",
}  # fmt: skip
"""Colours of paper, ink, rules and shades, of the classes of text (`markup.ROLES`), and of the curves of charts."""

GROUNDS = {
    "gr-green": ("#ffffff", "#1f5c1f"), "gr-lime": ("#000000", "#9bc53d"), "gr-sand": ("#000000", "#f0d58a"),
    "gr-grey": ("#ffffff", "#585858"), "gr-blue": ("#ffffff", "#1c4f8f"),
    "ch-cyan": ("#000000", "#4ecbe0"), "ch-red": ("#ffffff", "#b3001b"), "ch-magenta": ("#ffffff", "#9c1f94"),
    "ch-white": ("#000000", "#ffffff"), "ch-yellow": ("#000000", "#ffe14d"),
}  # fmt: skip
"""Text and ground of what is drawn on a map: the same on light and dark paper."""
TEXTURES = {
    "tx-green": "#9fd39f", "tx-lime": "#4d6b00", "tx-sand": "#6b5200", "tx-grey": "#d2d2d2", "tx-blue": "#b4d0f2",
}  # fmt: skip
"""Text of the sign of a terrain; its ground is the one of the same hue."""


def style_variables(colours: dict[str, str]) -> str:
    """Give the declarations of the colours as variables of a style sheet."""
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def map_rules() -> str:
    """Give the rules of what is drawn on a map."""
    grounds = [f".{name}{{color:{ink};background:{ground}}}" for name, (ink, ground) in GROUNDS.items()]
    textures = [
        f".{name}{{color:{ink};background:{GROUNDS[name.replace('tx', 'gr')][1]}}}" for name, ink in TEXTURES.items()
    ]
    return "".join([*grounds, *textures])
