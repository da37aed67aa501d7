"""The Celery task for imports."""

from celery import shared_task


@shared_task
def import_work(import_id: int) -> None:
    # Imported here: lists/importer.py imports this module to queue the task.
    from .lists import importer  # noqa: PLC0415

    importer.import_work(import_id=import_id)
