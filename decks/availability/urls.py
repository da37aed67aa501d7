from django.urls import path

from . import views

urlpatterns = [
    path("", views.reserve_page, name="reserve"),
    path("buildable/", views.buildable_page, name="buildable"),
    path("built/", views.built_set, name="built_set"),
    path("wish/", views.wish_missing, name="wish_missing"),
]
