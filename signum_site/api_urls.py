"""URLs below /api/v1/."""

from django.urls import include, path

from .accounts.api import AccountExportView, MeView

urlpatterns = [
    path("", include("collection.api_urls")),
    path("collection/", include("collection.stock.api_urls")),
    path("reserve/", include("decks.availability.api_urls")),
    path("me/", MeView.as_view(), name="api_me"),
    path("me/export/", AccountExportView.as_view(), name="api_me_export"),
    path("", include("simulator.api_urls")),
    path("", include("decks.api_urls")),
]
