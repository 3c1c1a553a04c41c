"""The notebooks of examples/ run, and print what they show.

With MODULUS_UPDATE_NOTEBOOKS=1 their outputs are written into them instead.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NAMES = ["solvers", "pile3", "parameter_study"]


def texts(notebook: Any) -> list[str]:
    """What each cell prints, however many messages of the kernel it took. Pictures depend on the machine's fonts, and
    are compared by their presence."""
    return ["".join(map(text, cell.outputs)) for cell in notebook.cells if cell.cell_type == "code"]


def text(output: Any) -> str:
    if "image/png" in output.get("data", {}):
        return "<a picture>\n"
    return str(output.get("text") or output["data"]["text/plain"])


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_prints_what_it_shows(name: str, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "error::DeprecationWarning:__main__")
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    path = source / "examples" / f"{name}.ipynb"
    notebook: Any = nbformat.read(path, 4)
    shown = texts(notebook)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}}).execute()
    if os.environ.get("MODULUS_UPDATE_NOTEBOOKS"):
        for cell in notebook.cells:
            cell.metadata.clear()  # times
        nbformat.write(notebook, path)
    else:
        assert texts(notebook) == shown
