"""URLs below /api/v1/."""

from django.urls import include, path

from simulator.api.ratings import DeckRatingsView, LeadersView, RatingsView

from .accounts.api import AccountExportView, MeView

urlpatterns = [
    path("", include("collection.api_urls")),
    path("collection/", include("collection.stock.api_urls")),
    path("reserve/", include("decks.availability.api_urls")),
    path("me/", MeView.as_view(), name="api_me"),
    path("me/export/", AccountExportView.as_view(), name="api_me_export"),
    path("simulations/", include("simulator.api_urls")),
    path("ratings/", RatingsView.as_view(), name="api_ratings"),
    path("ratings/leaders/", LeadersView.as_view(), name="api_ratings_leaders"),
    path("ratings/decks/<int:pk>/", DeckRatingsView.as_view(), name="api_ratings_deck"),
    path("", include("decks.api_urls")),
]
