"""Scenes, snapshots, problems of steps, pictures."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import modulus

CATALOGUE = modulus.catalogue()
NAMES = [scene["name"] for scene in CATALOGUE["scenes"] + CATALOGUE["scenes3"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_scene_opens_steps_and_is_saved(name: str) -> None:
    world = modulus.scene(name)
    assert world.name == name and world.about and world.default_steps > 0
    again = modulus.scene_from_json(world.to_json())
    assert type(again) is type(world) and again.hash == world.hash and again.dt == world.dt
    world.step()
    again.step()
    assert again.hash == world.hash


@pytest.mark.parametrize(("name", "settings"), [("pool1", {"circles": 60, "seed": 3}), ("tower3", {"count": 5})])
def test_a_run_has_the_bits_of_the_command(name: str, settings: dict[str, int], build: Path) -> None:
    command = build / "modulus"
    if not command.exists():
        pytest.skip("the command is not built")
    world = modulus.scene(name, **settings)
    world.run(100)
    arguments = [f"--set={key}={value}" for key, value in settings.items()]
    run = [command, "run", name, "--steps", "100", "--json", *arguments]
    assert json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)["hash"] == f"{world.hash:016x}"


def test_scene_files_are_read_and_written(tmp_path: Path, source: Path) -> None:
    world = modulus.scene(source / "scenes/bridge.json", solver="pgs", enable_sleep=False)
    assert world.settings["solver"].method == "pgs" and not world.settings["enable_sleep"]
    world.save(tmp_path / "saved.json")
    assert modulus.scene(tmp_path / "saved.json").hash == world.hash


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("tower33", {}, "unknown scene 'tower33', did you mean 'tower3'?"),
        ("tower3", {"cout": 3}, "cout"),
        ("tower3", {"count": -3}, "count"),
        ("/nowhere.json", {}, "/nowhere.json: cannot be read"),
    ],
)
def test_bad_scenes_are_refused_in_words(name: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(modulus.Error) as error:
        modulus.scene(name, **settings)
    assert message in str(error.value)


def test_a_scene_that_is_no_json_is_refused_with_its_line() -> None:
    with pytest.raises(modulus.FormatError, match="mine:2: invalid JSON"):
        modulus.scene_from_json('{"format":\n nonsense}', origin="mine")


# ---- Snapshots


@pytest.mark.parametrize("name", ["ragdolls", "ragdolls3"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda world: pickle.loads(pickle.dumps(world))])
def test_a_copy_continues_with_the_same_bits(name: str, how: Any) -> None:
    world = modulus.scene(name)
    world.run(20)
    again = how(world)
    assert type(again) is type(world) and (again.name, again.dt, again.view) == (world.name, world.dt, world.view)
    world.run(20)
    again.run(20)
    assert again.hash == world.hash and again.steps == world.steps == 40


def last_hash(world: Any) -> int:
    world.run(10)
    return int(world.hash)


def test_worlds_are_stepped_in_other_processes() -> None:
    worlds = [modulus.scene("tower3", count=count) for count in (2, 3, 4)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        elsewhere = pool.map(last_hash, worlds)
    assert elsewhere == [last_hash(world) for world in worlds]


def test_bad_snapshots_are_refused_and_change_nothing() -> None:
    world = modulus.scene("pyramid", rows=3)
    saved, before = world.snapshot(), world.hash
    for bad in (b"", b"nonsense", saved[:-1], modulus.World3().snapshot()):
        with pytest.raises(modulus.FormatError):
            world.restore(bad)
        with pytest.raises(modulus.FormatError):
            modulus.World2.from_snapshot(bad)
    assert world.hash == before


# ---- Problems of steps


@pytest.mark.parametrize("name", ["pyramid", "tower3", "bridge"])
def test_the_next_problem_is_that_of_the_next_step(name: str) -> None:
    world = modulus.scene(name)
    world.run(10)
    before = world.hash
    problem = world.next_problem()
    assert world.hash == before and world.steps == 10
    kept: list[Any] = []
    world.set_callbacks(solved=lambda substep, problem, result: kept.append((problem, result)))
    world.step()
    np.testing.assert_array_equal(problem.q, kept[0][0].q)
    np.testing.assert_array_equal(problem.lambda0, kept[0][0].lambda0)


def test_the_next_problem_has_all_islands() -> None:
    world = modulus.World2(separate_islands=True)
    world.add_body().add_box((20, 1), center=(0, -1))
    for x in (-5, 0, 5):
        world.add_body("dynamic", position=(x, 0.5)).add_box((0.5, 0.5))
    world.step()
    assert world.next_problem().rows == 12


def test_a_world_without_contacts_has_no_problem() -> None:
    with pytest.raises(modulus.ArgumentError, match="no problem"):
        modulus.World2().next_problem()


# ---- Pictures and plots


def test_pictures_are_drawn_in_the_formats_of_their_names(tmp_path: Path) -> None:
    world = modulus.scene("pyramid", rows=3)
    assert world.picture(tmp_path / "a.svg", caption="three rows") == (tmp_path / "a.svg").read_bytes()
    assert b"<svg" in (tmp_path / "a.svg").read_bytes()
    assert world.picture(tmp_path / "a.pdf")[:4] == b"%PDF"
    assert world._repr_png_() == world.picture()
    with pytest.raises(modulus.Error, match="a.gif"):
        world.picture(tmp_path / "a.gif")
    own = modulus.World2()
    own.add_body().add_circle(1.0)
    assert own.picture()[:4] == b"\x89PNG"


def test_pictures_of_space_have_a_camera() -> None:
    world = modulus.scene("tower3", count=3)
    try:
        seen = world.picture()
    except modulus.FileError as error:
        assert world._repr_png_() is None
        pytest.skip(str(error))
    assert seen[:4] == b"\x89PNG" and world.picture(camera=((8, 1, 0), (0, 1, 0))) != seen
    with pytest.raises(modulus.ArgumentError, match="camera"):
        world.picture(camera=((8, 1), (0, 1)))


def test_plots_have_the_numbers_of_the_runs() -> None:
    history = modulus.scene("pyramid", rows=3).run(15)
    axes = history.plot("penetration_max", "residual.relative")
    lines = axes.get_lines()
    np.testing.assert_array_equal(lines[0].get_ydata(), history.array("penetration_max"))
    assert [line.get_label() for line in lines] == ["penetration_max", "residual.relative"] and len(lines[0].get_xdata()) == 15
    with pytest.raises(modulus.ArgumentError, match="no history"):
        modulus.solve(modulus.generate("stack:circles=3")).plot()
    with pytest.raises(modulus.ArgumentError, match="measure: expected absolute"):
        modulus.plot_results([], measure="error")
