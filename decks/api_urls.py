from django.urls import path

from .api import decks, social, validation, versions

urlpatterns = [
    path("decks/", decks.DecksView.as_view(), name="api_decks"),
    path("decks/validate/", validation.ValidateView.as_view(), name="api_deck_validate"),
    path("decks/parse/", validation.ParseView.as_view(), name="api_deck_parse"),
    path("decks/<int:pk>/", decks.DeckView.as_view(), name="api_deck"),
    path("decks/<int:pk>/versions/", versions.VersionsView.as_view(), name="api_deck_versions"),
    path("decks/<int:pk>/versions/<int:number>/", versions.VersionView.as_view(), name="api_deck_version"),
    path("decks/<int:pk>/versions/<int:number>/restore/", versions.RestoreView.as_view(), name="api_deck_restore"),
    path("decks/<int:pk>/diff/", versions.DiffView.as_view(), name="api_deck_diff"),
    path("decks/<int:pk>/fork/", decks.ForkView.as_view(), name="api_deck_fork"),
    path("decks/<int:pk>/export/<slug:kind>/", decks.DeckExportView.as_view(), name="api_deck_export"),
    path("decks/<int:pk>/like/", social.LikeView.as_view(), name="api_deck_like"),
    path("decks/<int:pk>/comments/", social.CommentsView.as_view(), name="api_deck_comments"),
    path("decks/<int:pk>/comments/<int:comment_id>/", social.CommentView.as_view(), name="api_deck_comment"),
    path("decks/<int:pk>/report/", social.ComplaintView.as_view(), name="api_deck_report"),
    path("decks/<int:pk>/links/", social.LinksView.as_view(), name="api_deck_links"),
    path("decks/<int:pk>/links/<int:link_id>/", social.LinkView.as_view(), name="api_deck_link"),
    path("formats/", social.FormatsView.as_view(), name="api_formats"),
    path("formats/<slug:code>/", social.FormatView.as_view(), name="api_format"),
]
