"""Files of texts as translators have them: PO, with the key of a text as its context and English as its source.

English is the template (`AREA.pot`): its texts are the sources, and it has no translations. Every other language has a
file of the same name (`AREA.po`). No file says when, by whom or with what it was written, and no line is broken for
its length, so that what differs between two versions of a file is a change.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, denormalize, normalize, read_po

TEMPLATE, TRANSLATION = ".pot", ".po"
"""What the names of files end with."""

HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: \\n"
"PO-Revision-Date: \\n"
"Last-Translator: \\n"
"Language-Team: \\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
"""The fields that `msgfmt --check` asks for, with nothing in them that changes by itself."""


WRITTEN = re.compile(r'(?:msg(?:ctxt|id|str) )?"(?:[^"\\]|\\.)*"')
"""A line of a file that is no comment; these files have no plural forms, a text has its own."""


class UnreadableTexts(Exception):
    """A file of texts is not written as it should be; the text says which one, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a file: its key, its English source, and what it is in the language of the file."""

    key: str
    english: str
    translation: str = ""
    notes: tuple[str, ...] = ()
    """What the template tells translators about it."""
    remarks: tuple[str, ...] = ()
    """What translators say about it."""
    is_fuzzy: bool = False
    """Whether somebody has to look at the translation again."""
    previous: str = ""
    """The English text that was translated, where it is known to be another one by now."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """The texts of a file in their order, and what it says of them all."""

    about: tuple[str, ...]
    texts: tuple[Text, ...]


def read(path: Path) -> TextFile:
    """Read a file. Raises UnreadableTexts, which names the line, and OSError."""
    written = decoded(path, path.read_bytes())
    for number, line in enumerate(written.split("\n"), 1):
        if (line := line.strip()) and not line.startswith("#") and not WRITTEN.fullmatch(line):
            raise UnreadableTexts(f"{path}:{number}: this is no line of a PO file with one form for each text")
    try:
        catalog = read_po(io.StringIO(written), ignore_obsolete=True, abort_invalid=True)
    except PoFileError as error:
        raise UnreadableTexts(f"{path}:{error.lineno + 1}: {error}") from error
    except (ValueError, LookupError, AttributeError, TypeError) as error:  # what the parser does not expect
        raise UnreadableTexts(f"{path}:1: {error}") from error
    about = (line.removeprefix("#").strip() for line in catalog.header_comment.splitlines())
    return TextFile(tuple(line for line in about if line), tuple(_text(path, one) for one in catalog if one.id))


def decoded(path: Path, content: bytes) -> str:
    """Give what stands in a file of texts. Raises UnreadableTexts where that is no UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableTexts(f"{path}:{line}: this is no UTF-8") from error


def _text(path: Path, message: Message) -> Text:
    if not message.context or not isinstance(message.id, str) or not isinstance(message.string, str):
        raise UnreadableTexts(f"{path}:{message.lineno}: {message.id!r} needs a key (msgctxt), and forms in the text")
    before = [line[1:].strip() for line in message.user_comments if line.startswith("|")]
    before = [line for line in before if not line.startswith("msgctxt")]
    return Text(
        message.context,
        message.id,
        message.string,
        tuple(message.auto_comments),
        tuple(line for line in message.user_comments if not line.startswith("|")),
        message.fuzzy,
        denormalize("\n".join(before).removeprefix("msgid").strip()) if before and message.fuzzy else "",
    )


def write(path: Path, language: str, content: TextFile) -> None:
    """Write a file anew, if it is not so already."""
    new = as_written(language, content)
    if not path.is_file() or path.read_text("utf-8") != new:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new, "utf-8", newline="\n")


def as_written(language: str, content: TextFile) -> str:
    """Give what stands in a file with these texts."""
    about = "".join(f"# {line}\n" for line in content.about)
    header = HEADER.format(language=language.replace("-", "_"))
    return "\n".join((about + header, *map(_block, content.texts)))


def _block(text: Text) -> str:
    lines = [*(f"# {line}" for line in text.remarks), *(f"#. {line}" for line in text.notes)]
    if text.is_fuzzy:
        lines.append("#, fuzzy")
        lines += [f"#| {line}" for line in _lines("msgid", text.previous)] if text.previous else []
    lines += _lines("msgctxt", text.key) + _lines("msgid", text.english) + _lines("msgstr", text.translation)
    return "".join(f"{line}\n" for line in lines)


def _lines(keyword: str, text: str) -> list[str]:
    return f"{keyword} {normalize(text, width=0)}".split("\n")
