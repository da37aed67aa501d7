"""URLs below /api/v1/."""

from signum_site.core.api.routers import NamedRouter

from .api import views

router = NamedRouter()
router.register("cards", views.CardViewSet, basename="api_card")
router.register("games", views.GameViewSet, basename="api_game")
router.register("sets", views.SetViewSet, basename="api_set")
router.register("keywords", views.KeywordViewSet, basename="api_keyword")
urlpatterns = router.urls
