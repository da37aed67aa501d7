from django.urls import path

from . import views

urlpatterns = [
    path("", views.card_list, name="cards"),
    path(
        "<slug:system>/<slug:code>/face/<slug:language>/<slug:size>.<slug:extension>", views.card_face, name="card_face"
    ),
    path("<slug:system>/<slug:code>/", views.card_page, name="card"),
]
