from django.apps import AppConfig


class ReserveConfig(AppConfig):
    name = "decks.availability"
    label = "reserve"

    def ready(self) -> None:
        # Imported here: models can be imported only once every app is there.
        from .search_fields import register_fields  # noqa: PLC0415

        register_fields()
