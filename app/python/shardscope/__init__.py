"""What splitting the training of a large language model over GPUs costs: memory, time, network, money.

    >>> import shardscope
    >>> report = shardscope.evaluate("llama3-70b-4096-h100", plan={"tp": 8})
    >>> report.step_seconds, report.fits, report["memory.peak_bytes"]

A scenario is a preset's name, a path (of a scenario, a launch script, a configuration, a config.json), a dict as the
JSON of a scenario, a scenario's code, the text of any of these, or what another function here returned. Settings go on
top, as the command line's --set takes them: ``plan={"tp": 8}``, ``**{"plan.tp": 8}``, ``model="llama3-8b"``.

Figures are in SI units, which their names say: seconds, bytes, bytes per second, watts, joules. What isn't known is
None. What can't be computed raises ScenarioError, with every problem's path, message and what would be valid.
"""

from ._errors import PlanError, Problem, ScenarioError, ShardscopeError, UsageError
from ._evaluate import evaluate, evaluate_many
from ._launches import export, import_launch
from ._logs import calibrate, measured, validate
from ._native import version as __version__
from ._pictures import Picture, view
from ._pipeline import PipelineSchedule, pipeline
from ._presets import preset, presets
from ._report import HEADLINE, Report
from ._scenario import Scenario
from ._search import FoundPlans, search
from ._section import Section
from ._sweep import sweep
from ._table import Table
from ._window import open_window

__all__ = [
    "HEADLINE",
    "FoundPlans",
    "Picture",
    "PipelineSchedule",
    "PlanError",
    "Problem",
    "Report",
    "Scenario",
    "ScenarioError",
    "Section",
    "ShardscopeError",
    "Table",
    "UsageError",
    "__version__",
    "calibrate",
    "evaluate",
    "evaluate_many",
    "export",
    "import_launch",
    "measured",
    "open_window",
    "pipeline",
    "preset",
    "presets",
    "search",
    "sweep",
    "validate",
    "view",
]

for _name in __all__:  # what people call it, in messages and help
    if getattr(globals()[_name], "__module__", "").startswith(f"{__name__}."):
        globals()[_name].__module__ = __name__
del _name
