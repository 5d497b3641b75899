"""Scenarios evaluated: one, or many."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Optional, Union, overload

from . import _native
from ._errors import PlanError, ScenarioError, UsageError, wrong
from ._plain import as_text, list_of
from ._presets import program
from ._progress import Progress
from ._report import HEADLINE, Report
from ._scenario import Asked, Scenario, ScenarioLike, asked_of
from ._table import Table

SLICE = 256
"""Scenarios between two looks at the progress bar, a thread."""


def evaluate(scenario: ScenarioLike, /, **settings: Any) -> Report:
    """Memory, step time, throughput and cost of a scenario.

    ``scenario``: a preset's name (``presets()`` lists them), a path of a scenario, a launch script or a config.json, a
    dict as the JSON of a scenario, the text of any of these, a code, or what another function here returned.
    ``settings`` go on top: ``plan={"tp": 8}``, ``**{"plan.tp": 8}``, ``model="llama3-8b"``; a section's dict changes the
    keys that it has, and a field that is an object itself is replaced: ``plan={"overlap": {"tp": False}}`` says all of
    plan.overlap, ``**{"plan.overlap.tp": False}`` that part alone.
    Figures are in SI units, which their names say: seconds, bytes, tokens per second, US dollars, joules.
    Raises ScenarioError where it can't be read, and PlanError, which has what can be computed, where no machine can
    run it.
    """
    asked = asked_of(scenario, settings)
    if isinstance(scenario, Report):
        scenario = scenario.scenario
    if isinstance(scenario, Scenario) and not settings:
        evaluation = _native.evaluate_read(scenario._loaded)
    else:
        evaluation = _native.evaluate(program(), asked.native)
    return _report_of(evaluation, asked)


def _report_of(evaluation: _native.Evaluation, asked: Asked) -> Report:
    report = Report(evaluation, asked)
    if evaluation.valid:
        return report
    refusal = evaluation.refusal
    raise PlanError(refusal.problems, refusal.source, report)


def fields_of(fields: Union[str, Iterable[str]]) -> list[str]:
    """Paths of a report, one by one."""
    if isinstance(fields, str):
        names = [name.strip() for name in fields.split(",")]
    else:
        names = list_of(fields, "fields") if isinstance(fields, Iterable) else []
    if not names or not all(isinstance(name, str) for name in names):
        raise wrong("fields", f"{fields!r:.80} is no list of paths of a report, as time.step_seconds", HEADLINE)
    return [as_text(name, "fields") for name in names]


def threads_of(threads: Optional[int]) -> int:
    """As the native half takes it: 0 for all processors."""
    if threads is None:
        return 0
    wanted = -1
    if hasattr(threads, "__index__") and not isinstance(threads, bool):
        wanted = operator.index(threads)
    if not 1 <= wanted <= 1024:
        raise UsageError(f"{threads!r:.80} isn't a whole number from 1 to 1024", "threads", ["a whole number from 1 to 1024"])
    return wanted


Row = Union[Asked, Scenario]
"""One of many: to be read, or read already."""


def _row_of(scenario: ScenarioLike) -> Row:
    if isinstance(scenario, Report):
        return scenario.scenario
    return scenario if isinstance(scenario, Scenario) else asked_of(scenario, {})


def _native_of(row: Row) -> Union[_native.Asked, _native.Scenario]:
    return row._loaded if isinstance(row, Scenario) else row.native


def evaluate_all(
    rows: Sequence[Row], fields: list[str], threads: Optional[int], progress: Optional[bool]
) -> list[Any]:
    """What each came to: an evaluation, or its fields, or why there is none."""
    count = threads_of(threads)
    paths = _native.Fields(program(), fields)
    size = SLICE * (count or 8)
    results: list[Any] = []
    with Progress(progress, len(rows), "scenarios") as bar:
        for begin in range(0, len(rows), size):
            part = [_native_of(each) for each in rows[begin : begin + size]]
            results += _native.evaluate_many(program(), part, paths, count)
            bar.reach(len(results))
    return results


@overload
def evaluate_many(
    scenarios: Iterable[ScenarioLike],
    *,
    fields: None = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    errors: Literal["raise"] = "raise",
) -> list[Report]: ...
@overload
def evaluate_many(
    scenarios: Iterable[ScenarioLike],
    *,
    fields: None = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    errors: Literal["return"],
) -> list[Union[Report, ScenarioError]]: ...
@overload
def evaluate_many(
    scenarios: Iterable[ScenarioLike],
    *,
    fields: Union[str, Iterable[str]],
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    errors: str = "raise",
) -> Table: ...
def evaluate_many(
    scenarios: Iterable[ScenarioLike],
    *,
    fields: Union[None, str, Iterable[str]] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    errors: str = "raise",
) -> Union[list[Report], list[Union[Report, ScenarioError]], Table]:
    """Many scenarios, side by side on ``threads`` processors (all, unless said); Python's other threads go on.

    Without ``fields`` a list of reports. With them, as ``HEADLINE`` or "time.step_seconds,memory.peak_bytes", a table
    of those figures alone, which is quicker and smaller.
    ``errors``: "raise" raises the first scenario's that can't be computed; "return" leaves it in its place, in a table
    as the column "problem".
    """
    if errors not in ("raise", "return"):
        raise UsageError(f'{errors!r:.80} is neither "raise" nor "return"', "errors", ["raise", "return"])
    if isinstance(scenarios, (str, bytes, Mapping, Scenario, os.PathLike)) or not isinstance(scenarios, Iterable):
        message = f"{scenarios!r:.80} is no list of scenarios; evaluate() takes a single one"
        raise wrong("scenarios", message, ["a list of scenarios"])
    names = [] if fields is None else fields_of(fields)
    rows: list[Row] = []
    unread: dict[int, ScenarioError] = {}
    for place, each in enumerate(scenarios):
        try:
            rows.append(_row_of(each))
        except ScenarioError as error:
            unread[place] = error
            if errors == "raise":  # of those before it one may be the first
                break
    results = evaluate_all(rows, names, threads, progress)
    for place in sorted(unread):
        rows.insert(place, Asked(""))
        results.insert(place, unread[place])
    return _table_of(results, names, errors) if names else _reports(rows, results, errors)


def _placed(error: ScenarioError, place: int) -> ScenarioError:
    """With the place among many, which may be called the same."""
    error.source = f"scenarios[{place}]" + (f" {error.source}" if error.source else "")
    return error


def _table_of(results: list[Any], names: list[str], errors: str) -> Table:
    table = Table()
    for place, result in enumerate(results):
        refused = isinstance(result, ScenarioError)
        if refused and errors == "raise":
            raise _placed(result, place)
        row = dict.fromkeys(names) if refused else dict(zip(names, result))
        table.append({**row, "problem": result if refused else None} if errors == "return" else row)
    return table


def _reports(rows: list[Row], results: list[Any], errors: str) -> list[Report]:
    reports: list[Any] = []
    for place, (row, result) in enumerate(zip(rows, results)):
        try:
            if isinstance(result, ScenarioError):
                raise result
            reports.append(_report_of(result, row._asked if isinstance(row, Scenario) else row))
        except ScenarioError as error:
            if errors == "raise":
                raise _placed(error, place)
            reports.append(error)
    return reports
