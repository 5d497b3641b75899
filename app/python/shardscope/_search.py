"""The best plans of all."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Optional, Union, overload

from . import _native
from ._errors import wrong, wrong_value
from ._evaluate import threads_of
from ._plain import json_text, list_of, truth_of
from ._presets import program, words_for_native
from ._progress import Progress
from ._scenario import ScenarioLike, asked_of
from ._section import Section
from ._table import Table


NEED = 'a text as "days<=30", or a list of such'


class FoundPlans(Section):
    """The plans that a search found: ``best``, ``distinct``, ``front``, ``refused``, ``space``.

    A plan has its ``settings``, as ``evaluate(base, **plan.settings)`` takes them, and its figures in SI units.
    """

    def frame(self) -> Any:
        """The table as a pandas DataFrame; needs pandas (Debian: python3-pandas)."""
        return self.table.frame()

    @property
    def table(self) -> Table:
        """A row for each distinct plan, best first: its settings and figures."""
        return Table(_row(plan) for plan in self._plain()["distinct"])

    def _repr_html_(self) -> str:
        space = self._plain()["space"]
        counts = {key.replace("_", " "): value for key, value in space.items() if isinstance(value, int)}
        words = ", ".join(f"{key} {value:,}" for key, value in counts.items())
        return f"<p>{escape(words)}</p>{self.table._repr_html_()}"

    def __repr__(self) -> str:
        best = self._plain()["best"]
        first = f", the best a step of {best[0]['step_seconds']:.4g} s" if best else ""
        return f"<shardscope.FoundPlans: {len(best)} plans{first}>"


def _row(plan: Mapping[str, Any]) -> dict[str, Any]:
    figures = {key: value for key, value in plan.items() if not isinstance(value, (dict, list))}
    return {**plan["settings"], **figures}


@overload
def search(
    base: ScenarioLike,
    /,
    *,
    objective: str = "throughput",
    vary: Optional[Mapping[str, Union[str, Iterable[Any]]]] = None,
    need: Union[str, Iterable[str]] = (),
    front: Optional[str] = None,
    gpus: Union[None, str, int] = None,
    rules: Optional[str] = None,
    low_end: bool = False,
    every: bool = False,
    top: int = 10,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    **settings: Any,
) -> FoundPlans: ...
@overload
def search(base: ScenarioLike, /, **settings: Any) -> FoundPlans: ...
def search(
    base: ScenarioLike,
    /,
    *,
    objective: str = "throughput",
    vary: Optional[Mapping[str, Union[str, Iterable[Any]]]] = None,
    need: Union[str, Iterable[str]] = (),
    front: Optional[str] = None,
    gpus: Union[None, str, int] = None,
    rules: Optional[str] = None,
    low_end: bool = False,
    every: bool = False,
    top: int = 10,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
    **settings: Any,
) -> FoundPlans:
    """Goes through every valid plan of the scenario's model and cluster; Ctrl-C stops it.

    ``objective``: "throughput", "memory", "cost", "days", "energy", "gpus", "step", "mfu" or "bubble"; ``vary`` holds
    fields to some values, {"plan.tp": [1, 2, 4]} or {"plan.pp": "1..16"}; ``need``: "days<=30", "memory<=60e9" (bytes), or a list of such;
    ``front``: "throughput,memory" lists what none beats in both; ``gpus``: "256..4096" or one number; ``rules``: a framework or
    dialect, a name among ``presets("frameworks")``, that has to run the plans; ``low_end`` ranks by the slow end of each range; ``every`` looks at all plans.
    """
    asked = asked_of(base, settings)
    if vary is not None and not isinstance(vary, Mapping):
        raise wrong("vary", f'{vary!r:.80} is no dict of fields and their values, as {{"plan.tp": [1, 2, 4]}}')
    if not isinstance(need, Iterable):
        raise wrong("need", f"{need!r:.80} is neither a text nor a list of such", [NEED])
    count = threads_of(threads)
    options = [f"--objective={objective}", f"--top={top}"]
    options += [f"--vary={_vary_word(key, values)}" for key, values in (vary or {}).items()]
    options += [f"--need={each}" for each in ([need] if isinstance(need, str) else list_of(need, "need"))]
    given = (("front", front), ("gpus", gpus), ("rules", rules))
    options += [f"--{name}={value}" for name, value in given if value is not None]
    options += ["--low-end"] if truth_of(low_end, "low_end") else []
    options += ["--all"] if truth_of(every, "every") else []
    words = words_for_native(asked.words("search", *options))
    running = _native.Search(program(), words, asked.text, asked.as_read)
    begin = time.monotonic()
    with Progress(progress, None, "plans") as bar:
        while not running.done:
            running.go_on(count)
            best = running.best_step
            bar.reach(running.looked_at, "none fits yet" if best is None else f"best step {best:.4g} s")
    return FoundPlans(json.loads(running.text(time.monotonic() - begin)))


def _vary_word(key: str, values: Union[str, Iterable[Any]]) -> str:
    """As --vary takes it; a text with a comma is one value in quotes."""
    if not isinstance(key, str) or not key:
        raise wrong("vary", f"{key!r:.80} is no field's path, as plan.tp")
    if isinstance(values, str) and values:
        return f"{key}={values}"
    if isinstance(values, (str, bytes, bytearray, Mapping)) or not isinstance(values, Iterable):
        raise wrong_value(key, f"{values!r:.80} is no list of values" if values != "" else "has no values")
    listed = list_of(values, key)
    words = [value if isinstance(value, str) and "," not in value else json_text(value, key) for value in listed]
    if not any(words):
        raise wrong_value(key, "has no values")
    return f"{key}={','.join(words)}"
