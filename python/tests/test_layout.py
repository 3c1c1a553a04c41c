"""The declarations for ctypes agree with the C compiler's view of the headers."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from modulus import _api
from modulus._library import library


@pytest.fixture(scope="module")
def layout(source: Path, build: Path, tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    folder = tmp_path_factory.mktemp("layout")
    companion = source / "python/library/companion.h"
    script = [sys.executable, source / "python/generate.py", source / "include", companion, "--layout"]
    (folder / "layout.c").write_bytes(subprocess.run(script, check=True, stdout=subprocess.PIPE).stdout)
    includes = [f"-I{path}" for path in (source / "include", build / "include", companion.parent)]
    # Only the compiler is needed: the reference that includes of the library leave is satisfied here.
    (folder / "layout.c").open("a").write("const char md_real_is_double = 1;\n")
    subprocess.run(["cc", "-w", *includes, folder / "layout.c", "-o", folder / "layout"], check=True)
    lines = subprocess.run([folder / "layout"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line.split() for line in lines.splitlines()]


def test_sizes_and_offsets_are_those_of_the_compiler(layout: list[list[str]]) -> None:
    compared = 0
    for name, *numbers in layout:
        if ":" in name:
            continue
        struct, _, member = name.partition(".")
        kind = _api.STRUCTS[struct]
        if member:
            descriptor = getattr(kind, member)
            assert [descriptor.offset, descriptor.size] == [int(number) for number in numbers], name
        else:
            assert ctypes.sizeof(kind) == int(numbers[0]), name
        compared += 1
    assert compared > 700


def test_values_of_enums_are_those_of_the_compiler(layout: list[list[str]]) -> None:
    for name, *numbers in layout:
        if ":" in name:
            constant = name.split(":")[1]
            assert _api.CONSTANTS[constant] == int(numbers[0]), name


def test_arrays_are_passed_as_addresses() -> None:
    assert _api.FUNCTIONS["md3_mesh_triangle"][1][2] is ctypes.c_void_p
    assert _api.FUNCTIONS["md2_joint_def_pulley"][1][3:5] == [ctypes.c_void_p] * 2


def test_a_header_in_another_style_is_refused(source: Path, tmp_path: Path) -> None:
    (tmp_path / "companion.h").write_text("typedef struct odd {\n    union { int a; } b;\n} odd;\n")
    script = [sys.executable, source / "python/generate.py", source / "include", tmp_path / "companion.h", tmp_path]
    run = subprocess.run(script, stderr=subprocess.PIPE, text=True)
    assert run.returncode == 1 and run.stderr.startswith("generate.py: ") and run.stderr.count("\n") == 1
    assert not (tmp_path / "_api.py").exists()


def test_every_public_function_is_declared_and_exported(source: Path) -> None:
    paths = [*(source / "include/modulus").glob("*.h"), source / "python/library/companion.h"]
    declared = sum(path.read_text().count("\nMD_API") for path in paths)
    assert len(_api.FUNCTIONS) == declared - 1  # md_real_is_double is no function
    for name in _api.FUNCTIONS:
        assert getattr(library, name)
