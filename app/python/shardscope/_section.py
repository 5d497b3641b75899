"""JSON objects with attributes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Optional


def wrapped(value: Any, path: str) -> Any:
    """Objects as sections, also those in lists; all else as it is."""
    if isinstance(value, dict):
        return Section(value, path)
    if isinstance(value, list):
        return [wrapped(entry, f"{path}.{place}") for place, entry in enumerate(value)]
    return value


def shortly(value: Any, digits: int = 6) -> str:
    """A figure in a few words, for a person's eye."""
    if value is None:
        return "unknown"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return f"[{len(value)} entries]" if value else "[]"
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    text = str(value)
    return text if len(text) <= 80 else text[:79] + "…"


class Section(Mapping[str, Any]):
    """Figures by name: ``section.step_seconds``, ``section["step_seconds"]``, ``section["stages.0.total_bytes"]``.

    A name says its unit (SI) unless it is a count or a ratio; what isn't known is None.
    """

    def __init__(self, values: dict[str, Any], path: str = "") -> None:
        self._values = values
        self._path = path

    def as_dict(self) -> dict[str, Any]:
        """As plain dicts and lists."""
        copy: dict[str, Any] = json.loads(json.dumps(self._plain()))
        return copy

    def _plain(self) -> dict[str, Any]:
        return self._values

    def _where(self) -> str:
        """What a message calls it."""
        return self._path or f"this {type(self).__name__}"

    def __getitem__(self, key: str) -> Any:
        value: Any = self._plain()
        if not isinstance(key, str):
            raise KeyError(key)
        where = self._where()
        for part in [key] if key in value else key.split("."):
            if isinstance(value, dict) and part in value:
                value = value[part]
            elif isinstance(value, list) and _is_place(part, value):
                value = value[int(part)]
            else:
                raise KeyError(_missing(key, where, part, value))
            where = part
        return wrapped(value, f"{self._path}.{key}" if self._path else key)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(_missing(name, self._where(), name, self._plain())) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._plain())

    def __len__(self) -> int:
        return len(self._plain())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._plain()]

    def __repr__(self) -> str:
        values = self._plain()
        shown = 12
        figures = ", ".join(f"{name} {shortly(values[name], 4)}" for name in list(values)[:shown])
        if len(values) > shown:
            figures += f", and {len(values) - shown} more"
        return f"<shardscope.{type(self).__name__}{f' {self._path}' if self._path else ''}: {figures}>"

    def _repr_html_(self) -> Optional[str]:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(shortly(value))}</td></tr>"
            for name, value in self._plain().items()
        )
        return f"<table><tbody>{rows}</tbody></table>"


def _is_place(part: str, values: list[Any]) -> bool:
    return re.fullmatch("[0-9]{1,9}", part) is not None and int(part) < len(values)


def _missing(key: str, where: str, part: str, value: Any) -> str:
    """What there is in place of a part of a path."""
    if isinstance(value, dict):
        known = "it has " + (", ".join(value) or "nothing")
    elif isinstance(value, list):
        known = f"it is a list of {len(value)}, from 0"
    else:
        known = f"it is {shortly(value)}"
    return f"{shortly(key)}: {shortly(where)} has no {shortly(part)}; {known}"
