"""Reads of single rows."""

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def only_row(rows: QuerySet[Row]) -> Row | None:
    """Return the row that a unique value finds, or None.

    Unlike `first()` it does not sort, and preparing an order takes longer than the rest of such a query.
    """
    return next(iter(rows.order_by()[:1]), None)
