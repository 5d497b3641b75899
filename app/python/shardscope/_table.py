"""Rows of figures, as a list or for pandas."""

from __future__ import annotations

import json
from html import escape
from importlib import import_module
from typing import Any, SupportsIndex, Union, overload

from ._errors import ScenarioError
from ._section import shortly

Row = dict[str, Any]
SHOWN = 60
"""Rows that a table shows of itself."""


class Table(list[Row]):
    """A list of rows, each a dict by column. A notebook shows it as a table; ``frame()`` is a pandas DataFrame."""

    @property
    def columns(self) -> list[str]:
        """In the order in which they come up."""
        return list(dict.fromkeys(name for row in self for name in row))

    def column(self, name: str) -> list[Any]:
        """Each row's value; None where it has none."""
        if self and name not in self.columns:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self.columns)}")
        return [row.get(name) for row in self]

    def frame(self) -> Any:
        """A pandas DataFrame of the rows; needs pandas (Debian: python3-pandas)."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ImportError("frame() needs pandas (Debian: python3-pandas); without it a table is a list") from None
        return pandas.DataFrame(list(self), columns=self.columns)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Table: ...
    def __getitem__(self, place: Union[SupportsIndex, slice]) -> Union[Row, Table]:
        """A row, or a table of several."""
        return Table(super().__getitem__(place)) if isinstance(place, slice) else super().__getitem__(place)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        """What is shown: the columns, without that of problems where there are none, and the first rows' words."""
        columns = [name for name in self.columns if name != "problem" or any(row.get(name) for row in self)]
        return columns, [[_cell(name, row.get(name)) for name in columns] for row in self[:SHOWN]]

    def _more(self) -> str:
        return f"and {len(self) - SHOWN} rows more" if len(self) > SHOWN else ""

    def __repr__(self) -> str:
        columns, rows = self._cells()
        if not columns:
            return "<shardscope.Table: no rows>"
        widths = [max(map(len, cells)) for cells in zip(columns, *rows)]
        lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in (columns, *rows)]
        return "\n".join([*lines, self._more()]).rstrip()

    def _repr_html_(self) -> str:
        columns, rows = self._cells()
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        more = f"<p>{self._more()}</p>" if self._more() else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(column: str, value: Any) -> str:
    if isinstance(value, ScenarioError):
        return str(value.problems[0]) if value.problems else str(value)
    if isinstance(value, (dict, list)):  # a value that was varied: rows must be told apart
        return shortly(json.dumps(value, default=str))
    return "" if value is None and column == "problem" else shortly(value)
