"""Queries: rays, points, boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from modulus._matrix import address, rows_of
from modulus._record import plain
from modulus.core import Core
from modulus.handles import Shape, Vector


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
    """The first hits of many rays: the fraction of each ray, 1 without a hit; the index of the body, -1 without a
    hit; the normal, zeros without a hit.

    >>> import modulus
    >>> modulus.World3().rays((0, 1, 0), [(0, -5, 0)]).body
    array([-1], dtype=int32)
    """

    fraction: np.ndarray[Any, np.dtype[np.float64]]
    body: np.ndarray[Any, np.dtype[np.int32]]
    normal: np.ndarray[Any, np.dtype[np.float64]]


class Queries(Core):
    """The part of a world that finds shapes. Sensors are found too."""

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
        """Cast many rays by one call: rows of origins and translations, as of a range finder. One origin may stand
        for all.

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
