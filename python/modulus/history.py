"""The reports of many steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from modulus._records import StepReport


class History(Sequence[StepReport]):
    """The reports of steps in order, with their quantities as arrays and plots.

    >>> import modulus
    >>> history = modulus.scene("pyramid", rows=4).run(20)
    >>> history
    <History of 20 steps>
    >>> history.array("residual.relative").shape, history[-1].contacts == history.array("contacts")[-1]
    ((20,), True)
    """

    def __init__(self, reports: Sequence[StepReport], dt: float) -> None:
        self._reports = list(reports)
        self.dt = dt

    def __len__(self) -> int:
        return len(self._reports)

    @overload
    def __getitem__(self, place: int) -> StepReport: ...

    @overload
    def __getitem__(self, place: slice) -> History: ...

    def __getitem__(self, place: int | slice) -> StepReport | History:
        if isinstance(place, slice):
            return History(self._reports[place], self.dt)
        return self._reports[place]

    def array(self, name: str) -> NDArray[Any]:
        """Return a field of all reports, such as ``"penetration_max"`` or ``"residual.relative"``.

        >>> import modulus
        >>> modulus.scene("tower3").run(3).array("contacts").tolist()
        [20, 20, 20]
        """
        return np.array([_field(report, name) for report in self._reports])

    def plot(self, *names: str, ax: Any = None) -> Any:
        """Draw fields over the steps with Matplotlib, and return the axes; ``"residual.relative"`` if none is named.

        >>> import modulus
        >>> axes = modulus.scene("pyramid", rows=4).run(5).plot("contacts")
        >>> axes.get_xlabel()
        'step'
        """
        from modulus.plots import axes

        ax = axes(ax)
        for name in names or ("residual.relative",):
            values = self.array(name).astype(float)
            if name.startswith("residual"):
                values = np.where(values > 0, values, np.nan)
                ax.set_yscale("log")
            ax.plot(np.arange(1, len(self) + 1), values, label=name)
        ax.set_xlabel("step")
        ax.grid(True, alpha=0.3)
        ax.legend()
        return ax

    def __repr__(self) -> str:
        return f"<History of {len(self)} steps>"


def _field(report: StepReport, name: str) -> Any:
    value: Any = report
    for part in name.split("."):
        value = getattr(value, part)
    return value
