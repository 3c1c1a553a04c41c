"""Values of the library as values of Python."""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar, TypeVar

from modulus._library import word

R = TypeVar("R", bound="Record")


class Record:
    """The base of immutable results: ``as_dict()`` returns the fields and their values."""

    _struct: ClassVar[str]
    _classes: ClassVar[dict[str, type[Record]]] = {}

    def __init_subclass__(cls) -> None:
        Record._classes[cls._struct] = cls

    @classmethod
    def _of(cls: type[R], struct: ctypes.Structure) -> R:
        """Return the record of a struct of the library."""
        return cls(**{name: value_of(struct, name) for name, *_ in struct._fields_})

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary, with records inside as dictionaries too.

        >>> import modulus
        >>> sorted(modulus.World2().step().residual.as_dict())
        ['absolute', 'cone', 'relative', 'scaled']
        """
        return {name: value.as_dict() if isinstance(value, Record) else value for name, value in vars(self).items()}


def value_of(struct: ctypes.Structure, name: str) -> Any:
    """Return a field: a word for an enum, a tuple for a vector, a record for a struct."""
    value = getattr(struct, name)
    enum: str | None = getattr(struct, "enums", {}).get(name)
    return word(enum, value) if enum is not None else plain(value)


def plain(value: Any) -> Any:
    """Return a value of ctypes as a number, a tuple, a record or a dictionary."""
    if isinstance(value, ctypes.Array):
        return tuple(plain(one) for one in value)
    if isinstance(value, ctypes.Structure):
        record = Record._classes.get(type(value).__name__)
        if record is not None:
            return record._of(value)
        if all(kind is ctypes.c_double for _, kind, *_ in value._fields_):
            return tuple(getattr(value, name) for name, *_ in value._fields_)
        if all(issubclass(kind, ctypes.Structure) for _, kind, *_ in value._fields_):
            return tuple(plain(getattr(value, name)) for name, *_ in value._fields_)
        return {name: value_of(value, name) for name, *_ in value._fields_}
    return value
