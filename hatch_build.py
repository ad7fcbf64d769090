"""Put compiled texts into a wheel, so that what is installed starts quickly from the first time (`i18n.compiled`)."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTexts(BuildHookInterface[Any]):
    """Compile the texts of every language beside their files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the compiled texts; what is installed as a link to a checkout makes its own."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tta_p2p.i18n import compiled
        from tta_p2p.i18n.languages import FOLDER

        made = Path(mkdtemp())
        for folder in (FOLDER / "en", *sorted(path.parent for path in FOLDER.glob("*/language.toml"))):
            (made / folder.name).write_bytes(
                compiled.compile_folder(folder, compiled.without_times(compiled.find_sources(folder)))
            )
            target = f"tta_p2p/texts/{folder.name}/{compiled.COMPILED}"
            build_data["force_include"][str(made / folder.name)] = target
