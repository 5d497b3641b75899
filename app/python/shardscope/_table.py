"""Rows of figures, as a list or for pandas."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import Any


class Table(list[dict[str, Any]]):
    """A list of rows, each a dict by column. A notebook shows it as a table; ``frame()`` is a pandas DataFrame."""

    @property
    def columns(self) -> list[str]:
        """In the order in which they come up."""
        return list(dict.fromkeys(name for row in self for name in row))

    def column(self, name: str) -> list[Any]:
        """Each row's value; None where it has none."""
        return [row.get(name) for row in self]

    def frame(self) -> Any:
        """A pandas DataFrame of the rows; needs pandas (Debian: python3-pandas)."""
        return import_module("pandas").DataFrame(list(self), columns=self.columns)

    def _repr_html_(self) -> str:
        shown = 60
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(row.get(name)))}</td>" for name in self.columns) + "</tr>"
            for row in self[:shown]
        )
        more = f"<p>and {len(self) - shown} rows more</p>" if len(self) > shown else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"


def _cell(value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)
