"""The compression of the links of f-puzzles and SudokuPad: lz-string (https://pieroxy.net/blog/pages/lz-string).

It is the algorithm of Lempel, Ziv and Welch on the UTF-16 units of a text. A number is written with its lowest bit
first, in as many bits as the number of words known so far has. The numbers 0 and 1 announce a new unit of 8 or 16 bits,
and 2 is the end. Six bits are a character of base 64.
"""

from collections.abc import Iterator
from itertools import islice

from ...errors import InputError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
END = 2


def compressed(text: str) -> str:
    """A text in base 64.

    >>> compressed('{"size":9}')
    'N4IgzglgXgpiBcBOAvkA'
    """
    bits: list[int] = []
    words: dict[str, int] = {}
    units = [*_units(text)]
    word, at = "", 0

    def write(number: int, width: int) -> None:
        bits.extend(number >> k & 1 for k in range(width))

    while at < len(units):
        width = (len(words) + END + 1).bit_length()
        unit = units[at]
        if is_new := unit not in words:
            is_wide = ord(unit) > 255
            write(is_wide, width)
            write(ord(unit), 16 if is_wide else 8)
            words[unit] = len(words) + END + 1
        if word:
            words[word + unit] = len(words) + END + 1
        word, at = unit, at + 1
        while at < len(units) and word + units[at] in words:
            word, at = word + units[at], at + 1
        if not is_new:
            write(words[word], width)
    write(END, (len(words) + END + 1).bit_length())
    bits += [0] * (6 - len(bits) % 6)
    chars = [ALPHABET[int("".join(map(str, bits[k : k + 6])), 2)] for k in range(0, len(bits), 6)]
    return "".join(chars) + "=" * (-len(chars) % 4)


def decompressed(data: str, most: int) -> str:
    """The text of what `compressed` returned.

    Args:
        data: Text in base 64.
        most: The largest number of characters of the text.

    Raises:
        InputError: When it is damaged, or the text is longer.

    >>> decompressed("N4IgzglgXgpiBcBOAvkA", 100)
    '{"size":9}'
    """
    bits = _bits(data)
    words = [""] * (END + 1)
    found: list[str] = []
    length = 0
    word = ""
    while (number := _number(bits, len(words).bit_length())) != END:
        if number < END:
            words.append(chr(_number(bits, 16 if number else 8)))
            number = len(words) - 1
        if number > len(words) - (not word):
            raise InputError("it is damaged")
        entry = words[number] if number < len(words) else word + word[0]
        length += len(entry)
        if length > most:
            raise InputError(f"its text has more than {most:,} characters")
        found.append(entry)
        if word:
            words.append(word + entry[0])
        word = entry
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _units(text: str) -> Iterator[str]:
    """The UTF-16 units of a text."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return (chr(low + 256 * high) for low, high in zip(raw[::2], raw[1::2], strict=True))


def _bits(data: str) -> Iterator[bool]:
    """The bits of text in base 64.

    Raises:
        InputError: When a character is none of base 64.
    """
    for char in data.rstrip("="):
        if (number := ALPHABET.find(char)) < 0:
            raise InputError("it is damaged")
        yield from (bool(number & 1 << k) for k in range(5, -1, -1))


def _number(bits: Iterator[bool], width: int) -> int:
    """The next number of this many bits.

    Raises:
        InputError: When there are fewer.
    """
    found = [*islice(bits, width)]
    if len(found) < width:
        raise InputError("its end is missing")
    return sum(bit << k for k, bit in enumerate(found))
