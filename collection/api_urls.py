"""Addresses below /api/v1/."""

from django.urls import path

from . import api

urlpatterns = [
    path("cards/", api.CardsView.as_view(), name="api_cards"),
    path("cards/bulk/", api.CardsBulkView.as_view(), name="api_cards_bulk"),
    path("cards/<slug:system>/<slug:code>/", api.CardView.as_view(), name="api_card"),
    path("sets/", api.SetsView.as_view(), name="api_sets"),
    path("keywords/", api.KeywordsView.as_view(), name="api_keywords"),
]
