"""URLs below /api/v1/."""

from django.urls import path

from .api import views

urlpatterns = [
    path("cards/", views.CardsView.as_view(), name="api_cards"),
    path("cards/bulk/", views.CardsBulkView.as_view(), name="api_cards_bulk"),
    path("cards/<slug:system>/<slug:code>/", views.CardView.as_view(), name="api_card"),
    path("sets/", views.SetsView.as_view(), name="api_sets"),
    path("keywords/", views.KeywordsView.as_view(), name="api_keywords"),
]
