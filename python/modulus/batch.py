"""Many worlds at once."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from modulus import _api
from modulus._fields import number, step_count
from modulus._library import ArgumentError, Error, word
from modulus._matrix import address, pointer_to, rows_of
from modulus.state import State
from modulus.world import World


class Batch:
    """Worlds of one dimension that step together, each in one of several threads, without the interpreter lock.

    Results do not depend on the threads: each world gets the bits that it would get alone. If all worlds have the
    same number of bodies, ``state`` has arrays of all of them, with the shape (worlds, bodies, ...), which every step
    fills again.

    ``threads``: default one per processor.

    >>> import modulus
    >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=3), 100, threads=2)
    >>> batch.step(10)
    >>> batch.state.position.shape
    (100, 4, 3)
    >>> float(batch.reports["penetration_max"].max()) < 0.01
    True
    """

    def __init__(self, worlds: Sequence[World[Any]], threads: int | None = None) -> None:
        self.worlds = list(worlds)
        if not self.worlds or any(type(world) is not type(self.worlds[0]) for world in self.worlds):
            raise ArgumentError("Batch: expected one world at least, and worlds of one dimension")
        if len({id(world) for world in self.worlds}) != len(self.worlds):
            raise ArgumentError("Batch: expected different worlds; Batch.copies copies one")
        self.threads = threads if threads is not None else len(os.sched_getaffinity(0))
        if self.threads < 1:
            raise ArgumentError(f"Batch: expected one thread at least, got {self.threads}")
        self.dt = self.worlds[0].dt
        self._pool = ThreadPoolExecutor(self.threads)
        self._allocate()

    @classmethod
    def copies(cls, world: World[Any], count: int, threads: int | None = None) -> Batch:
        """Return a batch of copies of a world.

        >>> import modulus
        >>> modulus.Batch.copies(modulus.World2(), 3, threads=2)
        <Batch of 3 World2, 2 threads>
        """
        return cls([world.copy() for _ in range(count)], threads)

    def _allocate(self) -> None:
        self._dimension = self.worlds[0]._dimension
        count = len(self.worlds)
        self._pointers = np.array([world._alive() for world in self.worlds], dtype=np.uintp)
        self._statuses = np.zeros(count, np.int32)
        #: The report of the last step of each world: a structured array with the fields of ``StepReport``.
        self.reports: NDArray[Any] = np.zeros(count, np.dtype(_api.md_step_report))
        bodies = {int(world._get("body_count")) for world in self.worlds}
        self._bodies = bodies.pop() if len(bodies) == 1 else 0
        self._state = State(self._dimension, (count, self._bodies))
        self._struct = _api.mdpy_batch(
            dimensions=self._dimension.dimensions,
            count=count,
            worlds=address(self._pointers),
            reports=pointer_to(self.reports, _api.md_step_report),
            statuses=address(self._statuses),
            bodies=self._state._struct,
            bodies_per_world=self._bodies,
        )
        self._read()

    def _library(self, function: str, *arguments: Any) -> Any:
        from modulus._library import library

        return getattr(library, function)(ctypes.byref(self._struct), *arguments)

    def _check_worlds(self) -> None:
        """Closed worlds must not reach the library."""
        for world in self.worlds:
            world._alive()

    def _raise(self) -> None:
        for world in self.worlds:
            world._callbacks.raise_kept()
        failed = np.flatnonzero(self._statuses)
        if len(failed) > 0:
            self._fail(int(failed[0]))

    def _fail(self, place: int) -> None:
        world = self.worlds[place]
        if int(world._get("body_count")) != self._bodies and self._bodies > 0:
            raise ArgumentError(f"world {place} has another number of bodies than before: make a new Batch")
        try:
            self._dimension.checked(world._alive(), int(self._statuses[place]))
        except Error as error:
            raise type(error)(f"world {place}: {error}", error.status) from None

    # ---- Stepping

    def step(self, steps: int = 1, dt: float | None = None) -> None:
        """Advance every world by ``steps`` steps of ``dt`` seconds (that of the first world if none is given). A
        world that fails stops, the others go on, and an exception names the first that failed.

        >>> import modulus
        >>> batch = modulus.Batch([modulus.scene("tower3", count=n) for n in (1, 2, 3)], threads=2)
        >>> batch.step(10, dt=0.01)
        >>> batch.reports["contacts"].tolist()
        [1, 2, 3]
        """
        self._check_worlds()
        self._struct.dt = number(self.dt if dt is None else dt, "dt")
        self._struct.steps = step_count(steps)
        following = ctypes.c_int32(0)
        tasks = [
            self._pool.submit(self._library, "mdpy_batch_step", ctypes.byref(following)) for _ in range(self.threads - 1)
        ]
        self._library("mdpy_batch_step", ctypes.byref(following))
        for task in tasks:
            task.result()
        self._raise()

    # ---- State

    def _read(self) -> None:
        if self._bodies > 0:
            self._library("mdpy_batch_read")

    @property
    def state(self) -> State:
        """The state of all bodies of all worlds as of the last step or change of this batch: see :class:`State`."""
        if self._bodies == 0:
            raise ArgumentError("state: expected worlds with the same number of bodies, at least one")
        return self._state

    def refresh(self) -> State:
        """Read ``state`` again, after worlds were changed one by one.

        >>> import modulus
        >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=1), 2, threads=1)
        >>> batch.worlds[1].bodies[1].position = (0, 9, 0)
        >>> batch.refresh().position[:, 1, 1].tolist()
        [0.5, 9.0]
        """
        self._check_worlds()
        self._statuses[:] = 0
        self._read()
        self._raise()
        return self.state

    def _change(self, change: str, linear: ArrayLike | None, angular: ArrayLike | None, sizes: tuple[int, int]) -> None:
        self._check_worlds()
        shape = self.state.index.shape
        arrays = [
            None if value is None else rows_of(value, shape, size, name)
            for value, size, name in zip((linear, angular), sizes, ("the first array", "the second array"))
        ]
        number = _api.ENUMS["mdpy_change"][change]
        self._library("mdpy_batch_change", number, address(arrays[0]), address(arrays[1]))
        self._raise()
        if word("mdpy_change", number).startswith("set"):
            self._read()

    def apply_forces(self, forces: ArrayLike | None = None, torques: ArrayLike | None = None) -> None:
        """Add forces and torques for the next step: arrays of the shape (worlds, bodies, ...), as
        ``World.apply_forces``.

        >>> import modulus, numpy as np
        >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=1), 3, threads=1)
        >>> forces = np.zeros((3, 2, 3))
        >>> forces[:, 1, 0] = 0.0, 100.0, 200.0
        >>> batch.apply_forces(forces)
        >>> batch.step()
        """
        self._change("apply_forces", forces, torques, self.worlds[0]._motion)

    def apply_impulses(self, impulses: ArrayLike | None = None, angular_impulses: ArrayLike | None = None) -> None:
        """Apply impulses and angular impulses at once, as ``apply_forces``.

        >>> import modulus, numpy as np
        >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=1), 2, threads=1)
        >>> batch.apply_impulses(np.full((2, 2, 3), 10.0))
        """
        self._change("apply_impulses", impulses, angular_impulses, self.worlds[0]._motion)

    def set_velocities(self, velocities: ArrayLike | None = None, angular_velocities: ArrayLike | None = None) -> None:
        """Set the velocities of all bodies of all worlds.

        >>> import modulus, numpy as np
        >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=1), 2, threads=1)
        >>> batch.set_velocities(np.ones((2, 2, 3)))
        >>> batch.state.velocity[:, 1].tolist()
        [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
        """
        self._change("set_velocities", velocities, angular_velocities, self.worlds[0]._motion)

    def set_transforms(self, positions: ArrayLike | None = None, rotations: ArrayLike | None = None) -> None:
        """Move all bodies of all worlds at once.

        >>> import modulus, numpy as np
        >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=1), 2, threads=1)
        >>> batch.set_transforms(positions=np.full((2, 2, 3), 5.0))
        >>> batch.state.position[:, 1].tolist()
        [[5.0, 5.0, 5.0], [5.0, 5.0, 5.0]]
        """
        sizes = (self._dimension.dimensions, self._dimension.rotation_size)
        self._change("set_transforms", positions, rotations, sizes)

    def snapshots(self) -> list[bytes]:
        """Return a snapshot of each world.

        >>> import modulus
        >>> batch = modulus.Batch.copies(modulus.scene("tower3", count=1), 2, threads=1)
        >>> saved = batch.snapshots()
        >>> batch.step(5)
        >>> batch.restore(saved)
        >>> batch.worlds[0].steps
        0
        """
        return [world.snapshot() for world in self.worlds]

    def restore(self, snapshots: bytes | Sequence[bytes], which: Sequence[int] | None = None) -> None:
        """Restore all worlds, or those with the numbers ``which``: each from its own snapshot, or all from one.

        >>> import modulus
        >>> world = modulus.scene("tower3", count=1)
        >>> batch = modulus.Batch.copies(world, 4, threads=1)
        >>> batch.step(5)
        >>> batch.restore(world.snapshot(), which=[0, 2])
        >>> [world.steps for world in batch.worlds]
        [0, 5, 0, 5]
        """
        places = range(len(self.worlds)) if which is None else which
        given = [snapshots] * len(places) if isinstance(snapshots, bytes) else list(snapshots)
        if len(given) != len(places):
            raise ArgumentError(f"restore: expected {len(places)} snapshots, got {len(given)}")
        for place, snapshot in zip(places, given):
            self.worlds[place].restore(snapshot)
        if self._bodies > 0:
            self.refresh()

    # ---- Life

    def close(self) -> None:
        """End the threads. The worlds stay.

        >>> import modulus
        >>> with modulus.Batch([modulus.World2()]) as batch:  # closes it at the end
        ...     batch.step()
        """
        self._pool.shutdown()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.worlds)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} {type(self.worlds[0]).__name__}, {self.threads} threads>"
