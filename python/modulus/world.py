"""Worlds of rigid bodies in the plane and in space."""

from __future__ import annotations

import ctypes
import os
import tempfile
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from modulus import _api, _callbacks
from modulus._dimension import THREE, TWO, Dimension
from modulus._fields import converted, enum_value, fields_text, fill, number, values, whole
from modulus._library import ArgumentError, Error, check, fail, library
from modulus._matrix import address
from modulus._record import plain
from modulus._records import Statistics, StepReport
from modulus.bodies import Body, Body2, Body3, Joint, Shape, Vector
from modulus.events import Event
from modulus.history import History
from modulus.problem import Problem
from modulus.state import Contacts, State

W = TypeVar("W", bound="World[Any]")
B = TypeVar("B", bound=Body)


@dataclass(frozen=True)
class RayHit:
    """The first shape that a ray hits: the point, the outward normal, and the fraction of the ray.

    >>> import modulus
    >>> world = modulus.World2()
    >>> ball = world.add_body(position=(0, 5)).add_circle(1)
    >>> world.ray((0, 0), (0, 8)).point
    (0.0, 4.0)
    """

    shape: Shape
    point: tuple[float, ...]
    normal: tuple[float, ...]
    fraction: float


@dataclass(frozen=True, eq=False)
class Rays:
    """The first hits of many rays: the fraction of each ray, 1 without a hit; the index of the body, -1 without a hit; the normal, zeros
    without a hit.

    >>> import modulus
    >>> modulus.World3().rays((0, 1, 0), [(0, -5, 0)]).body
    array([-1], dtype=int32)
    """

    fraction: np.ndarray[Any, np.dtype[np.float64]]
    body: np.ndarray[Any, np.dtype[np.int32]]
    normal: np.ndarray[Any, np.dtype[np.float64]]


class World(Generic[B]):
    """What worlds of 2D and 3D have in common. Create a :class:`World2` or a :class:`World3`.

    >>> import modulus
    >>> isinstance(modulus.World2(), modulus.World)
    True
    """

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

    # ---- Life

    def _open(self, definition: Any, settings: dict[str, Any]) -> None:
        pointer = ctypes.c_void_p()
        _fill_settings(definition, settings)
        self._dimension.checked_def("world_def", definition)
        check(self._dimension.world_create(ctypes.byref(definition), ctypes.byref(pointer)))
        self._own(pointer.value)

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

    # ---- Handles

    def _body(self, identity: Any) -> B:
        kind = type(identity)
        return self._body_class(self, kind(identity.index, identity.generation))  # type: ignore[no-any-return]

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

    # ---- Building

    def add_body(self, type: str = "static", **fields: Any) -> B:
        """Add a body without shapes: ``"static"``, ``"kinematic"`` or ``"dynamic"``. ``**fields`` are those of ``md2_body_def`` or
        ``md3_body_def``, such as ``position=(0, 4)`` (see :func:`fields`).

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
        return self._body(identity)

    def add_joint(
        self, type: str, first: B, second: B, point: Vector | None = None, axis: Vector | None = None, **fields: Any
    ) -> Joint:
        """Add a joint between two bodies as they are now, both anchors at a point, with an axis, in world coordinates. Without a point,
        the definition is the default one, and ``**fields`` has ``anchor`` and so on: those of ``md2_joint_def`` or ``md3_joint_def``.
        The types are at the top of joints2.h and joints3.h.

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
        """Advance the world by ``dt`` seconds (the world's ``dt`` if none is given), without the interpreter lock, and say how well the
        step was solved.

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
        return StepReport.of(report)

    def run(self, steps: int | None = None, dt: float | None = None) -> History:
        """Make several steps (a scene's usual number if none is given) and return their reports.

        >>> import modulus
        >>> modulus.scene("tower3").run(60)[-1].penetration_max < 0.01
        True
        """
        count = step_count(self.default_steps if steps is None else steps)
        return History([self.step(dt) for _ in range(count)], self.dt if dt is None else dt)

    @property
    def steps(self) -> int:
        """The number of steps since the world was created."""
        return int(self._get("steps"))

    @property
    def statistics(self) -> Statistics:
        """The reports of all steps together."""
        return Statistics.of(self._get("statistics"))

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

    # ---- State

    @property
    def state(self) -> State:
        """The state of all bodies as arrays, read now by one call: see :class:`State`."""
        count = int(self._get("body_count"))
        if self._state is None or len(self._state) != count:
            self._state = State(self._dimension, (count,))
        self._dimension.companion("read_bodies")(self._alive(), ctypes.byref(self._state._struct), count)
        return self._state

    @property
    def contacts(self) -> Contacts:
        """All contact points as arrays: see :class:`Contacts`."""
        return Contacts._read(self._dimension, self._alive(), self.state.index)

    @property
    def events(self) -> list[Event]:
        """What happened in the last step, and in calls just before and after it: see :class:`Event`."""
        count = ctypes.c_int32()
        events = self._get("events", ctypes.byref(count))
        return [Event._of(self, events[i]) for i in range(count.value)]

    def _change(self, change: str, linear: ArrayLike | None, angular: ArrayLike | None, sizes: tuple[int, int]) -> None:
        count = int(self._get("body_count"))
        arrays = [
            None if value is None else rows_of(value, (count,), size, name)
            for value, size, name in zip((linear, angular), sizes, ("the first array", "the second array"))
        ]
        number = _api.ENUMS["mdpy_change"][change]
        function = self._dimension.companion("change_bodies")
        pointer = self._alive()
        self._dimension.checked(pointer, function(pointer, number, address(arrays[0]), address(arrays[1]), count))

    @property
    def _motion(self) -> tuple[int, int]:
        return self._dimension.dimensions, self._dimension.angular_size

    def apply_forces(self, forces: ArrayLike | None = None, torques: ArrayLike | None = None) -> None:
        """Add forces at the centres of mass, N, and torques, N m, for the next step: a row per body, as in ``state``. Rows of zeros wake
        nothing, and those of static bodies do nothing.

        >>> import modulus
        >>> world = modulus.World2(gravity=(0, 0))
        >>> shape = world.add_body("dynamic").add_circle(1, density=1 / 3.141592653589793)
        >>> world.apply_forces([[3.0, 0.0]])
        >>> report = world.step(1.0)
        >>> world.state.velocity.round(6)
        array([[3., 0.]])
        """
        self._change("apply_forces", forces, torques, self._motion)

    def apply_impulses(self, impulses: ArrayLike | None = None, angular_impulses: ArrayLike | None = None) -> None:
        """Apply impulses at the centres of mass, N s, and angular impulses, N m s, at once: as ``apply_forces``.

        >>> import modulus
        >>> world = modulus.World2()
        >>> world.add_body("dynamic").set_mass(2)
        >>> world.apply_impulses([[4.0, 0.0]])
        >>> world.state.velocity
        array([[2., 0.]])
        """
        self._change("apply_impulses", impulses, angular_impulses, self._motion)

    def set_velocities(self, velocities: ArrayLike | None = None, angular_velocities: ArrayLike | None = None) -> None:
        """Set the velocities of all bodies: a row per body, as in ``state``. Those of static bodies do nothing.

        >>> import modulus
        >>> world = modulus.World2()
        >>> body = world.add_body("dynamic")
        >>> world.set_velocities([[1.0, 2.0]], angular_velocities=[3.0])
        >>> body.velocity, body.angular_velocity
        (array([1., 2.]), 3.0)
        """
        self._change("set_velocities", velocities, angular_velocities, self._motion)

    def set_transforms(self, positions: ArrayLike | None = None, rotations: ArrayLike | None = None) -> None:
        """Move all bodies at once: a row per body, as in ``state``. Those of static bodies do nothing.

        >>> import modulus
        >>> world = modulus.World2()
        >>> body = world.add_body("dynamic")
        >>> world.set_transforms(positions=[[3.0, 4.0]])
        >>> body.position
        array([3., 4.])
        """
        self._change("set_transforms", positions, rotations, (self._dimension.dimensions, self._dimension.rotation_size))

    @property
    def kinetic_energy(self) -> float:
        """J."""
        return float(self._get("kinetic_energy"))

    @property
    def potential_energy(self) -> float:
        """In the field of gravity, J, 0 at the origin."""
        return float(self._get("potential_energy"))

    @property
    def hash(self) -> int:
        """A hash of every bit of the positions and velocities, to compare two runs."""
        return int(self._get("hash"))

    # ---- Settings

    def _definition(self) -> Any:
        return self._get("get_def")

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

        ``filter(a, b)``: whether two shapes collide. ``pre_solve(contact)``: may change a :class:`PreSolve`, returns False to ignore it.
        ``mix_friction(a, b)``, ``mix_restitution(a, b)``: of two shapes. ``limits(substep)``: limits of a solve to change, as a
        dictionary. ``solved(substep, problem, result)``: after each solve, with a copy of the :class:`Problem` and its :class:`Result`.
        ``log(level, message)``: ``"info"`` or ``"warning"``; by default lines go to the logger ``modulus``. ``warn(report)``: a step
        ended far from converged. Snapshots and copies have no callbacks.

        >>> import modulus
        >>> world = modulus.scene("pyramid", rows=3)
        >>> world.set_callbacks(solved=lambda substep, problem, result: print(problem, result.outcome))
        >>> report = world.step()
        <Problem: 36 rows, bodies> max_iterations
        """
        self._callbacks = _callbacks.install(self, functions)

    # ---- Snapshots and problems

    def snapshot(self) -> bytes:
        """Return the whole state as bytes. A world from a snapshot continues with the same bits.

        >>> import modulus
        >>> world = modulus.scene("pyramid", rows=3)
        >>> saved = world.snapshot()
        >>> first = world.run(10)[-1]; after = world.hash
        >>> world.restore(saved)
        >>> second = world.run(10)[-1]; world.hash == after
        True
        """
        size = self._get("snapshot_size")
        buffer = ctypes.create_string_buffer(size)
        self._do("world_snapshot", buffer, size, None)
        return buffer.raw

    def restore(self, snapshot: bytes) -> None:
        """Replace the state by that of a snapshot of any world of this dimension.

        >>> import modulus
        >>> world = modulus.scene("pyramid", rows=3)
        >>> saved = world.snapshot()
        >>> history = world.run(3)
        >>> world.restore(saved)
        >>> world.steps
        0
        """
        self._do("world_restore", snapshot, len(snapshot))

    @classmethod
    def from_snapshot(cls: type[W], snapshot: bytes) -> W:
        """Create a world from a snapshot.

        >>> import modulus
        >>> modulus.World2.from_snapshot(modulus.scene("pyramid", rows=3).snapshot())
        <World2: 7 bodies, 0 joints, step 0>
        """
        pointer = ctypes.c_void_p()
        status = cls._dimension.world_from_snapshot(snapshot, len(snapshot), None, None, ctypes.byref(pointer))
        if status != 0:
            fail(status, f"expected a snapshot of a {cls.__name__} from this version of Modulus")
        return cls._adopt(pointer.value)

    def _own_attributes(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if not key.startswith("_")}

    def copy(self: W) -> W:
        """Return a copy without callbacks, which continues with the same bits.

        >>> import modulus
        >>> world = modulus.scene("pyramid", rows=3)
        >>> world.copy().hash == world.hash
        True
        """
        return _unpickle(type(self), self.snapshot(), self._own_attributes())

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (type(self), self.snapshot(), self._own_attributes())

    def next_problem(self, dt: float | None = None) -> Problem:
        """Return the velocity problem of the next step (of its first substep) with its warm start. The world does not change.

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

    # ---- Queries

    def ray(self, origin: Vector, translation: Vector) -> RayHit | None:
        """Return the first shape between ``origin`` and ``origin + translation``.

        >>> import modulus
        >>> world = modulus.World3()
        >>> plane = world.add_body().add_plane((0, 1, 0))
        >>> world.ray((0, 4, 0), (0, -8, 0)).fraction
        0.5
        """
        vec = self._dimension.vec
        hit = self._get("ray_closest", vec(origin, "origin"), vec(translation, "translation"), None)
        if hit.shape.generation == 0:
            return None
        return RayHit(self._shape(hit.shape), plain(hit.point), plain(hit.normal), hit.fraction)

    def rays(self, origins: ArrayLike, translations: ArrayLike) -> Rays:
        """Cast many rays by one call: rows of origins and translations, as of a range finder. One origin may stand for all.

        >>> import modulus, numpy as np
        >>> world = modulus.World2()
        >>> ball = world.add_body(position=(4, 0)).add_circle(1)
        >>> angles = np.linspace(0, np.pi, 3)
        >>> world.rays((0, 0), 10 * np.column_stack([np.cos(angles), np.sin(angles)])).fraction
        array([0.3, 1. , 1. ])
        """
        D = self._dimension.dimensions
        count = len(np.atleast_2d(translations))
        ends = rows_of(np.atleast_2d(translations), (count,), D, "translations")
        starts = rows_of(np.tile(origins, (count, 1)) if np.ndim(origins) == 1 else origins, (count,), D, "origins")
        hit = Rays(np.zeros(count), np.zeros(count, np.int32), np.zeros((count, D)))
        out = address(hit.fraction), address(hit.body), address(hit.normal)
        self._dimension.companion("cast_rays")(self._alive(), address(starts), address(ends), count, *out)
        return hit

    def at_point(self, point: Vector) -> list[Shape]:
        """Return the shapes that contain a point.

        >>> import modulus
        >>> world = modulus.World3()
        >>> ball = world.add_body().add_sphere(1)
        >>> world.at_point((0.5, 0.5, 0.5))
        [<Shape 0>]
        """
        return self._found("at_point", self._dimension.vec(point, "point"))

    def in_box(self, lower: Vector, upper: Vector) -> list[Shape]:
        """Return the shapes whose bounding boxes overlap a box.

        >>> import modulus
        >>> world = modulus.World2()
        >>> balls = [world.add_body(position=(x, 0)).add_circle(1) for x in (0, 5, 10)]
        >>> world.in_box((4, -1), (20, 1))
        [<Shape 1>, <Shape 2>]
        """
        corners = self._dimension.vec(lower, "lower"), self._dimension.vec(upper, "upper")
        return self._found("in_box", self._dimension.type("box")(*corners))

    def _found(self, query: str, *arguments: Any) -> list[Shape]:
        capacity = int(self._get("shape_count"))
        shapes = (self._dimension.type("shape_id") * max(capacity, 1))()
        count = self._get(query, *arguments, None, shapes, capacity)
        return [self._shape(one) for one in shapes[:count]]

    # ---- Scenes and pictures

    def _scene(self) -> Any:
        scene = _api.mdpy_scene(dt=self.dt, steps=self.default_steps)
        setattr(scene, f"world{self._dimension.dimensions}", self._alive())
        scene.name = self.name.encode()[:63] or b"world"
        scene.about = self.about.encode()[:255]
        scene.view = self._view()
        return scene

    def _view(self) -> Any:
        """The view of the scene, or the bounds of the shapes and a margin."""
        view = self.view
        if view is None and self._dimension.dimensions == 2:
            bounds = self._get("bounds")
            margin = 0.05 * max(bounds.upper.x - bounds.lower.x, bounds.upper.y - bounds.lower.y, 1.0)
            view = (bounds.lower.x - margin, bounds.lower.y - margin, bounds.upper.x + margin, bounds.upper.y + margin)
        x0, y0, x1, y1 = view or (0.0, 0.0, 0.0, 0.0)
        return _api.md2_box(_api.md2_vec(x0, y0), _api.md2_vec(x1, y1))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the world as a scene file (JSON), which ``scene`` and the command read.

        >>> import modulus, tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "mine.json")
        ...     modulus.scene("tower3", count=2).save(file)
        ...     modulus.scene(file)
        <World3 'tower3': 3 bodies, 0 joints, step 0>
        """
        error = _api.md_error()
        check(library.mdpy_scene_save(ctypes.byref(self._scene()), os.fsencode(path), ctypes.byref(error)), error)

    def to_json(self) -> str:
        """Return the world as the text of a scene file.

        >>> import modulus
        >>> modulus.scene_from_json(modulus.scene("tower3", count=2).to_json())
        <World3 'tower3': 3 bodies, 0 joints, step 0>
        """
        error = _api.md_error()
        text = library.mdpy_scene_text(ctypes.byref(self._scene()), ctypes.byref(error))
        if text is None:
            check(error.status, error)
        try:
            return ctypes.string_at(text).decode()
        finally:
            library.mdpy_free(text)

    def picture(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        caption: str | None = None,
        camera: tuple[Vector, Vector] | None = None,
    ) -> bytes:
        """Draw the world, and return the picture: PNG, or what the end of ``path`` says (.png, .svg, .pdf). ``camera`` is the
        place of the eye and the point that it looks at, in 3D.

        >>> import modulus
        >>> modulus.scene("pyramid", rows=3).picture()[:4]
        b'\\x89PNG'
        """
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "picture.png") if path is None else Path(path)
            text = f"{self.name}  step {self.steps}".strip() if caption is None else caption
            error = _api.md_error()
            function = self._dimension.companion("picture")
            status = function(self._alive(), self._shown(camera), text.encode(), os.fsencode(file), ctypes.byref(error))
            check(status, error)
            return file.read_bytes()

    def _shown(self, camera: tuple[Vector, Vector] | None) -> Any:
        if self._dimension.dimensions == 2:
            return self._view()
        return None if camera is None else converted(_api.md3_vec * 2, camera, "camera")

    def _repr_png_(self) -> bytes | None:
        try:
            return self.picture()
        except Error:  # no renderer: the text is shown
            return None

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

    Settings, by keyword; one ``solver`` is for velocities and positions unless ``position_solver`` is given too, and the fields of
    ``limits`` (``max_iterations``, ``tol_relative``, ...) can be given directly:

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

    Settings, by keyword; one ``solver`` is for velocities and positions unless ``position_solver`` is given too, and the fields of
    ``limits`` (``max_iterations``, ``tol_relative``, ...) can be given directly:

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


def step_count(steps: Any) -> int:
    """Return a number of steps, 0 or more."""
    count = whole(steps, "steps")
    if count < 0:
        raise ArgumentError(f"steps: expected a number >= 0, got {steps!r}")
    return count


def _unpickle(kind: type[W], snapshot: bytes, attributes: dict[str, Any]) -> W:
    world = kind.from_snapshot(snapshot)
    vars(world).update(attributes)
    return world


def rows_of(value: ArrayLike, bodies: tuple[int, ...], size: int, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return an array with ``size`` numbers per body."""
    array = np.ascontiguousarray(value, dtype=np.float64)
    expected: Sequence[int] = bodies if size == 1 else (*bodies, size)
    if array.shape != tuple(expected):
        raise ArgumentError(f"{name}: expected an array of shape {tuple(expected)}, got {array.shape}")
    if not np.isfinite(array).all():
        raise ArgumentError(f"{name}: expected finite numbers")
    return array
