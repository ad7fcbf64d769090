"""The page of a recorded game in a real browser: it asks for nothing, has no error, fits, and is led by keys.

A game of each kind is played by bots and written as a page; Chromium opens it without a window, at the width of a
telephone and of a desk, light and dark, and prints it. `--out` keeps the pictures. Needs Debian's package `chromium`.
"""

import argparse
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.ui.records import played
from tta_p2p.i18n import LANGUAGES, languages
from tta_p2p.registry import load_rules, names
from tta_p2p.table import local_record

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {"telephone": (390, 844), "desk": (1280, 900)}
SCHEMES = ("light", "dark")
PATIENCE = 120
"""Seconds for a command of this program."""
LOOK = """(() => ({
  shown: [...document.querySelectorAll('.turn')].filter(one => one.offsetHeight).map(one => one.id),
  turns: document.querySelectorAll('.turn').length,
  wide: document.documentElement.scrollWidth - window.innerWidth,
  notes: document.querySelectorAll('.turn.now [data-same]').length,
  said: document.getElementById('said').textContent,
}))()"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--game", default="", choices=["", *names()], help="only this (default: all)")
    parser.add_argument("--language", default="", choices=["", *languages()], help="only this (default: all)")
    parser.add_argument("--out", type=Path, help="a folder for the pages and the pictures")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def browser() -> str:
    """The browser that is installed here; empty: none."""
    return next((path for one in BROWSERS if (path := shutil.which(one))), "")


def run(wanted: argparse.Namespace) -> int:
    """Look at a page of each game; 1 if anything was found."""
    found, pictures = list[str](), 0

    def note(text: str, game: str) -> None:
        found.append(f"{game}: {text}; again: ./scripts/soak page --game {game}")
        print(found[-1], file=sys.stderr, flush=True)

    games = [wanted.game] if wanted.game else names()
    if not browser():
        note("it needs the package chromium (apt-get install chromium)", games[0])
    else:
        for game in games:
            with tempfile.TemporaryDirectory(prefix="tta-page-") as folder:
                out = wanted.out or Path(folder)
                out.mkdir(parents=True, exist_ok=True)
                for language in [wanted.language] if wanted.language else LANGUAGES:
                    try:
                        page = written(game, language, out)
                        with Chromium(Path(folder) / "profile").opened() as tab:
                            for text in faults(tab, page, out):
                                note(f"{language}: {text}", game)
                        pictures += len(WIDTHS) * len(SCHEMES)
                    except (AssertionError, OSError, subprocess.SubprocessError) as error:
                        note(f"{language}: {error or type(error).__name__}", game)
            print(f"{game}: looked at", file=sys.stderr, flush=True)
    if wanted.json:
        print(json.dumps({"found": found, "pictures": pictures}))
    else:
        print("\n".join(found) or f"nothing was found in {pictures} pictures")
    return 1 if found else 0


def written(game: str, language: str, folder: Path) -> Path:
    """Play a game of bots and write its page, as a person does."""
    charter, deeds = played(game, min(load_rules(game).seats), 10_000)
    file, page = folder / f"{game}.tta", folder / f"{game}-{language}.html"
    file.write_bytes(
        local_record.write_file(local_record.write_charter(charter), map(local_record.write_record, deeds))
    )
    command = [sys.executable, "-m", "tta_p2p.cli", "replay", str(file), "--html", str(page), "--lang", language]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return page


def faults(tab: "Tab", page: Path, out: Path) -> Iterator[str]:
    """Lead the page by keys at each width and in each scheme; what is wrong with it."""
    for width, size in WIDTHS.items():
        for scheme in SCHEMES:
            tab.show(page, size, scheme)
            seen = tab.value(LOOK)
            if seen["shown"] != ["t0"]:
                yield f"{width}, {scheme}: {seen['shown']} are shown at first"
            for key, there in (
                ("ArrowRight", 1),
                ("End", seen["turns"] - 1),
                ("ArrowLeft", seen["turns"] - 2),
                ("Home", 0),
            ):
                tab.press(key)
                now = tab.value(LOOK)
                if now["shown"] != [f"t{max(0, there)}"] or now["notes"] or not now["said"]:
                    yield f"{width}, {scheme}: after {key} there is {now}"
            tab.press("End")
            if (wide := tab.value(LOOK)["wide"]) > 0:
                yield f"{width}, {scheme}: it is {wide} pixels wider than the window"
            tab.picture(out / f"{page.stem}-{width}-{scheme}.png")
    if not tab.prints():
        yield "it cannot be printed"
    yield from tab.complaints(page)


class Chromium:
    """A browser without a window, led over pipes (the DevTools protocol, `--remote-debugging-pipe`)."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile

    @contextmanager
    def opened(self) -> Iterator["Tab"]:
        """Let it run, with one tab."""
        theirs, ours = os.pipe()
        back, answers = os.pipe()
        flags = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
        shell = f'exec "$0" {flags} --user-data-dir="$1" --remote-debugging-pipe about:blank 3<&{theirs} 4>&{answers}'
        process = subprocess.Popen(
            ["/bin/sh", "-c", shell, browser(), str(self.profile)],
            pass_fds=(theirs, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(answers)
        try:
            with os.fdopen(ours, "wb", buffering=0) as asked, os.fdopen(back, "rb") as told:
                yield Tab(asked, told)
        finally:
            process.kill()
            process.wait(PATIENCE)


class Tab:
    """One tab: what is asked of it, and what it has complained of meanwhile."""

    def __init__(self, asked: Any, told: Any) -> None:
        self._asked, self._told, self._number, self._session = asked, told, 0, ""
        self._left = b""
        self._events = list[dict[str, Any]]()
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._ask(f"{domain}.enable")

    def show(self, page: Path, size: tuple[int, int], scheme: str) -> None:
        """Open a page in a window of this size, and wait until it is there."""
        width, height = size
        self._ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self._ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self._ask("Page.navigate", url="about:blank")
        self._ask("Page.navigate", url=page.resolve().as_uri())
        while self.value("document.readyState") != "complete":
            self._read()

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        for kind in ("keyDown", "keyUp"):
            self._ask("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def value(self, script: str) -> Any:
        """The value of an expression on the page."""
        found = self._ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def picture(self, file: Path) -> None:
        """Write what is seen to a file."""
        file.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot")["data"]))

    def prints(self) -> bool:
        """Whether it becomes a document for a printer."""
        return base64.b64decode(self._ask("Page.printToPDF")["data"]).startswith(b"%PDF")

    def complaints(self, page: Path) -> Iterator[str]:
        """Every request beside the page itself, and every error."""
        for event in self._events:
            told = event.get("params", {})
            match event["method"]:
                case "Network.requestWillBeSent":
                    asked = told["request"]["url"]
                    if asked.partition("#")[0] not in (page.resolve().as_uri(), "about:blank"):
                        yield f"it asks for {asked}"
                case "Runtime.exceptionThrown":
                    yield f"an error: {told['exceptionDetails'].get('text')}"
                case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                    yield f"in the console: {told['entry']['text']}"
                case "Runtime.consoleAPICalled":
                    yield f"in the console: {told.get('type')}"

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._asked.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer)
                found: dict[str, Any] = answer["result"]
                return found

    def _read(self) -> dict[str, Any]:
        """One message; what nobody asked for is kept."""
        while b"\0" not in self._left:
            piece = self._told.read1(1 << 16)
            assert piece, "the browser has ended"
            self._left += piece
        one, _, self._left = self._left.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        if "method" in message:
            self._events.append(message)
        return message
