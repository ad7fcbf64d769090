"""The pages of the protocol speak of everything that there is on the wire, in one form."""

import re

import pytest

from protocol import certificates, charter, messages, motions, operations, transcript, verdict
from protocol.proofs import (
    at_least,
    contribution,
    escrow,
    lock,
    membership,
    possession,
    reencryption,
    share,
    shuffle,
)
from tests.ground.repository import ROOT

PAGE = "\n".join((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("proofs", "protocol"))


def section(number: int) -> str:
    return PAGE.split(f"\n## {number}. ")[1].split("\n## ")[0]


def tags(union: object) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in union.__args__]  # type: ignore[attr-defined]


def test_every_message_has_a_section_of_the_same_form() -> None:
    parts = re.split(r"^### ", section(10), flags=re.MULTILINE)[1:]
    assert [part.split("\n")[0] for part in parts] == tags(messages.Body)
    for part in parts:
        assert re.findall(r"^- ([\w ,]+):", part, re.MULTILINE) == ["Who, when", "Fields", "Checks", "If not"], part


def test_every_field_of_every_message_is_named_in_its_section() -> None:
    for part, kind in zip(re.split(r"^### ", section(10), flags=re.MULTILINE)[1:], messages.Body.__args__, strict=True):
        missing = [name for name in kind.__struct_fields__ if not re.search(rf"\b{name}\b", part)]
        assert missing == [], kind


def test_every_operation_has_a_line() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|", section(9), re.MULTILINE)
    assert rows == tags(operations.Operation)


def test_every_proof_certificate_and_motion_is_described() -> None:
    for name in (
        *(proof.NAME for proof in (possession, share, reencryption, lock, membership, at_least, contribution)),
        *(escrow.BOX, escrow.COMPLAINT),
    ):
        assert f"`{name}`" in section(4), name
    assert f"`{shuffle.NAME}`" in section(5)
    for kind in certificates.Kind.__args__:  # type: ignore[attr-defined]
        assert f"| `{kind}` |" in section(12)
    for motion in (*motions.ENDING, *motions.WITHOUT_LEAVER, "resigned"):
        assert f"`{motion}`" in section(11)
    for name in charter.Charter.__struct_fields__:
        assert name in section(6), name


def test_every_record_and_every_verdict_is_described() -> None:
    for kind in transcript.Record.__args__:  # type: ignore[attr-defined]
        assert f"`{kind.__struct_config__.tag}` [" in section(13)
        assert all(re.search(rf"\b{name}\b", section(13)) for name in kind.__struct_fields__ if name != "envelope")
    for status in verdict.Status.__args__:  # type: ignore[attr-defined]
        assert f"`{status}`" in section(13)


def test_sizes_of_the_pages_are_those_of_the_proofs() -> None:
    assert possession.size() == 96
    for m in (1, 3):
        assert share.size(m) == 32 * m + 128
        assert reencryption.size(m) == lock.size(m) == 64 * m + 32 * (3 * m + 3)
        assert membership.size(m) == 128 * m
    assert contribution.size() == 64 + 160
    assert escrow.complaint_size() == 32 + 128
    assert escrow.size(3, 4) == 2 * 32 + 4 * 160
    assert shuffle.size(1) == 128
    assert shuffle.size(5) == 32 * (4 * 5 + 7 + 1)
    assert shuffle.size(70) == 32 * (4 * 70 + 7 * 3 + 1)


@pytest.mark.parametrize("name", ["protocol", "proofs", "tour-protocol", "adding-a-message"])
def test_the_pages_of_the_protocol_lead_to_each_other(name: str) -> None:
    pages = [path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md") if path.stem != name]
    pages += [(ROOT / "CONTRIBUTING.md").read_text("utf-8"), (ROOT / "README.md").read_text("utf-8")]
    assert any(f"{name}.md" in page for page in pages)


def test_the_test_to_copy_for_a_new_message_exists() -> None:
    page = (ROOT / "docs" / "adding-a-message.md").read_text("utf-8")
    (name,) = re.findall(r"`(test_\w+)`", page)
    tests = [path.read_text("utf-8") for path in (ROOT / "tests" / "protocol" / "attackers").glob("test_*.py")]
    assert sum(f"def {name}(" in text for text in tests) == 1
