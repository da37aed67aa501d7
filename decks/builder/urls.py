from django.urls import path

from . import views

urlpatterns = [
    path("build/", views.build, name="deck_build"),
    path("build/choose/", views.choose, name="deck_choose"),
    path("build/save/", views.save, name="deck_build_save"),
    path("tour/", views.tour, name="tour"),
    path("new/", views.new, name="deck_new"),
    path("drafts/<int:pk>/", views.draft, name="deck_draft"),
    path("<int:pk>/edit/", views.edit, name="deck_edit"),
]
