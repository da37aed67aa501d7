from django.apps import AppConfig


class SimulatorConfig(AppConfig):
    name = "simulator"

    def ready(self) -> None:
        # Imported here: panels and tasks need models, which are loaded by now. Chunks only name their task.
        from . import tasks  # noqa: F401, PLC0415
        from .ratings.card_panel import register_panel  # noqa: PLC0415

        register_panel()
