"""Events and callbacks."""

from __future__ import annotations

import logging
import weakref
from typing import Any

import numpy as np
import pytest

import modulus
from modulus import World2, World3


def drop(kind: Any, **settings: Any) -> tuple[Any, Any, Any]:
    """A ball 2 cm above a floor."""
    world = kind(**settings)
    two = kind is World2
    ground = world.add_body()
    floor = ground.add_box((5, 1), center=(0, -1)) if two else ground.add_plane((0, 1, 0))
    body = world.add_body("dynamic", position=(0, 0.52, 0)[: 2 if two else 3])
    shape = body.add_circle(0.5) if two else body.add_sphere(0.5)
    return world, floor, shape


both = pytest.mark.parametrize("kind", [World2, World3])


@both
def test_events_tell_what_touches_falls_asleep_and_wakes(kind: Any) -> None:
    world, floor, shape = drop(kind)
    events = [event for _ in range(120) for event in (world.step(), world.events)[1]]
    begin = next(event for event in events if event.type == "contact_begin")
    assert set(begin.shapes) == {floor, shape}
    assert [event.body for event in events if event.type == "body_sleep"] == [shape.body]
    shape.body.awake = True
    assert [event.type for event in world.events] == ["body_wake"]


@both
def test_hits_have_a_place_and_a_speed(kind: Any) -> None:
    world, _, shape = drop(kind, hit_threshold=2.0)
    shape.body.velocity = (0, -3, 0)[: len(shape.body.velocity)]
    hits = [event for _ in range(3) for event in (world.step(), world.events)[1] if event.type == "contact_hit"]
    assert len(hits) == 1 and hits[0].speed == pytest.approx(3.16, abs=0.02) and hits[0].impulse > 0
    assert abs(hits[0].point[1]) < 0.02 and abs(hits[0].normal[1]) == pytest.approx(1)


@both
def test_sensors_and_broken_joints_have_events(kind: Any) -> None:
    world = kind()
    two = kind is World2
    ground = world.add_body()
    sensor = ground.add_circle(1.0, sensor=True) if two else ground.add_sphere(1.0, sensor=True)
    body = world.add_body("dynamic", position=(0, 3, 0)[: 2 if two else 3])
    shape = body.add_circle(0.1) if two else body.add_sphere(0.1)
    joint = world.add_joint("weld", ground, body, (0, 3, 0)[: 2 if two else 3], break_force=1e-3)
    events = [event for _ in range(60) for event in (world.step(), world.events)[1]]
    assert next(event for event in events if event.type == "sensor_begin").shapes == (sensor, shape)
    assert [event.joint for event in events if event.type == "joint_broken"] == [joint]


@both
def test_a_filter_decides_who_collides(kind: Any) -> None:
    world, floor, shape = drop(kind)
    asked: list[set[modulus.Shape]] = []
    world.set_callbacks(filter=lambda a, b: asked.append({a, b}))  # None is false
    world.run(60)
    assert asked == [{floor, shape}] and shape.body.position[1] < -1


@both
def test_pre_solve_changes_and_ignores_contacts(kind: Any) -> None:
    world, _, shape = drop(kind)
    shape.body.velocity = (2, 0, 0)[: len(shape.body.velocity)]
    seen: list[Any] = []

    def slippery(contact: modulus.PreSolve) -> None:
        contact.friction = 0.0
        seen.append((contact.points.shape, contact.friction, contact.shapes, contact.normal))

    world.set_callbacks(pre_solve=slippery)
    world.run(30)
    assert shape.body.velocity[0] == pytest.approx(2.0, rel=1e-12) and seen[0][0][1] == len(shape.body.velocity)
    assert seen[0][1] == 0.0 and shape in seen[0][2]
    world.set_callbacks(pre_solve=lambda contact: False)
    world.run(60)
    assert shape.body.position[1] < -1


@both
def test_mixing_limits_and_solved_are_called(kind: Any) -> None:
    world, _, _ = drop(kind)
    mixed: list[tuple[float, float]] = []
    solved: list[tuple[int, modulus.Problem, modulus.Result]] = []
    world.set_callbacks(
        mix_friction=lambda a, b: (mixed.append((a, b)), 0.25)[1],
        limits=lambda substep: {"max_iterations": 3},
        solved=lambda *arguments: solved.append(arguments),
    )
    world.run(20)
    assert mixed == [(0.6, 0.6)]
    substep, problem, result = solved[-1]
    assert substep == 0 and result.iterations <= 3 and problem.rows == len(result.lambda_) == len(result.w)
    # The copy is the problem that was solved.
    np.testing.assert_allclose(problem.A @ result.lambda_ + problem.q, result.w, atol=1e-12)
    assert float(problem.upper[1]) == 0.25


@both
def test_an_exception_in_a_callback_is_raised_by_the_step(kind: Any) -> None:
    world, _, _ = drop(kind)

    def solved(substep: int, problem: modulus.Problem, result: modulus.Result) -> None:
        raise KeyError("mine")

    world.set_callbacks(solved=solved)
    with pytest.raises(KeyError, match="mine"):
        world.run(20)
    world.set_callbacks()
    world.run(20)  # the world goes on


@both
def test_a_world_is_not_changed_in_a_callback(kind: Any) -> None:
    world, _, shape = drop(kind)
    for change in (shape.body.destroy, world.close, world.step):
        world.set_callbacks(pre_solve=lambda contact, change=change: change())
        with pytest.raises(modulus.BusyError):
            world.run(20)
        assert shape.is_valid


def test_a_world_warns_and_logs(caplog: pytest.LogCaptureFixture) -> None:
    world = modulus.scene("pyramid", rows=6)
    reports: list[modulus.StepReport] = []
    world.set(tol=1e-12, max_iterations=1)
    world.set_callbacks(warn=reports.append)
    world.run(20)
    assert reports and all(report.far_from_converged for report in reports)

    lines: list[tuple[str, str]] = []
    escaping = World2()
    escaping.add_body("dynamic", position=(9.9e8, 0), velocity=(1e9, 0)).add_circle(1)
    copy = escaping.copy()
    escaping.set_callbacks(log=lambda level, message: lines.append((level, message)))
    with caplog.at_level(logging.WARNING, logger="modulus"):
        escaping.run(10)
        assert lines and lines[0][0] == "warning" and caplog.text == ""
        copy.run(10)  # by default lines go to the logger
        assert lines[0][1] in caplog.text


def test_bad_callbacks_are_refused() -> None:
    with pytest.raises(TypeError, match="unknown callback 'presolve'; expected one of filter, pre_solve"):
        World2().set_callbacks(presolve=print)
    with pytest.raises(TypeError, match="log: expected a function"):
        World2().set_callbacks(log=3)  # type: ignore[arg-type]


@both
def test_callbacks_do_not_keep_a_world_alive(kind: Any) -> None:
    world = drop(kind)[0]
    world.set_callbacks(solved=lambda *arguments: None)
    world.run(2)
    gone = weakref.ref(world)
    del world
    assert gone() is None
