"""Answers of the core: a mapping of the names of docs/json.md, the command line's text, a picture in notebooks."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from typing import Any


class Report(Mapping[str, Any]):
    """What a call answers, as the JSON of the command line (docs/json.md) and as its text.

    Examples
    --------
    >>> import halfspace
    >>> run = halfspace.train([[0.0], [1.0]], [0, 1], algorithm="perceptron")
    >>> run.report["status"], run.report["updates"]
    ('converged', 5)
    """

    def __init__(self, answer: str, verb: str, text: str = "") -> None:
        self._json = answer
        self._text = text
        self._verb = verb
        self._members: dict[str, Any] | None = None

    @property
    def members(self) -> dict[str, Any]:
        """All members as a dict."""
        if self._members is None:
            self._members = json.loads(self._json)
        return self._members

    def __getitem__(self, name: str) -> Any:
        return self.members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def to_json(self) -> str:
        """The JSON text."""
        return self._json

    def __str__(self) -> str:
        return self._text or json.dumps(self.members, indent=2)

    def __repr__(self) -> str:
        return f"<halfspace {self._verb} report: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return f"<pre style='line-height:1.3'>{html.escape(str(self))}</pre>"

    def __reduce__(self) -> tuple[Any, tuple[type, dict[str, Any]]]:
        return (_restored, (type(self), self.__dict__))


def _restored(kind: Any, members: dict[str, Any]) -> Any:
    out = kind.__new__(kind)
    out.__dict__.update(members)
    return out
