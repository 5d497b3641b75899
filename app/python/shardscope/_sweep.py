"""A scenario over several values of its fields."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union, overload

from ._errors import ScenarioError, wrong, wrong_value
from ._evaluate import evaluate_all, fields_of
from ._plain import LIST_MAX, as_text
from ._report import HEADLINE
from ._scenario import Asked, ScenarioLike, asked_of, load_asked, settings_of
from ._table import Table

SWEEP_MAX = LIST_MAX
"""Rows of a sweep, as the command line has it."""


@overload
def sweep(
    base: ScenarioLike,
    vary: Mapping[str, Iterable[Any]],
    /,
    *,
    fields: Union[str, Iterable[str]] = HEADLINE,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    **settings: Any,
) -> Table: ...
@overload
def sweep(base: ScenarioLike, vary: Mapping[str, Iterable[Any]], /, **settings: Any) -> Table: ...
def sweep(
    base: ScenarioLike,
    vary: Mapping[str, Iterable[Any]],
    /,
    *,
    fields: Union[str, Iterable[str]] = HEADLINE,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    **settings: Any,
) -> Table:
    """Figures of a scenario over several values of one field or more, in all combinations.

    ``vary``: {"plan.tp": [1, 2, 4, 8], "plan.pp": range(1, 17)}; the last key changes fastest. A row has the values,
    the ``fields`` (paths of a report), and "problem": None, or the ScenarioError where there is no such plan;
    what isn't known as a field, or can't be read with any of the values, raises.
    Figures are in SI units, which their paths say: time.step_seconds, memory.peak_bytes. ``.frame()`` of it is a
    pandas DataFrame.
    """
    names = fields_of(fields)
    asked = asked_of(base, settings)
    read = load_asked(asked)  # raises where it can't be read
    asked = asked._replace(as_read=read._loaded.as_read)
    keys, values = _varied(vary)
    combinations = list(itertools.product(*values))
    rows = [
        asked._replace(settings=asked.settings + settings_of(dict(zip(keys, each))))
        for each in combinations
    ]
    table = Table()
    for each, result in zip(combinations, evaluate_all(rows, names, threads, progress)):
        refused = isinstance(result, ScenarioError)
        figures = [None] * len(names) if refused else result
        table.append({**dict(zip(keys, each)), **dict(zip(names, figures)), "problem": result if refused else None})
    if all(row["problem"] for row in table):
        _raise_where_none_is_read(rows)
    return table


def _raise_where_none_is_read(rows: Sequence[Asked]) -> None:
    """A field that isn't there is no plan that no machine runs: the first row's problem, where no row can be read."""
    first: Optional[ScenarioError] = None
    for row in rows:
        try:
            load_asked(row)
            return
        except ScenarioError as error:
            first = first or error
    if first is not None:
        raise first


def _varied(vary: Mapping[str, Iterable[Any]]) -> tuple[list[str], list[list[Any]]]:
    """The fields, and the values of each."""
    if not isinstance(vary, Mapping) or not vary:
        raise wrong("vary", 'is no dict of fields and their values, as {"plan.tp": [1, 2, 4]}')
    count = 1
    values: list[list[Any]] = []
    for key, each in vary.items():
        if not isinstance(key, str) or not key:
            raise wrong("vary", f"{key!r:.80} is no field's path, as plan.tp")
        as_text(key, "vary")
        if isinstance(each, (str, bytes, Mapping)) or not isinstance(each, Iterable):
            raise wrong_value(str(key), f"{each!r:.80} is no list of values")
        values.append(list(itertools.islice(each, SWEEP_MAX + 1)))
        count *= len(values[-1])
        if not values[-1]:
            raise wrong_value(str(key), "has no values")
        if count > SWEEP_MAX:
            raise wrong_value(str(key), f"makes more than {SWEEP_MAX:,} scenarios")
    return list(vary), values
