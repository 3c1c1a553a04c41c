"""Handles of bodies, shapes and joints: small objects of Python. The world holds everything else."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from modulus._fields import fill, values
from modulus._library import word
from modulus._record import Record

if TYPE_CHECKING:
    from modulus.core import Core

FloatArray = NDArray[np.float64]
Vector = Sequence[float] | FloatArray


class Handle:
    """What bodies, shapes and joints have in common."""

    _kind = ""

    def __init__(self, world: Core, identity: Any) -> None:
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


class Shape(Handle):
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


class Joint(Handle):
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
        return Record._classes[dimension.enum("joint_state")]._of(state)
