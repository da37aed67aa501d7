from django.urls import path

from . import session_views, views
from .archive.views import archive_drop, archive_look, archive_out, archive_send, archive_take_in

urlpatterns = [
    path("", views.account_page, name="account_page"),
    path("tokens/", views.token_new, name="token_new"),
    path("tokens/<int:token_id>/revoke/", views.token_revoke, name="token_revoke"),
    path("delete/", views.account_delete, name="account_delete"),
    path("sessions/", session_views.login_list, name="login_list"),
    path("sessions/end-others/", session_views.logins_end, name="logins_end"),
    path("sessions/<int:login_id>/end/", session_views.login_end, name="login_end"),
    path("archive/", archive_out, name="archive_out"),
    path("archive/in/", archive_send, name="archive_send"),
    path("archive/look/", archive_look, name="archive_look"),
    path("archive/take-in/", archive_take_in, name="archive_take_in"),
    path("archive/drop/", archive_drop, name="archive_drop"),
]
