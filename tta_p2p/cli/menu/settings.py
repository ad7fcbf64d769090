"""Settings in the start menu: each a line that turns from one choice to the next, seen at once where it shows."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from tta_p2p.cli.menu.new_game import next_choice
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.i18n import ideographic, languages
from tta_p2p.node.data_folder.whereabouts import forget_whereabouts
from tta_p2p.store.settings import Settings, change_settings, read_settings
from tta_p2p.ui.colour_presets import PRESETS
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList
from tta_p2p.ui.style import showable

OWN_NAMES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", "ja": "日本語"}
"""What languages call themselves; others go by their tags."""
LOOKS = (1, 2, 5, 10, 30, 60, 300, 900, 3600)
"""Seconds between two looks into a folder, from which one can choose here; others are typed (`tta settings look`)."""


class SettingsList:
    """The settings as a list."""

    def __init__(self, face: MenuFace, folder: Path) -> None:
        self._face, self._folder = face, folder

    def listing(self) -> MenuList:
        """Give the list as things are set now."""
        now = read_settings(self._folder)
        client = {"screen": "lines", "lines": "screen"}[now.client]
        return MenuList(text_of("menu.settings"), (
            self._switch("bell", "b", now.bell),
            MenuEntry(text_of("menu.on-turn"), "c", showable(now.on_turn) or text_of("told.setting-none"),
                      _about("on-turn"), lambda: self._ask_command(now.on_turn)),
            self._entry("client", "l", text_of(f"menu.client.{now.client}"), lambda by: self._set(client=client)),
            self._entry("colours", "o", text_of(f"menu.colours.{now.colours}"),
                        lambda by: self._set(colours=next_choice([*PRESETS], now.colours, by))),
            self._entry("language", "g", self._language_name(now.language), lambda by: self._speak(now.language, by)),
            self._switch("mouse", "m", now.mouse),
            self._switch("times", "t", now.times),
            self._switch("router", "r", now.router),
            self._switch("whereabouts", "w", now.whereabouts),
            self._entry("look", "f", text_of("duration.seconds", n=now.look), lambda by: self._look(now.look, by)),
        ))  # fmt: skip

    @staticmethod
    def _entry(name: str, key: str, value: str, turn: Callable[[int], None]) -> MenuEntry:
        return MenuEntry(text_of(f"menu.{name}"), key, value, _about(name), turn=turn)

    def _switch(self, name: str, key: str, is_on: bool) -> MenuEntry:
        value = text_of("menu.on" if is_on else "menu.off")
        return self._entry(name, key, value, lambda by: self._set(**{name: not is_on}))

    def _set(self, **fresh: Any) -> None:
        """Set something, and show the menu as it is set."""
        now = change_settings(self._folder, lambda found: msgspec.structs.replace(found, **fresh))
        if not now.whereabouts:
            forget_whereabouts(self._folder)
        self._dress(now)

    def _dress(self, now: Settings) -> None:
        spoken = words()
        self._face.words = spoken.with_keys(self._face.words.keys)
        style = replace(self._face.style, preset=now.colours, mouse=now.mouse)
        self._face.wear(replace(style, ideographic=ideographic(spoken.language)))

    def _ask_command(self, now: str) -> None:
        self._face.ask(text_of("menu.on-turn.ask"), now, lambda text: self._set(on_turn=text))

    def _look(self, now: int, by: int) -> None:
        near = min(LOOKS, key=lambda one: abs(one - now))
        self._set(look=next_choice(LOOKS, near, by))

    def _speak(self, now: str, by: int) -> None:
        """Speak the next language from now on."""
        offered = ["", *(one for one in languages() if not (self._face.style.ascii and ideographic(one)))]
        language = next_choice(offered, now if now in offered else "", by)
        os.environ["TTA_LANG"] = language
        if not language:
            del os.environ["TTA_LANG"]
        self._set(language=language)

    @staticmethod
    def _language_name(language: str) -> str:
        return OWN_NAMES.get(language, language) if language else text_of("menu.language.system")


def _about(name: str) -> str:
    return text_of(f"told.setting.{name}").strip()
