"""Text that comes from outside, made fit to be shown."""

__all__ = ["readable"]


def readable(text: str) -> str:
    r"""The text without lone surrogates, which cannot be sent to a page; each becomes a question mark in a diamond.

    >>> readable("a\ud800b") == "a\N{REPLACEMENT CHARACTER}b"
    True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
