"""Bodies of a 2D world, and their shapes."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from modulus import _api
from modulus._fields import converted, fill, number, truth
from modulus._matrix import address
from modulus.bodies import Body, made
from modulus.handles import Shape, Vector


class Body2(Body):
    """A body of a 2D world. Shapes are in the coordinates of the body; ``**material`` are fields of
    ``md2_shape_def``, such as ``friction=0.3`` (see :func:`fields`).

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
        made(make(ctypes.byref(hull), *arguments), function)
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
        place = self._vec(half, "half"), self._vec(center, "center"), turned
        return self._hull("box", material, *place, number(radius, "radius"))

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
        """Add a chain of segments, which collides on the right-hand side of its direction: a ground goes from right
        to left.

        >>> import modulus
        >>> modulus.World2().add_body().add_chain([(5, 1), (0, 0), (-5, 1)])
        [<Shape 0>, <Shape 1>]
        """
        array = self._points(points)
        dimension = self.world._dimension
        definition = dimension.shape_def_default()
        fill(definition, material)
        chain = _api.md2_chain_id()
        points_of_chain = address(array), len(array), truth(loop, "loop")
        self.world._do("chain_create", self._id, ctypes.byref(definition), *points_of_chain, ctypes.byref(chain))
        count = dimension.chain_shapes(self.world._alive(), chain, None, 0)
        shapes = (_api.md2_shape_id * count)()
        dimension.chain_shapes(self.world._alive(), chain, ctypes.byref(shapes), count)
        return [self.world._shape(_api.md2_shape_id(one.index, one.generation)) for one in shapes]
