"""Scenarios evaluated: one, many, a sweep."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

from . import _native
from ._errors import PlanError, ScenarioError, UsageError, wrong
from ._plain import words_of
from ._presets import program
from ._progress import Progress
from ._report import HEADLINE, Report
from ._scenario import Asked, Scenario, ScenarioLike, asked_of, load_asked
from ._table import Table

SLICE = 256
"""Scenarios between two looks at the progress bar, a thread."""
SWEEP_MAX = 100_000
"""Rows of a sweep, as the command line has it."""


def evaluate(scenario: ScenarioLike, /, **settings: Any) -> Report:
    """Memory, step time, throughput and cost of a scenario.

    ``settings`` go on top: ``plan={"tp": 8}``, ``**{"plan.tp": 8}``, ``model="llama3-8b"``.
    Raises ScenarioError where it can't be read, and PlanError, which has what can be computed, where no machine can
    run it.
    """
    asked = asked_of(scenario, settings)
    if isinstance(scenario, Report):
        scenario = scenario.scenario
    if isinstance(scenario, Scenario) and not settings:
        evaluation = _native.evaluate_read(scenario._loaded)
    elif asked.beside:
        evaluation = _native.evaluate_read(load_asked(asked)._loaded)
    else:
        evaluation = _native.evaluate(program(), asked.native)
    return _report_of(evaluation, asked)


def _report_of(evaluation: _native.Evaluation, asked: Asked) -> Report:
    report = Report(evaluation, asked)
    if evaluation.valid:
        return report
    refusal = evaluation.refusal
    raise PlanError(refusal.problems, refusal.source, report)


def _fields_of(fields: Union[str, Iterable[str]]) -> list[str]:
    names = fields.split(",") if isinstance(fields, str) else list(fields)
    if not names:
        raise wrong("fields", "is empty; give paths of a report, as time.step_seconds")
    return names


def _threads_of(threads: Optional[int]) -> int:
    if threads is None:
        return 0
    if not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise UsageError(f"threads: {threads!r} is no whole number from 1 to 1024")
    return threads


def _evaluate_all(
    asked: Sequence[Asked], fields: list[str], threads: Optional[int], progress: Optional[bool]
) -> list[Any]:
    count = _threads_of(threads)
    size = SLICE * (count or 8)
    results: list[Any] = []
    with Progress(progress, len(asked), "scenarios") as bar:
        for begin in range(0, len(asked), size):
            rows = [each.native for each in asked[begin : begin + size]]
            results += _native.evaluate_many(program(), rows, fields, count)
            bar.reach(len(results))
    return results


def evaluate_many(
    scenarios: Iterable[ScenarioLike],
    *,
    fields: Union[None, str, Iterable[str]] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    errors: str = "raise",
) -> Union[list[Report], Table]:
    """Many scenarios, side by side on ``threads`` processors (all, unless said); Python's other threads go on.

    Without ``fields`` a list of reports. With them, as ``HEADLINE`` or "time.step_seconds,memory.peak_bytes", a table
    of those figures alone, which is quicker and smaller.
    ``errors``: "raise" raises the first scenario's that can't be computed; "return" leaves it in its place, in a table
    as the column "problem".
    """
    if errors not in ("raise", "return"):
        raise UsageError(f'errors: {errors!r} is neither "raise" nor "return"')
    asked = [asked_of(each, {}) for each in scenarios]
    if fields is None:
        return _reports(asked, _evaluate_all(asked, [], threads, progress), errors)
    names = _fields_of(fields)
    table = Table()
    for result in _evaluate_all(asked, names, threads, progress):
        if isinstance(result, ScenarioError):
            if errors == "raise":
                raise result
            table.append({**dict.fromkeys(names), "problem": result})
        else:
            table.append(dict(zip(names, result)))
    return table


def _reports(asked: list[Asked], results: list[Any], errors: str) -> list[Report]:
    reports: list[Any] = []
    for each, result in zip(asked, results):
        try:
            if isinstance(result, ScenarioError):
                raise result
            reports.append(_report_of(result, each))
        except ScenarioError as error:
            if errors == "raise":
                raise
            reports.append(error)
    return reports


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
    the ``fields`` (paths of a report), and "problem": None, or the ScenarioError where there is no such plan.
    """
    names = _fields_of(fields)
    asked = asked_of(base, settings)
    if asked.beside:
        asked = Asked("-", load_asked(asked)._loaded.text())
    keys, values = _varied(vary)
    combinations = list(itertools.product(*values))
    rows = [
        asked._replace(settings=asked.settings + tuple((key, words_of(value, key)) for key, value in zip(keys, each)))
        for each in combinations
    ]
    table = Table()
    for each, result in zip(combinations, _evaluate_all(rows, names, threads, progress)):
        refused = isinstance(result, ScenarioError)
        figures = [None] * len(names) if refused else result
        table.append({**dict(zip(keys, each)), **dict(zip(names, figures)), "problem": result if refused else None})
    return table


def _varied(vary: Mapping[str, Iterable[Any]]) -> tuple[list[str], list[list[Any]]]:
    if not isinstance(vary, Mapping) or not vary:
        raise wrong("vary", 'is no dict of fields and their values, as {"plan.tp": [1, 2, 4]}')
    count = 1
    values: list[list[Any]] = []
    for key, each in vary.items():
        if isinstance(each, (str, bytes, Mapping)) or not isinstance(each, Iterable):
            raise wrong(str(key), f"{each!r:.80} is no list of values")
        values.append(list(itertools.islice(each, SWEEP_MAX + 1)))
        count *= len(values[-1])
        if not values[-1]:
            raise wrong(str(key), "has no values")
        if count > SWEEP_MAX:
            raise wrong(str(key), f"makes more than {SWEEP_MAX:,} scenarios")
    return list(vary), values
