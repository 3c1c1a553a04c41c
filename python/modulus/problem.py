"""Linear complementarity problems with bounds and Coulomb friction, and solving them."""

from __future__ import annotations

import ctypes
import os
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from modulus import _api
from modulus._fields import enum_value, fill, solver_spec, solver_text, whole
from modulus._library import ArgumentError, LibraryMemoryError, check, library, word
from modulus._matrix import Compressed, address, copied, to_python, vector
from modulus._records import Residual
from modulus.result import HISTORY_TYPE, Result

FloatArray = NDArray[np.float64]


class Problem:
    """A problem: find lambda with  l <= lambda <= u  and  w = A lambda + q  complementary to the bounds.

    It is given as ``A`` and ``q``, or as ``J``, ``M`` (or ``inverse_M``), ``v`` and ``b`` with  A = J M^-1 J^T  and
    q = J v + b. Matrices are SciPy sparse matrices or NumPy arrays; one number stands for a whole vector. All numbers
    are copied and checked.

    ``lower``, ``upper``: bounds of each row; default 0 and infinity.
    ``mu``: friction, one number per contact. The rows of a contact follow each other: a normal, then one or two
    tangents (as many as rows and contacts tell), then with ``torsion`` a torsion row, then with ``rolling`` as many
    rolling rows as tangents.
    ``parent``: friction in any other order, with one ``mu`` per row: the row, from 0, whose impulse bounds this row,
    or -1.
    ``friction``: ``"disc"`` (Coulomb's law), ``"cone"`` (the same solutions by another iteration) or ``"box"``.
    ``compliance``: added to the diagonal of A. ``lambda0``, ``y0``: the warm start.
    ``degrees_of_freedom``: 3 or 6 if J is between rigid bodies of 2D or 3D, which is faster than a general J;
    otherwise 0.

    >>> import numpy as np, modulus
    >>> problem = modulus.Problem(np.array([[2.0, 1.0], [1.0, 2.0]]), [-5.0, -6.0])
    >>> problem
    <Problem: 2 rows, explicit>
    >>> modulus.solve(problem).lambda_.round(6)
    array([1.333333, 2.333333])
    """

    def __init__(
        self,
        A: Any = None,
        q: ArrayLike | None = None,
        *,
        J: Any = None,
        M: Any = None,
        inverse_M: Any = None,
        v: ArrayLike = 0.0,
        b: ArrayLike = 0.0,
        degrees_of_freedom: int = 0,
        lower: ArrayLike | None = None,
        upper: ArrayLike | None = None,
        mu: ArrayLike | None = None,
        torsion: ArrayLike | None = None,
        rolling: ArrayLike | None = None,
        parent: ArrayLike | None = None,
        friction: str = "disc",
        compliance: ArrayLike | None = None,
        lambda0: ArrayLike | None = None,
        y0: ArrayLike | None = None,
    ) -> None:
        self._create()
        if (A is None) == (J is None):
            raise ArgumentError("problem: expected A and q, or J, M (or inverse_M), v and b")
        if A is not None:
            self._begin_explicit(A, q)
        else:
            self._begin_structured(J, M, inverse_M, v, b, degrees_of_freedom)
        if lower is not None or upper is not None:
            self._set("set_bounds", self._rows(0.0 if lower is None else lower, "lower"),
                      self._rows(np.inf if upper is None else upper, "upper"))  # fmt: skip
        if compliance is not None:
            self._set("set_compliance", self._rows(compliance, "compliance"))
        if mu is not None:
            self._set_friction(mu, torsion, rolling, parent, friction)
        if lambda0 is not None or y0 is not None:
            self.start(lambda0, y0)

    # ---- Creation

    def _create(self) -> None:
        self._pointer = library.md_problem_create(None)
        if not self._pointer:
            raise LibraryMemoryError("memory ran out", "error_memory")
        weakref.finalize(self, library.md_problem_destroy, self._pointer)

    @classmethod
    def _empty(cls) -> Problem:
        problem = cls.__new__(cls)
        problem._create()
        return problem

    @classmethod
    def _copy_of(cls, pointer: int) -> Problem:
        """Copy a problem of the library."""
        problem = cls._empty()
        check(library.md_problem_copy(problem._pointer, pointer))
        return problem

    def _begin_explicit(self, A: Any, q: ArrayLike | None) -> None:
        matrix = Compressed(A, "A")
        if q is None or matrix.shape[0] != matrix.shape[1]:
            raise ArgumentError(f"problem: expected a square matrix A and a vector q, got A of shape {matrix.shape}")
        numbers = vector(q, matrix.shape[0], "q")
        self._finite(numbers, "q")
        self._finite(matrix._arrays[2], "A")
        check(library.md_problem_begin_explicit(self._pointer, matrix.pointer, address(numbers)))

    def _begin_structured(self, J: Any, M: Any, inverse_M: Any, v: ArrayLike, b: ArrayLike, freedom: int) -> None:
        if freedom not in (0, 3, 6):
            raise ArgumentError(f"degrees_of_freedom: expected 0, 3 or 6, got {freedom!r}")
        if (M is None) == (inverse_M is None):
            raise ArgumentError("problem: expected M or inverse_M beside J")
        rows = Compressed(J, "J")
        self._finite(rows._arrays[2], "J")
        inverse = Compressed(M if inverse_M is None else inverse_M, "M" if inverse_M is None else "inverse_M")
        self._finite(inverse._arrays[2], "M" if inverse_M is None else "inverse_M")
        if inverse.shape != (rows.shape[1], rows.shape[1]):
            raise ArgumentError(f"problem: J has {rows.shape[1]} columns, but the mass matrix has shape {inverse.shape}")
        velocities, bias = vector(v, rows.shape[1], "v"), vector(b, rows.shape[0], "b")
        self._finite(velocities, "v")
        self._finite(bias, "b")
        error = _api.md_error()
        owned = _api.md_matrix()
        try:
            if inverse_M is None:
                check(library.mdpy_mass_invert(inverse.pointer, ctypes.byref(owned), ctypes.byref(error)), error)
            used = ctypes.byref(owned) if inverse_M is None else inverse.pointer
            status = library.mdpy_problem_structured(
                self._pointer, rows.pointer, used, address(velocities), address(bias), freedom, ctypes.byref(error)
            )
            check(status, error)
        finally:
            library.md_matrix_free(ctypes.byref(owned))

    @staticmethod
    def _finite(numbers: FloatArray, name: str) -> None:
        """The library refuses such numbers without a name, so that the name is given here."""
        if not np.isfinite(numbers).all():
            raise ArgumentError(f"{name}: expected finite numbers, number {int(np.argmin(np.isfinite(numbers)))} is not")

    def _rows(self, value: ArrayLike, name: str) -> FloatArray:
        return vector(value, self.rows, name)

    def _set(self, function: str, *arrays: FloatArray | None) -> None:
        status = getattr(library, f"md_problem_{function}")(self._pointer, *(address(one) for one in arrays))
        if status != 0:
            names = {"set_bounds": "lower and upper: expected lower <= upper, and no NaN",
                     "set_compliance": "compliance: expected finite numbers >= 0",
                     "set_start": "lambda0 and y0: expected finite numbers"}  # fmt: skip
            raise ArgumentError(names[function])

    def _set_friction(self, mu: Any, torsion: Any, rolling: Any, parent: Any, law: str) -> None:
        number = enum_value("md_friction", law, "friction")
        if parent is not None:
            parents = np.ascontiguousarray(parent, dtype=np.int32)
            if parents.shape != (self.rows,):
                raise ArgumentError(f"parent: expected {self.rows} rows, got an array of shape {parents.shape}")
            coefficients = self._rows(mu, "mu")
            if library.md_problem_set_friction(self._pointer, address(parents), address(coefficients)) != 0:
                raise ArgumentError("parent and mu: expected rows from 0 or -1 for none, and mu >= 0")
            check(library.md_problem_group_contacts(self._pointer, number))
            return
        count = np.size(mu)
        extra = (torsion is not None) + 0
        size = self.rows // count if count > 0 and self.rows % count == 0 else 0
        tangents = (size - 1 - extra) // (2 if rolling is not None else 1)
        if tangents not in (1, 2) or 1 + tangents * (2 if rolling is not None else 1) + extra != size:
            raise ArgumentError(
                f"mu: {count} contacts do not fit {self.rows} rows, expected a normal and one or two tangents per contact"
            )
        arrays = [None if one is None else vector(one, count, name)
                  for one, name in ((np.atleast_1d(mu), "mu"), (torsion, "torsion"), (rolling, "rolling"))]  # fmt: skip
        contacts = _api.md_contact_set(tangents, number, *(address(one) for one in arrays))
        if library.md_problem_set_contacts(self._pointer, ctypes.byref(contacts)) != 0:
            raise ArgumentError("mu, torsion, rolling: expected numbers >= 0; torsion needs two tangents")

    def start(self, lambda0: ArrayLike | None, y0: ArrayLike | None = None) -> None:
        """Set the warm start; without lambda0 a cold start.

        >>> import modulus
        >>> problem = modulus.generate("stack:circles=20")
        >>> cold = modulus.solve(problem, solver="pgs", tol=1e-6)
        >>> problem.start(cold.lambda_)
        >>> modulus.solve(problem, solver="pgs", tol=1e-6).iterations < cold.iterations
        True
        """
        self._set("set_start", None if lambda0 is None else self._rows(lambda0, "lambda0"),
                  None if y0 is None else self._rows(y0, "y0"))  # fmt: skip

    # ---- Reading

    @property
    def rows(self) -> int:
        """The number of rows, m."""
        return int(library.md_problem_rows(self._pointer))

    @property
    def velocities(self) -> int:
        """The number of velocity components, n; 0 for an explicit problem."""
        return int(library.md_problem_velocities(self._pointer))

    @property
    def kind(self) -> str:
        """How the problem was given: ``"explicit"`` (A), ``"general"`` (J) or ``"bodies"`` (J between rigid bodies)."""
        return word("md_problem_kind", library.md_problem_get_kind(self._pointer))

    @property
    def contacts(self) -> int:
        """The number of contacts with friction."""
        return int(library.md_problem_contacts(self._pointer))

    @property
    def friction(self) -> str:
        """The law of friction of the contacts."""
        return word("md_friction", library.md_problem_contact_law(self._pointer, 0))

    def _attribute(self, name: str, kind: Any = ctypes.c_double) -> NDArray[Any]:
        return copied(getattr(library, f"md_problem_{name}")(self._pointer), self.rows, kind)

    @property
    def lower(self) -> FloatArray:
        """Lower bound of each row; a factor of its parent's impulse if it has a parent."""
        return self._attribute("lower")

    @property
    def upper(self) -> FloatArray:
        """Upper bound of each row, as ``lower``."""
        return self._attribute("upper")

    @property
    def parent(self) -> NDArray[np.int32]:
        """The row whose impulse bounds each row, from 0; -1 for none."""
        return self._attribute("parent", ctypes.c_int32)

    @property
    def compliance(self) -> FloatArray:
        """What is added to the diagonal of A."""
        return self._attribute("compliance")

    @property
    def b(self) -> FloatArray:
        """The bias b of each row; q of an explicit problem."""
        return self._attribute("bias")

    @property
    def lambda0(self) -> FloatArray:
        """The warm start."""
        return self._attribute("lambda0")

    def _matrix(self, part: str) -> Any:
        matrix = _api.md_matrix()
        check(library.mdpy_problem_matrix(self._pointer, _api.ENUMS["mdpy_part"][part], ctypes.byref(matrix)))
        return to_python(matrix)

    @property
    def A(self) -> Any:
        """A as a SciPy array in compressed rows (without SciPy: a NumPy array), without compliance. Formed from J and
        M^-1 if necessary.

        >>> import modulus
        >>> modulus.generate("stack:circles=3,friction=0").A.shape
        (3, 3)
        """
        return self._matrix("a")

    @property
    def J(self) -> Any:
        """J of a structured problem, as ``A``."""
        return self._structured("j")

    @property
    def inverse_M(self) -> Any:
        """M^-1 of a structured problem, as ``A``."""
        return self._structured("inverse_m")

    def _structured(self, part: str) -> Any:
        if self.kind == "explicit":
            raise ArgumentError("an explicit problem has A and q only, no J and no M")
        return self._matrix(part)

    def _vector(self, which: str, count: int) -> FloatArray:
        numbers = np.zeros(count)
        check(library.mdpy_problem_vector(self._pointer, _api.ENUMS["mdpy_vector"][which], address(numbers)))
        return numbers

    @property
    def q(self) -> FloatArray:
        """q = J v + b: w of lambda = 0."""
        return self._vector("q", self.rows)

    @property
    def v(self) -> FloatArray:
        """The velocities v before the solve; empty for an explicit problem."""
        return self._vector("v", self.velocities)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a folder of Matrix Market files, or an FCLIB file if the path ends with .hdf5 or .h5.

        >>> import modulus, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     modulus.generate("stack:circles=3").write(folder)
        ...     modulus.read_problem(folder)
        <Problem: 3 rows, bodies>
        """
        error = _api.md_error()
        check(library.mdpy_problem_write(self._pointer, os.fsencode(path), ctypes.byref(error)), error)

    def __repr__(self) -> str:
        contacts = f", {self.contacts} contacts ({self.friction})" if self.contacts > 0 else ""
        return f"<Problem: {self.rows} rows, {self.kind}{contacts}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the files of the problem, which give back the same bits."""
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder)
            files = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
        return _unpickle, (files, self.friction if self.contacts > 0 else "disc")


def _unpickle(files: dict[str, bytes], friction: str) -> Problem:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        return read_problem(folder, friction=friction)


def read_problem(
    path: str | os.PathLike[str] | None = None,
    *,
    friction: str = "disc",
    contact_dim: int = 0,
    degrees_of_freedom: int = 0,
    **parts: str | os.PathLike[str],
) -> Problem:
    """Read a problem: a folder of Matrix Market files, or an FCLIB file (HDF5).

    The files of a folder are ``A.mtx``, ``q.mtx`` and so on: the table is in README.md. Single files are given by
    their part, ``read_problem(A="a.mtx", q="q.mtx")``, and override those of the folder. ``contact_dim`` is 2 or 3 if
    ``mu`` leaves open how many tangents a contact has.

    >>> import modulus
    >>> try:
    ...     modulus.read_problem("/nowhere")
    ... except modulus.FileError as error:
    ...     print(str(error)[:60])
    /nowhere: no problem found, expected A.mtx and q.mtx, or J.m
    """
    files = _api.md_problem_files()
    files.folder = None if path is None else os.fsencode(path)
    files.law = enum_value("md_friction", friction, "friction")
    files.contact_dim = contact_dim
    files.body_degrees_of_freedom = degrees_of_freedom
    for name, file in parts.items():
        kept = ctypes.c_char_p(os.fsencode(file))
        files.part[enum_value("md_part", name.lower(), name)] = ctypes.cast(kept, ctypes.c_void_p).value
    problem = Problem._empty()
    error = _api.md_error()
    check(library.mdpy_problem_read(problem._pointer, ctypes.byref(files), ctypes.byref(error)), error)
    return problem


def generate(spec: str, *, friction: str = "disc") -> Problem:
    """Make a built-in problem from a line of text, as ``modulus generate`` does (``modulus generate --help`` lists
    them).

    >>> import modulus
    >>> modulus.generate("packing:circles=100")
    <Problem: 560 rows, bodies, 280 contacts (disc)>
    """
    problem = Problem._empty()
    law = enum_value("md_friction", friction, "friction")
    error = _api.md_error()
    check(library.mdpy_problem_generate(problem._pointer, spec.encode(), law, ctypes.byref(error)), error)
    return problem


def solve(
    A: Any = None,
    q: ArrayLike | None = None,
    *,
    solver: Any = "auto",
    tol: float | None = None,
    history: bool | int = False,
    callback: Callable[[int, Residual], bool | None] | None = None,
    tol_scaled: float = 0.0,
    tol_relative: float = 0.0,
    tol_cone: float = 0.0,
    max_iterations: int = 0,
    stop_after: int = 0,
    budget_us: float = 0.0,
    **parts: Any,
) -> Result:
    """Solve a :class:`Problem`, or the problem that ``A``, ``q`` and the other arguments of :class:`Problem` describe.

    ``solver``: a name with parameters as on the command line, such as ``"pgs"``, ``"amgs:alpha=0.25"``, ``"exact"``.
    ``tol``: tolerance on the absolute residual; 1e-8 unless another tolerance is given. All tolerances that are not 0
    must be met.
    ``max_iterations``: 0 is the library's default, 10,000. ``budget_us``: a time limit, microseconds.
    ``history``: record the residual after every sweep, or every that many sweeps.
    ``callback``: called with the number of the sweep and the residual; returning False stops.

    A solve that does not converge raises nothing: see ``outcome`` and ``converged`` of the :class:`Result`. The solve
    runs without the interpreter lock.

    >>> import numpy as np, modulus
    >>> A = np.array([[2.0, 1.0], [1.0, 2.0]])
    >>> result = modulus.solve(A, [-5.0, 6.0])
    >>> result
    <Result: converged in 1 iterations, residual 0>
    >>> result.lambda_, result.w
    (array([2.5, 0. ]), array([0. , 8.5]))
    """
    problem = A if isinstance(A, Problem) else Problem(A, q, **parts)
    if isinstance(A, Problem) and (q is not None or parts):
        raise ArgumentError("solve: expected a Problem alone, or A, q and its other parts")
    given = {"tol": tol, "tol_scaled": tol_scaled, "tol_relative": tol_relative, "tol_cone": tol_cone}
    if tol is None:
        given["tol"] = 0.0 if tol_scaled or tol_relative or tol_cone else 1e-8
    limits = _api.md_limits()
    fill(limits, {**given, "max_iterations": max_iterations, "stop_after": stop_after, "budget_us": budget_us})
    every = whole(history, "history")
    if every < 0:
        raise ArgumentError(f"history: expected False, True or a number of sweeps, got {history!r}")
    return _run(problem, solver_spec(solver), limits, every, callback)


def _run(problem: Problem, spec: Any, limits: Any, every: int, callback: Any) -> Result:
    rows: list[tuple[float, ...]] = []
    raised: list[BaseException] = []

    def observe(_user: int, progress: Any) -> bool:
        now = progress.contents
        try:
            if every > 0 and (now.iteration % every == 0):
                measures = (getattr(now.residual, name) for name, *_ in now.residual._fields_)
                rows.append((now.iteration, now.seconds, *measures))
            return callback is None or callback(int(now.iteration), Residual._of(now.residual)) is not False
        except BaseException as error:  # an exception cannot pass through C
            raised.append(error)
            return False

    kind: Any = dict((item[0], item[1]) for item in _api.md_limits._fields_)["observe"]
    if every > 0 or callback is not None:
        limits.observe = kind(observe)
        limits.observe_every = 1 if callback is not None else every
    solver = library.md_solver_create(None)
    if not solver:
        raise LibraryMemoryError("memory ran out", "error_memory")
    result, error = _api.md_result(), _api.md_error()
    try:
        status = library.md_solver_solve(
            solver, ctypes.byref(spec), problem._pointer, ctypes.byref(limits), ctypes.byref(result), ctypes.byref(error)
        )
        if raised:
            raise raised[0]
        check(status, error)
        return Result._of(result, solver_text(spec), np.array(rows, dtype=HISTORY_TYPE))
    finally:
        library.md_solver_destroy(solver)
