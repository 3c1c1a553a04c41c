"""Problems and solves."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import modulus
from modulus import Problem, solve


def spd(rows: int, seed: int = 1) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A random symmetric positive definite matrix."""
    B = np.random.default_rng(seed).normal(size=(rows, rows))
    return B @ B.T + np.eye(rows)


@pytest.mark.parametrize("solver", ["auto", "pgs", "amgs", "apgd", "exact"])
def test_a_solution_is_complementary(solver: str) -> None:
    A, q = spd(30), np.random.default_rng(2).normal(size=30)
    result = solve(A, q, solver=solver, tol=1e-10)
    assert result.converged and result.residual.absolute <= 1e-10
    w = A @ result.lambda_ + q
    np.testing.assert_allclose(result.w, w, atol=1e-12)
    # The residual bounds the violation of each of the conditions.
    assert result.lambda_.min() >= 0 and w.min() >= -1e-10
    assert np.abs(np.minimum(result.lambda_, w)).max() <= 1e-10


def test_bounds_hold_and_w_has_the_sign_that_they_demand() -> None:
    A, q = spd(20), 5 * np.random.default_rng(3).normal(size=20)
    lower, upper = np.full(20, -0.1), np.full(20, 0.2)
    result = solve(A, q, lower=lower, upper=upper, tol=1e-10)
    at_lower, at_upper = result.lambda_ == lower, result.lambda_ == upper
    assert at_lower.any() and at_upper.any() and not (at_lower | at_upper).all()
    assert (result.w[at_lower] >= 0).all() and (result.w[at_upper] <= 0).all()
    assert np.abs(result.w[~at_lower & ~at_upper]).max() < 1e-9


def test_equalities_are_rows_without_bounds() -> None:
    A, q = spd(10), np.arange(10.0)
    result = solve(A, q, lower=-np.inf, tol=1e-11)
    np.testing.assert_allclose(result.lambda_, np.linalg.solve(A, -q), atol=1e-9)


def test_sparse_and_dense_matrices_give_the_same_bits() -> None:
    A, q = spd(15), -np.ones(15)
    A[np.abs(A) < 1] = 0
    A += 15 * np.eye(15)
    expected = solve(A, q).lambda_
    for matrix in (sparse.csr_matrix(A), sparse.csc_array(A), sparse.coo_array(A), np.asfortranarray(A), A.tolist()):
        np.testing.assert_array_equal(solve(matrix, q).lambda_, expected)


def test_a_sparse_matrix_with_unsorted_and_repeated_entries_is_not_changed() -> None:
    matrix = sparse.csr_matrix((np.array([1.0, 1.0, 3.0]), np.array([0, 0, 1]), np.array([0, 2, 3])), shape=(2, 2))
    assert solve(matrix, [-2.0, -3.0]).lambda_.tolist() == [1.0, 1.0]
    assert matrix.data.tolist() == [1.0, 1.0, 3.0]


def structured(degrees_of_freedom: int) -> tuple[Problem, dict[str, Any]]:
    """Two bodies of 3 degrees of freedom, one of them on the ground, in contact with each other."""
    J = np.array([[0, 1.0, 0, 0, 0, 0], [1.0, 0, 0.5, 0, 0, 0], [0, -1.0, 0, 0, 1.0, 0], [-1.0, 0, 0.5, 1.0, 0, 0.5]])
    M = np.diag([2.0, 2.0, 0.3, 1.0, 1.0, 0.2])
    v, b = np.array([0.3, -1.0, 0, -0.5, -2.0, 0.1]), np.array([0.0, 0.0, 0.01, 0.0])
    parts: dict[str, Any] = {"J": J, "M": M, "v": v, "b": b}
    return Problem(**parts, mu=[0.5, 0.3], degrees_of_freedom=degrees_of_freedom), parts


@pytest.mark.parametrize("degrees_of_freedom", [0, 3])
def test_a_structured_problem_is_its_explicit_one(degrees_of_freedom: int) -> None:
    problem, parts = structured(degrees_of_freedom)
    assert problem.kind == ("bodies" if degrees_of_freedom else "general")
    A = parts["J"] @ np.linalg.inv(parts["M"]) @ parts["J"].T
    q = parts["J"] @ parts["v"] + parts["b"]
    np.testing.assert_allclose(problem.A.toarray(), A, rtol=1e-15)
    np.testing.assert_allclose(problem.q, q, rtol=1e-15)
    np.testing.assert_allclose(problem.J.toarray(), parts["J"])
    np.testing.assert_allclose(problem.inverse_M.toarray(), np.linalg.inv(parts["M"]))
    np.testing.assert_array_equal(problem.v, parts["v"])
    result = solve(problem, tol=1e-12)
    np.testing.assert_array_equal(solve(**parts, mu=[0.5, 0.3], degrees_of_freedom=degrees_of_freedom, tol=1e-12).w, result.w)
    np.testing.assert_allclose(result.lambda_, solve(A, q, mu=[0.5, 0.3], tol=1e-12).lambda_, atol=1e-11)
    np.testing.assert_allclose(result.v, parts["v"] + np.linalg.inv(parts["M"]) @ parts["J"].T @ result.lambda_, atol=1e-12)


@pytest.mark.parametrize("friction", ["disc", "cone"])
def test_friction_is_that_of_coulomb(friction: str) -> None:
    # A block with weight on one contact, pulled along (3, 4): it slides against the motion with mu times the normal impulse.
    result = solve(np.eye(3), [-1.0, 3.0, 4.0], mu=[0.5], friction=friction, tol=1e-12)
    np.testing.assert_allclose(result.lambda_, [1.0, -0.3, -0.4], atol=1e-11)
    # The law of boxes bounds each tangent alone.
    np.testing.assert_allclose(solve(np.eye(3), [-1.0, 3.0, 4.0], mu=[0.5], friction="box").lambda_, [1, -0.5, -0.5])


def test_rows_can_name_their_parents() -> None:
    grouped = solve(np.eye(4), [-1.0, 3.0, -2.0, 0.1], mu=[0.5, 0.5])
    named = solve(np.eye(4), [-1.0, -2.0, 3.0, 0.1], parent=[-1, -1, 0, 1], mu=[0, 0, 0.5, 0.5])
    np.testing.assert_array_equal(grouped.lambda_[[0, 2, 1, 3]], named.lambda_)


def test_torsion_and_rolling_are_rows_of_the_contact() -> None:
    problem = Problem(np.eye(6), [-2.0, 0, 0, 5.0, 5.0, 0], mu=[0.5], torsion=[0.1], rolling=[0.2])
    assert solve(problem, tol=1e-12).lambda_.round(9).tolist() == [2.0, 0.0, 0.0, -0.2, -0.4, 0.0]


def test_impulses_and_modulus_variables_are_a_warm_start() -> None:
    problem = Problem(spd(20), np.random.default_rng(4).normal(size=20))
    first = solve(problem, solver="amgs", tol=1e-10)
    np.testing.assert_array_equal(np.maximum(first.y, 0), first.lambda_)  # lambda is y, clamped to the bounds
    assert (first.y < 0).any() and first.iterations > 5
    problem.start(first.lambda_, first.y)
    assert solve(problem, solver="amgs", tol=1e-10).iterations == 0


def test_the_history_has_a_line_per_sweep_and_ends_with_the_residual() -> None:
    result = solve(modulus.generate("stack:circles=10"), solver="pgs", tol=1e-6, history=True)
    assert result.history["iteration"].tolist() == list(range(result.iterations + 1))
    assert result.history["absolute"][-1] == pytest.approx(result.residual.absolute, rel=1e-6)
    assert len(solve(modulus.generate("stack:circles=10")).history) == 0


def test_a_callback_sees_each_sweep_and_stops() -> None:
    seen: list[int] = []

    def callback(iteration: int, residual: modulus.Residual) -> bool:
        seen.append(iteration)
        return residual.absolute > 1e-3

    result = solve(modulus.generate("stack:circles=10"), solver="pgs", callback=callback)
    assert result.outcome == "stopped" and seen == list(range(len(seen))) and result.residual.absolute <= 1e-3


def test_an_exception_in_a_callback_ends_the_solve() -> None:
    def callback(iteration: int, residual: modulus.Residual) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solve(modulus.generate("stack:circles=10"), callback=callback)


def test_limits_end_a_solve_without_an_exception() -> None:
    problem = modulus.generate("stack:circles=50")
    assert solve(problem, solver="pgs", max_iterations=3).outcome == "max_iterations"
    assert solve(problem, solver="pgs", budget_us=1, max_iterations=10**8).outcome == "time_budget"
    assert solve(problem, tol_relative=1e-2).iterations < solve(problem, tol_relative=1e-10).iterations


def test_files_give_back_the_same_bits(tmp_path: Path) -> None:
    problem = modulus.generate("boxes3")
    problem.write(tmp_path / "folder")
    again = modulus.read_problem(tmp_path / "folder")
    assert repr(again) == repr(problem) and again.contacts > 0
    np.testing.assert_array_equal(solve(again, tol=1e-6).lambda_, solve(problem, tol=1e-6).lambda_)
    assert modulus.read_problem(tmp_path / "folder", friction="cone").friction == "cone"


def test_single_files_are_parts_of_a_problem(tmp_path: Path) -> None:
    problem = Problem(spd(4), np.arange(4.0) - 3)
    problem.write(tmp_path)
    again = modulus.read_problem(A=tmp_path / "A.mtx", q=tmp_path / "q.mtx")
    np.testing.assert_array_equal(again.q, problem.q)
    np.testing.assert_array_equal(again.A.toarray(), problem.A.toarray())


def test_fclib_files_are_read_and_written(tmp_path: Path) -> None:
    if not Path(modulus.__path__[0], "modulus_fclib.so").exists():
        pytest.skip("built without FCLIB")
    problem = modulus.generate("boxes3")
    problem.write(tmp_path / "boxes.hdf5")
    again = modulus.read_problem(tmp_path / "boxes.hdf5")
    np.testing.assert_allclose(again.A.toarray(), problem.A.toarray(), atol=1e-15)
    assert again.contacts == problem.contacts


def test_problems_are_pickled_and_copied() -> None:
    problem = modulus.generate("boxes3", friction="cone")
    for again in (pickle.loads(pickle.dumps(problem)), copy.copy(problem)):
        assert again.friction == "cone"
        np.testing.assert_array_equal(solve(again, tol=1e-6).lambda_, solve(problem, tol=1e-6).lambda_)


def test_without_scipy_matrices_are_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modulus._matrix.sparse", None)
    A = spd(5)
    matrix = Problem(A, np.ones(5)).A
    assert isinstance(matrix, np.ndarray)
    np.testing.assert_array_equal(matrix, A)


def test_arrays_outlive_the_problem_and_the_solve() -> None:
    problem = Problem(spd(5), -np.ones(5), lambda0=np.full(5, 0.5))
    start = problem.lambda0
    del problem
    assert start.tolist() == [0.5] * 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "expected A and q, or J"),
        ({"A": np.ones((2, 3)), "q": [1, 1]}, "expected a square matrix A and a vector q, got A of shape (2, 3)"),
        ({"A": np.eye(2)}, "expected a square matrix A and a vector q"),
        ({"A": np.eye(2), "q": [1, 2, 3]}, "q: expected 2 numbers, got an array of shape (3,)"),
        ({"A": np.eye(2), "q": [1, np.nan]}, "q: expected finite numbers, number 1 is not"),
        ({"A": np.diag([1, np.inf]), "q": [1, 1]}, "A: expected finite numbers"),
        ({"A": np.eye(2), "q": [1, 1], "lower": [1, 1], "upper": [0, 0]}, "expected lower <= upper"),
        ({"A": np.eye(2), "q": [1, 1], "compliance": -1}, "compliance: expected finite numbers >= 0"),
        ({"A": np.eye(2), "q": [1, 1], "mu": [0.5], "friction": "ice"}, "friction: expected 'disc', 'box', 'cone', got 'ice'"),
        ({"A": np.eye(2), "q": [1, 1], "mu": [0.5, 0.5, 0.5]}, "mu: 3 contacts do not fit 2 rows"),
        ({"A": np.eye(2), "q": [1, 1], "mu": [-1]}, "expected numbers >= 0"),
        ({"A": np.eye(2), "q": [1, 1], "mu": [0, 1], "parent": [-1, 7]}, "expected rows from 0"),
        ({"A": np.ones(3), "q": [1, 1]}, "A: expected a matrix, got an array of shape (3,)"),
        ({"J": np.ones((1, 3))}, "expected M or inverse_M beside J"),
        ({"J": np.ones((1, 3)), "M": np.eye(2)}, "J has 3 columns, but the mass matrix has shape (2, 2)"),
        ({"J": np.ones((1, 3)), "M": -np.eye(3)}, "M:"),
        ({"J": np.ones((1, 3)), "M": np.diag([1, np.nan, 1])}, "M: expected finite numbers"),
        ({"J": np.ones((1, 3)), "M": np.eye(3), "degrees_of_freedom": 5}, "degrees_of_freedom: expected 0, 3 or 6, got 5"),
    ],
)  # fmt: skip
def test_bad_problems_are_refused_in_words(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(modulus.Error) as error:
        Problem(**arguments)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_bad_solves_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(modulus.ArgumentError, match="did you mean 'amgs'"):
        solve(np.eye(2), [1, 1], solver="amg")
    with pytest.raises(modulus.ArgumentError, match="expected a text such as 'pgs'"):
        solve(np.eye(2), [1, 1], solver=3)
    with pytest.raises(modulus.ArgumentError, match="history: expected False, True"):
        solve(np.eye(2), [1, 1], history=-1)
    with pytest.raises(modulus.Error, match="tol"):
        solve(np.eye(2), [1, 1], tol=-1)
    with pytest.raises(modulus.ProblemError, match="diagonal"):
        solve(np.zeros((2, 2)), [1, 1], solver="pgs")
    with pytest.raises(modulus.ArgumentError, match="expected a Problem alone"):
        solve(Problem(np.eye(2), [1, 1]), [1, 1])
    with pytest.raises(OSError, match="no problem found"):
        modulus.read_problem(tmp_path)
    with pytest.raises(modulus.ArgumentError, match="stak"):
        modulus.generate("stak")


def test_errors_survive_pickling() -> None:
    with pytest.raises(modulus.ArgumentError) as error:
        solve(np.eye(2), [1, 1], solver="amg")
    again = pickle.loads(pickle.dumps(error.value))
    assert (type(again), str(again), again.status) == (modulus.ArgumentError, str(error.value), error.value.status)
