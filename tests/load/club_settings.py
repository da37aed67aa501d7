"""The site's settings for load tests, with the additions of probe.py."""

from signum_site.settings import *  # noqa: F403
from signum_site.settings import MIDDLEWARE as SITE_MIDDLEWARE

ROOT_URLCONF = "tests.load.club_urls"
MIDDLEWARE = ["tests.load.probe.processor_time", *SITE_MIDDLEWARE]
