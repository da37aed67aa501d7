"""URLs below /api/v1/collection/."""

from signum_site.core.api.routers import NamedRouter

from .api import views

router = NamedRouter()
router.register("", views.CollectionViewSet, basename="api_collection")
router.register("", views.LedgerViewSet, basename="api_ledger")
router.register("", views.CollectionExportViewSet, basename="api_stock_export")
router.register("imports", views.ImportViewSet, basename="api_import")
router.register("<int:pk>/holdings", views.HoldingViewSet, basename="api_holding")
urlpatterns = router.urls
