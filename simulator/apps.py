from django.apps import AppConfig


class SimulatorConfig(AppConfig):
    name = "simulator"

    def ready(self) -> None:
        # Imported here: panels need models, which are loaded by now.
        from .card_panel import register_panel  # noqa: PLC0415

        register_panel()
