"""URLs below /api/v1/reserve/."""

from django.urls import path

from . import api

urlpatterns = [
    path("", api.ReserveView.as_view(), name="api_reserve"),
    path("built/<int:pk>/", api.BuiltView.as_view(), name="api_built"),
    path("together/", api.TogetherView.as_view(), name="api_together"),
    path("buildable/", api.NearlyView.as_view(), name="api_buildable"),
]
