from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        # Models can only be imported once the app registry is ready.
        from .card_panel import register  # noqa: PLC0415

        register()
