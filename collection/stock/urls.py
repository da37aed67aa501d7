from django.urls import path, re_path

from . import history_views, import_views, list_views, views

urlpatterns = [
    path("", views.stock_home, name="stock_home"),
    path("change/", views.stock_change, name="stock_change"),
    path("trade/<str:token>/", views.trade_list, name="trade_list"),
    path("<int:pk>/", views.stock_page, name="stock"),
    path("<int:pk>/cards/<slug:code>/", views.holding_page, name="holding"),
    path("<int:pk>/boxes/", views.stock_boxes, name="stock_boxes"),
    path("<int:pk>/list/", list_views.stock_list, name="stock_list"),
    path("<int:pk>/line/", list_views.stock_line, name="stock_line"),
    path("<int:pk>/settings/", views.stock_settings, name="stock_settings"),
    path("<int:pk>/import/", import_views.import_new, name="import_new"),
    path("imports/<int:pk>/", import_views.import_page, name="import"),
    path("imports/<int:pk>/enter/", import_views.import_enter, name="import_enter"),
    path("imports/<int:pk>/drop/", import_views.import_drop, name="import_drop"),
    re_path(r"^(?P<pk>[0-9]{1,18})/export\.(?P<kind>csv|json|txt)$", import_views.export, name="stock_export"),
    path("<int:pk>/history/", history_views.history, name="stock_history"),
    path("<int:pk>/history/<int:batch_id>/", history_views.batch_page, name="stock_batch"),
    path("<int:pk>/history/<int:batch_id>/undo/", history_views.batch_undo, name="batch_undo"),
    path("<int:pk>/entries/<int:entry_id>/undo/", history_views.entry_undo, name="entry_undo"),
]
