from django.urls import path

from . import api, checking_api, community_api, version_api

urlpatterns = [
    path("decks/", api.DecksView.as_view(), name="api_decks"),
    path("decks/validate/", checking_api.ValidateView.as_view(), name="api_deck_validate"),
    path("decks/parse/", checking_api.ParseView.as_view(), name="api_deck_parse"),
    path("decks/<int:pk>/", api.DeckView.as_view(), name="api_deck"),
    path("decks/<int:pk>/versions/", version_api.VersionsView.as_view(), name="api_deck_versions"),
    path("decks/<int:pk>/versions/<int:number>/", version_api.VersionView.as_view(), name="api_deck_version"),
    path("decks/<int:pk>/versions/<int:number>/restore/", version_api.RestoreView.as_view(), name="api_deck_restore"),
    path("decks/<int:pk>/diff/", version_api.DiffView.as_view(), name="api_deck_diff"),
    path("decks/<int:pk>/fork/", api.ForkView.as_view(), name="api_deck_fork"),
    path("decks/<int:pk>/export/<slug:kind>/", api.ExportView.as_view(), name="api_deck_export"),
    path("decks/<int:pk>/like/", community_api.LikeView.as_view(), name="api_deck_like"),
    path("decks/<int:pk>/comments/", community_api.CommentsView.as_view(), name="api_deck_comments"),
    path("decks/<int:pk>/comments/<int:comment_id>/", community_api.CommentView.as_view(), name="api_deck_comment"),
    path("decks/<int:pk>/report/", community_api.ComplaintView.as_view(), name="api_deck_report"),
    path("decks/<int:pk>/links/", community_api.LinksView.as_view(), name="api_deck_links"),
    path("decks/<int:pk>/links/<int:link_id>/", community_api.LinkView.as_view(), name="api_deck_link"),
    path("formats/", community_api.FormatsView.as_view(), name="api_formats"),
    path("formats/<slug:code>/", community_api.FormatView.as_view(), name="api_format"),
]
