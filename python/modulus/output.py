"""Scene files and pictures of a world."""

from __future__ import annotations

import ctypes
import os
import tempfile
from pathlib import Path
from typing import Any

from modulus import _api
from modulus._fields import converted
from modulus._library import Error, check, library
from modulus.core import Core
from modulus.handles import Vector


class Output(Core):
    """The part of a world that is written and drawn."""

    def _scene(self) -> Any:
        scene = _api.mdpy_scene(dt=self.dt, steps=self.default_steps)
        setattr(scene, f"world{self._dimension.dimensions}", self._alive())
        scene.name = self.name.encode()[:63] or b"world"
        scene.about = self.about.encode()[:255]
        scene.view = self._view()
        return scene

    def _view(self) -> Any:
        """The view of the scene, or the bounds of the shapes and a margin."""
        view = self.view
        if view is None and self._dimension.dimensions == 2:
            bounds = self._get("bounds")
            margin = 0.05 * max(bounds.upper.x - bounds.lower.x, bounds.upper.y - bounds.lower.y, 1.0)
            view = (bounds.lower.x - margin, bounds.lower.y - margin, bounds.upper.x + margin, bounds.upper.y + margin)
        x0, y0, x1, y1 = view or (0.0, 0.0, 0.0, 0.0)
        return _api.md2_box(_api.md2_vec(x0, y0), _api.md2_vec(x1, y1))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the world as a scene file (JSON), which ``scene`` and the command read.

        >>> import modulus, tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "mine.json")
        ...     modulus.scene("tower3", count=2).save(file)
        ...     modulus.scene(file)
        <World3 'tower3': 3 bodies, 0 joints, step 0>
        """
        error = _api.md_error()
        check(library.mdpy_scene_save(ctypes.byref(self._scene()), os.fsencode(path), ctypes.byref(error)), error)

    def to_json(self) -> str:
        """Return the world as the text of a scene file.

        >>> import modulus
        >>> modulus.scene_from_json(modulus.scene("tower3", count=2).to_json())
        <World3 'tower3': 3 bodies, 0 joints, step 0>
        """
        error = _api.md_error()
        text = library.mdpy_scene_text(ctypes.byref(self._scene()), ctypes.byref(error))
        if text is None:
            check(error.status, error)
        try:
            return ctypes.string_at(text).decode()
        finally:
            library.mdpy_free(text)

    def picture(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        caption: str | None = None,
        camera: tuple[Vector, Vector] | None = None,
    ) -> bytes:
        """Draw the world, and return the picture: PNG, or what the end of ``path`` says (.png, .svg, .pdf).
        ``camera`` is the place of the eye and the point that it looks at, in 3D.

        >>> import modulus
        >>> modulus.scene("pyramid", rows=3).picture()[:4]
        b'\\x89PNG'
        """
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "picture.png") if path is None else Path(path)
            text = f"{self.name}  step {self.steps}".strip() if caption is None else caption
            error = _api.md_error()
            function = self._dimension.companion("picture")
            status = function(self._alive(), self._shown(camera), text.encode(), os.fsencode(file), ctypes.byref(error))
            check(status, error)
            return file.read_bytes()

    def _shown(self, camera: tuple[Vector, Vector] | None) -> Any:
        if self._dimension.dimensions == 2:
            return self._view()
        return None if camera is None else converted(_api.md3_vec * 2, camera, "camera")

    def _repr_png_(self) -> bytes | None:
        try:
            return self.picture()
        except Error:  # no renderer: the text is shown
            return None
