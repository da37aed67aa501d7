"""Leases: a row of work belongs to its claimant until a time that the database's clock tells.

The clocks of machines differ, and host names and process numbers repeat among containers. So a claim is signed with a
name that exists only once, and every time here is written and compared by the database (decisions/0024).

Conditions of a claim stand in the WHERE of its UPDATE, on columns of the row. PostgreSQL checks those again after it
has waited for another writer. It does not check a subquery again, and Django makes one of a condition on a related
table.
"""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar, Final, TypeVar
from uuid import uuid4

from django.db import Error, connection, models
from django.db.models import Q
from django.db.models.functions import Now

WORKER: Final = uuid4().hex
"""This worker. Its pool processes are forked from it and inherit the name."""
LASTS: Final = timedelta(seconds=30)
RENEW_EVERY_S: Final = 5.0


class LeaseLost(Exception):
    """The row was taken back, or given to another process."""


class Leased(models.Model):
    """A row that one process at a time works on."""

    claimed_by = models.CharField(max_length=200, blank=True, default="", editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    """By the clock of the database; None: no process works on it."""

    class Meta:
        abstract = True


RELEASED: Final[dict[str, Any]] = {"claimed_by": "", "lease_until": None}
"""What changes in a row that no process works on any more."""

Row = TypeVar("Row", bound=Leased)


class LeasedQuerySet(models.QuerySet[Row]):
    TAKEN_BACK: ClassVar[dict[str, Any]] = {}
    """What else changes in a row that is taken back."""

    def claim(self, pk: int, **changes: Any) -> str:
        """The signature of the claim; empty if the row is not among these any more, or leased."""
        signature = f"{_signed(os.getpid())}{uuid4().hex}"
        free = self.filter(pk=pk, lease_until=None)
        return signature if free.update(claimed_by=signature, lease_until=Now() + LASTS, **changes) else ""

    def held(self, row: Row) -> "models.QuerySet[Row]":
        """The row, if it is still held by the claim that `row` was read with."""
        return self.filter(pk=row.pk, claimed_by=row.claimed_by)

    def take_back(self, *, gone: Iterable[int] = ()) -> list[int]:
        """Free the rows whose lease has run out, and those of processes of this worker that are gone; which ones."""
        lost = Q(lease_until__lt=Now())
        for pid in gone:
            lost |= Q(claimed_by__startswith=_signed(pid))
        rows = self.filter(lost, lease_until__isnull=False)
        changes = {**RELEASED, **self.TAKEN_BACK}
        return [pk for pk in list(rows.values_list("pk", flat=True)) if rows.filter(pk=pk).update(**changes)]


class Renewal:
    """Keeps a claimed row while the work goes on."""

    def __init__(self, row: Leased) -> None:
        self.row, self.renewed = row, time.monotonic()

    def __call__(self) -> None:
        """To be called often: renews the lease from time to time, and raises LeaseLost if it is no longer ours."""
        if time.monotonic() - self.renewed < RENEW_EVERY_S:
            return
        self.renewed = time.monotonic()
        rows = type(self.row)._default_manager.filter(pk=self.row.pk, claimed_by=self.row.claimed_by)
        with suppress(Error):  # a database that is away for a moment must not cost the work
            if not rows.update(lease_until=Now() + LASTS):
                raise LeaseLost(f"{self.row._meta.label} {self.row.pk}")
            return
        connection.close()  # it may be broken for good; the next query opens another


def _signed(pid: int) -> str:
    return f"{WORKER}:{pid}:"
