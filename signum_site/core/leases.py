"""Leases: a process owns a row of work until a time on the database's clock.

Clocks of machines differ, and host names and process ids repeat among containers. So a claim is signed with a unique
name, and all times are written and compared by the database (docs/decisions/0024).

The conditions of a claim are in the WHERE clause of its UPDATE, on columns of the row. PostgreSQL checks those again
after it has waited for another writer. It does not check a subquery again, which is what Django generates for a
condition on a related table.
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
"""The unique name of this worker, inherited by its forked pool processes."""
DURATION: Final = timedelta(seconds=30)
RENEW_EVERY_S: Final = 5.0


class LeaseLost(Exception):
    """The row was taken back, or claimed by another process."""


class Leased(models.Model):
    """A row that one process at a time works on."""

    claimed_by = models.CharField(max_length=200, blank=True, default="", editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    """On the database's clock; None if no process works on the row."""

    class Meta:
        abstract = True


RELEASED: Final[dict[str, Any]] = {"claimed_by": "", "lease_until": None}
"""Field values of a row that no process works on."""

Row = TypeVar("Row", bound=Leased)


class LeasedQuerySet(models.QuerySet[Row]):
    TAKEN_BACK: ClassVar[dict[str, Any]] = {}
    """Further changes to a row that is taken back."""

    def claim(self, pk: int, **changes: Any) -> str:
        """Claim a row and return the claim's signature.

        It is empty if the row is leased, or no longer in this query.
        """
        signature = f"{_signature_prefix(os.getpid())}{uuid4().hex}"
        free = self.filter(pk=pk, lease_until=None)
        return signature if free.update(claimed_by=signature, lease_until=Now() + DURATION, **changes) else ""

    def held(self, row: Row) -> "models.QuerySet[Row]":
        """The row if it is still held by the claim with which `row` was loaded."""
        return self.filter(pk=row.pk, claimed_by=row.claimed_by)

    def take_back(self, *, gone: Iterable[int] = ()) -> list[int]:
        """Release rows whose lease has expired, and return their keys.

        Rows of this worker's processes that are gone are released at once.
        """
        lost = Q(lease_until__lt=Now())
        for pid in gone:
            lost |= Q(claimed_by__startswith=_signature_prefix(pid))
        rows = self.filter(lost, lease_until__isnull=False)
        changes = {**RELEASED, **self.TAKEN_BACK}
        return [pk for pk in list(rows.values_list("pk", flat=True)) if rows.filter(pk=pk).update(**changes)]


class Renewal:
    """Renews the lease of a claimed row while the work goes on."""

    def __init__(self, row: Leased) -> None:
        self.row, self.renewed = row, time.monotonic()

    def __call__(self) -> None:
        """Renew the lease from time to time; LeaseLost if it is lost. Call it often."""
        if time.monotonic() - self.renewed < RENEW_EVERY_S:
            return
        self.renewed = time.monotonic()
        rows = type(self.row)._default_manager.filter(pk=self.row.pk, claimed_by=self.row.claimed_by)
        with suppress(Error):  # a short database outage must not abort the work
            if not rows.update(lease_until=Now() + DURATION):
                raise LeaseLost(f"{self.row._meta.label} {self.row.pk}")
            return
        connection.close()  # it may be broken; the next query opens a new one


def _signature_prefix(pid: int) -> str:
    return f"{WORKER}:{pid}:"
