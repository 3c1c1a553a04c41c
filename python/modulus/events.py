"""What happened in the last step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modulus._library import word
from modulus._record import plain

if TYPE_CHECKING:
    from modulus.bodies import Body
    from modulus.core import Core
    from modulus.handles import Joint, Shape


@dataclass(frozen=True)
class Event:
    """An event. Fields that its type does not use are None or 0.

    ``type``: ``"contact_begin"``, ``"contact_end"``, ``"contact_hit"``, ``"sensor_begin"``, ``"sensor_end"``,
    ``"body_sleep"``, ``"body_wake"`` or ``"joint_broken"``.
    ``shapes``: of contacts and sensors; the sensor is the first. ``body``: sleep and wake. ``joint``: the broken joint.
    ``point``, ``normal``, ``speed``, ``impulse``: of a hit; ``impulse`` also of a broken joint, N s.

    >>> import modulus
    >>> world = modulus.World2()
    >>> floor = world.add_body().add_box((5, 0.5))
    >>> ball = world.add_body("dynamic", position=(0, 0.99)).add_circle(0.5)
    >>> report = world.step()
    >>> [(event.type, event.shapes) for event in world.events]
    [('contact_begin', (<Shape 0>, <Shape 1>))]
    """

    type: str
    shapes: tuple[Shape, Shape] | None
    body: Body | None
    joint: Joint | None
    point: tuple[float, ...]
    normal: tuple[float, ...]
    speed: float
    impulse: float

    @classmethod
    def _of(cls, world: Core, event: Any) -> Event:
        return cls(
            type=word(world._dimension.enum("event_type"), event.type),
            shapes=(world._shape(event.shape[0]), world._shape(event.shape[1])) if event.shape[0].generation else None,
            body=world._body(event.body) if event.body.generation else None,
            joint=world._joint(event.joint) if event.joint.generation else None,
            point=plain(event.point),
            normal=plain(event.normal),
            speed=event.speed,
            impulse=event.impulse,
        )
