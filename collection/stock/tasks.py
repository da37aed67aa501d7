"""The worker's side of imports."""

from celery import shared_task


@shared_task
def import_work(import_id: int) -> None:
    # Imported here: lists/importer.py rings this task, and is what the task does.
    from .lists import importer  # noqa: PLC0415

    importer.import_work(import_id=import_id)
