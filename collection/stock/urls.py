from django.urls import path, re_path

from .views import collections, history, imports, quick_entry

urlpatterns = [
    path("", collections.stock_home, name="stock_home"),
    path("change/", collections.stock_change, name="stock_change"),
    path("trade/<str:token>/", collections.trade_list, name="trade_list"),
    path("<int:pk>/", collections.stock_page, name="stock"),
    path("<int:pk>/cards/<slug:code>/", collections.holding_page, name="holding"),
    path("<int:pk>/boxes/", collections.stock_boxes, name="stock_boxes"),
    path("<int:pk>/list/", quick_entry.stock_list, name="stock_list"),
    path("<int:pk>/line/", quick_entry.stock_line, name="stock_line"),
    path("<int:pk>/settings/", collections.stock_settings, name="stock_settings"),
    path("<int:pk>/import/", imports.import_new, name="import_new"),
    path("imports/<int:pk>/", imports.import_page, name="import"),
    path("imports/<int:pk>/enter/", imports.import_enter, name="import_enter"),
    path("imports/<int:pk>/drop/", imports.import_drop, name="import_drop"),
    re_path(r"^(?P<pk>[0-9]{1,18})/export\.(?P<kind>csv|json|txt)$", imports.export, name="stock_export"),
    path("<int:pk>/history/", history.history, name="stock_history"),
    path("<int:pk>/history/<int:batch_id>/", history.batch_page, name="stock_batch"),
    path("<int:pk>/history/<int:batch_id>/undo/", history.batch_undo, name="batch_undo"),
    path("<int:pk>/entries/<int:entry_id>/undo/", history.entry_undo, name="entry_undo"),
]
