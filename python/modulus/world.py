"""Worlds of rigid bodies in the plane and in space."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from modulus import _api, _callbacks
from modulus._dimension import THREE, TWO
from modulus._fields import enum_value, fields_text, fill, number, step_count, values, whole
from modulus._library import ArgumentError, check
from modulus._record import plain
from modulus._records import Statistics, StepReport
from modulus.arrays import Arrays
from modulus.bodies import Body
from modulus.bodies2 import Body2
from modulus.bodies3 import Body3
from modulus.handles import Joint, Vector
from modulus.history import History
from modulus.output import Output
from modulus.problem import Problem
from modulus.queries import Queries
from modulus.snapshots import Snapshots

W = TypeVar("W", bound="World[Any]")
B = TypeVar("B", bound=Body)


class World(Arrays, Queries, Snapshots, Output, Generic[B]):
    """What worlds of 2D and 3D have in common. Create a :class:`World2` or a :class:`World3`.

    >>> import modulus
    >>> isinstance(modulus.World2(), modulus.World)
    True
    """

    def __init__(self, **settings: Any) -> None:
        self._open(self._dimension.world_def_default(), settings)

    @classmethod
    def soft_step(cls: type[W], substeps: int = 4, **settings: Any) -> W:
        """Create a world with soft steps, for many bodies at little cost.

        >>> import modulus
        >>> modulus.World3.soft_step(4).settings["position_correction"]
        'soft_step'
        """
        world = cls.__new__(cls)
        world._open(cls._dimension.world_def_soft_step(whole(substeps, "substeps")), settings)
        return world

    def _open(self, definition: Any, settings: dict[str, Any]) -> None:
        pointer = ctypes.c_void_p()
        _fill_settings(definition, settings)
        self._dimension.checked_def("world_def", definition)
        check(self._dimension.world_create(ctypes.byref(definition), ctypes.byref(pointer)))
        self._own(pointer.value)

    # ---- Building

    def add_body(self, type: str = "static", **fields: Any) -> B:
        """Add a body without shapes: ``"static"``, ``"kinematic"`` or ``"dynamic"``. ``**fields`` are those of
        ``md2_body_def`` or ``md3_body_def``, such as ``position=(0, 4)`` (see :func:`fields`).

        >>> import modulus
        >>> world = modulus.World2()
        >>> world.add_body("dynamic", position=(0, 4), rotation=0.3)
        <Body2 0>
        """
        definition = self._dimension.body_def_default()
        definition.type = enum_value(self._dimension.enum("body_type"), type, "type")
        fill(definition, fields)
        identity = self._dimension.type("body_id")()
        self._do("body_create", ctypes.byref(definition), ctypes.byref(identity))
        body: B = self._body(identity)
        return body

    def add_joint(
        self, type: str, first: B, second: B, point: Vector | None = None, axis: Vector | None = None, **fields: Any
    ) -> Joint:
        """Add a joint between two bodies as they are now, both anchors at a point, with an axis, in world
        coordinates. Without a point, the definition is the default one, and ``**fields`` has ``anchor`` and so on:
        those of ``md2_joint_def`` or ``md3_joint_def``. The types are at the top of joints2.h and joints3.h.

        >>> import modulus
        >>> world = modulus.World3()
        >>> door = world.add_body("dynamic", position=(1, 0, 0))
        >>> shape = door.add_box((1, 1, 0.05))
        >>> world.add_joint("hinge", world.add_body(), door, (0, 0, 0), (0, 1, 0), has_limits=True, upper=1.5)
        <Joint 0>
        """
        kind = enum_value(self._dimension.enum("joint_type"), type, "type")
        for body, name in ((first, "first"), (second, "second")):
            if getattr(body, "world", None) is not self or not isinstance(body, Body):
                raise ArgumentError(f"add_joint: {name}: expected a body of this world, got {body!r}")
        if point is None:
            definition = self._dimension.joint_def_default(kind)
            definition.body[0], definition.body[1] = first._id, second._id
        else:
            along = (1, 0, 0)[: self._dimension.dimensions] if axis is None else axis
            definition = self._dimension.joint_def_at(
                self._alive(), kind, first._id, second._id,
                self._dimension.vec(point, "point"), self._dimension.vec(along, "axis"),
            )  # fmt: skip
        fill(definition, fields)
        identity = self._dimension.type("joint_id")()
        self._do("joint_create", ctypes.byref(definition), ctypes.byref(identity))
        return self._joint(identity)

    @property
    def bodies(self) -> list[B]:
        """All bodies, in the order of the rows of ``state``."""
        return self._chain(self._get("first_body"), self._dimension.world_next_body, self._body)

    @property
    def joints(self) -> list[Joint]:
        """All joints."""
        return self._chain(self._get("first_joint"), self._dimension.world_next_joint, self._joint)

    # ---- Stepping

    def step(self, dt: float | None = None) -> StepReport:
        """Advance the world by ``dt`` seconds (the world's ``dt`` if none is given), without the interpreter lock,
        and say how well the step was solved.

        >>> import modulus
        >>> report = modulus.scene("tower3").step()
        >>> report.contacts, report.outcome
        (20, 'max_iterations')
        """
        report = _api.md_step_report()
        pointer = self._alive()
        seconds = number(self.dt if dt is None else dt, "dt")
        status = self._dimension.world_step(pointer, seconds, ctypes.byref(report))
        self._callbacks.raise_kept()
        self._dimension.checked(pointer, status)
        return StepReport._of(report)

    def run(self, steps: int | None = None, dt: float | None = None) -> History:
        """Make several steps (a scene's usual number if none is given) and return their reports.

        >>> import modulus
        >>> modulus.scene("tower3").run(60)[-1].penetration_max < 0.01
        True
        """
        count = step_count(self.default_steps if steps is None else steps)
        return History([self.step(dt) for _ in range(count)], self.dt if dt is None else dt)

    @property
    def statistics(self) -> Statistics:
        """The reports of all steps together."""
        return Statistics._of(self._get("statistics"))

    def reset_statistics(self) -> None:
        """Start the statistics again.

        >>> import modulus
        >>> world = modulus.World2()
        >>> history = world.run(3)
        >>> world.reset_statistics()
        >>> world.statistics.steps, world.steps
        (0, 3)
        """
        self._do("world_reset_statistics")

    # ---- Settings

    @property
    def settings(self) -> dict[str, Any]:
        """All settings."""
        return values(self._definition())

    def set(self, **settings: Any) -> None:
        """Change settings.

        >>> import modulus
        >>> world = modulus.World2()
        >>> world.set(solver="pgs", max_iterations=20)
        >>> world.settings["limits"]["max_iterations"]
        20
        """
        definition = self._definition()
        _fill_settings(definition, settings)
        self._do("world_set_def", ctypes.byref(definition))

    @property
    def gravity(self) -> tuple[float, ...]:
        """m/s^2; may be assigned."""
        return tuple(plain(self._get("gravity")))

    @gravity.setter
    def gravity(self, value: Vector) -> None:
        self._do("world_set_gravity", self._dimension.vec(value, "gravity"))

    def set_callbacks(self, **functions: Callable[..., Any]) -> None:
        """Give the world callbacks in place of those that it has. An exception in one of them is raised by ``step``.

        ``filter(a, b)``: whether two shapes collide. ``pre_solve(contact)``: may change a :class:`PreSolve`, returns
        False to ignore it.
        ``mix_friction(a, b)``, ``mix_restitution(a, b)``: of two shapes. ``limits(substep)``: limits of a solve to
        change, as a dictionary. ``solved(substep, problem, result)``: after each solve, with a copy of the
        :class:`Problem` and its :class:`Result`.
        ``log(level, message)``: ``"info"`` or ``"warning"``; by default lines go to the logger ``modulus``.
        ``warn(report)``: a step ended far from converged. Snapshots and copies have no callbacks.

        >>> import modulus
        >>> world = modulus.scene("pyramid", rows=3)
        >>> world.set_callbacks(solved=lambda substep, problem, result: print(problem, result.outcome))
        >>> report = world.step()
        <Problem: 36 rows, bodies> max_iterations
        """
        self._callbacks = _callbacks.install(self, functions)

    def next_problem(self, dt: float | None = None) -> Problem:
        """Return the velocity problem of the next step (of its first substep) with its warm start. The world does not
        change.

        >>> import modulus
        >>> world = modulus.scene("pyramid", rows=4)
        >>> report = world.run(30)
        >>> problem = world.next_problem()
        >>> modulus.solve(problem, solver="exact").converged
        True
        """
        found: list[Problem] = []

        def keep(_substep: int, problem: Problem, _result: Any) -> None:
            if problem.rows > 0 and not found:
                found.append(problem)

        copy = self.copy()
        copy.set(separate_islands=False)
        copy.set_callbacks(solved=keep)
        copy.step(dt)
        if not found:
            raise ArgumentError("the next step has no problem: no moving body touches another or has a joint")
        return found[0]

    def __repr__(self) -> str:
        if not self._close.alive:
            return f"<{type(self).__name__}, closed>"
        name = f" {self.name!r}" if self.name else ""
        counts = f"{self._get('body_count')} bodies, {self._get('joint_count')} joints"
        return f"<{type(self).__name__}{name}: {counts}, step {self.steps}>"


class World2(World[Body2]):
    """A world of rigid bodies in the plane.

    >>> import modulus
    >>> world = modulus.World2()
    >>> floor = world.add_body().add_box((10, 0.5), center=(0, -0.5))
    >>> ball = world.add_body("dynamic", position=(0, 2))
    >>> shape = ball.add_circle(0.5, friction=0.3)
    >>> history = world.run(120)
    >>> ball.position.round(2)
    array([0. , 0.5])

    Settings, by keyword; one ``solver`` is for velocities and positions unless ``position_solver`` is given too, and
    the fields of ``limits`` (``max_iterations``, ``tol_relative``, ...) can be given directly:

    """

    _dimension = TWO
    _body_class = Body2


class World3(World[Body3]):
    """A world of rigid bodies in space; y points up.

    >>> import modulus
    >>> world = modulus.World3(solver="pgs", max_iterations=20)
    >>> ground = world.add_body().add_plane((0, 1, 0))
    >>> box = world.add_body("dynamic", position=(0, 2, 0), rotation=modulus.axis_angle((0, 0, 1), 0.1))
    >>> shape = box.add_box((0.5, 0.5, 0.5))
    >>> history = world.run(180)
    >>> box.position.round(2)[1]
    0.5

    Settings, by keyword; one ``solver`` is for velocities and positions unless ``position_solver`` is given too, and
    the fields of ``limits`` (``max_iterations``, ``tol_relative``, ...) can be given directly:

    """

    _dimension = THREE
    _body_class = Body3


World2.__doc__ = f"{World2.__doc__}\n{fields_text('md2_world_def')}\n"
World3.__doc__ = f"{World3.__doc__}\n{fields_text('md3_world_def')}\n"


def _fill_settings(definition: Any, settings: dict[str, Any]) -> None:
    """As in scene files, one solver is for both problems of a step."""
    fill(definition, settings)
    if "solver" in settings and "position_solver" not in settings:
        definition.position_solver = definition.solver
