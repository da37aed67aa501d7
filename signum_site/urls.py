"""URLs of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from . import views
from .accounts.admin_access import has_admin_access, staff_login
from .accounts.views import language_set, theme_set
from .api.docs_page import api_page
from .api.explorer import api_explorer

# The admin's own login page has no rate limit and no second factor, so the site's login replaces it.
admin.site.login = secure_admin_login(staff_login)  # type: ignore[method-assign]
admin.site.has_permission = has_admin_access  # type: ignore[method-assign]

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("", include("collection.urls")),
    path("", include("decks.urls")),
    path("", include("simulator.urls")),
    path("collection/", include("collection.stock.urls")),
    path("reserve/", include("decks.availability.urls")),
    path("decks/", include("decks.builder.urls")),
    path("language/", language_set, name="set_language"),
    path("theme/", theme_set, name="set_theme"),
    path("game/", views.game_set, name="set_game"),
    path("account/", include("signum_site.accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("api/v1/", include("signum_site.api_urls")),
    path("api/", api_page, name="api"),
    path("api/docs/", api_explorer, name="api_explorer"),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("admin/", admin.site.urls),
    path("", include("signum_site.health.urls")),
]

handler400 = "signum_site.views.bad_request"
handler403 = "signum_site.views.permission_denied"
handler404 = "signum_site.views.page_not_found"
handler500 = "signum_site.views.server_error"
handler429 = "signum_site.core.throttling.throttle_unavailable"
