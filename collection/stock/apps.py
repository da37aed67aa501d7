from django.apps import AppConfig


class StockConfig(AppConfig):
    name = "collection.stock"
    label = "stock"

    def ready(self) -> None:
        # Imported here: models can be imported only once every app is there.
        from .card_panel import register_panel  # noqa: PLC0415
        from .search_fields import register_fields  # noqa: PLC0415

        register_fields()
        register_panel()
