"""Bodies of a world."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from modulus._dimension import array_of
from modulus._fields import converted, enum_value, fill, number, truth, values
from modulus._library import ArgumentError, fail, word
from modulus._record import Record
from modulus.handles import FloatArray, Handle, Joint, Shape, Vector


class Body(Handle):
    """A body of a world; ``world.add_body`` creates it. Reading and assigning its attributes calls the library.

    >>> import modulus
    >>> world = modulus.World3(gravity=(0, 0, 0))
    >>> body = world.add_body("dynamic", velocity=(1, 0, 0))
    >>> shape = body.add_sphere(0.5, density=1000)
    >>> round(body.mass.mass, 2)
    523.6
    >>> body.velocity = (2, 0, 0)
    >>> report = world.step(0.5)
    >>> body.position
    array([1., 0., 0.])
    """

    _kind = "body"

    # ---- Reading

    @property
    def type(self) -> str:
        """``"static"``, ``"kinematic"`` or ``"dynamic"``; may be assigned."""
        return word(self.world._dimension.enum("body_type"), self._get("get_type"))

    @type.setter
    def type(self, value: str) -> None:
        self._do("set_type", enum_value(self.world._dimension.enum("body_type"), value, "type"))

    @property
    def position(self) -> FloatArray:
        """Of the body's origin, m; may be assigned, which moves the body at once."""
        return array_of(self._get("transform").p)

    @position.setter
    def position(self, value: Vector) -> None:
        self._move(value, self._get("transform").q)

    @property
    def rotation(self) -> FloatArray:
        """Cosine and sine in 2D, quaternion x, y, z, w in 3D; may be assigned, in 2D also as an angle."""
        return array_of(self._get("transform").q)

    @rotation.setter
    def rotation(self, value: Any) -> None:
        self._move(self._get("transform").p, value)

    def _transform(self, position: Any, rotation: Any) -> Any:
        dimension = self.world._dimension
        p = dimension.vec(position, "position")
        return dimension.type("transform")(p, converted(dimension.type("rot"), rotation, "rotation"))

    def _move(self, position: Any, rotation: Any) -> None:
        self._do("set_transform", self._transform(position, rotation))

    @property
    def center(self) -> FloatArray:
        """The centre of mass, m."""
        return array_of(self._get("center"))

    @property
    def velocity(self) -> FloatArray:
        """Of the centre of mass, m/s; may be assigned."""
        return array_of(self._get("velocity"))

    @velocity.setter
    def velocity(self, value: Vector) -> None:
        self._do("set_velocity", self.world._dimension.vec(value, "velocity"), self._get("angular_velocity"))

    @property
    def angular_velocity(self) -> Any:
        """rad/s: a number in 2D, an array in 3D; may be assigned."""
        value = self._get("angular_velocity")
        return value if isinstance(value, float) else array_of(value)

    @angular_velocity.setter
    def angular_velocity(self, value: Any) -> None:
        self._do("set_velocity", self._get("velocity"), self._angular(value, "angular_velocity"))

    def _angular(self, value: Any, name: str) -> Any:
        dimension = self.world._dimension
        return number(value, name) if dimension.dimensions == 2 else dimension.vec(value, name)

    @property
    def mass(self) -> Any:
        """:class:`Mass2` or :class:`Mass3`: ``mass``, ``center`` and ``inertia``."""
        return Record._classes[self.world._dimension.enum("mass")]._of(self._get("mass"))

    def set_mass(self, mass: float, center: Vector | None = None, inertia: Any = None) -> None:
        """Replace the mass that follows from the shapes. ``inertia`` is a number in 2D, a symmetric matrix in 3D. A
        mass of 0 restores the mass of the shapes.

        >>> import modulus
        >>> body = modulus.World2().add_body("dynamic")
        >>> body.set_mass(2, inertia=0.5)
        >>> body.mass
        Mass2(mass=2.0, center=(0.0, 0.0), inertia=0.5)
        """
        now = self._get("mass")
        given = self.world._dimension.type("mass")(number(mass, "mass"), now.center, now.inertia)
        fill(given, {key: value for key, value in (("center", center), ("inertia", inertia)) if value is not None})
        self._do("set_mass", given)

    @property
    def awake(self) -> bool:
        """Whether the body is awake; may be assigned."""
        return bool(self._get("is_awake"))

    @awake.setter
    def awake(self, value: bool) -> None:
        self._do("set_awake", truth(value, "awake"))

    @property
    def enabled(self) -> bool:
        """Whether the body takes part in the simulation and in queries; may be assigned."""
        return bool(self._get("is_enabled"))

    @enabled.setter
    def enabled(self, value: bool) -> None:
        self._do("set_enabled", truth(value, "enabled"))

    @property
    def fields(self) -> dict[str, Any]:
        """The definition that creates this body as it is now, without its shapes."""
        return values(self._get("get_def"))

    @property
    def shapes(self) -> list[Shape]:
        """The shapes of the body, in the order of creation."""
        dimension, world = self.world._dimension, self.world._alive()
        return self.world._chain(dimension.body_first_shape(world, self._id), dimension.shape_next, self.world._shape)

    @property
    def joints(self) -> list[Joint]:
        """The joints of the body, the newest first."""
        following = lambda world, joint: self.world._dimension.body_next_joint(world, self._id, joint)  # noqa: E731
        return self.world._chain(self._get("first_joint"), following, self.world._joint)

    # ---- Moving

    def apply_force(self, force: Vector, point: Vector | None = None) -> None:
        """Add a force, N, for the next step, at a point of the world or at the centre of mass.

        >>> import modulus
        >>> body = modulus.World2(gravity=(0, 0)).add_body("dynamic")
        >>> body.set_mass(2)
        >>> body.apply_force((4, 0))
        >>> report = body.world.step(0.5)
        >>> body.velocity
        array([1., 0.])
        """
        self._push("force", force, point)

    def apply_impulse(self, impulse: Vector, point: Vector | None = None) -> None:
        """Apply an impulse, N s, at once, at a point of the world or at the centre of mass.

        >>> import modulus
        >>> body = modulus.World2().add_body("dynamic")
        >>> body.set_mass(2, inertia=0.5)
        >>> body.apply_impulse((4, 0), point=(0, 1))
        >>> body.velocity, body.angular_velocity
        (array([2., 0.]), -8.0)
        """
        self._push("impulse", impulse, point)

    def _push(self, kind: str, value: Vector, point: Vector | None) -> None:
        vec = self.world._dimension.vec
        if point is None:
            self._do(f"apply_{kind}_to_center", vec(value, kind))
        else:
            self._do(f"apply_{kind}", vec(value, kind), vec(point, "point"))

    def apply_torque(self, torque: Any) -> None:
        """Add a torque, N m, for the next step: a number in 2D.

        >>> import modulus
        >>> body = modulus.World2().add_body("dynamic")
        >>> body.set_mass(2, inertia=0.5)
        >>> body.apply_torque(3.0)
        >>> report = body.world.step(0.5)
        >>> body.angular_velocity
        3.0
        """
        self._do("apply_torque", self._angular(torque, "torque"))

    def apply_angular_impulse(self, impulse: Any) -> None:
        """Apply an angular impulse, N m s, at once: a number in 2D.

        >>> import modulus
        >>> body = modulus.World2().add_body("dynamic")
        >>> body.set_mass(2, inertia=0.5)
        >>> body.apply_angular_impulse(1.0)
        >>> body.angular_velocity
        2.0
        """
        self._do("apply_angular_impulse", self._angular(impulse, "impulse"))

    def move_to(self, position: Vector, rotation: Any = None, dt: float | None = None) -> None:
        """Give a kinematic body the velocities with which it reaches a place in the next step of ``dt`` seconds,
        pushing what is on its way.

        >>> import modulus
        >>> platform = modulus.World2().add_body("kinematic")
        >>> platform.move_to((0, 1), dt=0.5)
        >>> report = platform.world.step(0.5)
        >>> platform.position, platform.velocity
        (array([0., 1.]), array([0., 2.]))
        """
        turned = self._get("transform").q if rotation is None else rotation
        self._do("set_target", self._transform(position, turned), self.world.dt if dt is None else number(dt, "dt"))

    # ---- Shapes

    def _create_shape(self, material: dict[str, Any], geometry: Any) -> Shape:
        dimension = self.world._dimension
        definition = dimension.shape_def_default()
        fill(definition, material)
        shape = dimension.type("shape_id")()
        self.world._do("shape_create", self._id, ctypes.byref(definition), ctypes.byref(geometry), ctypes.byref(shape))
        return self.world._shape(shape)

    def _vec(self, value: Any, name: str) -> Any:
        return self.world._dimension.vec(value, name)

    def _points(self, points: ArrayLike) -> FloatArray:
        array = np.ascontiguousarray(points, dtype=np.float64)
        if array.ndim != 2 or array.shape[1] != self.world._dimension.dimensions:
            raise ArgumentError(
                f"points: expected an array of shape (n, {self.world._dimension.dimensions}), got {array.shape}"
            )
        return array


def made(status: int, what: str) -> None:
    """Raise an exception for a geometry that was refused without words."""
    if status != 0:
        normal = ", and a normal of length 1" if what == "plane" else ""
        fail(status, f"{what}: expected finite numbers up to 1e9, radii >= 0, and no length below 5 mm{normal}")


def radii(base_radius: float, radius: float) -> tuple[float, float]:
    return number(base_radius, "base_radius"), number(radius, "radius")
