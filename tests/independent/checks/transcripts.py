"""transcript.json and certificates.json: whole games."""

from hashlib import sha256

from ..verifier import certificates, files, shapes, structs
from ..verifier.charter import read_charter
from ..watched import Watched
from . import checks

SECTIONS = (
    "signed_charter", "chain_of_play_at_the_start", "records", "file", "status", "order", "left", "convicted",
    "standings",
)  # fmt: skip


@checks("transcript", *SECTIONS)
@checks("transcript_caught", *SECTIONS)
def transcript(file: Watched) -> None:
    reader = files.Reader(read_charter(file.hex("signed_charter")))
    assert reader.replay.session.play.chain == file.hex("chain_of_play_at_the_start")
    parts = [file.hex("signed_charter")]
    for given in file["records"]:
        record = shapes.read(structs.record, given.hex("record"), files.RECORD_LIMIT)
        reader.take(record)
        assert reader.replay.session.play.chain == given.hex("chain_of_play"), given["what"]
        assert given["what"].startswith(record.kind)
        parts.append(given.hex("record"))
    data = files.join(parts)
    assert (len(data), sha256(data).hexdigest()) == (file["file"]["bytes"], file["file"]["sha256"])
    verdict = files.verify(data)
    assert (verdict.status, verdict.rules) == (file["status"], "rules not checked")
    assert [[fault.seat, fault.kind] for fault in verdict.convicted] == file.plain("convicted")
    session = verdict.session
    assert list(session.table.order) == list(file["order"])
    gone = [seat for left in session.left for seat in session.charter.seats_of(left.operator)]
    assert gone == list(file["left"])
    assert session.finished.standings == file.hex("standings")


def certificate(kind: str) -> None:
    @checks("certificates", kind)
    def check(file: Watched) -> None:
        given = file[kind]
        data = given.hex("certificate")
        found = certificates.check(data)
        assert (found.kind, found.seat) == (kind, given["seat"])
        # What is illegal only the game's rules can say; everything before that judgement holds.
        assert found.status == (certificates.NEEDS_RULES if kind == "illegal-act" else certificates.CONVICTS)
        plain = shapes.read(structs.certificate, data, structs.CERTIFICATE_LIMIT).plain
        for seat in range(len(plain[3][0][5])):
            if seat != given["seat"]:
                other = bytes(structs.certificate([plain[0], seat, *plain[2:]]))
                assert certificates.check(other).status == certificates.FALSE


for each in ("equivocation", "bad-proof", "bad-escrow", "false-complaint", "illegal-act"):
    certificate(each)
