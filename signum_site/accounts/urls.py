from django.urls import path

from . import views

urlpatterns = [
    path("", views.account_page, name="account_page"),
    path("tokens/", views.token_new, name="token_new"),
    path("tokens/<int:token_id>/revoke/", views.token_revoke, name="token_revoke"),
    path("delete/", views.account_delete, name="account_delete"),
]
