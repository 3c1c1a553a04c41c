"""Matrices between NumPy or SciPy and the library."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from modulus import _api
from modulus._library import ArgumentError, library

try:
    import scipy.sparse as sparse  # type: ignore[import]
except ImportError:  # SciPy is optional: matrices are then dense
    sparse = None

Vector = NDArray[np.float64]


def address(array: NDArray[Any] | None) -> int | None:
    """Return the address of an array's numbers, or None for NULL."""
    return None if array is None else array.ctypes.data


def pointer_to(array: NDArray[Any], kind: Any) -> Any:
    """Return the address of an array's numbers as a pointer to structs."""
    return ctypes.cast(array.ctypes.data, ctypes.POINTER(kind))


def vector(value: ArrayLike, count: int, name: str) -> Vector:
    """Return numbers as a contiguous vector; one number stands for all."""
    array = np.asarray(value, dtype=np.float64)
    array = np.full(count, float(array)) if array.ndim == 0 else np.ascontiguousarray(array)
    if array.shape != (count,):
        raise ArgumentError(f"{name}: expected {count} numbers, got an array of shape {array.shape}")
    return array


class Compressed:
    """A matrix in compressed rows, as the library's md_matrix. It keeps the arrays that the struct points to."""

    def __init__(self, matrix: Any, name: str) -> None:
        start, col, value, shape = _rows_of(matrix, name)
        self.shape: tuple[int, int] = shape
        self._arrays = (start, col, value)
        self.struct = _api.md_matrix(
            rows=shape[0], cols=shape[1], start=address(start), col=address(col), value=address(value)
        )

    @property
    def pointer(self) -> Any:
        return ctypes.byref(self.struct)


def _rows_of(matrix: Any, name: str) -> tuple[NDArray[np.int64], NDArray[np.int32], Vector, tuple[int, int]]:
    if sparse is not None and sparse.issparse(matrix):
        rows = matrix.tocsr().astype(np.float64)  # a copy
        rows.sum_duplicates()
        start = np.ascontiguousarray(rows.indptr, dtype=np.int64)
        return start, np.ascontiguousarray(rows.indices, dtype=np.int32), rows.data, rows.shape
    dense = np.asarray(matrix, dtype=np.float64)
    if dense.ndim != 2:
        raise ArgumentError(f"{name}: expected a matrix, got an array of shape {dense.shape}")
    row, col = np.nonzero(dense)
    start = np.zeros(dense.shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(row, minlength=dense.shape[0]), out=start[1:])
    return start, col.astype(np.int32), np.ascontiguousarray(dense[row, col]), (dense.shape[0], dense.shape[1])


def to_python(matrix: Any) -> Any:
    """Return a matrix of the library as a SciPy array in compressed rows (without SciPy: a NumPy array), and free
    it."""
    count = int(np.ctypeslib.as_array(ctypes.cast(matrix.start, ctypes.POINTER(ctypes.c_int64)), (matrix.rows + 1,))[-1])
    try:
        start = _copy(matrix.start, ctypes.c_int64, matrix.rows + 1)
        col = _copy(matrix.col, ctypes.c_int32, count)
        value = _copy(matrix.value, ctypes.c_double, count)
        shape = (matrix.rows, matrix.cols)
    finally:
        library.md_matrix_free(ctypes.byref(matrix))
    if sparse is not None:
        return sparse.csr_array((value, col, start), shape=shape)
    dense = np.zeros(shape)
    dense[np.repeat(np.arange(shape[0]), np.diff(start)), col] = value
    return dense


def _copy(pointer: int, kind: Any, count: int) -> NDArray[Any]:
    if count == 0:
        return np.empty(0, dtype=kind)
    return np.ctypeslib.as_array(ctypes.cast(pointer, ctypes.POINTER(kind)), (count,)).copy()


def copied(pointer: int | None, count: int, kind: Any = ctypes.c_double) -> NDArray[Any]:
    """Return a copy of numbers of the library; empty if there are none."""
    return _copy(pointer, kind, count) if pointer else np.empty(0, dtype=kind)


def rows_of(value: ArrayLike, bodies: tuple[int, ...], size: int, name: str) -> Vector:
    """Return an array with ``size`` numbers per body, or per row of something else."""
    array = np.ascontiguousarray(value, dtype=np.float64)
    expected = bodies if size == 1 else (*bodies, size)
    if array.shape != tuple(expected):
        raise ArgumentError(f"{name}: expected an array of shape {tuple(expected)}, got {array.shape}")
    if not np.isfinite(array).all():
        raise ArgumentError(f"{name}: expected finite numbers")
    return array
