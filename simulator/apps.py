from django.apps import AppConfig


class SimulatorConfig(AppConfig):
    name = "simulator"

    def ready(self) -> None:
        # Imported here because panels and tasks need loaded models. Chunks refer to their task only by name.
        from . import tasks  # noqa: F401, PLC0415
        from .ratings.card_panel import register_panel  # noqa: PLC0415

        register_panel()
