from django.urls import path, re_path

from . import views

urlpatterns = [
    path("cards/", views.card_list, name="cards"),
    path("cards/syntax/", views.card_syntax, name="card_syntax"),
    path(
        "cards/<slug:system>/<slug:code>/face/<slug:language>/<slug:size>.<slug:extension>",
        views.card_face,
        name="card_face",
    ),
    path("cards/<slug:system>/<slug:code>/", views.card_page, name="card"),
    path("glossary/", views.glossary, name="glossary"),
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/<slug:system>/", views.rules, name="rules"),
    re_path(
        r"^rules/(?P<system>[-\w]+)/(?P<rule>[A-Za-z]{1,2}-\d{1,3}(?:\.\d{1,3})?[A-Za-z]?)/?$", views.rule, name="rule"
    ),
]
