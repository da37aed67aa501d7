"""Addresses below /api/v1/collection/."""

from django.urls import path

from . import api

urlpatterns = [
    path("", api.CollectionsView.as_view(), name="api_collections"),
    path("imports/<int:pk>/", api.ImportView.as_view(), name="api_import"),
    path("imports/<int:pk>/enter/", api.EnterView.as_view(), name="api_import_enter"),
    path("<int:pk>/", api.CollectionView.as_view(), name="api_collection"),
    path("<int:pk>/holdings/", api.HoldingsView.as_view(), name="api_holdings"),
    path("<int:pk>/changes/", api.ChangesView.as_view(), name="api_changes"),
    path("<int:pk>/ledger/", api.LedgerView.as_view(), name="api_ledger"),
    path("<int:pk>/ledger/<int:batch_id>/undo/", api.UndoView.as_view(), name="api_undo"),
    path("<int:pk>/entries/<int:entry_id>/undo/", api.EntryUndoView.as_view(), name="api_entry_undo"),
    path("<int:pk>/imports/", api.ImportsView.as_view(), name="api_imports"),
    path("<int:pk>/export/", api.ExportView.as_view(), name="api_stock_export"),
]
