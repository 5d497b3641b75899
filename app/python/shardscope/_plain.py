"""Values of Python as JSON text, or where they are none."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import ScenarioError, wrong, wrong_value

DEPTH_MAX = 64
INTEGER_MAX = 2**63
LIST_MAX = 100_000
"""Entries of a list that people give, as the command line has it of values."""
VALUES_MAX = 1_000_000
"""Values of a document, as the program reads them."""


def json_text(value: Any, path: str = "") -> str:
    """As JSON, numbers to the last digit. Numbers and arrays of NumPy are numbers and lists."""
    try:
        return json.dumps(value, allow_nan=False, default=_as_plain)
    except (TypeError, ValueError, RecursionError) as error:
        _refuse(value, path, ())
        raise wrong_value(path, f"isn't a value that JSON has: {error}") from None


def _as_plain(value: Any) -> Any:
    """What the encoder doesn't know by itself."""
    if isinstance(value, range) and len(value) <= VALUES_MAX:
        return list(value)
    try:
        if isinstance(value, Mapping):
            return dict(value)
        for method in ("tolist", "item"):
            if hasattr(value, method):
                return getattr(value, method)()
    except Exception as error:  # whatever a foreign object raises, it is no value
        raise TypeError(f"{type(value).__name__} gives no value of JSON: {error!r:.80}") from None
    raise TypeError(f"{type(value).__name__} is no value of JSON")


def _refuse(value: Any, path: str, around: tuple[Any, ...]) -> None:
    """Raises at the first value that JSON can't have; ``around``: what it stands in."""
    if any(value is each for each in around):
        raise wrong_value(path, "is nested in itself")
    if len(around) > DEPTH_MAX:
        raise wrong_value(re.split(r"[.\[]", path)[0], f"is nested deeper than {DEPTH_MAX}")
    if isinstance(value, float) and not math.isfinite(value):
        raise wrong_value(path, f"{value} is no finite number")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > INTEGER_MAX:
        raise wrong_value(path, "is too large a whole number")
    if value is None or isinstance(value, (str, bool, int, float)):
        return
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise wrong_value(path, f"the key {key!r:.80} is no text")
            _refuse(entry, f"{path}.{key}" if path else key, (*around, value))
        return
    if isinstance(value, (list, tuple)):
        for place, entry in enumerate(value):
            _refuse(entry, f"{path}[{place}]", (*around, value))
        return
    try:
        plain = _as_plain(value)
    except TypeError:
        raise wrong_value(path, f"{value!r:.80} of type {type(value).__name__} is no value of JSON") from None
    _refuse(plain, path, (*around, value))


def as_text(words: str, path: str = "") -> str:
    """Texts go to the native half as UTF-8."""
    try:
        words.encode()
    except UnicodeEncodeError:
        raise wrong(path, f"{words!r:.80} is no UTF-8") from None
    return words


def list_of(values: Iterable[Any], path: str) -> list[Any]:
    """What people give as a list, which may have no end."""
    listed = list(itertools.islice(values, LIST_MAX + 1))
    if len(listed) > LIST_MAX:
        raise wrong_value(path, f"these are more than {LIST_MAX:,} values")
    return listed


def truth_of(value: Any, path: str) -> bool:
    """True or False, NumPy's too; a text or a number is taken for none."""
    try:
        plain = value.item() if hasattr(value, "item") else value
    except Exception:  # an array has no one item
        plain = None
    if not isinstance(plain, bool):
        raise wrong(path, f"{value!r:.80} is neither True nor False", ["True", "False"])
    return plain


def words_of(value: Any, path: str) -> str:
    """A setting's value as --set takes it: text as it is typed, all else as JSON. What isn't there is None, no text."""
    return as_text(value, path) if isinstance(value, str) and value != "null" else json_text(value, path)


__all__ = ["ScenarioError", "as_text", "json_text", "list_of", "words_of"]
