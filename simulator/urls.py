from django.urls import path

from . import odds_views

urlpatterns = [
    path("odds/", odds_views.odds_start, name="odds_start"),
    path("odds/<slug:system>/<slug:code>/", odds_views.odds, name="odds"),
]
