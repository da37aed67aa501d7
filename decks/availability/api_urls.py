"""URLs below /api/v1/reserve/; no router, as the list of built decks and a built deck have different prefixes."""

from django.urls import path

from .api import views

urlpatterns = [
    path("", views.BuiltViewSet.as_view({"get": "list"}), name="api_reserve"),
    path("built/<int:pk>/", views.BuiltViewSet.as_view({"put": "update", "delete": "destroy"}), name="api_built"),
    path("together/", views.BuildPlanViewSet.as_view({"post": "together"}), name="api_together"),
    path("buildable/", views.BuildPlanViewSet.as_view({"get": "buildable"}), name="api_buildable"),
]
