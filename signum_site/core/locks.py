"""Whoever counts before adding takes turns with their other tabs: else two at once get one more than the most."""

from typing import Any

from django.contrib.auth import get_user_model


def lock_account(account: Any) -> None:
    """Wait until no other request adds to what this account owns; it is ours until the transaction ends."""
    # Not the key of the row: what merely points at the account goes on, and never waits for us while we wait for it.
    get_user_model().objects.select_for_update(no_key=True).get(pk=account.pk)
