"""Links between the pages of the repository."""

import re

from tests.ground.repository import ROOT, texts

LINK = re.compile(r"(?<!\!)\[[^\]\n]*\]\(<?([^)>\s]+)>?[^)]*\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The anchors that the usual renderers make of a page's headings."""
    made: set[str] = set()
    for heading in re.findall(r"^#{1,6}\s+(.+?)\s*#*$", FENCE.sub("", text), re.MULTILINE):
        words = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
        anchor, number = re.sub(r"\s", "-", words.strip()), 0
        while (unique := anchor if number == 0 else f"{anchor}-{number}") in made:
            number += 1
        made.add(unique)
    return made | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def broken(name: str, text: str) -> list[str]:
    """The relative links of a page that lead nowhere."""
    found = []
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        place, _, anchor = target.partition("#")
        path = (ROOT / name).parent / place if place else ROOT / name
        exists = path.exists() and path.resolve().is_relative_to(ROOT)
        if not exists or (anchor and path.suffix == ".md" and anchor not in anchors(path.read_text("utf-8"))):
            found.append(f"{name}: {target}")
    return found


def test_every_relative_link_of_every_page_leads_somewhere() -> None:
    pages = [(name, text) for name, text in texts() if name.endswith(".md")]
    assert "README.md" in dict(pages)
    assert [link for name, text in pages for link in broken(name, text)] == []


def test_a_link_to_a_missing_page_place_or_heading_is_found() -> None:
    page = "[a](LICENSE) [b](#tta-p2p) [c](no.md) [d](#none) [e](docs/architecture.md#none) [f](../x) `[g](no.md)`"
    assert broken("README.md", page) == [
        f"README.md: {target}" for target in ("no.md", "#none", "docs/architecture.md#none", "../x")
    ]


def test_every_page_on_how_to_add_something_is_on_the_newcomers_route() -> None:
    route = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    pages = sorted(path.name for path in (ROOT / "docs").glob("adding-*.md"))
    assert pages and [page for page in pages if f"(docs/{page})" not in route] == []
