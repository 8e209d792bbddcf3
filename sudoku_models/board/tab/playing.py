"""A game whose page is in the same browser tab: it receives commands and posts its state, both as JSON."""

import json
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import sources
from ..commands import carry_out, choices
from ..session import GameSession

FIRST = "mccaffrey"
"""The puzzle of a new page."""


class Feed:
    """What a page is told: the traits that have changed, and messages, as JSON.

    Args:
        post: Called with `{"traits": ...}` or `{"message": ...}` as JSON, and with the buffers of the message.
    """

    def __init__(self, post: Callable[[str, Sequence[bytes]], Any]) -> None:
        self._post = post
        self._posted: dict[str, Any] = {}

    def show(self, now: dict[str, Any]) -> None:
        """Post the traits that have changed."""
        changed = {
            name: value for name, value in now.items() if name not in self._posted or self._posted[name] != value
        }
        if changed:
            self._posted |= changed
            self._post(json.dumps({"traits": changed}), [])

    def send(self, message: dict[str, Any], buffers: Sequence[bytes] = ()) -> None:
        """Post a message."""
        self._post(json.dumps({"message": message}), buffers)


class TabBoard:
    """A board on a page of the same tab.

    Args:
        post: Called with a message, `{"traits": ...}` with those that have changed or `{"message": ...}`, as JSON, and
            with the buffers of the message.
        waiting: The commands that have come already, with their buffers. They are carried out before the page is told
            anything: a game that comes back is not preceded by a new one.

    >>> board = TabBoard(lambda text, buffers: print(text[:43]))
    {"traits": {"board": {"size": 9, "names": [
    >>> board.receive('{"do": "enter", "cells": [[1, 5]], "digit": 5, "id": "1"}')
    {"traits": {"values": [0, 0, 6, 2, 5, 0, 0,
    {"message": {"received": "1"}}
    """

    def __init__(
        self, post: Callable[[str, Sequence[bytes]], Any], waiting: Iterable[tuple[str, Sequence[Any]]] = ()
    ) -> None:
        self._feed, self._choices = Feed(post), choices()
        self._held: list[tuple[dict[str, Any], Sequence[bytes]]] | None = []
        self.session = GameSession(sources.as_puzzle(FIRST), self._show, self.send)
        for text, buffers in waiting:
            self.receive(text, buffers)
        held, self._held = self._held, None
        self._show()
        for message, buffers in held:
            self.send(message, buffers)

    def receive(self, text: str, buffers: Sequence[Any] = ()) -> None:
        """Carry out a command of the page, and tell it so."""
        receive(self.session, self, json.loads(text), buffers)

    def _show(self) -> None:
        if self._held is None:
            self._feed.show({**traits(self.session), "choices": self._choices})

    def send(self, message: dict[str, Any], buffers: Sequence[bytes] = ()) -> None:
        """Post a message."""
        if self._held is not None:
            self._held.append((message, buffers))
        else:
            self._feed.send(message, buffers)


def receive(
    session: GameSession,
    to: TabBoard | Feed,
    command: dict[str, Any],
    buffers: Sequence[Any] = (),
    is_limited: bool = False,
) -> None:
    """Carry out a command of a page, and tell it so."""
    sent = command.pop("id", None)
    try:
        carry_out(session, command, buffers, is_limited)
    except Exception:  # the next command can still be carried out
        traceback.print_exc()
    to.send({"received": sent})


def traits(session: GameSession) -> dict[str, Any]:
    """The state of a session, as the traits of a `BoardWidget`; the choices are left out, which never change."""
    return {"board": session.shape, **session.state()}
