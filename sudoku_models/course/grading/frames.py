"""Frames of bytes on a pipe, each with its length before it."""

from typing import Any

__all__ = ["read_frame", "write_frame"]


def read_frame(stream: Any) -> bytes | None:
    """The next frame of a stream; None at the end, or when the last frame is incomplete."""
    size = int.from_bytes(head := stream.read(8), "big")
    frame: bytes = stream.read(size) if len(head) == 8 else b""
    return frame if frame and len(frame) == size else None


def write_frame(stream: Any, frame: bytes) -> None:
    """Write a frame and flush the stream.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> write_frame(stream, b"abc")
    >>> read_frame(BytesIO(stream.getvalue()))
    b'abc'
    """
    stream.write(len(frame).to_bytes(8, "big") + frame)
    stream.flush()
