"""How far a long function is: a bar in a terminal and a notebook, nothing elsewhere."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Optional


def in_notebook() -> bool:
    """Whether a kernel shows what is written, as a notebook does."""
    return "ipykernel" in sys.modules


def is_watched() -> bool:
    """Whether somebody sees stderr as it is written."""
    return in_notebook() or (sys.stderr is not None and sys.stderr.isatty())


def _bar_of_tqdm() -> Any:
    """tqdm's class of bars for where this runs: a notebook's own needs ipywidgets."""
    if in_notebook() and find_spec("ipywidgets") is not None:
        return import_module("tqdm.notebook").tqdm
    return import_module("tqdm").tqdm


class Progress:
    """A bar of tqdm where it is there, else a line that the next one overwrites. ``wanted``: None asks is_watched()."""

    def __init__(self, wanted: Optional[bool], total: Optional[int], unit: str) -> None:
        self._unit = unit
        self._total = total
        self._done = 0
        self._bar: Any = None
        self._lines = False
        self._shown = 0
        self._next = time.monotonic() + 0.5
        if wanted or (wanted is None and is_watched()):
            try:
                self._bar = _bar_of_tqdm()(total=total, unit=f" {unit}", leave=False, delay=0.5)
            except ImportError:
                self._lines = True

    def reach(self, done: int, words: str = "") -> None:
        """So many are done."""
        if self._bar is not None:
            self._bar.update(done - self._done)
            if words:
                self._bar.set_postfix_str(words)
        elif self._lines and time.monotonic() >= self._next:
            of = f" of {self._total:,}" if self._total is not None else ""
            self._write(f"{done:,}{of} {self._unit}" + (f", {words}" if words else ""))
            self._next = time.monotonic() + 0.2
        self._done = done

    def _write(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(line)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown:
            self._write("")
            sys.stderr.write("\r")
