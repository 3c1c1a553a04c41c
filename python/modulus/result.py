"""Results of solves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from modulus._library import word
from modulus._matrix import copied
from modulus._records import Residual

# A line of the history: the number of the sweep, the time since the start of the solve, the residuals.
HISTORY_TYPE = np.dtype(
    [("iteration", np.int64), ("seconds", "f8"), ("absolute", "f8"), ("scaled", "f8"), ("relative", "f8"), ("cone", "f8")]
)


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a solve.

    ``outcome``: ``"converged"``, ``"max_iterations"``, ``"time_budget"``, ``"diverged"``, ``"stopped"`` or
    ``"stalled"``.
    ``iterations``: sweeps done. ``best_iteration``: the sweep that lambda is from.
    ``residual``: :class:`Residual` of lambda: ``absolute``, ``scaled``, ``relative``, ``cone``.
    ``lambda_``: the impulses. ``y``: the modulus variables, for the next warm start. ``w``: A lambda + q.
    ``v``: the velocities v + M^-1 J^T lambda; empty for an explicit problem.
    ``seconds``, ``prepare_seconds``: of the solve, and of its part before the first sweep.
    ``history``: a structured array with the fields iteration, seconds, absolute, scaled, relative and cone, which is
    empty unless it was asked for.

    >>> import modulus
    >>> result = modulus.solve(modulus.generate("stack:circles=10"), solver="pgs", max_iterations=30, history=10)
    >>> result.outcome, result.converged, result.history["iteration"].tolist()
    ('max_iterations', False, [0, 10, 20, 30])
    """

    outcome: str
    solver: str
    form: str
    iterations: int
    best_iteration: int
    residual: Residual
    seconds: float
    prepare_seconds: float
    lambda_: NDArray[np.float64]
    y: NDArray[np.float64]
    w: NDArray[np.float64]
    v: NDArray[np.float64]
    history: NDArray[Any]

    @property
    def converged(self) -> bool:
        """Whether every tolerance was met."""
        return self.outcome == "converged"

    @classmethod
    def _of(cls, result: Any, solver: str, history: NDArray[Any]) -> Result:
        return cls(
            outcome=word("md_outcome", result.outcome),
            solver=solver,
            form=word("md_form", result.form),
            iterations=int(result.iterations),
            best_iteration=int(result.best_iteration),
            residual=Residual._of(result.residual),
            seconds=result.seconds,
            prepare_seconds=result.prepare_seconds,
            lambda_=copied(result.__getattribute__("lambda"), result.m),
            y=copied(result.y, result.m),
            w=copied(result.w, result.m),
            v=copied(result.v, result.n),
            history=history,
        )

    def plot(self, measure: str = "relative", ax: Any = None) -> Any:
        """Draw the history with Matplotlib, and return the axes. ``measure`` is one of the residuals.

        >>> import modulus
        >>> result = modulus.solve(modulus.generate("stack:circles=10"), history=True)
        >>> result.plot().get_ylabel()
        'relative residual'
        """
        from modulus.plots import plot_results

        return plot_results([self], measure=measure, ax=ax)

    def __repr__(self) -> str:
        return f"<Result: {self.outcome} in {self.iterations} iterations, residual {self.residual.absolute:.3g}>"
