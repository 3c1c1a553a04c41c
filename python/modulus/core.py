"""What every part of a world needs: its life, and calls of the library."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from modulus import _callbacks
from modulus._dimension import Dimension
from modulus._library import ArgumentError
from modulus.handles import Joint, Shape
from modulus.state import State

W = TypeVar("W", bound="Core")


class Core:
    """A world of the library, and the objects of Python for its handles."""

    _dimension: ClassVar[Dimension]
    _body_class: ClassVar[type[Any]]

    #: Seconds per step, if ``step`` is not told; scenes bring their own.
    dt: float = 1 / 60
    #: Of a scene: its name, a sentence about it, and the usual number of steps.
    name: str = ""
    about: str = ""
    default_steps: int = 1000
    #: Of a 2D scene: the part of the plane that pictures show, as (x0, y0, x1, y1), m.
    view: tuple[float, float, float, float] | None = None

    # ---- Life

    def _own(self, pointer: int | None) -> None:
        self._pointer = pointer
        self._close = weakref.finalize(self, self._dimension.world_destroy, pointer)
        self._state: State | None = None
        self._callbacks = _callbacks.install(self, {})

    @classmethod
    def _adopt(cls: type[W], pointer: int | None) -> W:
        """Take a world of the library."""
        world = cls.__new__(cls)
        world._own(pointer)
        return world

    def close(self) -> None:
        """Destroy the world now, rather than when nothing refers to it. Arrays that were read stay valid.

        >>> import modulus
        >>> world = modulus.World2()
        >>> world.close()
        >>> world.step()
        Traceback (most recent call last):
            ...
        modulus.ArgumentError: this world is closed
        """
        if self._close.alive:
            self._do("world_reset_statistics")  # refused in a callback, in which a world cannot be destroyed either
        self._close()

    def _alive(self) -> int:
        if not self._close.alive or self._pointer is None:
            raise ArgumentError("this world is closed")
        return self._pointer

    def _do(self, function: str, *arguments: Any) -> None:
        """Call a function that returns a status."""
        pointer = self._alive()
        self._dimension.checked(pointer, getattr(self._dimension, function)(pointer, *arguments))

    def _get(self, function: str, *arguments: Any) -> Any:
        return getattr(self._dimension, f"world_{function}")(self._alive(), *arguments)

    def _definition(self) -> Any:
        return self._get("get_def")

    @property
    def steps(self) -> int:
        """The number of steps since the world was created."""
        return int(self._get("steps"))

    # ---- Handles

    def _body(self, identity: Any) -> Any:
        kind = type(identity)
        return self._body_class(self, kind(identity.index, identity.generation))

    def _shape(self, identity: Any) -> Shape:
        return Shape(self, type(identity)(identity.index, identity.generation))

    def _joint(self, identity: Any) -> Joint:
        return Joint(self, type(identity)(identity.index, identity.generation))

    def _chain(self, first: Any, following: Callable[..., Any], make: Callable[[Any], Any]) -> list[Any]:
        found = []
        while first.generation != 0:
            found.append(make(first))
            first = following(self._alive(), first)
        return found
