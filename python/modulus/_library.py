"""The shared library: loading it, declaring its functions, turning its status codes into exceptions."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from modulus import _api

_PATH = Path(__file__).with_name("libmodulus_python.so")


class Error(Exception):
    """The library refused a call. The text is the library's own: what was expected, and what it got.

    ``status`` is the library's status code as a word, such as ``"error_argument"``.

    >>> import modulus
    >>> try:
    ...     modulus.World2(substeps=0)
    ... except modulus.Error as error:
    ...     print(error.status, error)
    error_argument world: substeps must be from 1 to 1000, is 0
    """

    status: str

    def __init__(self, message: str, status: str = "error_argument") -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.status)


class ArgumentError(Error, ValueError):
    """A number, a word or a handle is out of range; also a size beyond a limit."""


class LibraryMemoryError(Error, MemoryError):
    """Memory ran out, or the world has reached its ``max_bytes``."""


class FileError(Error, OSError):
    """A file could not be opened, read or written."""

    def __str__(self) -> str:
        return str(self.args[0])


class FormatError(Error, ValueError):
    """A file, a scene or a snapshot has invalid contents."""


class ProblemError(Error, ValueError):
    """The parts of a problem do not fit together, or no method can solve it."""


class BusyError(Error, RuntimeError):
    """A world cannot be changed in a callback, while it is stepping."""


_EXCEPTIONS: dict[str, type[Error]] = {
    "error_memory": LibraryMemoryError,
    "error_argument": ArgumentError,
    "error_size": ArgumentError,
    "error_file": FileError,
    "error_format": FormatError,
    "error_problem": ProblemError,
    "error_busy": BusyError,
}


# Users know them by their public names.
for _exception in (Error, *_EXCEPTIONS.values()):
    _exception.__module__ = "modulus"


class _Library:
    """The functions of the library as attributes. Each is declared at its first use."""

    def __init__(self) -> None:
        try:
            self._dll = ctypes.CDLL(str(_PATH))
        except OSError as error:
            raise ImportError(
                f"modulus: the shared library cannot be loaded ({error}). In a checkout run 'make python' and use "
                "PYTHONPATH=build/python, or install the package with 'pip install .'"
            ) from None

    def __getattr__(self, name: str) -> Any:
        if name not in _api.FUNCTIONS:
            raise AttributeError(name)
        result, arguments = _api.FUNCTIONS[name]
        function = getattr(self._dll, name)
        function.restype = result
        function.argtypes = arguments
        setattr(self, name, function)
        return function


library = _Library()


def decode(text: bytes | None) -> str:
    """Return a text of the library as a string."""
    return (text or b"").decode(errors="replace")


def word(enum: str, value: int) -> str:
    """Return the word for a value of an enum."""
    return next((name for name, number in _api.ENUMS[enum].items() if number == value), str(value))


def fail(status: int, message: str = "") -> None:
    """Raise the exception of a status that is not MD_OK."""
    name = word("md_status", status)
    raise _EXCEPTIONS[name](message or decode(library.md_status_text(status)), name)


def check(status: int, error: Any = None) -> None:
    """Raise an exception unless a status is MD_OK; ``error`` is the md_error that the call has filled."""
    if status != 0:
        fail(status, decode(error.message) if error is not None else "")
