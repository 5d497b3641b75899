"""A scenario over several values of its fields."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union, overload

from . import _native
from ._errors import wrong, wrong_value
from ._evaluate import SLICE, fields_of, threads_of
from ._plain import LIST_MAX, as_text
from ._presets import program
from ._progress import Progress
from ._report import HEADLINE
from ._scenario import ScenarioLike, asked_of, load_asked, settings_of
from ._table import Table

SWEEP_MAX = LIST_MAX
"""Rows of a sweep, as the command line has it."""


Vary = Mapping[str, Iterable[Any]]


@overload
def sweep(
    base: ScenarioLike,
    vary: Optional[Vary] = None,
    /,
    *,
    question: Optional[str] = None,
    follow: Optional[str] = None,
    fields: Union[str, Iterable[str]] = HEADLINE,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    **settings: Any,
) -> Table: ...
@overload
def sweep(base: ScenarioLike, vary: Optional[Vary] = None, /, **settings: Any) -> Table: ...
def sweep(
    base: ScenarioLike,
    vary: Optional[Vary] = None,
    /,
    *,
    question: Optional[str] = None,
    follow: Optional[str] = None,
    fields: Union[str, Iterable[str]] = HEADLINE,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    **settings: Any,
) -> Table:
    """Figures of a scenario over several values of one field or more, in all combinations.

    ``vary``: {"plan.tp": [1, 2, 4, 8], "plan.pp": range(1, 17)}; the last key changes fastest. ``question``, in its
    place or before it, is a field with its usual values and what stays meanwhile: "strong-scaling", "weak-scaling",
    "sequence", "network" or "micro-batch". ``follow``: what else moves: nothing ("alone", unless a question says
    otherwise), or what hangs on the field while the "gpus", the "batch" or each replica's "share" of it stays.
    A row has the values, those of fields that followed, the ``fields`` (paths of a report), and "problem": None, or the
    ScenarioError where there is no such plan; what isn't known as a field, or can't be read with any of the values,
    raises. Figures are in SI units, which their paths say: time.step_seconds, memory.peak_bytes. ``.frame()`` of it is
    a pandas DataFrame.
    """
    names = fields_of(fields)
    _native.Fields(program(), names)  # raises where one is no field of a report
    asked = asked_of(base, settings)
    read = load_asked(asked)  # raises where it can't be read
    asked = asked._replace(as_read=read._loaded.as_read)
    running = _native.Sweep(
        program(),
        asked.native,
        _named(follow, "follow", _native.sweep_follows),
        _named(question, "question", _native.sweep_questions),
    )
    keys, values = _all_varied(running, {} if vary is None and question is not None else vary)
    combinations = list(itertools.product(*values))
    choices = [list(settings_of(dict(zip(keys, each)))) for each in combinations]
    rows = _rows_of(running, choices, names, threads, progress)
    table = Table()
    for each, choice, (reached, figures, refused) in zip(combinations, choices, rows):
        followed = dict(reached[len(choice) :])
        shown = dict.fromkeys(names) if figures is None else dict(zip(names, figures))
        table.append({**dict(zip(keys, each)), **followed, **shown, "problem": refused})
    if table and not running.any_read:  # a field that isn't there is no plan that no machine runs
        raise table[0]["problem"]
    return table


def _named(name: Any, what: str, names: list[str]) -> str:
    if name is None:
        return ""
    if not isinstance(name, str) or name not in names:
        raise wrong(what, f"{name!r:.80} is none of {', '.join(names)}", names)
    return name


def _rows_of(
    running: _native.Sweep, choices: Sequence[list[tuple[str, str]]], names: list[str], threads: Optional[int],
    progress: Optional[bool],
) -> list[_native.SweepRow]:
    count = threads_of(threads)
    size = SLICE * (count or 8)
    with Progress(progress, len(choices), "scenarios") as bar:
        for begin in range(0, len(choices), size):
            part = choices[begin : begin + size]
            running.add(part, names, count)
            bar.reach(begin + len(part))
    return running.rows()


def _all_varied(running: _native.Sweep, vary: Any) -> tuple[list[str], list[list[Any]]]:
    """The question's field before those of ``vary``."""
    if running.question is None:
        return _varied(vary)
    key, own = running.question
    keys, values = _varied(vary) if vary else ([], [])
    if key in keys:
        raise wrong("vary", f"{key} is what the question varies")
    count = len(own)
    for each in values:
        count *= len(each)
    if count > SWEEP_MAX:
        raise wrong("vary", f"makes more than {SWEEP_MAX:,} scenarios")
    return [key, *keys], [own, *values]


def _varied(vary: Any) -> tuple[list[str], list[list[Any]]]:
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
