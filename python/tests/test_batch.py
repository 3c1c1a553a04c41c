"""Many worlds at once."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import modulus
from modulus import Batch


@pytest.mark.parametrize(("name", "settings"), [("pyramid", {"rows": 12}), ("tower3", {})])
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_batch_gives_each_world_the_bits_that_it_gets_alone(name: str, settings: dict[str, int], threads: int) -> None:
    worlds = [modulus.scene(name, solver=solver, **settings) for solver in ("pgs", "amgs", "auto") for _ in range(3)]
    alone = [world.copy() for world in worlds]
    with Batch(worlds, threads=threads) as batch:
        for _ in range(4):
            batch.step(5)
    reports = [world.run(20)[-1] for world in alone]
    assert [world.hash for world in worlds] == [world.hash for world in alone]
    state = batch.state
    for place, world in enumerate(worlds):
        np.testing.assert_array_equal(state.position[place], world.state.position)
        np.testing.assert_array_equal(state.rotation[place], world.state.rotation)
        np.testing.assert_array_equal(state.angular_velocity[place], world.state.angular_velocity)
    assert batch.reports["contacts"].tolist() == [report.contacts for report in reports]
    assert batch.reports["residual"]["relative"].tolist() == [report.residual.relative for report in reports]


def test_forces_of_a_batch_act_on_the_bodies_of_each_world() -> None:
    world = modulus.World2(gravity=(0, 0))
    for x in (0, 5):
        world.add_body("dynamic", position=(x, 0)).add_circle(1)
    batch = Batch.copies(world, 3, threads=1)
    forces = np.arange(12.0).reshape(3, 2, 2)
    batch.apply_forces(forces, np.zeros((3, 2)))
    batch.step(dt=0.5)
    mass = world.bodies[0].mass.mass
    np.testing.assert_allclose(batch.state.velocity, 0.5 * forces / mass, rtol=1e-13)
    batch.set_velocities(np.ones((3, 2, 2)))
    np.testing.assert_array_equal(batch.state.velocity, np.ones((3, 2, 2)))
    batch.set_transforms(positions=7 * np.ones((3, 2, 2)))
    assert batch.state.position.min() == 7
    with pytest.raises(modulus.ArgumentError, match=r"expected an array of shape \(3, 2, 2\), got \(2, 2\)"):
        batch.apply_forces(np.zeros((2, 2)))


def test_a_world_that_fails_is_named_and_the_others_go_on() -> None:
    worlds = [modulus.scene("pyramid", rows=3) for _ in range(3)]
    worlds[1].set_callbacks(pre_solve=lambda contact: 1 / 0)
    worlds[2].set(max_bytes=1)
    batch = Batch(worlds, threads=2)
    with pytest.raises(ZeroDivisionError):
        batch.step(2)
    assert worlds[0].steps == 2
    worlds[1].set_callbacks()
    with pytest.raises(modulus.ArgumentError, match="dt"):
        batch.step(dt=-1)


def test_worlds_that_change_are_noticed() -> None:
    batch = Batch.copies(modulus.scene("pyramid", rows=3), 3, threads=2)
    batch.worlds[1].add_body()
    with pytest.raises(modulus.ArgumentError, match="world 1 has another number of bodies"):
        batch.step()
    again = Batch(batch.worlds, threads=1)
    again.step()
    with pytest.raises(modulus.ArgumentError, match="same number of bodies"):
        again.state  # noqa: B018
    batch.worlds[2].close()
    with pytest.raises(modulus.ArgumentError, match="closed"):
        batch.step()


def test_bad_batches_are_refused() -> None:
    world = modulus.World2()
    for worlds in ([], [world, modulus.World3()], [world, world]):
        with pytest.raises(modulus.ArgumentError, match="Batch: expected"):
            Batch(worlds)
    with pytest.raises(modulus.ArgumentError, match="steps: expected a number >= 0"):
        Batch([world]).step(-1)
    with pytest.raises(modulus.ArgumentError, match="one thread"):
        Batch([world], threads=0)
    with pytest.raises(modulus.ArgumentError, match="expected 1 snapshots, got 2"):
        Batch([world]).restore([b"", b""])


def test_steps_run_without_the_interpreter_lock() -> None:
    """Another thread of Python is never held up for as long as one call of the library takes."""
    batch = Batch.copies(modulus.scene("pyramid"), 8, threads=1)
    done = threading.Event()
    worst = 0.0

    def watch() -> None:
        nonlocal worst
        last = time.perf_counter()
        while not done.is_set():
            now = time.perf_counter()
            worst, last = max(worst, now - last), now

    thread = threading.Thread(target=watch)
    thread.start()
    started = time.perf_counter()
    batch.step(50)
    duration = time.perf_counter() - started
    done.set()
    thread.join()
    assert worst < 0.9 * duration


def test_arrays_outlive_a_batch() -> None:
    batch = Batch.copies(modulus.scene("tower3", count=2), 3, threads=1)
    position = batch.state.position
    expected = position.copy()
    for world in batch.worlds:
        world.close()
    del batch
    np.testing.assert_array_equal(position, expected)
