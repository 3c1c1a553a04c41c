"""All bodies of a world as arrays: reading and changing them."""

from __future__ import annotations

import ctypes

from numpy.typing import ArrayLike

from modulus import _api
from modulus._matrix import address, rows_of
from modulus.core import Core
from modulus.events import Event
from modulus.state import Contacts, State


class Arrays(Core):
    """The part of a world that reads and changes all bodies at once."""

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
        """Add forces at the centres of mass, N, and torques, N m, for the next step: a row per body, as in ``state``.
        Rows of zeros wake nothing, and those of static bodies do nothing.

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
