"""Bodies of a 3D world, and their shapes."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from modulus import _api
from modulus._fields import fill, number, truth
from modulus._library import ArgumentError, check
from modulus._matrix import address, pointer_to
from modulus.bodies import Body, made, radii
from modulus.handles import Shape, Vector


class Body3(Body):
    """A body of a 3D world. Shapes are in the coordinates of the body; ``**material`` are fields of
    ``md3_shape_def``, such as ``friction=0.3`` (see :func:`fields`). Planes, meshes and height fields are for static
    and kinematic bodies.

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
        made(make(ctypes.byref(geometry), *arguments), function)
        return self._create_shape(material, geometry)

    def _shared(self, kind: str, material: dict[str, Any], owned: ctypes.c_void_p, *arguments: Any) -> Shape:
        """Add a hull, mesh or height field, which the shape keeps."""
        try:
            return self._geometry(kind, material, owned, *arguments)
        finally:
            getattr(self.world._dimension, f"{kind}_destroy")(owned)

    def _object(self, function: str, *arguments: Any) -> ctypes.c_void_p:
        owned, error = ctypes.c_void_p(), _api.md_error()
        create = getattr(self.world._dimension, function)
        check(create(None, *arguments, ctypes.byref(owned), ctypes.byref(error)), error)
        return owned

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
        hull = self._object("hull_create", address(array), len(array))
        return self._shared("hull", material, hull, number(radius, "radius"))

    def add_cylinder(self, a: Vector, b: Vector, base_radius: float, radius: float = 0.0, **material: Any) -> Shape:
        """Add a cylinder around the segment from a to b.

        >>> import modulus
        >>> modulus.World3().add_body().add_cylinder((0, 0, 0), (0, 2, 0), 0.5)
        <Shape 0>
        """
        return self._geometry("cylinder", material, self._vec(a, "a"), self._vec(b, "b"), *radii(base_radius, radius))

    def add_cone(self, base: Vector, apex: Vector, base_radius: float, radius: float = 0.0, **material: Any) -> Shape:
        """Add a cone from the centre of its base and its apex.

        >>> import modulus
        >>> modulus.World3().add_body().add_cone((0, 0, 0), (0, 1, 0), 0.5)
        <Shape 0>
        """
        return self._geometry("cone", material, self._vec(base, "base"), self._vec(apex, "apex"), *radii(base_radius, radius))

    def add_plane(self, normal: Vector, offset: float = 0.0, **material: Any) -> Shape:
        """Add a half-space: the points x with normal . x <= offset are inside.

        >>> import modulus
        >>> modulus.World3().add_body().add_plane((0, 1, 0), offset=-2.0)
        <Shape 0>
        """
        return self._geometry("plane", material, self._vec(normal, "normal"), number(offset, "offset"))

    def add_mesh(self, vertices: ArrayLike, triangles: ArrayLike, one_sided: bool = True, **material: Any) -> Shape:
        """Add a triangle mesh: rows of ``triangles`` are three rows of ``vertices``, counter-clockwise seen from the
        front.

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
        """Add a height field over the x-y plane of the body: ``heights[j, i]`` is at x = i, y = j times the spacing;
        NaN is a hole. With y up, turn the body by -pi/2 about x.

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
