"""What goes wrong, as exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._report import Report


class ShardscopeError(Exception):
    """Whatever this package raises of itself."""


class UsageError(ShardscopeError, ValueError):
    """An argument that the function doesn't take."""

    def __init__(self, message: str, path: str = "", valid: Sequence[str] = ()) -> None:
        super().__init__(message, path, list(valid))
        self.message = message
        """What is wrong, with the value and what would be valid, in a line."""
        self.path = path
        """The argument's name; empty where it is none's alone."""
        self.valid = list(valid)
        """What the argument takes: names, or one entry that says a range; empty where that isn't known."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class Problem(NamedTuple):
    """One thing that is wrong, or worth knowing."""

    severity: str
    """"error", "warning" or "hint"."""
    path: str
    """Of the field, "plan.tp"; empty where it is none's."""
    message: str
    """What is wrong, with the value and what would be valid, in a line."""
    rule: str
    """A stable name, "heads-divisible-by-tp"."""
    where: str
    """The flag and line of a launch script that says it, else the path."""
    valid: list[str]
    """What the field takes: names, or one entry that says a range; empty where it is no field."""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class ScenarioError(ShardscopeError, ValueError):
    """A scenario, or what was asked of it, that can't be read or computed."""

    def __init__(self, problems: list[Problem], source: str = "") -> None:
        super().__init__(problems, source)
        self.problems = problems
        """All of them, errors first."""
        self.source = source
        """What the scenario was called."""

    @property
    def path(self) -> str:
        """Of the first problem's field."""
        return self.problems[0].path if self.problems else ""

    @property
    def message(self) -> str:
        """Of the first problem."""
        return self.problems[0].message if self.problems else ""

    @property
    def valid(self) -> list[str]:
        """What the first problem's field takes."""
        return self.problems[0].valid if self.problems else []

    def __repr__(self) -> str:
        more = f", and {len(self.problems) - 1} more" if len(self.problems) > 1 else ""
        return f"<shardscope.{type(self).__name__}: {self.problems[0] if self.problems else 'nothing'}{more}>"

    def __str__(self) -> str:
        shown, longest = 8, 200
        source = self.source if len(self.source) <= longest else self.source[: longest - 1] + "…"
        lines = [f"{source}: {problem}" if source else str(problem) for problem in self.problems[:shown]]
        if len(self.problems) > shown:
            lines.append(f"and {len(self.problems) - shown} more")
        return "\n".join(lines)


class PlanError(ScenarioError):
    """A scenario that is well formed, and that no machine can run."""

    def __init__(self, problems: list[Problem], source: str, report: Report) -> None:
        super().__init__(problems, source)
        self.report = report
        """What can be computed all the same."""

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanError, (self.problems, self.source, self.report)


def problems_of(made: list[dict[str, Any]]) -> list[Problem]:
    """What the native half says, as values."""
    return [Problem(**each) for each in made]


def refusal(made: list[dict[str, Any]], source: str) -> ScenarioError:
    """The exception that the native half raises."""
    return ScenarioError(problems_of(made), source)


def wrong(path: str, message: str, valid: Sequence[str] = ()) -> ScenarioError:
    """Of what Python's side sees itself: an argument by its name."""
    return ScenarioError([Problem("error", path, message, "python-value", path, list(valid))])


def wrong_value(path: str, message: str) -> ScenarioError:
    """The same of a scenario's value, by its path."""
    from ._presets import program

    return wrong(path, message, program().valid(path))
