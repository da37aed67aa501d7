from django.apps import AppConfig
from django.conf import settings

from simulator import games


class CollectionConfig(AppConfig):
    name = "collection"

    def ready(self) -> None:
        games.use_card_folders(settings.CARD_FOLDERS)
