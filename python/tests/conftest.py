"""Where the tests find the source and the build folder."""

from __future__ import annotations

import os
from pathlib import Path

import matplotlib
import pytest

matplotlib.use("agg")


@pytest.fixture(scope="session")
def source() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def build(source: Path) -> Path:
    return Path(os.environ.get("MODULUS_BUILD", source / "build"))
