"""URLs below /api/v1/collection/."""

from django.urls import path

from .api import views

urlpatterns = [
    path("", views.CollectionsView.as_view(), name="api_collections"),
    path("imports/<int:pk>/", views.ImportView.as_view(), name="api_import"),
    path("imports/<int:pk>/enter/", views.EnterView.as_view(), name="api_import_enter"),
    path("<int:pk>/", views.CollectionView.as_view(), name="api_collection"),
    path("<int:pk>/holdings/", views.HoldingsView.as_view(), name="api_holdings"),
    path("<int:pk>/changes/", views.ChangesView.as_view(), name="api_changes"),
    path("<int:pk>/ledger/", views.LedgerView.as_view(), name="api_ledger"),
    path("<int:pk>/ledger/<int:batch_id>/undo/", views.UndoView.as_view(), name="api_undo"),
    path("<int:pk>/entries/<int:entry_id>/undo/", views.EntryUndoView.as_view(), name="api_entry_undo"),
    path("<int:pk>/imports/", views.ImportsView.as_view(), name="api_imports"),
    path("<int:pk>/export/", views.CollectionExportView.as_view(), name="api_stock_export"),
]
