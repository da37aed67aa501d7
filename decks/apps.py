from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "decks"

    def ready(self) -> None:
        # Models can be imported only now.
        from .card_panel import register  # noqa: PLC0415

        register()
