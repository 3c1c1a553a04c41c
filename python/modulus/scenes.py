"""Scenes: worlds by name, from files and from JSON."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Mapping
from typing import Any

from modulus import _api
from modulus._library import LibraryMemoryError, check, decode, library
from modulus._record import plain
from modulus.world import World, World2, World3


def scene(name: str | os.PathLike[str], **settings: Any) -> World[Any]:
    """Open a built-in scene by its name, or a scene file, as a :class:`World2` or :class:`World3`.

    ``**settings`` are the keys of ``modulus run --set``: those of the scene, and of every scene, such as ``solver``
    and ``iterations``. The world has the ``name``, ``about``, ``dt``, ``default_steps`` and ``view`` of the scene.

    >>> import modulus
    >>> world = modulus.scene("pool1", circles=50, solver="pgs")
    >>> world
    <World2 'pool1': 53 bodies, 0 joints, step 0>
    >>> modulus.scene("tower33")
    Traceback (most recent call last):
        ...
    modulus.ArgumentError: unknown scene 'tower33', did you mean 'tower3'?
    """
    return _open(os.fsencode(name), None, settings)


def scene_from_json(document: str | Mapping[str, Any], origin: str = "scene", **settings: Any) -> World[Any]:
    """Open a scene from the text of a scene file, or from a dictionary of the same form. ``origin`` begins errors.

    >>> import modulus
    >>> scene = {"format": "modulus-scene", "version": 1, "name": "ball", "bodies": [{"type": "dynamic"}]}
    >>> modulus.scene_from_json(scene)
    <World2 'ball': 1 bodies, 0 joints, step 0>
    >>> scene["bodies"][0]["mas"] = 1
    >>> modulus.scene_from_json(scene)
    Traceback (most recent call last):
        ...
    modulus.FormatError: scene: bodies[0].mas: unknown key, did you mean "mass"?
    """
    text = document if isinstance(document, str) else json.dumps(document)
    return _open(origin.encode(), text.encode(), settings)


def _open(name: bytes, text: bytes | None, settings: dict[str, Any]) -> World[Any]:
    count = len(settings)
    keys = (ctypes.c_char_p * count)(*(key.encode() for key in settings))
    words = (ctypes.c_char_p * count)(*(_text(value).encode() for value in settings.values()))
    opened, error = _api.mdpy_scene(), _api.md_error()
    check(library.mdpy_scene_open(name, text, keys, words, count, ctypes.byref(opened), ctypes.byref(error)), error)
    world: World[Any]
    if opened.world3:
        world = World3._adopt(opened.world3)
    else:
        world = World2._adopt(opened.world2)
    world.name, world.about = decode(opened.name), decode(opened.about)
    world.dt, world.default_steps = opened.dt, opened.steps
    if isinstance(world, World2):
        (x0, y0), (x1, y1) = plain(opened.view)
        world.view = (x0, y0, x1, y1)
    return world


def _text(value: Any) -> str:
    """Return a setting as the command writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def catalogue() -> dict[str, Any]:
    """Return the built-in scenes with their keys (``"scenes"`` of 2D, ``"scenes3"`` of 3D), and the ``"solvers"``.

    >>> import modulus
    >>> [scene["name"] for scene in modulus.catalogue()["scenes"]][:3]
    ['pool1', 'pool2', 'stacking']
    """
    text = library.mdpy_catalogue()
    if text is None:
        raise LibraryMemoryError("memory ran out", "error_memory")
    try:
        result: dict[str, Any] = json.loads(ctypes.string_at(text))
        return result
    finally:
        library.mdpy_free(text)
