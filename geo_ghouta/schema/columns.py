"""Columns of tables as lists of plain values."""

from __future__ import annotations

from typing import Any

import pandas as pd

_GIVE_NONE = (pd.StringDtype, pd.Int64Dtype, pd.Float64Dtype, pd.BooleanDtype)
"""Kinds of column that put None where a cell is missing themselves."""


def values_of(column: pd.Series) -> list[Any]:
    """Cells of a column, None where one is missing: far faster to walk over than the column itself.

    Examples
    --------
    >>> values_of(pd.Series([1, None], dtype="Int64")), values_of(pd.Series(["a", None], dtype="str"))
    ([1, None], ['a', None])
    """
    if isinstance(column.dtype, _GIVE_NONE):
        return list(column.array.to_numpy(dtype=object, na_value=None).tolist())
    values = column.array.astype(object)
    return [None if gone else value for value, gone in zip(values, pd.isna(values), strict=True)]
