"""Section 1: the part of MessagePack that the protocol uses, every value in its shortest form and in no other."""

Value = bytes | str | bool | int | list["Value"]


class Unreadable(ValueError):
    """Bytes that no writer of this version makes."""


def _head(length: int, fixed: int | None, room: int, codes: tuple[int | None, int, int]) -> bytes:
    """The head of something of this length: one byte if it has room, else a code with 1, 2 or 4 bytes."""
    if fixed is not None and length < room:
        return bytes([fixed | length])
    for code, size in zip(codes, (1, 2, 4), strict=True):
        if code is not None and length < 1 << 8 * size:
            return bytes([code]) + length.to_bytes(size, "big")
    raise Unreadable("too long")


def pack(value: Value | tuple) -> bytes:
    """The bytes of a value; tuples are arrays."""
    match value:
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int() if 0 <= value < 1 << 64:
            if value < 1 << 32:
                return _head(value, 0x00, 128, (0xCC, 0xCD, 0xCE))
            return b"\xcf" + value.to_bytes(8, "big")
        case bytes():
            return _head(len(value), None, 0, (0xC4, 0xC5, 0xC6)) + value
        case str():
            text = value.encode()
            return _head(len(text), 0xA0, 32, (0xD9, 0xDA, 0xDB)) + text
        case list() | tuple():
            return _head(len(value), 0x90, 16, (None, 0xDC, 0xDD)) + b"".join(pack(item) for item in value)
    raise Unreadable(f"nothing writes {value!r}")


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) != count:
            raise Unreadable("it ends too early")
        self.at += count
        return taken

    def number(self, size: int, least: int) -> int:
        value = int.from_bytes(self.take(size), "big")
        if value < least:
            raise Unreadable("a number in a longer form than it needs")
        return value

    def text(self, length: int) -> str:
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise Unreadable("no UTF-8") from None

    def array(self, count: int, depth: int) -> list[Value]:
        if depth > 16:
            raise Unreadable("arrays within arrays without end")
        if count > len(self.data) - self.at:
            raise Unreadable("more items than bytes")
        return [self.value(depth + 1) for _ in range(count)]

    def value(self, depth: int = 0) -> Value:
        code = self.take(1)[0]
        if code < 0x80:
            return code
        if 0x90 <= code < 0xA0:
            return self.array(code & 15, depth)
        if 0xA0 <= code < 0xC0:
            return self.text(code & 31)
        match code:
            case 0xC2 | 0xC3:
                return code == 0xC3
            case 0xC4:
                return self.take(self.number(1, 0))
            case 0xC5:
                return self.take(self.number(2, 1 << 8))
            case 0xC6:
                return self.take(self.number(4, 1 << 16))
            case 0xCC:
                return self.number(1, 128)
            case 0xCD:
                return self.number(2, 1 << 8)
            case 0xCE:
                return self.number(4, 1 << 16)
            case 0xCF:
                return self.number(8, 1 << 32)
            case 0xD9:
                return self.text(self.number(1, 32))
            case 0xDA:
                return self.text(self.number(2, 1 << 8))
            case 0xDB:
                return self.text(self.number(4, 1 << 16))
            case 0xDC:
                return self.array(self.number(2, 16), depth)
            case 0xDD:
                return self.array(self.number(4, 1 << 16), depth)
        raise Unreadable(f"a value of kind {code:#04x}")


def unpack(data: bytes) -> Value:
    """The one value that is all of the bytes."""
    reader = _Reader(data)
    value = reader.value()
    if reader.at != len(data):
        raise Unreadable("bytes behind the end")
    return value
