"""Views of the window as pictures, drawn by the processor without a display."""

from __future__ import annotations

import os
from typing import Optional

from . import _native
from ._errors import wrong
from ._presets import run
from ._scenario import ScenarioLike, asked_of, load


class Picture:
    """A picture with true text, which notebooks show by themselves."""

    def __init__(self, svg: str, name: str) -> None:
        self.svg = svg
        """The SVG document."""
        self.name = name
        """The view's."""

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the SVG to a file."""
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<shardscope.Picture of {self.name!r}, {len(self.svg):,} characters of SVG>"


def drawn(words: list[str], text: str, named: str, as_read: Optional[_native.AsRead] = None) -> str:
    """What a command draws to a file of its own."""
    import tempfile  # loads much that nothing else needs

    with tempfile.TemporaryDirectory(prefix="shardscope-") as folder:
        file = os.path.join(folder, "picture.svg")
        run([*words, f"--to={file}"], text, named=named, called={"--view": "name"}, as_read=as_read)
        with open(file, encoding="utf-8") as stream:
            return stream.read()


def size_words(size: Optional[tuple[int, int]]) -> list[str]:
    """The option for a picture's width and height."""
    if size is None:
        return []
    if not isinstance(size, (tuple, list)) or len(size) != 2:
        raise wrong("size", f"{size!r:.80} is no pair", ["a pair of width and height in pixels, as (1760, 1080)"])
    return [f"--size={size[0]}x{size[1]}"]


def view(
    report: ScenarioLike,
    /,
    name: str = "window",
    *,
    size: Optional[tuple[int, int]] = None,
    theme: str = "dark",
    scale: Optional[float] = None,
) -> Picture:
    """A view of the window as ``shardscope draw`` draws it: "timeline", "memory", "step", "cluster", "run", ….

    ``size``: width and height in pixels; ``theme``: "dark", "light", "high-contrast" or "print". An unknown name says
    which there are.
    """
    asked = asked_of(load(report, {}), {})
    options = [f"--view={name}", f"--theme={theme}", *size_words(size)]
    if scale is not None:
        options.append(f"--scale={scale}")
    return Picture(drawn(asked.words("draw", *options), asked.text, asked.source, asked.as_read), name)
