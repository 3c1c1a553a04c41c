"""Worlds, bodies, shapes and joints, in 2D and in 3D."""

from __future__ import annotations

import gc
import math
from typing import Any

import numpy as np
import pytest

import modulus
from modulus import World2, World3

G = 9.80665


def up(dimensions: int, height: float) -> tuple[float, ...]:
    return (0.0, height, 0.0)[:dimensions]


def ball(world: Any, height: float, radius: float = 0.5, **fields: Any) -> Any:
    """A ball above the origin, with the mass of water."""
    dimensions = world._dimension.dimensions
    body = world.add_body("dynamic", position=up(dimensions, height), **fields)
    (body.add_circle if dimensions == 2 else body.add_sphere)(radius)
    return body


def floor(world: Any, **material: Any) -> Any:
    body = world.add_body()
    if isinstance(world, World2):
        body.add_box((20, 1), center=(0, -1), **material)
    else:
        body.add_plane((0, 1, 0), **material)
    return body


both = pytest.mark.parametrize("kind", [World2, World3])


# ---- Motion


@both
def test_a_body_falls_as_implicit_euler_says(kind: Any) -> None:
    world = kind()
    body = ball(world, 100.0)
    for _ in range(10):
        world.step(0.01)
    # After n steps: v = -g n h, y = y0 - g h^2 n (n + 1) / 2.
    assert body.velocity[1] == pytest.approx(-G * 0.1, rel=1e-13)
    assert body.position[1] == pytest.approx(100 - G * 1e-4 * 55, rel=1e-13)
    assert world.steps == 10


@both
def test_a_ball_rests_on_the_floor_with_its_weight(kind: Any) -> None:
    world = kind(enable_sleep=False)
    floor(world)
    body = ball(world, 0.5)
    world.run(60)
    contacts = world.contacts
    assert len(contacts) == 1
    assert contacts.normal_impulse[0] * 60 == pytest.approx(body.mass.mass * G, rel=1e-6)
    assert np.abs(contacts.normal[0]).tolist() == pytest.approx(list(up(len(contacts.normal[0]), 1.0)))
    assert sorted(contacts.bodies[0].tolist()) == [0, 1]


def test_friction_impulse_of_2d_opposes_the_motion_of_its_shape() -> None:
    world = World2()
    floor(world, friction=0.5)
    body = world.add_body("dynamic", position=(0, 0.5), velocity=(5, 0), fixed_rotation=True)
    body.add_box((0.5, 0.5), friction=0.5)
    world.step()
    contacts = world.contacts
    on_box = np.where(contacts.bodies[:, 1] == 1, 1, -1) @ contacts.friction
    assert on_box[0] == pytest.approx(-0.5 * contacts.normal_impulse.sum(), rel=1e-6)


def test_friction_impulse_of_3d_opposes_the_motion_of_its_shape() -> None:
    world = World3()
    floor(world, friction=0.5)
    body = world.add_body("dynamic", position=(0, 0.5, 0), velocity=(3, 0, 4), locked=modulus.CONSTANTS["MD3_LOCK_ROTATION"])
    body.add_box((0.5, 0.5, 0.5), friction=0.5)
    world.step()
    contacts = world.contacts
    on_box = np.where(contacts.bodies[:, 1] == 1, 1, -1) @ contacts.friction
    expected = -0.5 * contacts.normal_impulse.sum() * np.array([0.6, 0, 0.8])
    np.testing.assert_allclose(on_box, expected, atol=1e-5 * np.abs(expected).max())


# ---- Arrays


@both
def test_state_is_the_state_of_each_body(kind: Any) -> None:
    world = kind()
    bodies = [ball(world, 2.0 * i, velocity=up(world._dimension.dimensions, -i)) for i in range(5)]
    bodies[2].destroy()
    del bodies[2]
    world.step()
    state = world.state
    assert world.bodies == bodies and len(state) == 4
    for row, body in enumerate(bodies):
        assert state.row(body) == row
        np.testing.assert_array_equal(state.position[row], body.position)
        np.testing.assert_array_equal(state.rotation[row], body.rotation)
        np.testing.assert_array_equal(state.velocity[row], body.velocity)
        np.testing.assert_array_equal(state.center[row], body.center)
        np.testing.assert_array_equal(state.angular_velocity[row], body.angular_velocity)
        assert (state.type[row], state.awake[row]) == (2, body.awake)


@both
def test_arrays_are_filled_again_and_outlive_the_world(kind: Any) -> None:
    world = kind()
    ball(world, 1.0)
    state = world.state
    position = state.position
    kept = position.copy()
    world.step()
    assert world.state is state and world.state.position is position
    assert position[0, 1] < kept[0, 1]
    last = float(position[0, 1])
    world.close()
    del world, state
    gc.collect()
    assert position[0, 1] == last
    with pytest.raises(ValueError, match="read-only"):
        position[0, 1] = 0


@both
def test_a_new_body_gives_new_arrays_and_leaves_the_old_ones(kind: Any) -> None:
    world = kind()
    ball(world, 1.0)
    old = world.state.position
    ball(world, 3.0)
    assert len(old) == 1 and len(world.state.position) == 2


@both
def test_arrays_of_forces_and_velocities_change_all_bodies(kind: Any) -> None:
    world = kind(gravity=up(2 if kind is World2 else 3, 0.0), enable_sleep=False)
    floor(world)
    one, two = ball(world, 5.0), ball(world, 10.0)
    D, W = world._motion
    forces, torques = np.zeros((3, D)), np.zeros(3 if W == 1 else (3, W))
    forces[1, 0], forces[2, 0] = 2.0, 6.0
    torques[2] = 0.5
    world.apply_forces(forces, torques)
    world.step(0.5)
    for body, force in ((one, 2.0), (two, 6.0)):
        assert body.velocity[0] == pytest.approx(0.5 * force / body.mass.mass)
    assert np.all(np.asarray(two.angular_velocity) > 0) and np.all(np.asarray(one.angular_velocity) == 0)
    world.set_velocities(np.ones((3, D)))
    np.testing.assert_array_equal(world.state.velocity[1:], np.ones((2, D)))
    np.testing.assert_array_equal(world.state.velocity[0], np.zeros(D))  # static
    world.apply_impulses(np.full((3, D), one.mass.mass))
    np.testing.assert_allclose(world.state.velocity[1:], 2 * np.ones((2, D)), rtol=1e-14)
    world.set_transforms(positions=10 * np.ones((3, D)) + np.arange(3)[:, None] * 5)
    np.testing.assert_array_equal(world.state.position[2], np.full(D, 20.0))
    # Each body gets its own rotation: a quarter of a turn, and half a turn.
    turns = [[1, 0], [0, 1], [-1, 0]] if D == 2 else [[0, 0, 0, 1], [0, 0, 0.6, 0.8], [0, 0, 1, 0]]
    world.set_transforms(rotations=turns)
    np.testing.assert_array_equal(world.state.rotation[1:], turns[1:])
    np.testing.assert_array_equal(world.state.position[2], np.full(D, 20.0))


@both
def test_arrays_of_the_wrong_shape_are_refused(kind: Any) -> None:
    world = kind()
    ball(world, 1.0)
    with pytest.raises(modulus.ArgumentError, match=r"expected an array of shape \(1, "):
        world.apply_forces(np.zeros((2, 2)))
    with pytest.raises(modulus.ArgumentError, match="finite"):
        world.set_velocities(np.full((1, world._dimension.dimensions), np.nan))


def test_a_mesh_of_many_contacts_has_all_of_them() -> None:
    world = modulus.scene("wall3")
    world.run(5)
    contacts = world.contacts
    assert len(contacts) == world.step().contact_points or len(world.contacts) > 100


# ---- Bodies


@both
def test_a_body_is_what_it_was_told(kind: Any) -> None:
    world = kind()
    body = ball(world, 3.0, linear_damping=0.25)
    assert body.type == "dynamic" and body.fields["linear_damping"] == 0.25 and body.awake and body.enabled
    body.type = "kinematic"
    body.velocity = up(world._dimension.dimensions, 1.0)
    body.position = up(world._dimension.dimensions, 7.0)
    world.step(0.5)
    assert body.position[1] == 7.5
    body.enabled = False
    assert not body.enabled and not body.fields["enabled"]
    body.destroy()
    assert not body.is_valid and "destroyed" in repr(body)
    with pytest.raises(modulus.ArgumentError):
        body.type = "static"


def test_angles_of_2d_are_numbers_and_may_be_assigned() -> None:
    body = World2().add_body("dynamic", rotation=0.5)
    assert body.angle == pytest.approx(0.5)
    body.angle = -2.0
    assert body.angle == pytest.approx(-2.0)
    body.angular_velocity = 3.0
    assert body.angular_velocity == 3.0


def test_rotations_of_3d_are_quaternions() -> None:
    body = World3().add_body("dynamic", rotation=modulus.axis_angle((0, 1, 0), math.pi / 3))
    assert body.rotation.tolist() == pytest.approx([0, math.sin(math.pi / 6), 0, math.cos(math.pi / 6)])
    body.angular_velocity = (0, 0, 2)
    assert body.angular_velocity.tolist() == [0, 0, 2]


@both
def test_forces_impulses_and_torques_act_on_a_body(kind: Any) -> None:
    world = kind(gravity=up(2 if kind is World2 else 3, 0.0), enable_sleep=False)
    body = ball(world, 0.0)
    D, W = world._motion
    push = (1.0, 0.0, 0.0)[:D]
    body.apply_impulse(push)
    assert body.velocity[0] == pytest.approx(1 / body.mass.mass)
    body.apply_force(push, point=up(D, 0.5))
    world.step(1.0)
    assert body.velocity[0] == pytest.approx(2 / body.mass.mass)
    assert np.ravel(body.angular_velocity)[-1] < 0  # a push above the centre turns it clockwise
    before = np.ravel(body.angular_velocity)[-1]
    body.apply_angular_impulse(1.0 if W == 1 else (0, 0, 1.0))
    assert np.ravel(body.angular_velocity)[-1] > before


@both
def test_a_kinematic_body_reaches_its_target(kind: Any) -> None:
    world = kind()
    D = world._dimension.dimensions
    body = world.add_body("kinematic")
    body.move_to((1.0, 2.0, 3.0)[:D])
    world.step()
    np.testing.assert_allclose(body.position, (1.0, 2.0, 3.0)[:D], rtol=1e-12)


# ---- Shapes


@pytest.mark.parametrize(
    ("shape", "arguments", "area"),
    [
        ("add_circle", (0.5,), math.pi / 4),
        ("add_box", ((0.5, 1.0),), 2.0),
        ("add_box", ((0.5, 1.0), (3, 0), 0.3, 0.1), 2.0 + 0.1 * 6 + math.pi * 0.01),
        ("add_capsule", ((0, 0), (2, 0), 0.5), 2.0 + math.pi / 4),
        ("add_polygon", ([(0, 0), (1, 0), (0, 1), (0.1, 0.1)],), 0.5),
    ],
)
def test_shapes_of_2d_have_their_area(shape: str, arguments: tuple[Any, ...], area: float) -> None:
    body = World2().add_body("dynamic")
    created = getattr(body, shape)(*arguments, density=2.0)
    assert body.mass.mass == pytest.approx(2 * area, rel=1e-12)
    assert body.shapes == [created] and created.body == body and created.fields["density"] == 2.0


CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]


@pytest.mark.parametrize(
    ("shape", "arguments", "volume"),
    [
        ("add_sphere", (0.5,), math.pi / 6),
        ("add_box", ((0.5, 1.0, 1.5),), 6.0),
        ("add_box", ((0.5, 0.5, 0.5), (4, 0, 0), (0, 0, math.sin(0.2), math.cos(0.2))), 1.0),
        ("add_capsule", ((0, 0, 0), (2, 0, 0), 0.5), math.pi / 4 * 2 + math.pi / 6),
        ("add_hull", (CUBE,), 1.0),
        ("add_cylinder", ((0, 0, 0), (0, 2, 0), 0.5), math.pi / 2),
        ("add_cone", ((0, 0, 0), (0, 3, 0), 1.0), math.pi),
    ],
)
def test_shapes_of_3d_have_their_volume(shape: str, arguments: tuple[Any, ...], volume: float) -> None:
    body = World3().add_body("dynamic")
    created = getattr(body, shape)(*arguments, density=2.0)
    assert body.mass.mass == pytest.approx(2 * volume, rel=1e-12)
    assert body.shapes == [created]


def test_a_chain_is_a_ground_from_right_to_left() -> None:
    world = World2()
    shapes = world.add_body().add_chain([(5, 0), (0, 0), (-5, 0)])
    assert len(shapes) == 2
    body = ball(world, 2.0)
    world.run(120)
    assert body.position[1] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("ground", ["mesh", "height_field"])
def test_a_ball_rests_on_a_landscape(ground: str) -> None:
    world = World3()
    if ground == "mesh":
        corners = [(-5, 0, -5), (5, 0, -5), (5, 0, 5), (-5, 0, 5)]
        world.add_body().add_mesh(corners, [(0, 2, 1), (0, 3, 2)])
    else:
        body = world.add_body(rotation=modulus.axis_angle((1, 0, 0), -math.pi / 2))
        body.add_height_field(np.zeros((4, 6)), spacing=(2, 3), origin=(-5, -4, 0))
    rolling = ball(world, 2.0)
    world.run(120)
    assert rolling.position[1] == pytest.approx(0.5, abs=1e-3)


def test_bad_shapes_are_refused_in_words() -> None:
    plane, space = World2().add_body(), World3().add_body("dynamic")
    with pytest.raises(modulus.ArgumentError, match="circle: expected finite numbers"):
        plane.add_circle(-1)
    with pytest.raises(modulus.ArgumentError, match="radius: expected a number, got 'large'"):
        plane.add_circle("large")
    with pytest.raises(TypeError, match="unknown field 'fricton', did you mean 'friction'"):
        plane.add_circle(1, fricton=2)
    with pytest.raises(modulus.ArgumentError, match="restitution must be"):
        plane.add_circle(1, restitution=2)
    with pytest.raises(modulus.ArgumentError, match="a static or kinematic body"):
        space.add_plane((0, 1, 0))
    with pytest.raises(modulus.Error, match="plane"):
        space.add_hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
    with pytest.raises(modulus.ArgumentError, match="a normal of length 1"):
        World3().add_body().add_plane((0, 2, 0))
    with pytest.raises(modulus.ArgumentError, match=r"points: expected an array of shape \(n, 3\)"):
        space.add_hull([(0, 0), (1, 0)])
    with pytest.raises(modulus.ArgumentError, match=r"triangles: expected an array of shape"):
        World3().add_body().add_mesh(CUBE, [0, 1, 2])
    assert space.shapes == []


# ---- Joints


def test_joints_of_2d_hold_and_report() -> None:
    world = World2(enable_sleep=False, tol_relative=1e-10, max_iterations=1000)
    frame, bob = world.add_body(), ball(world, 4.0)
    joint = world.add_joint("distance", frame, bob, anchor=[(0, 6), (0, 0)], length=2.0)
    world.run(30)
    assert joint.type == "distance" and joint.bodies == (frame, bob) and frame.joints == [joint] == world.joints
    assert joint.state.position == pytest.approx(2.0, abs=1e-6)
    assert joint.state.force[1] == pytest.approx(bob.mass.mass * G, rel=1e-6)
    joint.destroy()
    assert world.joints == [] and not joint.is_valid


def test_joints_of_3d_hold_and_report() -> None:
    world = World3(enable_sleep=False)
    frame, bob = world.add_body(), ball(world, 4.0)
    joint = world.add_joint("hinge", frame, bob, (0, 4, 0), (0, 0, 1), has_motor=True, motor_speed=2.0)
    world.run(30)
    assert bob.angular_velocity[2] == pytest.approx(2.0, abs=1e-6)
    joint.set(motor_speed=-1.0)
    world.run(30)
    assert bob.angular_velocity[2] == pytest.approx(-1.0, abs=1e-6)
    assert joint.state.force[1] == pytest.approx(bob.mass.mass * G, rel=1e-3)


def test_bad_joints_are_refused_in_words() -> None:
    world = World3()
    body = ball(world, 1.0)
    with pytest.raises(modulus.ArgumentError, match="type: expected 'distance', 'ball'"):
        world.add_joint("rope", body, body)
    with pytest.raises(modulus.ArgumentError, match="body"):
        world.add_joint("weld", body, body)
    for stranger in (None, World3().add_body(), body.shapes[0]):
        with pytest.raises(modulus.ArgumentError, match="second: expected a body of this world"):
            world.add_joint("weld", body, stranger)
    with pytest.raises(modulus.ArgumentError, match=r"anchor: expected 2 values"):
        world.add_joint("weld", body, world.add_body(), anchor=[(0, 0, 0)])


# ---- Settings


@both
def test_settings_are_read_back(kind: Any) -> None:
    world = kind(solver="amgs:alpha=0.3", substeps=2, limits={"max_iterations": 7}, position_correction="soft")
    settings = world.settings
    assert settings["solver"].method == "amgs" and settings["solver"].alpha == 0.3
    assert settings["position_solver"] == settings["solver"]  # one solver is for both problems
    assert settings["limits"]["max_iterations"] == 7 and settings["position_correction"] == "soft"
    world.set(position_solver="pgs", solver=settings["solver"])
    assert world.settings["position_solver"].method == "pgs" and world.settings["solver"].method == "amgs"
    world.gravity = up(world._dimension.dimensions, -1.0)
    assert world.gravity[1] == -1.0


@both
def test_bad_settings_are_refused_in_words(kind: Any) -> None:
    with pytest.raises(TypeError, match="unknown field 'substep', did you mean 'substeps'"):
        kind(substep=2)
    with pytest.raises(modulus.ArgumentError, match="slop must be"):
        kind(slop=-1)
    with pytest.raises(modulus.ArgumentError, match="gravity: expected . values, got 3"):
        kind(gravity=3)
    with pytest.raises(modulus.ArgumentError, match="substeps: expected a number, got 'two'"):
        kind(substeps="two")
    with pytest.raises(modulus.ArgumentError, match="position_correction: expected 'split_impulse'"):
        kind(position_correction="hard")
    with pytest.raises(modulus.ArgumentError, match=r"max_bodies: 1099511627776 is out of range"):
        kind(max_bodies=2**40)
    with pytest.raises(modulus.ArgumentError, match="substeps: expected a whole number, got 1.5"):
        kind(substeps=1.5)
    with pytest.raises(modulus.ArgumentError, match="enable_sleep: expected True or False, got 'false'"):
        kind(enable_sleep="false")
    assert kind(max_iterations=1e4).settings["limits"]["max_iterations"] == 10_000
    world = kind()
    for dt in (-1, float("nan"), "fast"):
        with pytest.raises(modulus.ArgumentError, match="dt"):
            world.step(dt)


@both
def test_handles_are_equal_if_they_are_of_the_same_thing(kind: Any) -> None:
    one, two = kind(), kind()
    body = ball(one, 1.0)
    assert body == one.bodies[0] and {body, one.bodies[0]} == {body}
    assert body != ball(two, 1.0) and body != ball(one, 3.0) and body != body.shapes[0]


@both
def test_a_closed_world_is_refused(kind: Any) -> None:
    world = kind()
    body = ball(world, 1.0)
    world.close()
    world.close()
    for use in (lambda: body.position, lambda: world.state, lambda: world.step(), lambda: body.shapes):
        with pytest.raises(modulus.ArgumentError, match="closed"):
            use()
    assert "closed" in repr(world)


@both
def test_rays_hit_the_first_shape(kind: Any) -> None:
    world = kind()
    body = ball(world, 3.0)
    D = world._dimension.dimensions
    hit = world.ray(up(D, 10.0), up(D, -10.0))
    assert hit is not None and hit.shape.body == body
    assert hit.fraction == pytest.approx(0.65) and hit.normal[1] == pytest.approx(1.0)
    assert world.ray(up(D, 10.0), up(D, 1.0)) is None
    other = world.add_body()
    floor(world)
    origins = [up(D, 10.0), up(D, 10.0), up(D, 2.0)]
    hits = world.rays(origins, [up(D, -10.0), up(D, 5.0), up(D, -4.0)])
    assert hits.fraction.tolist() == pytest.approx([0.65, 1.0, 0.5])
    assert hits.body.tolist() == [body.index, -1, other.index + 1]
    np.testing.assert_allclose(hits.normal, [up(D, 1.0), up(D, 0.0), up(D, 1.0)], atol=1e-12)
    with pytest.raises(modulus.ArgumentError, match="translations: expected an array of shape"):
        world.rays(np.zeros(5), np.zeros((2, 5)))


@both
def test_queries_find_shapes(kind: Any) -> None:
    world = kind()
    assert world.at_point(up(world._dimension.dimensions, 0.0)) == []
    shapes = [ball(world, height).shapes[0] for height in (0.0, 2.0, 4.0)]
    D = world._dimension.dimensions
    assert world.at_point(up(D, 2.2)) == [shapes[1]]
    assert world.in_box([-1.0] * D, (1.0, 2.0, 1.0)[:D]) == shapes[:2]
