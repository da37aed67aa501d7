"""URLs below /api/v1/: simulations and ratings."""

from signum_site.core.api.routers import NamedRouter

from .api import batches, ratings, replays

router = NamedRouter()
router.register("simulations", batches.SimulationViewSet, basename="api_simulation")
router.register("simulations", replays.ReplayViewSet, basename="api_simulation_replay")
router.register("ratings", ratings.RatingViewSet, basename="api_rating")
urlpatterns = router.urls
