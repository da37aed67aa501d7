"""The site's settings for the load: its own, and what probe.py adds."""

from signum_site.settings import *  # noqa: F403
from signum_site.settings import MIDDLEWARE as SITE_MIDDLEWARE

ROOT_URLCONF = "tests.load.club_urls"
MIDDLEWARE = ["tests.load.probe.processor_time", *SITE_MIDDLEWARE]
