"""Builds the Python package: CMake makes it complete in a folder, from which it is copied into the wheel.

The environment variable MODULUS_BUILD names a configured CMake folder to build in, such as that of `make python`.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).parent.resolve()
OPTIONS = [
    "-DMODULUS_PRECISIONS=double",
    "-DMODULUS_PYTHON=ON",
    "-DMODULUS_COMMAND=OFF",
    "-DMODULUS_TESTS=OFF",
    "-DMODULUS_BENCH=OFF",
    f"-DPython3_EXECUTABLE={sys.executable}",
]


def version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"^project\(modulus VERSION ([\d.]+)", text, re.M).group(1)


def make(folder):
    """Build the package, and return the folder that it is in."""
    given = os.environ.get("MODULUS_BUILD")
    build = Path(given or folder).resolve()
    build.mkdir(parents=True, exist_ok=True)
    if not given:
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), *OPTIONS], check=True)
    target = ["--target", "modulus_python_package", "-j", str(os.cpu_count() or 1)]
    subprocess.run(["cmake", "--build", str(build), *target], check=True)
    return build / "python" / "modulus"


class BuildPackage(build_py):
    def run(self):
        folder = Path(self.get_finalized_command("build").build_temp)
        target = Path(self.build_lib) / "modulus"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(make(folder), target, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))

    def get_outputs(self, include_bytecode=True):
        return [str(path) for path in (Path(self.build_lib) / "modulus").rglob("*") if path.is_file()]


class Wheel(bdist_wheel):
    """A wheel for this kind of machine and for any Python 3: the library does not use the interface of Python."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(
    version=version(),
    packages=["modulus"],
    package_dir={"modulus": "python/modulus"},
    cmdclass={"build_py": BuildPackage, "bdist_wheel": Wheel},
)
