"""Filling the library's definitions from keywords. Names, types and defaults are those of C; there is no second list
of them."""

from __future__ import annotations

import ctypes
import difflib
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from modulus import _api
from modulus._library import ArgumentError, check, decode, library
from modulus._record import value_of
from modulus._records import SolverSpec

# Fields that belong to C: pointers and functions. Callbacks have an interface of their own.
_HIDDEN = {"user", "allocator", "callbacks", "observe", "observe_user", "observe_every"}


def names(kind: type[ctypes.Structure]) -> list[str]:
    """Return the names of the fields that Python can set."""
    return [name for name, *_ in kind._fields_ if name not in _HIDDEN]


def fields(definition: str) -> dict[str, str]:
    """Return the fields of one of the library's definitions, with unit, range and default in the words of its header.

    They are the keywords of the functions that take ``**fields``: ``"md2_world_def"`` of :class:`World2`,
    ``"md2_body_def"`` of ``add_body``, ``"md2_shape_def"`` of ``add_circle`` and so on, ``"md2_joint_def"`` of
    ``add_joint``; the same in 3D.

    >>> import modulus
    >>> print(modulus.fields("md3_body_def")["gravity_scale"])
    factor of gravity; default 1
    """
    if definition not in _api.STRUCTS:
        raise ArgumentError(f"fields: unknown definition '{definition}'{_nearest(definition, list(_api.STRUCTS))}")
    kind: Any = _api.STRUCTS[definition]
    return {name: kind.docs[name] for name in names(kind)}


def fields_text(definition: str) -> str:
    """Return the same as lines of a docstring."""
    return "\n".join(f"    ``{name}``: {doc}" for name, doc in fields(definition).items())


def _nearest(name: str, known: list[str]) -> str:
    found = difflib.get_close_matches(name, known, 1)
    return f", did you mean '{found[0]}'?" if found else f"; expected one of {', '.join(known)}"


def fill(struct: Any, values: Mapping[str, Any]) -> None:
    """Set fields of a definition. A field of its ``limits`` can be given directly: ``max_iterations=20``."""
    known = names(type(struct))
    limits = names(type(struct.limits)) if "limits" in known else []
    for name, value in values.items():
        if name in known:
            _set(struct, name, value)
        elif name in limits:
            _set(struct.limits, name, value)
        else:
            raise TypeError(f"{type(struct).__name__}: unknown field '{name}'{_nearest(name, known + limits)}")


def values(struct: Any) -> dict[str, Any]:
    """Return the fields of a definition as values of Python."""
    return {name: value_of(struct, name) for name in names(type(struct))}


def _set(struct: Any, name: str, value: Any) -> None:
    kind = dict((item[0], item[1]) for item in struct._fields_)[name]
    enum = getattr(struct, "enums", {}).get(name)
    setattr(struct, name, enum_value(enum, value, name) if enum else converted(kind, value, name))


def enum_value(enum: str, value: Any, name: str) -> int:
    """Return the number of a word of an enum."""
    words = _api.ENUMS[enum]
    if value not in words:
        raise ArgumentError(f"{name}: expected {', '.join(repr(one) for one in words)}, got {value!r}")
    return words[value]


def converted(kind: Any, value: Any, name: str) -> Any:
    """Return a value of Python as a value of a ctypes type."""
    if isinstance(value, kind):
        return value
    if hasattr(value, "_id") and issubclass(kind, ctypes.Structure):
        return value._id  # a body or a shape
    if kind is _api.md_solver_spec:
        return solver_spec(value)
    if kind is _api.md2_rot and isinstance(value, (int, float)):
        return kind(math.cos(value), math.sin(value))
    if issubclass(kind, ctypes.Structure):
        return _struct(kind, value, name)
    if issubclass(kind, ctypes.Array):
        items = _sequence(value, kind._length_, name)
        return kind(*(converted(kind._type_, item, f"{name}[{i}]") for i, item in enumerate(items)))
    if kind is ctypes.c_bool:
        return truth(value, name)
    return number(value, name) if kind is ctypes.c_double else whole(value, name, kind)


def number(value: Any, name: str) -> float:
    """Return a number. Texts of numbers are no numbers."""
    try:
        if isinstance(value, (str, bytes)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name}: expected a number, got {value!r}") from None


def whole(value: Any, name: str, kind: Any = ctypes.c_int32) -> int:
    """Return a whole number that a type of C can hold."""
    given = number(value, name)
    if given != given or abs(given) == math.inf or given != int(given):
        raise ArgumentError(f"{name}: expected a whole number, got {value!r}")
    exact = int(value)
    if kind(exact).value != exact:
        raise ArgumentError(f"{name}: {exact} is out of range")
    return exact


def step_count(steps: Any) -> int:
    """Return a number of steps, 0 or more."""
    count = whole(steps, "steps")
    if count < 0:
        raise ArgumentError(f"steps: expected a number >= 0, got {steps!r}")
    return count


def truth(value: Any, name: str) -> bool:
    """Return a truth value; other values are refused, because the text "false" would be true."""
    if not isinstance(value, (bool, np.bool_)):
        raise ArgumentError(f"{name}: expected True or False, got {value!r}")
    return bool(value)


def _struct(kind: Any, value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        result = kind()
        fill(result, value)
        return result
    items = _sequence(value, len(kind._fields_), name)
    return kind(*(converted(item[1], one, name) for item, one in zip(kind._fields_, items)))


def _sequence(value: Any, count: int, name: str) -> Sequence[Any]:
    try:
        items = list(value)
    except TypeError:
        items = [value]
    if len(items) != count:
        raise ArgumentError(f"{name}: expected {count} values, got {value!r}")
    return items


def solver_spec(text: Any) -> Any:
    """Parse a solver such as "amgs:alpha=0.25". A SolverSpec is accepted too."""
    spec = _api.md_solver_spec()
    if isinstance(text, SolverSpec):
        fill(spec, vars(text))
        return spec
    if not isinstance(text, str):
        raise ArgumentError(f"solver: expected a text such as 'pgs' or 'amgs:alpha=0.25', got {text!r}")
    error = _api.md_error()
    check(library.md_solver_spec_parse(text.encode(), ctypes.byref(spec), ctypes.byref(error)), error)
    return spec


def solver_text(spec: Any) -> str:
    """Return the shortest text of a solver."""
    text = ctypes.create_string_buffer(256)
    library.md_solver_spec_format(ctypes.byref(spec), text, len(text))
    return decode(text.value)


def axis_angle(axis: Sequence[float], angle: float) -> tuple[float, float, float, float]:
    """Return the rotation by an angle, rad, about an axis, as the quaternion x, y, z, w.

    >>> import modulus
    >>> [round(number, 3) for number in modulus.axis_angle((0, 0, 1), 3.141592653589793 / 2)]
    [0.0, 0.0, 0.707, 0.707]
    """
    length = math.sqrt(sum(float(one) ** 2 for one in axis))
    if len(axis) != 3 or not length > 0:
        raise ArgumentError(f"axis: expected 3 numbers that are not all 0, got {axis!r}")
    x, y, z = (math.sin(angle / 2) / length * float(one) for one in axis)
    return x, y, z, math.cos(angle / 2)
