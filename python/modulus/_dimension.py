"""The functions and types of 2D and 3D by their common names."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from modulus import _api
from modulus._library import check, decode, fail, library


class Dimension:
    """``Dimension(3).body_create`` is md3_body_create, and ``Dimension(3).type("body_def")`` is md3_body_def."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self.rotation_size = 2 if dimensions == 2 else 4
        self.angular_size = 1 if dimensions == 2 else 3

    def __getattr__(self, name: str) -> Any:
        function = getattr(library, f"md{self.dimensions}_{name}")
        setattr(self, name, function)
        return function

    def companion(self, name: str) -> Any:
        """Return a function of companion.h: mdpy2_... or mdpy3_..."""
        return getattr(library, f"mdpy{self.dimensions}_{name}")

    def type(self, name: str) -> Any:
        return _api.STRUCTS[f"md{self.dimensions}_{name}"]

    def enum(self, name: str) -> str:
        return f"md{self.dimensions}_{name}"

    def vec(self, value: Any, name: str) -> Any:
        from modulus._fields import converted

        return converted(self.type("vec"), value, name)

    def checked(self, world: int, status: int) -> None:
        """Raise an exception with the world's own words unless a status is MD_OK."""
        if status != 0:
            fail(status, decode(self.world_last_error(world)))

    def checked_def(self, kind: str, definition: Any) -> None:
        """Check a definition before it is used, for errors that name the field."""
        error = _api.md_error()
        check(getattr(self, f"{kind}_check")(ctypes.byref(definition), ctypes.byref(error)), error)


def array_of(vec: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a vector, or a rotation, of the library as an array."""
    return np.array([getattr(vec, name) for name, *_ in vec._fields_])


TWO = Dimension(2)
THREE = Dimension(3)
