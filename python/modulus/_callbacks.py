"""Python functions as callbacks of a world."""

from __future__ import annotations

import ctypes
import logging
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from modulus._fields import fill, solver_text
from modulus._library import decode
from modulus._record import value_of
from modulus._records import StepReport
from modulus.problem import Problem
from modulus.result import HISTORY_TYPE, Result

if TYPE_CHECKING:
    from modulus.core import Core

_LOG = logging.getLogger("modulus")
_LEVELS = {"info": logging.INFO, "warning": logging.WARNING}

NAMES = ("filter", "pre_solve", "mix_friction", "mix_restitution", "limits", "solved", "log", "warn")


class PreSolve:
    """A contact before it is solved, for the callback ``pre_solve``; it must not be kept. ``friction``,
    ``restitution`` and the other fields of ``md2_pre_solve`` or ``md3_pre_solve`` may be read and assigned;
    assignments hold for this substep.

    >>> import modulus
    >>> world = modulus.scene("tower3", count=2)
    >>> def slippery(contact):
    ...     contact.friction = 0.0
    >>> world.set_callbacks(pre_solve=slippery)
    >>> report = world.step()
    """

    def __init__(self, world: Core, struct: Any) -> None:
        self.__dict__.update(world=world, _struct=struct)

    @property
    def shapes(self) -> tuple[Any, Any]:
        """The first and the second shape."""
        return self.world._shape(self._struct.shape[0]), self.world._shape(self._struct.shape[1])

    @property
    def normal(self) -> tuple[float, ...]:
        """Unit, from the first shape to the second."""
        return tuple(value_of(self._struct.manifold, "normal"))

    @property
    def points(self) -> NDArray[np.float64]:
        """The points of the contact, one per row."""
        manifold = self._struct.manifold
        return np.array([value_of(manifold.point[k], "point") for k in range(manifold.count)])

    def __getattr__(self, name: str) -> Any:
        return value_of(self._struct, name)

    def __setattr__(self, name: str, value: Any) -> None:
        fill(self._struct, {name: value})


class Callbacks:
    """The callbacks of a world, as functions that C can call. The world is not kept alive by them."""

    def __init__(self, world: Core, functions: dict[str, Callable[..., Any]]) -> None:
        self._world = weakref.ref(world)
        self.functions = {"log": self._log_line, **functions}
        self.raised: BaseException | None = None
        struct = world._dimension.type("callbacks")
        kinds = {item[0]: item[1] for item in struct._fields_}
        self.struct = struct()
        for name, function in self.functions.items():
            setattr(self.struct, name, kinds[name](self._guarded(getattr(self, f"_{name}"), function)))

    @staticmethod
    def _log_line(level: str, message: str) -> None:
        _LOG.log(_LEVELS[level], message)

    def _guarded(self, adapter: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
        """An exception cannot pass through C: keep the first, which the step raises when it returns."""

        def call(*arguments: Any) -> Any:
            if self.raised is None:
                try:
                    return adapter(function, *arguments)
                except BaseException as error:
                    self.raised = error
            return adapter.__annotations__["return"] == "bool" or 0

        return call

    def raise_kept(self) -> None:
        """Raise the exception of a callback."""
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised

    # ---- Adapters: from the arguments of C to those of Python

    def _filter(self, function: Any, _user: Any, _pointer: Any, a: Any, b: Any) -> bool:
        world = self._world()
        return bool(world is None or function(world._shape(a), world._shape(b)))

    def _pre_solve(self, function: Any, _user: Any, _pointer: Any, contact: Any) -> bool:
        world = self._world()
        return world is None or function(PreSolve(world, contact.contents)) is not False

    def _mix_friction(self, function: Any, _user: Any, a: float, b: float) -> float:
        return float(function(a, b))

    def _mix_restitution(self, function: Any, _user: Any, a: float, b: float) -> float:
        return float(function(a, b))

    def _limits(self, function: Any, _user: Any, _pointer: Any, substep: int, limits: Any) -> None:
        fill(limits.contents, function(substep) or {})

    def _solved(self, function: Any, _user: Any, substep: int, problem: int, result: Any) -> None:
        world = self._world()
        solver = solver_text(world._definition().solver) if world is not None else ""
        function(substep, Problem._copy_of(problem), Result._of(result.contents, solver, np.empty(0, HISTORY_TYPE)))

    def _log(self, function: Any, _user: Any, level: int, message: bytes) -> None:
        function("warning" if level else "info", decode(message))

    def _warn(self, function: Any, _user: Any, _pointer: Any, report: Any) -> None:
        function(StepReport._of(report.contents))


def install(world: Core, functions: dict[str, Callable[..., Any]]) -> Callbacks:
    """Give a world callbacks in place of those that it has."""
    unknown = [name for name in functions if name not in NAMES]
    if unknown:
        raise TypeError(f"set_callbacks: unknown callback '{unknown[0]}'; expected one of {', '.join(NAMES)}")
    for name, function in functions.items():
        if not callable(function):
            raise TypeError(f"set_callbacks: {name}: expected a function, got {function!r}")
    callbacks = Callbacks(world, functions)
    world._dimension.checked(
        world._alive(), world._dimension.world_set_callbacks(world._alive(), ctypes.byref(callbacks.struct))
    )
    return callbacks
