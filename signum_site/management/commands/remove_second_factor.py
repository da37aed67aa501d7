"""Removes the second factor of a user who lost phone and recovery codes."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from signum_site.accounts.mfa.adapter import second_factor_remove
from signum_site.accounts.models import User


class Command(BaseCommand):
    help = "Take the second factor off an account: its password alone opens it again. First make sure who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="whose account")

    def handle(self, *, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            self.stderr.write(f"There is no account named {username!r}: give the user name, not the mail address.")
            sys.exit(2)
        if not second_factor_remove(user=user):
            self.stderr.write(f"The account {username!r} has no second factor.")
            sys.exit(1)
        self.stdout.write(f"The second factor of {username!r} is gone.")
