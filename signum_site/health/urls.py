from django.urls import path

from . import views

urlpatterns = [
    path("health/", views.house, name="house"),
    path("health/ping/", views.ping, name="ping"),
    path("healthz", views.healthz, name="healthz"),
]
