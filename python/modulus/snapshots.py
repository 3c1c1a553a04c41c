"""Snapshots: the whole state of a world as bytes."""

from __future__ import annotations

import ctypes
from typing import Any, TypeVar

from modulus._library import fail
from modulus.core import Core

S = TypeVar("S", bound="Snapshots")


class Snapshots(Core):
    """The part of a world that is saved, copied and pickled."""

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
    def from_snapshot(cls: type[S], snapshot: bytes) -> S:
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

    def copy(self: S) -> S:
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


def _unpickle(kind: type[S], snapshot: bytes, attributes: dict[str, Any]) -> S:
    world = kind.from_snapshot(snapshot)
    vars(world).update(attributes)
    return world
