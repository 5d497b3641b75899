"""A pipeline schedule alone, without a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Optional, Union

from ._errors import ScenarioError, wrong
from ._pictures import Picture, drawn, size_words
from ._plain import json_text
from ._presets import run
from ._section import Section

Times = Union[float, Sequence[float]]


class PipelineSchedule(Section):
    """A schedule's makespan, bubble (a ratio), peaks and order of passes. Times are in the unit that you gave."""

    def __init__(self, values: dict[str, Any], words: list[str]) -> None:
        super().__init__(values, "")
        self._words = words

    def view(self, *, theme: str = "dark", size: Optional[tuple[int, int]] = None) -> Picture:
        """The schedule as a picture, a lane for each rank."""
        options = [f"--theme={theme}", *size_words(size)]
        return Picture(drawn([*self._words, *options], "", "pipeline"), str(self["schedule"]))

    def _repr_svg_(self) -> str:
        return self.view().svg

    def _repr_html_(self) -> None:
        """None, so that a notebook shows the picture."""

    def __repr__(self) -> str:
        return (
            f"<shardscope.PipelineSchedule {self['schedule']} of {self['ranks']} ranks and {self['micro_batches']} "
            f"micro-batches: makespan {self['makespan']:g}, bubble {self['bubble_fraction']:.1%}>"
        )


def pipeline(
    schedule: str,
    ranks: int,
    micro_batches: int,
    *,
    virtual_stages: int = 1,
    forward: Times = 1,
    backward_input: Times = 1,
    backward_weight: Times = 1,
    p2p: Times = 0,
    overlapped: Optional[Times] = None,
    memory_limit: Optional[float] = None,
) -> PipelineSchedule:
    """A schedule by its name, as in plan.schedule: "1f1b", "interleaved", "zb-v", ….

    Each time is one, or a list with one for each rank, in any unit: a forward of a chunk, its two gradients, a transfer
    to another rank, a forward beside a whole backward (DualPipe); a range is a list. ``memory_limit``: chunks that a rank may hold, for
    the schedules that are searched.
    """
    counts = {"ranks": ranks, "micro-batches": micro_batches, "virtual-stages": virtual_stages}
    words = ["pipeline", f"--schedule={schedule}"]
    words += [f"--{name}={_text_of(count, name, 'a whole number')}" for name, count in counts.items()]
    times = {"forward": forward, "backward-input": backward_input, "backward-weight": backward_weight, "p2p": p2p}
    if overlapped is not None:
        times["overlapped"] = overlapped
    words += [f"--{name}={_list_of(value, name)}" for name, value in times.items()]
    if memory_limit is not None:
        words.append(f"--memory-limit={_text_of(memory_limit, 'memory-limit', 'a number')}")
    return PipelineSchedule(json.loads(run([*words, "--json"], named="pipeline")), words)


def _list_of(times: Any, name: str) -> str:
    return _text_of(times, name, "a number, or a list with one for each rank").strip("[]").replace(" ", "")


def _text_of(value: Any, option: str, valid: str) -> str:
    """As JSON; what is none is said of the argument that the option comes from."""
    name = option.replace("-", "_")
    try:
        return json_text(value, name)
    except ScenarioError as error:
        raise wrong(name, error.message, [valid]) from None
