"""The structs of sections 6, 7, 9, 10, 11, 12 and 13, field by field, with their bounds."""

from .shapes import binary, boolean, many, number, one_of, struct, tagged, text, union

KIB = 1024
BODY_LIMIT = 512 * KIB
OPERATION_LIMIT = 64 * KIB
CHARTER_LIMIT = 256 * KIB
CERTIFICATE_LIMIT = 256 * KIB * KIB

seat = number(31)
count = handle = number(2**31 - 1)
name = face = text(64, 1)
handles = many(handle, 512)
faces = many(face, 512)
bytes32 = binary(32, 32)
bytes64 = binary(64, 64)
proof = binary(256 * KIB)
payload = binary(65536)

operator = struct("Operator", identity=bytes32, certificate=bytes32, nonce=bytes32, name=name)
seated = struct("Seat", operator=count, name=name)
charter = struct(
    "Charter",
    game=name,
    rules=bytes32,
    options=binary(16384),
    faces=many(face, 4096),
    operators=many(operator, 16, 1),
    seats=many(seated, 16, 2),
    on_leave=one_of("continue", "wait"),
    audit=one_of("closed", "open"),
    spectators=one_of("none", "listed", "open"),
    hints=boolean,
    away=count,
    idle=count,
    payload_limit=number(65536, 64),
    version=text(64),
    suite=text(64),
)
signed_charter = struct("SignedCharter", charter=charter, signatures=many(bytes64, 16))

envelope = struct(
    "Envelope",
    sid=bytes32,
    lane=binary(32, 1),
    epoch=count,
    step=count,
    seat=seat,
    prev=bytes32,
    body=binary(BODY_LIMIT),
    signature=bytes64,
)

parts = (
    tagged("deal", handles=handles, seat=seat),
    tagged("show", handles=handles),
    tagged("pass", handles=handles, seat=seat),
    tagged("return", handles=handles),
    tagged("remix", seat=seat, handles=handles, faces=faces, into=handles),
)
operation = union(
    *parts,
    tagged("bundle", parts=many(union(*parts), 32, 2)),
    tagged("prepare", name=name, handles=handles, faces=faces),
    tagged("shuffle", handles=handles, faces=faces, into=handles),
    tagged("peek", handles=handles, seat=seat),
    tagged("random", below=number(2**62 - 1, 1)),
    tagged("act", seat=seat),
    tagged("seal", seats=many(seat, 16, 1), room=number(65536, 1)),
    tagged("finish", digest=bytes32, standings=payload),
)
leave = tagged("leave", operator=seat, reason=one_of("gone", "cheated", "resigned"), step=count, head=bytes32)

MOTIONS = ("cheated", "gone", "resigned", "pause", "call-off", "forfeit")
"""Kinds of motions, in the order of section 11."""
motion = struct("Motion", type=one_of(*MOTIONS), operator=seat, outcome=binary(4096), without=many(seat, 16))

claim = union(
    tagged("is", handle=handle, face=face),
    tagged("one-of", handle=handle, faces=many(face, 256, 1)),
    tagged("at-least", handles=handles, worths=many(struct("Worth", face=face, worth=count), 256), total=count),
)
claims = many(claim, 64)
proofs = many(proof, 64)

owed = (tagged("masked", cards=proof, proof=proof), tagged("shares", proof=proof), tagged("moved", proofs=proof))
body = union(
    *owed,
    tagged("parts", parts=many(union(*owed), 32, 1)),
    tagged("coin-commit", commitment=bytes32),
    tagged("coin-open", value=bytes32, salt=bytes32),
    tagged("key-commit", commitment=bytes32),
    tagged("key-open", masking=bytes32, box=bytes32, salt=bytes32, masking_proof=proof, box_proof=proof),
    tagged("escrow", dealing=proof),
    tagged("escrow-verdict", complaints=many(struct("Complaint", seat=seat, proof=proof), 32)),
    tagged("locked", proofs=proof),
    tagged("contribution", proof=proof),
    tagged("echo"),
    tagged("confirm", first=motion),
    tagged("acted", payload=payload, claims=claims, proofs=proofs, digest=bytes32),
    tagged("seal-ready"),
    tagged("seal-commit", commitment=bytes32),
    tagged("seal-open", padded=binary(65540), salt=bytes32, claims=claims, proofs=proofs),
    tagged("vote", motion=motion, yes=boolean, trail=many(struct("Place", step=count, chain=bytes32), 64, 1)),
    tagged("finish", digest=bytes32, standings=payload),
)

hello = tagged("hello", product=name, protocol=name, rules=bytes32)
head = tagged(
    "head",
    sid=bytes32,
    seat=seat,
    to=seat,
    nonce=bytes32,
    epoch=count,
    step=count,
    chain=bytes32,
    signature=bytes64,
)
key_statement = struct("KeyStatement", sid=bytes32, head=bytes32, seat=seat, masking=bytes32, signature=bytes64)

asked = tagged("asked", operation=binary(OPERATION_LIMIT))
said = tagged("said", envelope=binary(BODY_LIMIT + KIB))
course = many(union(asked, said), 2**32)
offence = one_of("equivocation", "bad-proof", "bad-escrow", "false-complaint", "illegal-act")
evidence = many(binary(BODY_LIMIT + KIB), 2)
record = union(
    asked,
    said,
    tagged("caught", type=offence, seat=seat, reason=text(1000), first=count, branch=course, evidence=evidence),
    tagged("kept", name=text(128, 1), secret=binary(131072)),
    tagged("rewound", asked=count),
)
certificate = struct(
    "Certificate",
    type=offence,
    seat=seat,
    reason=text(1000),
    signed=signed_charter,
    prefix=course,
    evidence=evidence,
)
