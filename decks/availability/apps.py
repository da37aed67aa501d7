from django.apps import AppConfig


class ReserveConfig(AppConfig):
    name = "decks.availability"
    label = "reserve"

    def ready(self) -> None:
        # Models can only be imported once the app registry is ready.
        from .search_fields import register_fields  # noqa: PLC0415

        register_fields()
