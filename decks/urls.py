from django.urls import include, path

from .views import actions, decks, formats, shared_decks

deck_urls = [
    path("", decks.deck_list, name="deck_list"),
    path("public/", shared_decks.public_decks, name="public_decks"),
    path("import/", shared_decks.import_page, name="deck_import"),
    path("keep/", actions.keep, name="deck_keep"),
    path("formats/", formats.format_list, name="format_list"),
    path("formats/new/<slug:system>/<slug:base>/", formats.format_new, name="format_new"),
    path("formats/<slug:code>/", formats.format_page, name="format"),
    path("formats/<slug:code>/edit/", formats.format_edit, name="format_edit"),
    path("formats/<slug:code>/delete/", formats.format_delete, name="format_delete"),
    path("<int:pk>/", decks.deck_page, name="deck"),
    path("<int:pk>/figures/", decks.deck_figures_page, name="deck_figures"),
    path("<int:pk>/history/", decks.deck_history, name="deck_history"),
    path("<int:pk>/compare/", decks.deck_compare, name="deck_compare"),
    path("<int:pk>/talk/", decks.deck_talk, name="deck_talk"),
    path("<int:pk>/share/", decks.deck_share, name="deck_share"),
    path("<int:pk>/settings/", decks.deck_settings, name="deck_settings"),
    path("<int:pk>/picture.png", shared_decks.deck_picture, name="deck_picture"),
    path("<int:pk>/print/", shared_decks.deck_print, name="deck_print"),
    path("<int:pk>/fork/", actions.fork, name="deck_fork"),
    path("<int:pk>/describe/", actions.describe, name="deck_describe"),
    path("<int:pk>/delete/", actions.delete, name="deck_delete"),
    path("<int:pk>/visibility/", actions.set_visibility, name="deck_visibility"),
    path("<int:pk>/links/", actions.link_new, name="deck_link_new"),
    path("<int:pk>/links/<int:link_id>/revoke/", actions.link_revoke, name="deck_link_revoke"),
    path("<int:pk>/like/", actions.like, name="deck_like"),
    path("<int:pk>/comment/", actions.comment, name="deck_comment"),
    path("<int:pk>/comments/<int:comment_id>/remove/", actions.comment_remove, name="deck_comment_remove"),
    path("<int:pk>/report/", actions.complain, name="deck_report"),
    path("<int:pk>/take-down/", actions.take_down, name="deck_take_down"),
    path("<int:pk>/<int:number>/", decks.deck_version, name="deck_version"),
    path("<int:pk>/<int:number>/restore/", actions.restore, name="deck_restore"),
]

urlpatterns = [
    path("decks/", include(deck_urls)),
    path("s/<slug:token>/", shared_decks.shared_deck, name="shared_deck"),
    path("d/<slug:code>/", shared_decks.code_page, name="deck_of_code"),
    path("d/<slug:code>/qr.svg", shared_decks.code_qr, name="deck_qr"),
    path("d/<slug:code>/picture.png", shared_decks.code_picture, name="deck_code_picture"),
    path("d/<slug:code>/proxies.pdf", shared_decks.code_proxies, name="deck_proxies"),
    path("d/<slug:code>/print/", shared_decks.code_print, name="deck_code_print"),
    path("d/<slug:code>/<slug:kind>/", shared_decks.code_export, name="deck_export"),
]
