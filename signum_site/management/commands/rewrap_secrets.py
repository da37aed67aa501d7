"""The last step of changing SECRET_KEY: afterwards the old key can be removed."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from signum_site.accounts.mfa.adapter import secrets_rewrap


class Command(BaseCommand):
    help = "Encrypt the secrets of second factors again, with the SECRET_KEY of today: then its fallbacks can go."

    def handle(self, **options: Any) -> None:
        done, lost = secrets_rewrap()
        self.stdout.write(f"{done} secrets are encrypted with the SECRET_KEY of today.")
        if lost:
            self.stderr.write(f"{lost} secrets cannot be read: their key is not among SECRET_KEY_FALLBACKS.")
            sys.exit(1)
