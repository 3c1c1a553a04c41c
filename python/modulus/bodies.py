"""Bodies, shapes and joints of a world: small objects that hold a handle. The world holds everything else."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from modulus import _api
from modulus._dimension import array_of
from modulus._fields import converted, enum_value, fill, number, truth, values
from modulus._library import ArgumentError, check, fail, word
from modulus._matrix import address, pointer_to
from modulus._record import Record

if TYPE_CHECKING:
    from modulus.world import World

FloatArray = NDArray[np.float64]
Vector = Sequence[float] | FloatArray


class _Handle:
    """What bodies, shapes and joints have in common."""

    _kind = ""

    def __init__(self, world: World[Any], identity: Any) -> None:
        self.world = world
        self._id = identity

    def _get(self, function: str, *arguments: Any) -> Any:
        return getattr(self.world._dimension, f"{self._kind}_{function}")(self.world._alive(), self._id, *arguments)

    def _do(self, function: str, *arguments: Any) -> None:
        self.world._do(f"{self._kind}_{function}", self._id, *arguments)

    @property
    def index(self) -> int:
        """The index of the handle. An index is used again after a destruction, with another generation."""
        return int(self._id.index)

    @property
    def is_valid(self) -> bool:
        """Whether it still exists."""
        return bool(self._get("is_valid"))

    def destroy(self) -> None:
        """Remove it from the world: a body with its shapes and joints.

        >>> import modulus
        >>> body = modulus.World2().add_body()
        >>> body.destroy()
        >>> body
        <Body2 0, destroyed>
        """
        self._do("destroy")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, type(self))
            and self.world is other.world
            and (self._id.index, self._id.generation) == (other._id.index, other._id.generation)
        )

    def __hash__(self) -> int:
        return hash((self._kind, id(self.world), self._id.index, self._id.generation))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.index}{'' if self.is_valid else ', destroyed'}>"


class Body(_Handle):
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
        return Record._classes[self.world._dimension.enum("mass")].of(self._get("mass"))

    def set_mass(self, mass: float, center: Vector | None = None, inertia: Any = None) -> None:
        """Replace the mass that follows from the shapes. ``inertia`` is a number in 2D, a symmetric matrix in 3D. A mass of 0 restores
        the mass of the shapes.

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
        """Give a kinematic body the velocities with which it reaches a place in the next step of ``dt`` seconds, pushing what is on
        its way.

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


def _made(status: int, what: str) -> None:
    """Raise an exception for a geometry that was refused without words."""
    if status != 0:
        normal = ", and a normal of length 1" if what == "plane" else ""
        fail(status, f"{what}: expected finite numbers up to 1e9, radii >= 0, and no length below 5 mm{normal}")


def _radii(base_radius: float, radius: float) -> tuple[float, float]:
    return number(base_radius, "base_radius"), number(radius, "radius")


class Body2(Body):
    """A body of a 2D world. Shapes are in the coordinates of the body; ``**material`` are fields of ``md2_shape_def``, such as
    ``friction=0.3`` (see :func:`fields`).

    >>> import modulus
    >>> body = modulus.World2().add_body("dynamic")
    >>> body.add_polygon([(0, 0), (2, 0), (0, 1)], density=3)
    <Shape 0>
    >>> body.mass.mass
    3.0
    """

    @property
    def angle(self) -> float:
        """The angle of the body, rad, -pi to pi; may be assigned."""
        cosine, sine = self.rotation
        return float(np.arctan2(sine, cosine))

    @angle.setter
    def angle(self, value: float) -> None:
        self._move(self._get("transform").p, number(value, "angle"))

    def _hull(self, function: str, material: dict[str, Any], *arguments: Any) -> Shape:
        hull = _api.md2_hull()
        make = getattr(self.world._dimension, f"hull_{function}")
        _made(make(ctypes.byref(hull), *arguments), function)
        return self._create_shape(material, hull)

    def add_circle(self, radius: float, center: Vector = (0, 0), **material: Any) -> Shape:
        """Add a circle.

        >>> import modulus
        >>> modulus.World2().add_body().add_circle(0.5, center=(1, 0), friction=0.3)
        <Shape 0>
        """
        return self._hull("circle", material, self._vec(center, "center"), number(radius, "radius"))

    def add_box(
        self, half: Vector, center: Vector = (0, 0), rotation: Any = 0.0, radius: float = 0.0, **material: Any
    ) -> Shape:
        """Add a box from its half-extents; the rounding radius is added outside.

        >>> import modulus
        >>> body = modulus.World2().add_body("dynamic")
        >>> shape = body.add_box((2, 0.5), center=(1, 0), density=10)
        >>> body.mass.mass
        40.0
        """
        turned = converted(_api.md2_rot, rotation, "rotation")
        return self._hull("box", material, self._vec(half, "half"), self._vec(center, "center"), turned, number(radius, "radius"))

    def add_capsule(self, a: Vector, b: Vector, radius: float, **material: Any) -> Shape:
        """Add all points within a radius of a segment.

        >>> import modulus
        >>> modulus.World2().add_body().add_capsule((-1, 0), (1, 0), 0.25)
        <Shape 0>
        """
        return self._hull("capsule", material, self._vec(a, "a"), self._vec(b, "b"), number(radius, "radius"))

    def add_segment(self, a: Vector, b: Vector, **material: Any) -> Shape:
        """Add a segment, which has no mass.

        >>> import modulus
        >>> modulus.World2().add_body().add_segment((-5, 0), (5, 0))
        <Shape 0>
        """
        return self._hull("segment", material, self._vec(a, "a"), self._vec(b, "b"))

    def add_polygon(self, points: ArrayLike, radius: float = 0.0, **material: Any) -> Shape:
        """Add the convex hull of points, which has at most 8 corners, rounded by a radius.

        >>> import modulus
        >>> modulus.World2().add_body().add_polygon([(0, 0), (1, 0), (0, 1)], radius=0.1)
        <Shape 0>
        """
        array = self._points(points)
        return self._hull("polygon", material, address(array), len(array), number(radius, "radius"))

    def add_chain(self, points: ArrayLike, loop: bool = False, **material: Any) -> list[Shape]:
        """Add a chain of segments, which collides on the right-hand side of its direction: a ground goes from right to left.

        >>> import modulus
        >>> modulus.World2().add_body().add_chain([(5, 1), (0, 0), (-5, 1)])
        [<Shape 0>, <Shape 1>]
        """
        array = self._points(points)
        dimension = self.world._dimension
        definition = dimension.shape_def_default()
        fill(definition, material)
        chain = _api.md2_chain_id()
        self.world._do("chain_create", self._id, ctypes.byref(definition), address(array), len(array), truth(loop, "loop"), ctypes.byref(chain))
        count = dimension.chain_shapes(self.world._alive(), chain, None, 0)
        shapes = (_api.md2_shape_id * count)()
        dimension.chain_shapes(self.world._alive(), chain, ctypes.byref(shapes), count)
        return [self.world._shape(_api.md2_shape_id(one.index, one.generation)) for one in shapes]


class Body3(Body):
    """A body of a 3D world. Shapes are in the coordinates of the body; ``**material`` are fields of ``md3_shape_def``, such as
    ``friction=0.3`` (see :func:`fields`). Planes, meshes and height fields are for static and kinematic bodies.

    >>> import modulus
    >>> body = modulus.World3().add_body("dynamic")
    >>> body.add_box((0.5, 0.5, 0.5), density=700)
    <Shape 0>
    >>> body.mass.mass
    700.0
    """

    def _geometry(self, function: str, material: dict[str, Any], *arguments: Any) -> Shape:
        geometry = _api.md3_geometry()
        make = getattr(self.world._dimension, f"geometry_{function}")
        _made(make(ctypes.byref(geometry), *arguments), function)
        return self._create_shape(material, geometry)

    def _shared(self, kind: str, material: dict[str, Any], made: ctypes.c_void_p, *arguments: Any) -> Shape:
        """Add a hull, mesh or height field, which the shape keeps."""
        try:
            return self._geometry(kind, material, made, *arguments)
        finally:
            getattr(self.world._dimension, f"{kind}_destroy")(made)

    def _object(self, function: str, *arguments: Any) -> ctypes.c_void_p:
        made, error = ctypes.c_void_p(), _api.md_error()
        create = getattr(self.world._dimension, function)
        check(create(None, *arguments, ctypes.byref(made), ctypes.byref(error)), error)
        return made

    def add_sphere(self, radius: float, center: Vector = (0, 0, 0), **material: Any) -> Shape:
        """Add a sphere.

        >>> import modulus
        >>> modulus.World3().add_body().add_sphere(0.5, center=(1, 0, 0), friction=0.3)
        <Shape 0>
        """
        return self._geometry("sphere", material, self._vec(center, "center"), number(radius, "radius"))

    def add_capsule(self, a: Vector, b: Vector, radius: float, **material: Any) -> Shape:
        """Add all points within a radius of a segment.

        >>> import modulus
        >>> modulus.World3().add_body().add_capsule((-1, 0, 0), (1, 0, 0), 0.25)
        <Shape 0>
        """
        return self._geometry("capsule", material, self._vec(a, "a"), self._vec(b, "b"), number(radius, "radius"))

    def add_box(
        self,
        half: Vector,
        center: Vector = (0, 0, 0),
        rotation: Vector = (0, 0, 0, 1),
        radius: float = 0.0,
        **material: Any,
    ) -> Shape:
        """Add a box from its half-extents; the rounding radius is added outside.

        >>> import modulus
        >>> body = modulus.World3().add_body("dynamic")
        >>> shape = body.add_box((1, 0.5, 0.5), center=(0, 2, 0), density=500)
        >>> body.mass.mass, body.mass.center
        (1000.0, (0.0, 2.0, 0.0))
        """
        dimension = self.world._dimension
        box = self._object("hull_create_box", self._vec(half, "half"))
        try:
            moved = self._object("hull_create_transformed", box, self._transform(center, rotation))
        finally:
            dimension.hull_destroy(box)
        return self._shared("hull", material, moved, number(radius, "radius"))

    def add_hull(self, points: ArrayLike, radius: float = 0.0, **material: Any) -> Shape:
        """Add the convex hull of points, rounded by a radius.

        >>> import modulus
        >>> modulus.World3().add_body().add_hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
        <Shape 0>
        """
        array = self._points(points)
        return self._shared("hull", material, self._object("hull_create", address(array), len(array)), number(radius, "radius"))

    def add_cylinder(self, a: Vector, b: Vector, base_radius: float, radius: float = 0.0, **material: Any) -> Shape:
        """Add a cylinder around the segment from a to b.

        >>> import modulus
        >>> modulus.World3().add_body().add_cylinder((0, 0, 0), (0, 2, 0), 0.5)
        <Shape 0>
        """
        return self._geometry("cylinder", material, self._vec(a, "a"), self._vec(b, "b"), *_radii(base_radius, radius))

    def add_cone(self, base: Vector, apex: Vector, base_radius: float, radius: float = 0.0, **material: Any) -> Shape:
        """Add a cone from the centre of its base and its apex.

        >>> import modulus
        >>> modulus.World3().add_body().add_cone((0, 0, 0), (0, 1, 0), 0.5)
        <Shape 0>
        """
        return self._geometry("cone", material, self._vec(base, "base"), self._vec(apex, "apex"), *_radii(base_radius, radius))

    def add_plane(self, normal: Vector, offset: float = 0.0, **material: Any) -> Shape:
        """Add a half-space: the points x with normal . x <= offset are inside.

        >>> import modulus
        >>> modulus.World3().add_body().add_plane((0, 1, 0), offset=-2.0)
        <Shape 0>
        """
        return self._geometry("plane", material, self._vec(normal, "normal"), number(offset, "offset"))

    def add_mesh(self, vertices: ArrayLike, triangles: ArrayLike, one_sided: bool = True, **material: Any) -> Shape:
        """Add a triangle mesh: rows of ``triangles`` are three rows of ``vertices``, counter-clockwise seen from the front.

        >>> import modulus
        >>> corners = [(-5, 0, -5), (5, 0, -5), (5, 0, 5), (-5, 0, 5)]
        >>> modulus.World3().add_body().add_mesh(corners, [(0, 2, 1), (0, 3, 2)])
        <Shape 0>
        """
        corners = self._points(vertices)
        indices = np.ascontiguousarray(triangles, dtype=np.int32)
        if indices.ndim != 2 or indices.shape[1] != 3:
            raise ArgumentError(f"triangles: expected an array of shape (n, 3), got {indices.shape}")
        definition = self.world._dimension.mesh_def_default()
        definition.vertices = pointer_to(corners, _api.md3_vec)
        definition.vertex_count = len(corners)
        definition.indices = address(indices)
        definition.triangle_count = len(indices)
        definition.one_sided = truth(one_sided, "one_sided")
        return self._shared("mesh", material, self._object("mesh_create", ctypes.byref(definition)))

    def add_height_field(
        self, heights: ArrayLike, spacing: Vector = (1, 1), origin: Vector = (0, 0, 0), **material: Any
    ) -> Shape:
        """Add a height field over the x-y plane of the body: ``heights[j, i]`` is at x = i, y = j times the spacing; NaN is a hole. With
        y up, turn the body by -pi/2 about x.

        >>> import modulus, numpy as np
        >>> body = modulus.World3().add_body(rotation=modulus.axis_angle((1, 0, 0), -np.pi / 2))
        >>> body.add_height_field(np.zeros((20, 30)), spacing=(0.5, 0.5))
        <Shape 0>
        """
        grid = np.ascontiguousarray(heights, dtype=np.float64)
        if grid.ndim != 2:
            raise ArgumentError(f"heights: expected a matrix, got an array of shape {grid.shape}")
        definition = self.world._dimension.height_field_def_default()
        definition.heights = address(grid)
        definition.rows, definition.columns = grid.shape
        fill(definition, {"spacing": spacing, "origin": origin})
        return self._shared("height_field", material, self._object("height_field_create", ctypes.byref(definition)))


class Shape(_Handle):
    """A shape of a body: a geometry with a material and a collision filter.

    >>> import modulus
    >>> shape = modulus.World2().add_body().add_circle(1, friction=0.2)
    >>> shape.set(restitution=0.5)
    >>> shape.fields["friction"], shape.fields["restitution"]
    (0.2, 0.5)
    """

    _kind = "shape"

    @property
    def body(self) -> Any:
        """The body of the shape."""
        return self.world._body(self._get("body"))

    @property
    def fields(self) -> dict[str, Any]:
        """Material and filter."""
        return values(self._get("get_def"))

    def set(self, **material: Any) -> None:
        """Change fields of the material and the filter, and wake the body.

        >>> import modulus
        >>> shape = modulus.World2().add_body().add_circle(1)
        >>> shape.set(friction=0.1, sensor=True)
        """
        definition = self._get("get_def")
        fill(definition, material)
        self._do("set_def", ctypes.byref(definition))


class Joint(_Handle):
    """A joint between two bodies; ``world.add_joint`` creates it.

    >>> import modulus
    >>> world = modulus.World2()
    >>> frame, bob = world.add_body(), world.add_body("dynamic", position=(1, 0))
    >>> shape = bob.add_circle(0.1)
    >>> joint = world.add_joint("revolute", frame, bob, point=(0, 0))
    >>> joint.set(has_limits=True, lower=-1.0, upper=1.0)
    >>> report = world.run(120)
    >>> round(joint.state.position, 2)
    -1.0
    """

    _kind = "joint"

    @property
    def type(self) -> str:
        """Such as ``"revolute"`` in 2D or ``"hinge"`` in 3D."""
        return word(self.world._dimension.enum("joint_type"), self._get("get_def").type)

    @property
    def bodies(self) -> tuple[Any, Any]:
        """The first and the second body."""
        definition = self._get("get_def")
        return self.world._body(definition.body[0]), self.world._body(definition.body[1])

    @property
    def fields(self) -> dict[str, Any]:
        """The definition that creates this joint again."""
        return values(self._get("get_def"))

    def set(self, **fields: Any) -> None:
        """Change fields of the definition, such as ``motor_speed=2.0``, and wake both bodies.

        >>> import modulus
        >>> world = modulus.World2()
        >>> joint = world.add_joint("weld", world.add_body(), world.add_body("dynamic"), point=(0, 0))
        >>> joint.set(has_spring=True, frequency=2.0)
        """
        definition = self._get("get_def")
        fill(definition, fields)
        self._do("set_def", ctypes.byref(definition))

    @property
    def state(self) -> Any:
        """:class:`JointState2` or :class:`JointState3`: position, speed, force, torque and so on."""
        dimension = self.world._dimension
        state = dimension.type("joint_state")()
        self.world._dimension.checked(self.world._alive(), self._get("get_state", ctypes.byref(state)))
        return Record._classes[dimension.enum("joint_state")].of(state)
