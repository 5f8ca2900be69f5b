"""Exceptions. Their text is that of the command, with carets; `diagnostics` has the same as data."""
from __future__ import annotations

from typing import Any

from . import _core


class Diagnostic:
    """One remark: severity ("error", "warning", "note"), code ("VV0301"), message, hint or None, line and column from
    1 or None, origin (who made the statement, in a built model) or None."""

    __slots__ = ("severity", "code", "message", "hint", "line", "column", "begin", "end", "origin", "related")

    def __init__(self, data: dict[str, Any]) -> None:
        span = data.get("span") or {}
        self.severity: str = data.get("severity", "error")
        self.code: str | None = data.get("code")
        self.message: str = data.get("message", "")
        self.hint: str | None = data.get("hint")
        self.line: int | None = span.get("line")
        self.column: int | None = span.get("column")
        self.begin: int | None = span.get("begin")
        self.end: int | None = span.get("end")
        self.origin: str | None = data.get("origin") or span.get("origin")
        self.related: str | None = (data.get("related") or {}).get("message")

    def __repr__(self) -> str:
        place = f" at {self.origin or self.line}" if self.origin or self.line else ""
        return f"<{self.severity} {self.code or ''}{place}: {self.message}>"


def diagnostics_of(text: str) -> list[Diagnostic]:
    """The diagnostics of a JSON text."""
    import json
    return [Diagnostic(d) for d in json.loads(text).get("diagnostics", [])] if text else []


class Error(Exception):
    """Whatever the engine refuses. str() is its text, `diagnostics` the same as data."""

    def __init__(self, text: str = "", diagnostics: str = "") -> None:
        super().__init__(text.rstrip("\n"))
        self._json = diagnostics

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return diagnostics_of(self._json)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self._json)


class UsageError(Error, ValueError):
    """Wrong use of a function: a name, a shape, a range."""


class ModelError(Error, ValueError):
    """The model has errors."""


class BeyondError(Error):
    """Beyond our methods, or a motion that could not be continued."""


class Undecided(Error):
    """The truth of a verdict that is undecided was asked for."""


class OutOfMemory(Error, MemoryError):
    """The memory budget is exceeded."""


class OutOfTime(Error, TimeoutError):
    """The time budget is exceeded."""


class InternalError(Error):
    """A defect of the engine."""


_BY_STATUS = {1: Error, 2: UsageError, 3: ModelError, 4: BeyondError, 5: OutOfMemory, 6: OutOfTime, 8: InternalError}


def _plain(text: str, json: str) -> str:
    """A wrong use has no place in a text: its sentences, without the name of the C function that refused."""
    import re
    known = diagnostics_of(json)
    if not known or any(d.line is not None or d.origin for d in known):
        return text
    said = [re.sub(r"^vv_\w+: ", "", d.message) + (f"; {d.hint}" if d.hint else "") for d in known]
    return "\n".join(said)


def _make(status: int, text: str, json: str) -> BaseException:
    if status in (2, 5, 6):
        text = _plain(text, json)
    if status == 7:
        return OSError(text.rstrip("\n"))
    if status == 9:
        return KeyboardInterrupt()
    return _BY_STATUS.get(status, InternalError)(text, json)


def unknown(what: str, name: object, known: list[str]) -> str:
    """The sentence on a name that does not exist, with the nearest that does."""
    import difflib
    near = difflib.get_close_matches(str(name), known, 1, 0.5)
    listed = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    return f"there is no {what} {str(name)!r}" + (f"; did you mean {near[0]!r}?" if near else f": {listed or 'none'}")


_core.set_error(_make)
