"""Settings of the test suite: own folder, fast hashes, no manifest."""

import os
import tempfile

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="signum-tests-"))
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("ENGINE_BUILD", "off")  # sites of tests do not compile


def _own_redis(worker: str) -> None:
    """Gives each test process that runs in parallel two Redis databases, counted from those of the environment."""
    for name in ("BROKER_URL", "CACHE_URL"):
        server, _slash, number = os.environ.get(name, "").rpartition("/")
        if server.startswith("redis"):
            os.environ[name] = f"{server}/{int(number) + 2 * int(worker.removeprefix('gw'))}"


if os.environ.get("PYTEST_XDIST_WORKER", "") != os.environ.get("REDIS_OF_WORKER", ""):
    os.environ["REDIS_OF_WORKER"] = os.environ["PYTEST_XDIST_WORKER"]  # processes of a test inherit the addresses
    _own_redis(os.environ["REDIS_OF_WORKER"])

from signum_site.settings import *  # noqa: E402, F403
from signum_site.settings import STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
