"""JSON objects with attributes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def wrapped(value: Any, path: str) -> Any:
    """Objects as sections, also those in lists; all else as it is."""
    if isinstance(value, dict):
        return Section(value, path)
    if isinstance(value, list):
        return [wrapped(entry, f"{path}.{place}") for place, entry in enumerate(value)]
    return value


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

    def __getitem__(self, key: str) -> Any:
        value: Any = self._plain()
        for part in [key] if key in value else key.split("."):
            if isinstance(value, dict) and part in value:
                value = value[part]
            elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            else:
                raise KeyError(key)
        return wrapped(value, f"{self._path}.{key}" if self._path else key)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            known = ", ".join(self._plain())
            raise AttributeError(f"{self._path or 'this'} has no {name}; it has {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._plain())

    def __len__(self) -> int:
        return len(self._plain())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._plain()]

    def __repr__(self) -> str:
        names = ", ".join(self._plain())
        return f"<shardscope.{type(self).__name__} {self._path}: {names}>" if self._path else f"<{names}>"
