"""The site's settings for the test suite: a folder of its own, cheap passwords, no manifest of static files."""

import os
import tempfile

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="signum-tests-"))
os.environ.setdefault("LOG_LEVEL", "WARNING")

from signum_site.settings import *  # noqa: F403
from signum_site.settings import STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
