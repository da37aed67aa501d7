"""The site's URLs for load tests, with the plain page."""

from django.urls import include, path

from tests.load.probe import PLAIN_ADDRESS, plain_page

urlpatterns = [path(PLAIN_ADDRESS.removeprefix("/"), plain_page), path("", include("signum_site.urls"))]
