from django.apps import AppConfig


class StockConfig(AppConfig):
    name = "collection.stock"
    label = "stock"
