"""Plots with Matplotlib, which is loaded by the first plot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from modulus._library import ArgumentError

if TYPE_CHECKING:
    from modulus.result import Result

_RESIDUALS = ("absolute", "scaled", "relative", "cone")


def axes(ax: Any) -> Any:
    """Return the given axes, or those of a new figure."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt  # type: ignore[import]
    except ImportError:
        raise ImportError("plots need Matplotlib, which is not installed (Debian: apt install python3-matplotlib)") from None
    return plt.subplots(layout="constrained")[1]


def plot_results(results: Iterable[Result] | Mapping[str, Result], measure: str = "relative", ax: Any = None) -> Any:
    """Draw the histories of several results over their sweeps, and return the axes. A mapping gives their names.

    >>> import modulus
    >>> problem = modulus.generate("stack:circles=10")
    >>> results = [modulus.solve(problem, solver=name, history=True) for name in ("pgs", "auto")]
    >>> [line.get_label() for line in modulus.plot_results(results).get_lines()]
    ['pgs', 'auto']
    """
    if measure not in _RESIDUALS:
        raise ArgumentError(f"measure: expected {', '.join(_RESIDUALS)}, got {measure!r}")
    named = results.items() if isinstance(results, Mapping) else [(result.solver, result) for result in results]
    ax = axes(ax)
    for name, result in named:
        if len(result.history) == 0:
            raise ArgumentError(f"{name}: this result has no history, solve with history=True")
        # A logarithmic axis has no zero.
        values = np.where(result.history[measure] > 0, result.history[measure], np.nan)
        ax.semilogy(result.history["iteration"], values, label=name)
    ax.set_xlabel("sweeps")
    ax.set_ylabel(f"{measure} residual")
    ax.grid(True, which="major", alpha=0.3)
    ax.legend()
    return ax
