from django.apps import AppConfig


class DecksConfig(AppConfig):
    name = "decks"

    def ready(self) -> None:
        # Models can only be imported once the app registry is ready.
        from .card_panel import register  # noqa: PLC0415

        register()
