"""URLs below /api/v1/."""

from signum_site.core.api.routers import NamedRouter

from .api import decks, formats, social, validation, versions

router = NamedRouter()
router.register("decks", decks.DeckViewSet, basename="api_deck")
router.register("decks", decks.DeckExportViewSet, basename="api_deck_export")
router.register("decks", validation.DeckCheckViewSet, basename="api_deck_check")
router.register("decks", social.ReactionViewSet, basename="api_deck_reaction")
router.register("decks/<int:pk>/versions", versions.VersionViewSet, basename="api_deck_version")
router.register("decks/<int:pk>/comments", social.CommentViewSet, basename="api_deck_comment")
router.register("decks/<int:pk>/links", social.LinkViewSet, basename="api_deck_link")
router.register("formats", formats.FormatViewSet, basename="api_format")
urlpatterns = router.urls
