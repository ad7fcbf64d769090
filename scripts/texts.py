"""The texts of all languages, in the files of translators (docs/adding-a-language.md): what is missing, and edits.

An area is a file without its ending: `joining`, `through_the_ages/names`, `through_the_ages/pages/screen`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tta_p2p.i18n import compiled, po
from tta_p2p.i18n.languages import FOLDER, LANGUAGES
from tta_p2p.i18n.po import Text, TextFile

ENGLISH = "en"
EMPTY = TextFile((), ())
LANGUAGE_TABLE = """\
# The punctuation of East Asian scripts.
ideographic = {ideographic}
# The language that is read where this one has no text, before English; empty for none.
before-english = "{before}"
"""


class Refusal(Exception):
    """Something cannot be done; the text says why."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The texts that a language lacks, or has too much, in one area."""

    area: str
    missing: tuple[Text, ...] = ()
    stale: tuple[Text, ...] = ()
    left_over: tuple[Text, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.stale or self.left_over)


class Catalogues:
    """The files of all languages in a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder

    def languages(self) -> list[str]:
        """Give the languages there are besides English."""
        return sorted(path.parent.name for path in self.folder.glob(f"*/{compiled.LANGUAGE}"))

    def areas(self, language: str = ENGLISH) -> list[str]:
        """Give the areas of a language, sorted."""
        root = self.folder / language
        return sorted(str(path.relative_to(root).with_suffix("")) for path in root.rglob(f"*{_ending(language)}"))

    def path(self, language: str, area: str) -> Path:
        """Give where an area of a language stands."""
        return self.folder / language / f"{area}{_ending(language)}"

    def read(self, language: str, area: str) -> TextFile:
        """Read an area; nothing where there is none. Raises UnreadableTexts."""
        path = self.path(language, area)
        return po.read(path) if path.is_file() else EMPTY

    def write(self, language: str, area: str, content: TextFile) -> None:
        """Write an area; a file without a text goes."""
        path = self.path(language, area)
        if content.texts:
            po.write(path, language, content)
        elif path.is_file():
            path.unlink()

    def nothing(self, language: str) -> set[tuple[str, str]]:
        """Give folder and key of the texts that are nothing in a language, on purpose."""
        path = self.folder / language / compiled.LANGUAGE
        known = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
        found: Mapping[str, list[str]] = known.get("nothing", {})
        return {
            ("" if folder == compiled.APPLICATION else folder, key) for folder, keys in found.items() for key in keys
        }

    def neutral(self, folder: str) -> set[str]:
        """Give the keys of a folder that are the same in every language: one may say them otherwise all the same."""
        path = self.folder / compiled.NEUTRAL
        known = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
        return {*known.get(folder or compiled.APPLICATION, {})}

    # --- what is missing -----------------------------------------------------------------------------------

    def gaps(self, language: str) -> list[Gap]:
        """Give what a language lacks, area by area."""
        empty = self.nothing(language)
        areas = sorted({*self.areas(), *self.areas(language)})
        return [self._gap(language, area, empty) for area in areas]

    def _gap(self, language: str, area: str, empty: set[tuple[str, str]]) -> Gap:
        template = {one.key: one for one in self.read(ENGLISH, area).texts}
        own = {one.key: one for one in self.read(language, area).texts}
        folder = area.rpartition("/")[0]
        missing = [
            one
            for key, one in template.items()
            if not (key in own and own[key].translation) and (folder, key) not in empty
        ]
        stale = [
            own[key]
            for key, one in template.items()
            if key in own and own[key].translation and (own[key].is_fuzzy or own[key].english != one.english)
        ]
        known = template.keys() | self.neutral(folder)
        return Gap(area, tuple(missing), tuple(stale), tuple(one for key, one in own.items() if key not in known))

    # --- edits ---------------------------------------------------------------------------------------------

    def area_of(self, key: str, area: str = "") -> str:
        """Give the area in which a key stands. Raises Refusal where none or several have it."""
        found = [one for one in ([area] if area else self.areas()) if self._has(one, key)]
        if len(found) != 1:
            raise Refusal(f"{key} stands in {' and in '.join(found) or 'no area'}{'; say --area' if found else ''}")
        return found[0]

    def area_for(self, key: str) -> str:
        """Give the area that has keys most like a new one. Raises Refusal where several have."""
        keys = {area: [one.key for one in self.read(ENGLISH, area).texts] for area in self.areas()}
        parts = key.split(".")
        for number in range(len(parts) - 1, 0, -1):
            begin = ".".join(parts[:number]) + "."
            found = [area for area, some in keys.items() if any(one.startswith(begin) for one in some)]
            if len(found) == 1:
                return found[0]
            if found:
                raise Refusal(f"keys like {key} stand in {', '.join(found)}; say --area")
        raise Refusal(f"no area has keys like {key}; say --area")

    def _has(self, area: str, key: str) -> bool:
        return any(one.key == key for one in self.read(ENGLISH, area).texts)

    def add(self, area: str, key: str, said: Mapping[str, str], notes: Iterable[str] = (), after: str = "") -> None:
        """Add a text in English and in other languages; ``after``: the key that it stands behind. Raises Refusal."""
        if self._has(area, key):
            raise Refusal(f"{key} stands in {area} already; set it")
        if not said.get(ENGLISH):
            raise Refusal("a new text needs --en")
        template = Text(key, said[ENGLISH], "", tuple(notes))
        for language, text in said.items():
            new = template if language == ENGLISH else replace(template, translation=text)
            content = self.read(language, area)
            self.write(language, area, replace(content, texts=tuple(_inserted(content.texts, new, after))))

    def set(self, area: str, key: str, said: Mapping[str, str], keep: bool = False) -> None:
        """Say a text otherwise; ``keep``: translations that are not given say the same as English still."""
        english = said.get(ENGLISH) or next(one.english for one in self.read(ENGLISH, area).texts if one.key == key)
        for language in (ENGLISH, *self.languages()):
            given = language in said and language != ENGLISH
            if not given and language != ENGLISH and not keep:
                continue
            content = self.read(language, area)
            notes = next(one.notes for one in self.read(ENGLISH, area).texts if one.key == key)
            old = next((one for one in content.texts if one.key == key), None)
            if old is None and not given:
                continue
            text = said.get(language, "") if given else (old.translation if old else "")
            new = Text(key, english, text, notes, old.remarks if old else ())
            texts = (new if one.key == key else one for one in content.texts)
            self.write(language, area, replace(content, texts=tuple(texts if old else _inserted(content.texts, new))))

    def rename(self, area: str, key: str, new: str) -> None:
        """Give a text another key, in all languages; nothing for a key: it goes."""
        for language in (ENGLISH, *self.languages()):
            content = self.read(language, area)
            texts = (replace(one, key=new) if one.key == key else one for one in content.texts if new or one.key != key)
            self.write(language, area, replace(content, texts=tuple(texts)))

    def format(self) -> None:
        """Write every file as it is written here: translations in the order of the template, with its notes."""
        for area in self.areas():
            self.write(ENGLISH, area, self.read(ENGLISH, area))
        for language in self.languages():
            for area in self.areas(language):
                template = {one.key: (place, one) for place, one in enumerate(self.read(ENGLISH, area).texts)}
                content = self.read(language, area)
                noted = [
                    replace(one, notes=template[one.key][1].notes) if one.key in template else one
                    for one in content.texts
                ]
                noted.sort(key=lambda one, known=template: known[one.key][0] if one.key in known else len(known))  # type: ignore[misc]
                self.write(language, area, replace(content, texts=tuple(noted)))

    def merge(self, language: str) -> None:
        """Bring the files of a language to the English texts there are: what is new is empty, what is stale fuzzy."""
        for area in sorted({*self.areas(), *self.areas(language)}):
            content = self.read(language, area)
            own = {one.key: one for one in content.texts}
            merged = (_merged(own.get(one.key), one) for one in self.read(ENGLISH, area).texts)
            self.write(language, area, replace(content, texts=tuple(merged)))

    def begin(self, language: str, ideographic: bool, before: str) -> None:
        """Begin a language: every text with nothing beside it. Raises Refusal."""
        path = self.folder / language / compiled.LANGUAGE
        if path.is_file() or language == ENGLISH:
            raise Refusal(f"{language} is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LANGUAGE_TABLE.format(ideographic=json.dumps(ideographic), before=before), "utf-8")
        self.merge(language)

    def lacking(self, language: str) -> Iterator[Text]:
        """Give every text that has to be translated, or again, with its area before its key."""
        for gap in self.gaps(language):
            template = {one.key: one for one in self.read(ENGLISH, gap.area).texts}
            for old in (*gap.missing, *gap.stale):
                whole = _merged(old if old in gap.stale else None, template[old.key])
                yield replace(whole, key=f"{gap.area}:{old.key}")

    def take(self, language: str, texts: Iterable[Text]) -> int:
        """Take in translations of what was lacking; how many. Raises Refusal for a text of no area here."""
        number = 0
        for one in texts:
            area, _, key = one.key.partition(":")
            if one.translation and not one.is_fuzzy:
                self.set(self.area_of(key, area), key, {language: one.translation})
                number += 1
        return number


def _ending(language: str) -> str:
    return po.TEMPLATE if language == ENGLISH else po.TRANSLATION


def _merged(own: Text | None, template: Text) -> Text:
    """Give the translation of an English text, as far as there is one."""
    if own is None or not own.translation:
        return replace(template, remarks=own.remarks if own else ())
    if own.english == template.english:
        return replace(own, notes=template.notes)
    before = own.previous or own.english
    return replace(own, english=template.english, notes=template.notes, is_fuzzy=True, previous=before)


def _inserted(texts: Iterable[Text], new: Text, after: str = "") -> Iterator[Text]:
    """Put a text behind that of a key, or among those whose keys are most like its own, before the first that comes
    later by letters.
    """
    some = list(texts)
    if behind := [place + 1 for place, one in enumerate(some) if one.key == after]:
        yield from (*some[: behind[0]], new, *some[behind[0] :])
        return
    alike = {place: _alike(one.key, new.key) for place, one in enumerate(some)}
    most = max(alike.values(), default=0)
    near = [place for place, number in alike.items() if number == most]
    at = next((place for place in near if some[place].key > new.key), near[-1] + 1 if near else 0)
    yield from (*some[:at], new, *some[at:])


def _alike(one: str, other: str) -> int:
    """Count the equal parts of two keys, from the left."""
    same = 0
    for left, right in zip(one.split("."), other.split("."), strict=False):
        if left != right:
            break
        same += 1
    return same


# --- the command ------------------------------------------------------------------------------------------


def status(all_of: Catalogues, languages: Iterable[str], target: Path | None) -> int:
    """Print what languages lack, and write it down for translators; 1 if one is not whole that has to be."""
    whole = True
    for language in languages:
        gaps, template = all_of.gaps(language), sum(len(all_of.read(ENGLISH, area).texts) for area in all_of.areas())
        counts = [sum(len(getattr(gap, kind)) for gap in gaps) for kind in ("missing", "stale", "left_over")]
        print("{}: {} texts in English; missing {}, stale {}, left over {}".format(language, template, *counts))
        for gap in filter(None, gaps):
            print(f"  {gap.area}: missing {len(gap.missing)}, stale {len(gap.stale)}, left over {len(gap.left_over)}")
            named = {"stale": gap.stale, "left over": gap.left_over, "missing": gap.missing[:5]}
            for kind, some in named.items():
                if some:
                    more = f" and {len(gap.missing) - 5} more" if kind == "missing" and len(gap.missing) > 5 else ""
                    print(f"    {kind}: {' '.join(one.key for one in some)}{more}")
        whole &= not any(counts) or language not in LANGUAGES
        if target is not None:
            texts = tuple(all_of.lacking(language))
            po.write(target, language, TextFile(("The key of a text stands behind its area.",), texts))
            print(f"{target}: {len(texts)} texts to translate; scripts/texts take {language} {target} brings them back")
    return 0 if whole else 1


def _parser(languages: Iterable[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/texts", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("status", help="what languages lack: missing, stale (English has changed), left over")
    one.add_argument("languages", nargs="*", metavar="LANGUAGE")
    one.add_argument("--write", type=Path, metavar="FILE", help="write what one language lacks, ready to translate")
    for name, about in (("add", "a new text"), ("set", "change a text")):
        one = commands.add_parser(name, help=about)
        one.add_argument("key", metavar="KEY")
        one.add_argument("--area", default="", metavar="AREA", help="needed where several areas have such keys")
        for language in (ENGLISH, *languages):
            one.add_argument(f"--{language}", metavar="TEXT", dest=f"said_{language}")
        if name == "add":
            one.add_argument(
                "--after", default="", metavar="KEY", help="where it stands: a page has its paragraphs in order"
            )
            one.add_argument(
                "--note", action="append", default=[], metavar="TEXT", help="what translators have to know"
            )
        else:
            one.add_argument("--keep", action="store_true", help="the translations say what English says now")
    one = commands.add_parser("rename", help="give a text another key")
    one.add_argument("key", metavar="KEY")
    one.add_argument("new", metavar="NEW")
    one.add_argument("--area", default="", metavar="AREA")
    one = commands.add_parser("remove", help="take a text out of all languages")
    one.add_argument("key", metavar="KEY")
    one.add_argument("--area", default="", metavar="AREA")
    one = commands.add_parser("new", help="begin a language")
    one.add_argument("language", metavar="LANGUAGE", help="its tag: ja, zh-Hant")
    one.add_argument("--ideographic", action="store_true", help="it has the punctuation of East Asian scripts")
    one.add_argument("--before-english", default="", metavar="LANGUAGE", help="what is read where it has no text")
    one = commands.add_parser("merge", help="bring files to current English: new texts empty, stale ones fuzzy")
    one.add_argument("language", metavar="LANGUAGE")
    one = commands.add_parser("take", help="take translations in from a file that status --write has written")
    one.add_argument("language", metavar="LANGUAGE")
    one.add_argument("file", type=Path, metavar="FILE")
    commands.add_parser("format", help="write every file in one order, as all others are written")
    return parser


def main(words: list[str] | None = None, folder: Path = FOLDER) -> int:
    """Run the command, and give its exit code."""
    all_of = Catalogues(folder)
    given = _parser(all_of.languages()).parse_args(words)
    said = {name.removeprefix("said_"): text for name, text in vars(given).items() if name[:5] == "said_" and text}
    try:
        match given.command:
            case "status":
                if given.write and len(given.languages) != 1:
                    raise Refusal("--write wants one language")
                return status(all_of, given.languages or all_of.languages(), given.write)
            case "add":
                area = (
                    all_of.area_of(given.after, given.area) if given.after else given.area or all_of.area_for(given.key)
                )
                all_of.add(area, given.key, said, given.note, given.after)
            case "set":
                all_of.set(all_of.area_of(given.key, given.area), given.key, said, given.keep)
            case "rename":
                all_of.rename(all_of.area_of(given.key, given.area), given.key, given.new)
            case "remove":
                all_of.rename(all_of.area_of(given.key, given.area), given.key, "")
            case "new":
                all_of.begin(given.language, given.ideographic, given.before_english)
            case "merge":
                all_of.merge(given.language)
            case "take":
                print(all_of.take(given.language, po.read(given.file).texts))
            case "format":
                all_of.format()
    except (Refusal, po.UnreadableTexts, OSError) as error:
        print(f"scripts/texts: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
