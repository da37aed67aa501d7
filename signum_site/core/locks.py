"""Serializes requests that check a limit before they add rows.

Otherwise two concurrent requests could both pass the check.
"""

from typing import Any

from django.contrib.auth import get_user_model


def lock_account(account: Any) -> None:
    """Lock an account until the transaction ends.

    Use it before adding to what the account owns.
    """
    # FOR NO KEY UPDATE: inserting rows that refer to the account does not block, which could cause a deadlock.
    get_user_model().objects.select_for_update(no_key=True).get(pk=account.pk)
