"""Every example in a docstring does what it says, and everything public has a docstring with one."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path
from typing import Any

import pytest

import modulus
from modulus._record import Record

MODULES = [f"modulus.{path.stem}" for path in Path(modulus.__path__[0]).glob("*.py") if path.stem != "__init__"]


@pytest.mark.parametrize("name", ["modulus", *MODULES])
def test_examples_do_what_they_say(name: str) -> None:
    module = __import__(name, fromlist=["_"])
    results = doctest.testmod(module)
    assert results.failed == 0


RECORDS = (modulus.Error, Record)


def public_functions() -> list[tuple[str, Any]]:
    """Functions and classes, and the methods of classes, without exceptions and records of the library, which only
    hold fields."""
    found = []
    for name in modulus.__all__:
        item = getattr(modulus, name)
        if not callable(item):
            continue
        if inspect.isclass(item):
            members = {key: inspect.getattr_static(item, key) for key in dir(item) if not key.startswith("_")}
            methods = {key: getattr(value, "__func__", value) for key, value in members.items()}
            found += [
                (f"{name}.{key}", value)
                for key, value in methods.items()
                if inspect.isfunction(value) and value.__module__.startswith("modulus")
            ]
        if not (inspect.isclass(item) and issubclass(item, RECORDS)):
            found.append((name, item))
    return found


@pytest.mark.parametrize(("name", "item"), public_functions())
def test_everything_public_has_an_example(name: str, item: Any) -> None:
    assert ">>> " in (inspect.getdoc(item) or ""), name


def test_properties_and_records_have_docstrings() -> None:
    for name in modulus.__all__:
        item = getattr(modulus, name)
        if not callable(item):
            continue
        assert inspect.getdoc(item), name
        for key in dir(item):
            value = inspect.getattr_static(item, key)
            if isinstance(value, property) and not key.startswith("_"):
                assert value.__doc__, f"{name}.{key}"


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_examples_of_pages_do_what_they_say(page: str, source: Path) -> None:
    results = doctest.testfile(str(source / page), module_relative=False)
    assert results.failed == 0 and results.attempted > 0
