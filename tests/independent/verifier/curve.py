"""Section 2: edwards25519 in plain integers (extended coordinates), elements and scalars as the page accepts them."""

from collections.abc import Iterable
from functools import lru_cache

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
D2 = 2 * D % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)

Coordinates = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, x y = T/Z."""


class Refused(ValueError):
    """Bytes that are no element, no scalar, or no proof of what they should prove."""


LOW = 2**255 - 1
"""2^255 = 19 modulo p: (n & LOW) + 19 * (n >> 255) is n modulo p with a few bits more, in half the time of n % P."""


def _add(p: Coordinates, q: Coordinates) -> Coordinates:
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a, b, c, d = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2), t1 * D2, 2 * z1 * z2
    a, b, d = (a & LOW) + 19 * (a >> 255), (b & LOW) + 19 * (b >> 255), (d & LOW) + 19 * (d >> 255)
    c = ((c & LOW) + 19 * (c >> 255)) * t2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _double(p: Coordinates, times: int = 1) -> Coordinates:
    """Twice a point, and that twice, so many times (at least once). No doubling needs T but the addition after all."""
    x, y, z, _ = p
    e = h = 0
    for _ in range(times):
        a, b, s, f = x * x, y * y, (x + y) * (x + y), 2 * z * z
        a, b = (a & LOW) + 19 * (a >> 255), (b & LOW) + 19 * (b >> 255)
        h, g = a + b, a - b
        e = h - (s & LOW) - 19 * (s >> 255)
        f = (f & LOW) + 19 * (f >> 255) + g
        x, y, z = e * f % P, g * h % P, f * g % P
    return x, y, z, e * h % P


def _negate(p: Coordinates) -> Coordinates:
    return P - p[0], p[1], p[2], P - p[3]


class Point:
    """A point of the curve: added with +, -, compared with ==; its odd multiples are made once.

    So are its multiples by powers of two (`powers`), if it comes in many sums: `uses` counts them.
    """

    __slots__ = ("_bytes", "_odd", "_powers", "at", "uses")

    def __init__(self, at: Coordinates, encoded: bytes | None = None) -> None:
        self.at = at
        self._bytes = encoded
        self._odd: list[Coordinates] | None = None
        self._powers: list[Point] | None = None
        self.uses = 0

    def __add__(self, other: "Point") -> "Point":
        return Point(_add(self.at, other.at))

    def __sub__(self, other: "Point") -> "Point":
        return Point(_add(self.at, _negate(other.at)))

    def __neg__(self) -> "Point":
        return Point(_negate(self.at))

    def __rmul__(self, scalar: int) -> "Point":
        return combine([(scalar, self)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Point):
            return NotImplemented
        (x1, y1, z1, _), (x2, y2, z2, _) = self.at, other.at
        return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __bytes__(self) -> bytes:
        if self._bytes is None:
            x, y, z, _ = self.at
            inverse = pow(z, -1, P)
            self._bytes = (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")
        return self._bytes

    def odd_multiple(self, digit: int) -> Coordinates:
        """The point times an odd digit from -15 to 15."""
        multiple = self.at
        if abs(digit) > 1:
            if self._odd is None:
                twice = _double(self.at)
                self._odd = [self.at]
                for _ in range(7):
                    self._odd.append(_add(self._odd[-1], twice))
            multiple = self._odd[abs(digit) >> 1]
        return multiple if digit > 0 else _negate(multiple)

    @property
    def powers(self) -> "list[Point]":
        if self._powers is None:
            self._powers = [self]
            for _ in range(ORDER.bit_length()):
                self._powers.append(Point(_double(self._powers[-1].at)))
        return self._powers


O = Point((0, 1, 1, 0))  # noqa: E741 (the name of section 2)


def _signed_digits(scalar: int, width: int = 5) -> list[tuple[int, int]]:
    """The non-adjacent form of a width: positions and odd digits, of width 5 from -15 to 15, of width 2 -1 and 1."""
    digits, position, base = [], 0, 1 << width
    while scalar:
        zeros = (scalar & -scalar).bit_length() - 1
        scalar >>= zeros
        position += zeros
        digit = scalar & base - 1
        if digit > base >> 1:
            digit -= base
        digits.append((position, digit))
        scalar -= digit
    return digits


OFTEN, VERY_OFTEN = 4, 150
"""After so many sums a point has its powers, and the odd multiples of each of them."""


def combine(terms: Iterable[tuple[int, Point]]) -> Point:
    """The sum of k·P over the terms, with the doublings shared (Straus). Coefficients are taken modulo q.

    Points that come often need no doublings: what they are multiplied with is a sum of their powers.
    """
    columns: dict[int, list[Coordinates]] = {}
    known: list[Coordinates] = []
    for scalar, point in terms:
        point.uses += 1
        often = point.uses > OFTEN
        for position, digit in _signed_digits(scalar % ORDER, 2 if often and point.uses <= VERY_OFTEN else 5):
            multiple = (point.powers[position] if often else point).odd_multiple(digit)
            (known if often else columns.setdefault(position, [])).append(multiple)
    total = O.at
    places = sorted(columns, reverse=True)
    for position, below in zip(places, [*places, 0][1:], strict=True):
        for multiple in columns[position]:
            total = _add(total, multiple)
        if position > below:
            total = _double(total, position - below)
    for multiple in known:
        total = _add(total, multiple)
    return Point(total)


def decode(encoded: bytes) -> Point:
    """Read a canonical encoding of any point of the curve."""
    if len(encoded) != 32:
        raise Refused("a point has 32 bytes")
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        raise Refused("not canonical")
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * SQRT_MINUS_ONE % P
        if (v * x * x - u) % P:
            raise Refused("not on the curve")
    if x == 0 and sign:
        raise Refused("not canonical: the sign of x = 0")
    if x & 1 != sign:
        x = P - x
    return Point((x, y, 1, x * y % P), encoded)


def times_eight(point: Point) -> Point:
    return Point(_double(point.at, 3))


@lru_cache(maxsize=1 << 15)
def element(encoded: bytes) -> Point:
    """Read an element of section 2: canonical, on the curve, of order exactly q."""
    point = decode(encoded)
    if point == O:
        raise Refused("the identity is no element")
    # (q - 1)·P = -P: `combine` reduces its coefficients modulo q, so q itself would prove nothing.
    if combine([(ORDER - 1, point)]) != -point:
        raise Refused("not of order q")
    return point


def scalar(encoded: bytes) -> int:
    """Read a scalar: 32 bytes, below q."""
    value = int.from_bytes(encoded, "little")
    if len(encoded) != 32 or value >= ORDER:
        raise Refused("no scalar")
    return value


def reduce(wide: bytes) -> int:
    """64 bytes as a scalar."""
    if len(wide) != 64:
        raise Refused("64 bytes are reduced")
    return int.from_bytes(wide, "little") % ORDER


G = decode(bytes.fromhex("58" + "66" * 31))
