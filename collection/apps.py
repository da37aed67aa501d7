from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from simulator import games


class CollectionConfig(AppConfig):
    name = "collection"
    verbose_name = _("Card library")

    def ready(self) -> None:
        games.use_card_folders(settings.CARD_FOLDERS)
