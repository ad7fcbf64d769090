"""Style of a digest of Civilization: lines that it leaves out, sets apart or has said already."""

from __future__ import annotations

from types import MappingProxyType

from ..digest_style import ActStyle, DigestStyle, LineStyle, Wording

SHOWN = ("tile", "turn", "becomes", "pushed-armies", "pushed-both", "pushed-scouts")
"""What the map and the title show anyway, or the line before has said."""
APART = ("collects", "culture", "dial", "trade")
"""What follows from an end and is nobody's deed."""
TURNS_AWAY = ("hands", "hands-barbarians")
"""Who fights, and with what the other side does."""
IMPLIED = {
    "builds": ("give",),
    "killed-armies": ("event-kill-armies",),
    "killed-both": ("event-kill-both",),
    "killed-person": ("event-kill-person",),
    "killed-scouts": ("event-kill-scouts",),
    "learns": ("event-swap",),
    "recruits": ("unit",),
    "wrecks": ("event-wreck", "event-wreck-both"),
}
"""What happens -> the acts (culture events, most of them) that have said it already."""

DIGEST = DigestStyle(
    MappingProxyType(
        dict.fromkeys(SHOWN, LineStyle(Wording.SILENT))
        | dict.fromkeys(APART, LineStyle(is_apart=True))
        | dict.fromkeys(TURNS_AWAY, LineStyle(turns_away=True))
        | {key: LineStyle(implied_by=acts) for key, acts in IMPLIED.items()}
    ),
    MappingProxyType({"pass": ActStyle(lets_through=True)}),
)
