"""The worker's side of imports."""

from celery import shared_task


@shared_task
def import_work(import_id: int) -> None:
    # Imported here: imports.py rings this task, and is what the task does.
    from . import imports  # noqa: PLC0415

    imports.import_work(import_id=import_id)
