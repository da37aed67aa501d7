from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SimulatorConfig(AppConfig):
    name = "simulator"
    verbose_name = _("Simulations")

    def ready(self) -> None:
        # Imported here because panels and tasks need loaded models. Chunks refer to their task only by name.
        from . import tasks  # noqa: F401, PLC0415
        from .ratings.card_panel import register_panel  # noqa: PLC0415

        register_panel()
