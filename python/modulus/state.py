"""The state of all bodies, and all contact points, as arrays."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modulus import _api
from modulus._dimension import Dimension
from modulus._library import ArgumentError
from modulus._matrix import address

FloatArray = NDArray[np.float64]


class State:
    """The state of all bodies, one row per body, in the order of ``world.bodies``. All numbers are in world
    coordinates.

    One call of the library fills the arrays. They are read-only views of memory that belongs to this object, not to
    the library: they stay valid when the world is gone. ``world.state`` fills the same memory again, as long as the
    number of bodies stays: to keep values, copy them. ``world.state`` reads all bodies: in a loop, keep what it
    returns.

    ``position``: of the origin, m. ``rotation``: cosine and sine in 2D, quaternion x, y, z, w in 3D. ``center``: of
    mass, m.
    ``velocity``: of the centre of mass, m/s. ``angular_velocity``: rad/s; one number per body in 2D.
    ``type``: 0 static, 1 kinematic, 2 dynamic. ``awake``: whether the body is awake. ``index``, ``generation``: of
    its handle.

    >>> import modulus
    >>> world = modulus.World2()
    >>> ball = world.add_body("dynamic", position=(0, 4)).add_circle(0.5).body
    >>> state = world.state
    >>> state.position, state.position.flags.owndata
    (array([[0., 4.]]), False)
    >>> report = world.step()
    >>> world.state is state, float(state.velocity[0, 1].round(4))
    (True, -0.1634)
    """

    index: NDArray[np.int32]
    generation: NDArray[np.uint32]
    type: NDArray[np.uint8]
    awake: NDArray[np.bool_]
    position: FloatArray
    rotation: FloatArray
    center: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray

    def __init__(self, dimension: Dimension, shape: tuple[int, ...]) -> None:
        """Allocate arrays for bodies: the last number of ``shape`` is that of the bodies of a world."""
        D, R, W = dimension.dimensions, dimension.rotation_size, dimension.angular_size
        angular = shape if W == 1 else (*shape, W)
        arrays: dict[str, NDArray[Any]] = {
            "index": np.zeros(shape, np.int32),
            "generation": np.zeros(shape, np.uint32),
            "type": np.zeros(shape, np.uint8),
            "awake": np.zeros(shape, np.bool_),
            "position": np.zeros((*shape, D)),
            "rotation": np.zeros((*shape, R)),
            "center": np.zeros((*shape, D)),
            "velocity": np.zeros((*shape, D)),
            "angular_velocity": np.zeros(angular),
        }
        self._struct = _api.mdpy_bodies(**{name: address(array) for name, array in arrays.items()})
        for name, array in arrays.items():
            view = array.view()
            view.flags.writeable = False
            setattr(self, name, view)

    def __len__(self) -> int:
        return int(self.index.shape[-1])

    def row(self, body: Any) -> int:
        """Return the row of a body.

        >>> import modulus
        >>> world = modulus.World2()
        >>> bodies = [world.add_body(position=(x, 0)) for x in range(3)]
        >>> bodies[0].destroy()
        >>> world.state.row(bodies[2])
        1
        """
        row = int(np.searchsorted(self.index, body._id.index))
        if row >= len(self) or self.generation[row] != body._id.generation:
            raise ArgumentError(f"row: {body!r} is not in this state")
        return row

    def __repr__(self) -> str:
        return f"<State of {len(self)} bodies: {', '.join(name for name in vars(self) if not name.startswith('_'))}>"


@dataclass(frozen=True, eq=False)
class Contacts:
    """All contact points, one row per point. The arrays are copies. Contacts of sensors are left out: events report
    them.

    ``contact``: number of the contact (pair of shapes) that the point belongs to. ``shape``, ``body``: indices of
    both shapes and bodies. ``bodies``: the rows of both bodies in ``world.state``. ``point``: m. ``normal``: unit,
    from the first shape to the second.
    ``separation``: m, negative if the shapes overlap. ``normal_impulse``, ``friction``: impulses of the last substep,
    N s; friction is that on the second shape.

    >>> import modulus
    >>> world = modulus.World3()
    >>> floor = world.add_body().add_plane((0, 1, 0))
    >>> box = world.add_body("dynamic", position=(0, 0.5, 0))
    >>> shape = box.add_box((0.5, 0.5, 0.5))
    >>> report = world.step()
    >>> world.contacts
    <Contacts: 4 points>
    >>> float((world.contacts.normal_impulse.sum() / world.dt).round(2))  # the weight of a ton, N
    9806.65
    """

    contact: NDArray[np.int32]
    shape: NDArray[np.int32]
    body: NDArray[np.int32]
    bodies: NDArray[np.int64]
    point: FloatArray
    normal: FloatArray
    separation: FloatArray
    normal_impulse: FloatArray
    friction: FloatArray

    def __len__(self) -> int:
        return len(self.contact)

    def __repr__(self) -> str:
        return f"<Contacts: {len(self)} points>"

    @classmethod
    def _read(cls, dimension: Dimension, world: int, index: NDArray[np.int32]) -> Contacts:
        D = dimension.dimensions
        count, capacity = 1, 0
        arrays: dict[str, NDArray[Any]] = {}
        while count > capacity:  # the first call only counts
            capacity = count
            arrays = {
                "contact": np.zeros(capacity, np.int32),
                "shape": np.zeros((capacity, 2), np.int32),
                "body": np.zeros((capacity, 2), np.int32),
                "point": np.zeros((capacity, D)),
                "normal": np.zeros((capacity, D)),
                "separation": np.zeros(capacity),
                "normal_impulse": np.zeros(capacity),
                "friction": np.zeros((capacity, D)),
            }
            struct = _api.mdpy_contacts(**{name: address(array) for name, array in arrays.items()})
            count = dimension.companion("read_contacts")(world, ctypes.byref(struct), capacity)
        arrays = {name: array[:count] for name, array in arrays.items()}
        return cls(bodies=np.searchsorted(index, arrays["body"]), **arrays)
