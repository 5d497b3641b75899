"""What a scenario comes to."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Optional

from . import _native
from ._errors import Problem, problems_of, wrong
from ._plain import truth_of
from ._presets import program
from ._scenario import Asked, Scenario
from ._section import Section

if TYPE_CHECKING:
    from ._pictures import Picture

HEADLINE = tuple(_native.headline.split(","))
"""The fields of a report that are asked first, as ``shardscope sweep`` has them."""


class Report(Section):
    """What a scenario comes to, as ``shardscope report --json`` has it: attributes, a mapping, ``as_dict()``.

    Names say their units (SI) unless they are counts or ratios; what isn't known is None.
    """

    def __init__(self, evaluation: _native.Evaluation, asked: Asked) -> None:
        super().__init__({}, "")
        self._evaluation = evaluation
        self._asked = asked

    def _plain(self) -> dict[str, Any]:
        if not self._values:
            self._values = json.loads(self._evaluation.text())
        return self._values

    def as_dict(self, tensors: bool = False) -> dict[str, Any]:
        """The whole report. ``tensors``: every stage's tensors, not the fullest stage's alone."""
        read: dict[str, Any] = json.loads(self._evaluation.text(truth_of(tensors, "tensors")))
        return read

    def fields(self, *paths: str) -> dict[str, Any]:
        """Single figures by their paths, without the rest being written: "memory.stages.0.total_bytes"."""
        for path in paths:
            if not isinstance(path, str):
                raise wrong("fields", f"{path!r:.80} of type {type(path).__name__} is no path of a report", HEADLINE)
        return dict(zip(paths, self._evaluation.fields(_native.Fields(program(), list(paths)))))

    def _figure(self, path: str) -> Any:
        return self._evaluation.figure(path)

    @property
    def scenario(self) -> Scenario:
        """What was evaluated, as it was said; ``report["scenario"]`` has it with every default."""
        return Scenario(self._evaluation.scenario(), self._asked)

    @property
    def problems(self) -> list[Problem]:
        """Warnings and hints on the plan."""
        return problems_of(self._evaluation.problems)

    @property
    def fits(self) -> bool:
        """Whether the fullest GPU holds what it has to."""
        return bool(self._figure("fits"))

    @property
    def step_seconds(self) -> Optional[float]:
        """Seconds of an optimizer step."""
        figure: Optional[float] = self._figure("time.step_seconds")
        return figure

    @property
    def tokens_per_second(self) -> Optional[float]:
        """Tokens per second, of all GPUs together."""
        figure: Optional[float] = self._figure("throughput.tokens_per_second")
        return figure

    @property
    def mfu(self) -> Optional[float]:
        """Model FLOPs utilisation, a ratio, by the scenario's own convention."""
        figure: Optional[float] = self._figure("throughput.mfu")
        return figure

    @property
    def bubble(self) -> Optional[float]:
        """The wait of all pipeline ranks over ranks times step, a ratio."""
        figure: Optional[float] = self._figure("pipeline.bubble_share_of_step")
        return figure

    @property
    def peak_bytes(self) -> int:
        """Bytes that the fullest GPU holds at most."""
        return int(self._figure("memory.peak_bytes"))

    @property
    def capacity_bytes(self) -> int:
        """Bytes that a GPU can hold."""
        return int(self._figure("memory.capacity_bytes"))

    @property
    def days(self) -> Optional[float]:
        """Days of training, without failures and checkpoints; ``run.calendar_days`` has them."""
        figure: Optional[float] = self._figure("run.days")
        return figure

    @property
    def parameters(self) -> Section:
        """Counts of parameters: in all, by component, by layer."""
        section: Section = self["parameters"]
        return section

    @property
    def memory(self) -> Section:
        """Bytes per GPU of each stage, by part; the peak, its range, the capacity."""
        section: Section = self["memory"]
        return section

    @property
    def time(self) -> Optional[Section]:
        """Seconds of the step, its range, and what it is made of."""
        section: Optional[Section] = self["time"]
        return section

    @property
    def pipeline(self) -> Optional[Section]:
        """The simulated pipeline: bubbles (ratios), makespan (seconds), passes, critical path."""
        section: Optional[Section] = self["pipeline"]
        return section

    @property
    def throughput(self) -> Optional[Section]:
        """Tokens and FLOPs per second, MFU and HFU (ratios) by every convention."""
        section: Optional[Section] = self["throughput"]
        return section

    @property
    def run(self) -> Section:
        """The whole run: days, GPU-hours, failures, joules, US dollars."""
        section: Section = self["run"]
        return section

    def view(
        self,
        name: str = "window",
        *,
        size: Optional[tuple[int, int]] = None,
        theme: str = "dark",
        scale: Optional[float] = None,
    ) -> Picture:
        """A view of the window as a picture; see ``shardscope.view``."""
        from ._pictures import view

        return view(self, name, size=size, theme=theme, scale=scale)

    def __reduce__(self) -> tuple[Any, ...]:
        return _evaluated_again, (self.scenario,)

    def __repr__(self) -> str:
        cells = self._evaluation.verdict
        figures = ", ".join(f"{cell['label']} {cell['value']} {cell['unit']}".strip() for cell in cells)
        return f"<shardscope.Report {self._evaluation.scenario().name!r}: {figures}>"

    def _repr_html_(self) -> str:
        """The window's verdict strip."""
        colors = {"good": "#2e9d5b", "caution": "#c98a1b", "bad": "#d2453d", "plain": "inherit"}
        cells = "".join(
            '<div style="flex:1;min-width:8em;padding:.5em .8em;border-left:1px solid #8884">'
            f'<div style="opacity:.7;font-size:.85em">{escape(cell["label"])}</div>'
            f'<div><span style="font-size:1.6em;font-weight:600">{escape(cell["value"])}</span> '
            f'{escape(cell["unit"])}</div>'
            f'<div style="font-size:.85em;color:{colors[cell["tone"]]}">{escape(cell["line"])}</div></div>'
            for cell in self._evaluation.verdict
        )
        name = escape(self._evaluation.scenario().name)
        return f'<div><b>{name}</b><div style="display:flex;flex-wrap:wrap">{cells}</div></div>'


def _evaluated_again(scenario: Scenario) -> Report:
    return Report(_native.evaluate_read(scenario._loaded), scenario._asked)
