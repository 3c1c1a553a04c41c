"""The package is installed by pip, and is then complete."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import modulus

PROGRAM = """
import modulus
world = modulus.scene("tower3")
world.run(10)
print(modulus.__file__)
print(f"{world.hash:016x}")
"""


def test_pip_installs_the_package(tmp_path: Path, source: Path, build: Path) -> None:
    # The library is that of the build folder: compiling it again would take minutes.
    environment = {**os.environ, "MODULUS_BUILD": str(build), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--root-user-action=ignore"]
    install = [sys.executable, "-m", "pip", "install", "-q", *options, "--target", tmp_path, "."]
    subprocess.run(install, check=True, cwd=source, env=environment)
    environment["PYTHONPATH"] = str(tmp_path)
    program = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(program, check=True, cwd="/", env=environment, stdout=subprocess.PIPE, text=True)
    file, hash = run.stdout.split()
    world = modulus.scene("tower3")
    world.run(10)
    assert (Path(file), int(hash, 16)) == (tmp_path / "modulus/__init__.py", world.hash)
    wheel = next(tmp_path.glob("modulus-*.dist-info/WHEEL")).read_text()
    assert "Root-Is-Purelib: false" in wheel and "py3-none-linux_" in wheel
    installed = {path.name for path in (tmp_path / "modulus").iterdir()}
    assert {"py.typed", "libmodulus_python.so", "_api.py", "_records.py"} <= installed
