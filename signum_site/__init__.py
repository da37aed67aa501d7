"""The Django project: settings, URLs, Celery, base pages, accounts and health."""

from .celery import app as celery_app

__all__ = ["celery_app"]
