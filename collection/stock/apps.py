from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StockConfig(AppConfig):
    name = "collection.stock"
    label = "stock"
    verbose_name = _("Collections")

    def ready(self) -> None:
        # Imported here: models cannot be imported before all apps are loaded.
        from .card_panel import register_panel  # noqa: PLC0415
        from .search_fields import register_fields  # noqa: PLC0415

        register_fields()
        register_panel()
